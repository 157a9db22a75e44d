import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { BotConfig } from '#contract/bots/bot-config';
import { type RefusedCss, type SanitisedCss, sanitiseCss } from '#core/bots/custom-css';
import { useTexts } from '#i18n/index';
import { AreaSetting } from './fields';
import styles from './settings.module.css';

/** A rule that is being typed is not one yet. */
const PAUSE = 600;
const NOTHING: SanitisedCss & { readonly isSaved: boolean } = { css: '', refused: [], isSaved: false };

/** The customer's own rules, and what of them visitors will not get. */
export function CustomCssSetting() {
  const { t } = useTexts();
  const source = useWatch<BotConfig, 'customCss'>({ name: 'customCss' });
  const [judged, setJudged] = useState(NOTHING);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        setJudged((last) =>
          // What was saved comes back without it: still to be read, since it is nowhere else any more.
          last.refused.length > 0 && last.css === source
            ? { ...last, isSaved: true }
            : { ...sanitiseCss(source), isSaved: false },
        ),
      PAUSE,
    );
    return () => clearTimeout(timer);
  }, [source]);
  const { refused, isSaved } = judged;
  return (
    <div className="stack small">
      {/* With the field's label its hint is hidden as well, to eyes. */}
      <p className="faint" aria-hidden="true">
        {t('bots:hints.customCss')}
      </p>
      <AreaSetting field="customCss" labelHidden hint={t('bots:hints.customCss')} rows={6} isCode />
      <div role="status">
        {refused.length > 0 && (
          <div className={`stack small fine ${styles.refused}`}>
            <p>
              <TriangleAlert size={17} aria-hidden="true" />
              {t(isSaved ? 'bots:css.leftOut' : 'bots:css.refused', { count: refused.length })}
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it too */}
            <ul tabIndex={0} aria-label={t('bots:css.list')}>
              {distinct(refused).map(({ text, reason }) => (
                <li key={text}>
                  <code>{text.length > 200 ? `${text.slice(0, 199)}…` : text}</code>
                  <span className="soft">{t(`bots:css.reasons.${reason}`)}</span>
                </li>
              ))}
            </ul>
            <p className="faint">{t('bots:css.allowed')}</p>
          </div>
        )}
      </div>
    </div>
  );
}

/** The same line twice is one thing to mend. */
function distinct(refused: readonly RefusedCss[]): readonly RefusedCss[] {
  return [...new Map(refused.map((one) => [one.text, one])).values()];
}
