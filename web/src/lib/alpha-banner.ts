import { readStored, writeStored } from './storage';

/** Where the banner stands; each place is dismissed by itself. */
export type AlphaPlacement = 'dashboard' | 'landing' | 'about' | 'roadmap' | 'pricing';

const key = (placement: AlphaPlacement) => `parley.alphaBanner.${placement}`;

export function isAlphaBannerDismissed(placement: AlphaPlacement): boolean {
  return readStored(key(placement)) !== null;
}

export function dismissAlphaBanner(placement: AlphaPlacement): void {
  writeStored(key(placement), 'dismissed');
}
