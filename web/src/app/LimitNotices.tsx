import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { hasRoomForConversation } from '#components/plan-limit/plan-room.ts';
import { warningsOf } from '#features/accounts/limit-warnings.ts';
import { useAuth } from '#lib/session/session';

const ConversationLimit = lazy(async () => ({
  default: (await import('./ConversationLimit')).ConversationLimit,
}));

const LimitWarnings = lazy(async () => ({ default: (await import('./LimitWarnings')).LimitWarnings }));
const ModelLimit = lazy(async () => ({ default: (await import('./ModelLimit')).ModelLimit }));

/** What the plan and the models still allow, as far as little or nothing is left. */
export function LimitNotices() {
  const { account } = useAuth();
  const { pathname } = useLocation();
  return (
    <>
      {!hasRoomForConversation(account) && (
        <Suspense fallback={null}>
          <ConversationLimit />
        </Suspense>
      )}
      {warningsOf(account).length > 0 && pathname !== '/usage' && (
        <Suspense fallback={null}>
          <LimitWarnings />
        </Suspense>
      )}
      {account.modelUse.length > 0 && (
        <Suspense fallback={null}>
          <ModelLimit />
        </Suspense>
      )}
    </>
  );
}
