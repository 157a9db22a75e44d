import type { Profile, UpdateProfile } from '#contract/accounts/profile';
import { call } from '#lib/api';
import { accessToken } from '#lib/session/auth';

/** Changes these fields of the own profile and leaves the others as they are. */
export async function updateProfile(changes: UpdateProfile): Promise<Profile> {
  const saved = await call('updateMe', { body: changes });
  // So that the tokens say it, too. That may fail: the profile is what counts.
  await accessToken({ renew: true }).catch(() => {});
  return saved;
}
