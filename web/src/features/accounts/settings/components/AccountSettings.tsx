import { Card } from '#components/Card.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { Stack } from '#components/layout.tsx';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { AccountDeletion } from './AccountDeletion';
import { AccountExport } from './AccountExport';
import { AccountLogo } from './AccountLogo';
import { AccountNameForm } from './AccountNameForm';
import styles from './settings.module.css';

export function AccountSettings() {
  const { t, language } = useTexts();
  const { profile, account } = useAuth();
  return (
    <>
      <Card title={t('settings:tabs.account')}>
        <Stack gap="large">
          <AccountNameForm />
          <AccountLogo />
        </Stack>
        <dl className={styles.facts}>
          <dt className="soft">{t('settings:account.email')}</dt>
          <dd>{profile.email}</dd>
          <dt className="soft">{t('settings:account.created')}</dt>
          <dd>{formatDate(profile.created_at, language)}</dd>
          <dt className="soft">{t('settings:account.plan')}</dt>
          <dd>{t(`common:plan.${account.plan}`)}</dd>
          <dt className="soft">{t('settings:account.role')}</dt>
          <dd>{t(`common:teamRoles.${account.role}`)}</dd>
        </dl>
        <div className="row">
          <LinkButton to="/profile">{t('settings:account.profile')}</LinkButton>
          <LinkButton to="/billing">{t('settings:account.billing')}</LinkButton>
          <LinkButton to="/team">{t('settings:account.team')}</LinkButton>
        </div>
      </Card>
      <AccountExport />
      <AccountDeletion />
    </>
  );
}
