import { lazyConsent } from './lazy-consent';

export const ConsentDialog = lazyConsent(async () => (await import('./ConsentDialog')).ConsentDialog);
