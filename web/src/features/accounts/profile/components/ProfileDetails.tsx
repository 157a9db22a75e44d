import { MailProblemText } from '#components/MailProblem.tsx';
import type { Profile } from '#contract/accounts/profile';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './profile.module.css';

export function ProfileDetails({ profile }: { readonly profile: Profile }) {
  const { t, language } = useTexts();
  return (
    <dl className={`stack large ${styles.details}`}>
      <div>
        <dt className="muted">{t('profile:fields.email')}</dt>
        <dd>
          {profile.email}
          <MailProblemText problem={profile.mail_problem} />
        </dd>
      </div>
      <div>
        <dt className="muted">{t('profile:fields.fullName')}</dt>
        <dd>{profile.full_name}</dd>
      </div>
      <div>
        <dt className="muted">{t('profile:fields.company')}</dt>
        <dd data-empty={!profile.company_name}>{profile.company_name ?? t('profile:noCompany')}</dd>
      </div>
      <div>
        <dt className="muted">{t('profile:memberSince')}</dt>
        <dd>{formatDate(profile.created_at, language)}</dd>
      </div>
    </dl>
  );
}
