import { Suspense, useEffect } from 'react';
import { config } from '#lib/config';
import { hostMode } from '#lib/hosts';
import { followConsent } from '#lib/preferences';
import { lazyConsent } from './lazy-consent';
import { useConsent } from './useConsent';

const ConsentBanner = lazyConsent(async () => (await import('./ConsentBanner')).ConsentBanner);

/**
 * The question what may be stored, on every page until it is answered; but not on a host that isn't served, where
 * nothing is stored and no page could say more.
 */
export function AskConsent() {
  const consent = useConsent();
  useEffect(followConsent, []);
  const asks = consent === null && hostMode(location.origin, config()) !== 'unknown';
  return <Suspense>{asks && <ConsentBanner />}</Suspense>;
}
