import { UserId } from '../../../functions/contract/ids';
import type { CreateProfile, Me } from '../../../functions/contract/profile';
import { call } from '../lib/api';
import { ApiError, isPassing } from '../lib/api-error';
import type { Identity } from '../lib/auth';

const BETWEEN_TRIES = 2_000;

/** Profile and accounts of the signed-in person, made at her first sign-in. */
export async function loadMe(identity: Identity): Promise<Me> {
  try {
    return await call('getMe', {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'profile.not_found') throw error;
  }
  await createProfile(identity);
  return call('getMe', {});
}

/** Both ways are idempotent and do the same; the second is for when the first doesn't get through. */
async function createProfile({ userId, email, name, company, locale }: Identity): Promise<void> {
  const body: CreateProfile = {
    userId: UserId.parse(userId),
    ...(email ? { email } : {}),
    // Someone whom an operator added may have no name yet.
    fullName: name.trim().length >= 2 ? name.trim() : email,
    companyName: company,
    language: locale?.startsWith('de') ? 'de' : 'en',
  };
  try {
    await call('createUserProfile', { body });
  } catch (error) {
    if (!isPassing(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES));
    await call('createProfile', { body });
  }
}
