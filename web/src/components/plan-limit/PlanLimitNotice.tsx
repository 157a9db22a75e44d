import { lazy, Suspense } from 'react';
import type { PlanLimitProps } from './PlanLimitCard';

const PlanLimitCard = lazy(async () => ({ default: (await import('./PlanLimitCard')).PlanLimitCard }));

/** A limit of the plan that was met. It is loaded when one is: pages that show errors, as sign-in does, know no plans. */
export function PlanLimitNotice(props: PlanLimitProps) {
  return (
    <Suspense fallback={null}>
      <PlanLimitCard {...props} />
    </Suspense>
  );
}
