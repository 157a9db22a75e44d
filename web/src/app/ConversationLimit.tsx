import { TriangleAlert } from 'lucide-react';
import { LinkButton } from '#components/LinkButton.tsx';
import { limitsOf } from '#components/plan-limit/plan-room.ts';
import { formatDate, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth, usePermission } from '#lib/session/session';
import styles from './ConversationLimit.module.css';

/** On every page, while the plan lets no visitor begin: the business is losing conversations at this moment. */
export function ConversationLimit() {
  const { t, language } = useTexts();
  const { account } = useAuth();
  const { plan, usage } = account;
  const mayAct = usePermission('bots.manage');
  const limit = limitsOf(account).conversations;
  return (
    <aside className={styles.notice} aria-label={t('common:conversationLimit.label')}>
      <TriangleAlert size={20} aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <p>
          <strong>{t('errors:plan.conversations_exceeded')}</strong>
        </p>
        <p>
          {t('common:conversationLimit.text', {
            used: formatNumber(usage.conversations, language),
            limit: formatNumber(limit, language),
            plan: t(`common:plan.${plan}`),
            date: formatDate(startOfNextMonth(new Date()).toISOString(), language),
          })}
        </p>
      </div>
      {mayAct && (
        <LinkButton to="/billing" size="small" variation="primary">
          {t('common:conversationLimit.upgrade')}
        </LinkButton>
      )}
    </aside>
  );
}

/** When counting begins anew, by the server's calendar. */
function startOfNextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
