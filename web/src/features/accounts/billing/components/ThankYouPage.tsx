import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PartyPopper, ReceiptText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { EmptyState } from '#components/EmptyState.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { PaidPlan } from '#contract/accounts/billing';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { queryKeys } from '#lib/query-keys';
import { useTitle } from '#lib/use-title';
import { billingQuery } from '../queries';
import styles from './billing.module.css';

const ASK_MS = 2_000;
/** After so many looks the page says that it takes longer. */
const LOOKS = 15;

const TEXTS = {
  nothing: { title: 'billing:thankYou.nothing.title', text: 'billing:thankYou.nothing.text' },
  active: { title: 'billing:thankYou.active.title', text: 'billing:thankYou.active.text' },
  pending: { title: 'billing:thankYou.pending.title', text: 'billing:thankYou.pending.text' },
  notFound: { title: 'billing:thankYou.notFound.title', text: 'billing:thankYou.notFound.text' },
} as const satisfies Readonly<Record<string, { title: TranslationKey; text: TranslationKey }>>;

/**
 * After a payment: `success=true&plan=…`. Anyone can write that into an address, so what holds is the subscription that
 * the server knows; until it knows one, the page asks again and says that the payment is being confirmed. A trial without
 * a subscription is none: nothing was paid.
 */
export function ThankYouPage() {
  const { t } = useTexts();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const [looks, setLooks] = useState(0);
  const success = search.get('success') === 'true' || pathname === '/subscription/success';
  const billing = useQuery({ ...billingQuery(), enabled: success });
  const { subscription = null } = billing.data ?? {};
  const isActive = subscription?.status === 'active' || subscription?.status === 'trialing';
  const asks = success && !isActive && looks < LOOKS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look sets the timer of the next
  useEffect(() => {
    if (!asks) return;
    const timer = setTimeout(() => {
      setLooks((before) => before + 1);
      void queryClient.invalidateQueries({ queryKey: queryKeys.billing });
    }, ASK_MS);
    return () => clearTimeout(timer);
  }, [asks, looks, queryClient]);
  // The limits of the new plan, which other pages know from the account.
  useEffect(() => {
    if (success && isActive) void queryClient.invalidateQueries({ queryKey: queryKeys.me });
  }, [success, isActive, queryClient]);
  const state = !success ? 'nothing' : isActive ? 'active' : asks ? 'pending' : 'notFound';
  const texts = TEXTS[state];
  const title = t(texts.title);
  useTitle(title);
  const wanted = PaidPlan.safeParse(search.get('plan')).data;
  const plan = subscription?.plan_id ?? wanted;
  const ways = [
    <LinkButton key="dashboard" to="/dashboard" {...(isActive && { variation: 'primary' as const })}>
      {t('billing:thankYou.toDashboard')}
    </LinkButton>,
    <LinkButton key="billing" to="/billing" {...(!isActive && { variation: 'primary' as const })}>
      {t('billing:thankYou.toBilling')}
    </LinkButton>,
  ];
  return (
    <EmptyState
      heading="h1"
      icon={state === 'active' ? <PartyPopper size={28} /> : <ReceiptText size={28} />}
      title={title}
      action={<div className={`row ${styles.actions}`}>{isActive ? ways : ways.toReversed()}</div>}
    >
      {state === 'pending' && !plan
        ? t('billing:thankYou.pending.any')
        : t(texts.text, { plan: t(`common:plan.${plan ?? 'free'}`) })}
    </EmptyState>
  );
}
