import { MailOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import type { Invitation } from '#contract/accounts/team';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { errorCode, isPassing } from '#lib/api-error';
import type { Loaded } from '#lib/use-loaded';
import { useTitle } from '#lib/use-title';
import styles from './team.module.css';

/** An invitation as its reader sees it, with what they can do; or why it can't be accepted any more. */
export function InvitationCard({
  loaded,
  onRetry,
  aside,
  children,
}: {
  readonly loaded: Loaded<Invitation>;
  readonly onRetry: () => void;
  /** Where to go on from an invitation that is not open. */
  readonly aside?: ReactNode;
  readonly children: (invitation: Invitation) => ReactNode;
}) {
  const { t, language } = useTexts();
  useTitle(t('team:invitation.title'));
  if (loaded.state === 'loading') return <Skeleton label="loading:default" lines={4} />;
  if (loaded.state === 'failed')
    return isPassing(loaded.error) ? (
      <ErrorNotice error={loaded.error} onRetry={onRetry} />
    ) : (
      <EmptyState
        heading="h1"
        icon={<MailOpen size={28} />}
        title={t('team:invitation.closed')}
        action={aside}
      >
        {t(`errors:${errorCode(loaded.error)}`)}
      </EmptyState>
    );
  const { accountName, inviterName, role, message, email, expires_at } = loaded.value;
  return (
    <section className={`framed round stack snug ${styles.invitation}`}>
      <h1>{t('team:invitation.heading', { account: accountName })}</h1>
      <p>
        {t('team:invitation.text', {
          inviter: inviterName,
          account: accountName,
          role: t(`common:teamRoles.${role}`),
        })}
      </p>
      <p className="muted">{t(`team:roles.${role}`)}</p>
      {message && <blockquote className={`muted ${styles.message}`}>{message}</blockquote>}
      <p className="muted">
        {t('team:invitation.sentTo', { email, date: formatDate(expires_at, language) })}
      </p>
      {children(loaded.value)}
    </section>
  );
}
