import { describe, expect, it, vi } from 'vitest';
import { ALPHA } from '#contract/accounts/alpha';
import { saveFailure } from '#features/accounts/profile/failures.ts';
import { dismissAlphaBanner, isAlphaBannerDismissed } from '#lib/alpha-banner';
import { ApiError } from '#lib/api-error';
import manifest from '../../../package.json' with { type: 'json' };
import { memoryStorage } from './memory-storage';

describe('the profile’s form', () => {
  it('says in its own words why saving failed', () => {
    const words = (code: ConstructorParameters<typeof ApiError>[0]) => saveFailure(new ApiError(code));
    expect(words('auth.expired')).toBe('profile:messages.noUser');
    expect(words('network.failed')).toBe('errors:network.failed');
    expect(words('server.failed')).toBe('profile:messages.error');
    expect(saveFailure(new TypeError('of ours'))).toBe('profile:messages.error');
  });
});

describe('the alpha banner', () => {
  it('is dismissed in one place and stands in the others', () => {
    vi.stubGlobal('localStorage', memoryStorage({}));
    vi.stubGlobal('sessionStorage', memoryStorage({}));
    dismissAlphaBanner('dashboard');
    expect(isAlphaBannerDismissed('dashboard')).toBe(true);
    expect(isAlphaBannerDismissed('landing')).toBe(false);
  });

  it('names the version that runs', () => {
    expect(ALPHA.version).toBe(manifest.version);
  });
});
