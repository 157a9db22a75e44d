import { Suspense, useEffect } from 'react';
import { followConsent } from '../../lib/preferences';
import { lazyConsent } from './lazy-consent';
import { useConsent } from './useConsent';

const ConsentBanner = lazyConsent(async () => (await import('./ConsentBanner')).ConsentBanner);

/** The question what may be stored, on every page until it is answered. */
export function AskConsent() {
  const consent = useConsent();
  useEffect(followConsent, []);
  return <Suspense>{consent === null && <ConsentBanner />}</Suspense>;
}
