import { readPreference, writePreference } from './preferences';

/** Where the banner stands; each place is dismissed by itself. */
export type AlphaPlacement = 'dashboard' | 'landing' | 'about' | 'roadmap' | 'pricing';

const key = (placement: AlphaPlacement) => `parley.alphaBanner.${placement}` as const;

export function isAlphaBannerDismissed(placement: AlphaPlacement): boolean {
  return readPreference(key(placement)) !== null;
}

export function dismissAlphaBanner(placement: AlphaPlacement): void {
  writePreference(key(placement), 'dismissed');
}
