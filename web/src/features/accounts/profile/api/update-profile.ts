import type { Profile, UpdateProfile } from '#contract/accounts/profile';
import { call } from '#lib/api';

/** Changes these fields of the own profile and leaves the others as they are. */
export async function updateProfile(changes: UpdateProfile): Promise<Profile> {
  const saved = await call('updateMe', { body: changes });
  // Also in the tokens, which say it to whoever reads them. That may fail: the profile is what counts.
  await followInTokens(changes).catch(() => {});
  return saved;
}

async function followInTokens({ fullName, companyName }: UpdateProfile): Promise<void> {
  const attributes = {
    ...(fullName !== undefined && { name: fullName }),
    ...(companyName !== undefined && { 'custom:company': companyName ?? '' }),
  };
  if (Object.keys(attributes).length === 0) return;
  const { writeUserAttributes } = await import('#features/accounts/user-attributes.ts');
  await writeUserAttributes(attributes);
}
