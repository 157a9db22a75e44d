import { PlanLimitNotice } from '#components/plan-limit/PlanLimitNotice.tsx';
import { limitOf } from '#components/plan-limit/plan-limit.ts';
import { limitsOf, roomForDocuments } from '#components/plan-limit/plan-room.ts';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth, usePermission } from '#lib/session/session';
import styles from './knowledge.module.css';

/** How many documents of the plan are taken, by all bots of the account, as the server counts them. */
export function DocumentCount() {
  const { t, language } = useTexts();
  const { account } = useAuth();
  const room = roomForDocuments(account);
  const used = { count: account.usage.documents, number: formatNumber(account.usage.documents, language) };
  const mayManage = usePermission('documents.manage');
  const count = (
    <p className={`muted ${styles.count}`} data-full={room === 0}>
      {room === null
        ? t('knowledge:count.unlimited', used)
        : t('knowledge:count.limited', {
            ...used,
            limit: formatNumber(limitsOf(account).documents, language),
          })}
    </p>
  );
  if (room !== 0 || !mayManage) return count;
  return (
    <>
      {count}
      <PlanLimitNotice limit={limitOf(account, 'documents')} />
    </>
  );
}
