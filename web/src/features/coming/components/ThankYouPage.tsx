import { PartyPopper, ReceiptText } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { PlanId } from '../../../../../functions/contract/plans';
import { EmptyState } from '../../../components/EmptyState';
import { LinkButton } from '../../../components/LinkButton';
import { useTexts } from '../../../i18n';
import { useAuth } from '../../../lib/session';
import { useTitle } from '../../../lib/use-title';
import styles from './coming.module.css';

/**
 * After a payment: `success=true&plan=…`. Anyone can write that into an address, so what holds is the plan that the
 * server knows; until it knows the new one, the page says that the payment is being confirmed.
 */
export function ThankYouPage() {
  const { t } = useTexts();
  const [search] = useSearchParams();
  const { account } = useAuth();
  const plan = PlanId.safeParse(search.get('plan')).data;
  const success = search.get('success') === 'true';
  const title = t(success ? 'coming:thankYou.title' : 'coming:thankYou.nothing');
  useTitle(title);
  const name = t(`common:plan.${plan ?? account.plan}`);
  const isActive = account.subscriptionStatus === 'active' && (!plan || account.plan === plan);
  return (
    <EmptyState
      heading="h1"
      icon={success ? <PartyPopper size={28} /> : <ReceiptText size={28} />}
      title={title}
      action={
        <div className={`${styles.actions} ${styles.centred}`}>
          <LinkButton to="/dashboard" variation="primary">
            {t('coming:thankYou.toDashboard')}
          </LinkButton>
          <LinkButton to="/billing">{t('coming:thankYou.toBilling')}</LinkButton>
        </div>
      }
    >
      {!success && t('coming:thankYou.nothingText')}
      {success && isActive && t('coming:thankYou.active', { plan: name })}
      {success && !isActive && !plan && t('coming:thankYou.pendingAny')}
      {success && !isActive && plan && t('coming:thankYou.pending', { plan: name })}
    </EmptyState>
  );
}
