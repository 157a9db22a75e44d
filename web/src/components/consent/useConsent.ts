import { useSyncExternalStore } from 'react';
import { type Consent, currentConsent, onConsent } from '#lib/consent';

/** The saved choice, or null while there is none. */
export function useConsent(): Consent | null {
  return useSyncExternalStore(onConsent, currentConsent);
}
