import { Avatar } from '#components/Avatar.tsx';
import { MailProblemText } from '#components/MailProblem.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import type { TeamMember } from '#contract/accounts/team';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { MemberMenu } from './MemberMenu';
import styles from './team.module.css';

const TONES = { active: 'good', pending: 'busy', suspended: 'warn' } as const;

/** A member, or an invitation, and what the reader may do with it. */
export function MemberRow({ member }: { readonly member: TeamMember }) {
  const { t, language } = useTexts();
  const { profile } = useAuth();
  const { role, status } = member;
  const name = member.full_name ?? member.email;
  const isSelf = member.user_id === profile.id;
  const isPending = status === 'pending';
  const isExpired = isPending && new Date(member.expires_at ?? 0) <= new Date();
  const day = (iso: string | null) => (iso === null ? '' : formatDate(iso, language));
  return (
    <li className={`row close ${styles.row}`}>
      <Avatar name={name} picture={member.avatar_url} />
      <div className="grows long">
        <p className="strong">
          {name}
          {isSelf && <span className={styles.you}> {t('team:you')}</span>}
        </p>
        {member.full_name && <p className="muted">{member.email}</p>}
        <MailProblemText problem={member.mail_problem} />
        <p className="muted">
          {isPending
            ? t(isExpired ? 'team:pending.expired' : 'team:pending.until', { date: day(member.expires_at) })
            : t('team:joined', { date: day(member.joined_at) })}
        </p>
        {member.invitation_message && (
          <p className={`muted ${styles.message}`}>{member.invitation_message}</p>
        )}
      </div>
      <div className={styles.state}>
        <span className={styles.role}>{t(`common:teamRoles.${role}`)}</span>
        {member.suspended_by_plan && <span>{t('team:suspendedByPlan')}</span>}
        {status !== 'active' && <StatusPill tone={TONES[status]}>{t(`team:status.${status}`)}</StatusPill>}
        <MemberMenu member={member} />
      </div>
    </li>
  );
}
