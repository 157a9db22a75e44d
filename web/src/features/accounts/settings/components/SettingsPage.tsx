import type { ComponentType } from 'react';
import { Link, useParams } from 'react-router-dom';
import { PageHeader } from '#components/PageHeader.tsx';
import { useTexts } from '#i18n/index';
import { SETTINGS_SECTION_NAMES, type SettingsSection } from '../sections';
import { Accessibility } from './Accessibility';
import { AccountSettings } from './AccountSettings';
import { Alpha } from './Alpha';
import { ApiKeys } from './ApiKeys';
import { Appearance } from './Appearance';
import { General } from './General';
import { Notifications } from './Notifications';
import { Security } from './Security';
import styles from './settings.module.css';

const SHOWN = {
  general: General,
  appearance: Appearance,
  accessibility: Accessibility,
  notifications: Notifications,
  security: Security,
  'api-keys': ApiKeys,
  alpha: Alpha,
  account: AccountSettings,
} as const satisfies Record<SettingsSection, ComponentType>;

/** A person's settings, a section at a time: which one stands in the address. */
export function SettingsPage() {
  const { t } = useTexts();
  const { section } = useParams();
  const shown = SETTINGS_SECTION_NAMES.find((name) => name === section) ?? 'general';
  const Shown = SHOWN[shown];
  return (
    <>
      <PageHeader
        title={t('settings:title')}
        name={`${t(`settings:tabs.${shown}`)} · ${t('settings:title')}`}
        lead={t('settings:lead')}
      />
      <div className={`stack large ${styles.layout}`}>
        <nav aria-label={t('settings:sections')} className={styles.nav}>
          {SETTINGS_SECTION_NAMES.map((name) => (
            <Link
              key={name}
              // On a phone not all have room: the one that is shown comes into view.
              ref={name === shown ? intoView : null}
              to={`/settings/${name}`}
              className={styles.link}
              aria-current={name === shown ? 'page' : undefined}
            >
              {t(`settings:tabs.${name}`)}
            </Link>
          ))}
        </nav>
        <div className={styles.parts}>
          <Shown />
        </div>
      </div>
    </>
  );
}

function intoView(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
