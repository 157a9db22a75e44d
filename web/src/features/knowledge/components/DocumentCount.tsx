import { PLANS } from '../../../../../functions/contract/plans';
import { useTexts } from '../../../i18n';
import { formatNumber } from '../../../i18n/format';
import { roomForDocuments } from '../../../lib/plan-room';
import { useAuth } from '../../../lib/session';
import styles from './knowledge.module.css';

/** How many documents of the plan are taken, by all bots of the account, as the server counts them. */
export function DocumentCount() {
  const { t, language } = useTexts();
  const { account } = useAuth();
  const room = roomForDocuments(account);
  const used = { count: account.usage.documents, number: formatNumber(account.usage.documents, language) };
  return (
    <p className={styles.count} data-full={room === 0}>
      {room === null
        ? t('knowledge:count.unlimited', used)
        : t('knowledge:count.limited', {
            ...used,
            limit: formatNumber(PLANS[account.plan].limits.documents, language),
          })}
    </p>
  );
}
