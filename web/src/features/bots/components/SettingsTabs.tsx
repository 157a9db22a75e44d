import { Link } from 'react-router-dom';
import { useTexts } from '#i18n/index';
import { TABS, type Tab, tabOfField } from '../settings';
import styles from './settings.module.css';

/** The tabs of the settings, with a mark at those in which a field is wrong. */
export function SettingsTabs({ tab, problems }: { readonly tab: Tab; readonly problems: readonly string[] }) {
  const { t } = useTexts();
  return (
    <nav className={`pills parted-below-large ${styles.tabs}`} aria-label={t('bots:settings.tabs')}>
      {TABS.map((name) => {
        const hasProblem = problems.some((field) => tabOfField(field) === name);
        return (
          <Link
            key={name}
            to={`?tab=${name}`}
            className="pill"
            aria-current={name === tab ? 'page' : undefined}
            data-problem={hasProblem}
            preventScrollReset
          >
            {t(`bots:settings.${name}`)}
            {hasProblem && (
              <span className="amplify-visually-hidden"> {t('bots:settings.withProblems')}</span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
