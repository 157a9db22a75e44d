import type { CreateProfile, Me } from '#contract/accounts/profile';
import type { UserId } from '#contract/base/ids';
import type { TranslationKey } from '#i18n/keys';
import { call } from '../api';
import { ApiError, errorCode, isPassing } from '../api-error';
import { currentIdentity, type Identity } from './auth';
import { sessionEndOf } from './session-end';

const BEFORE_RETRY = 2_000;

/** The profile could not be created: the next sign-in tries again, or the person does. */
export class ProfileDeferred extends Error {
  override readonly name = 'ProfileDeferred';

  /** `reason` is for the person to read. */
  constructor(
    readonly reason: TranslationKey,
    cause?: unknown,
  ) {
    super('Profile creation deferred - will be created on first login', { cause });
  }
}

/** Profile and accounts of the signed-in person, made at their first sign-in. */
export async function loadMe(identity: Identity): Promise<Me> {
  try {
    return await call('getMe', {});
  } catch (error) {
    if (errorCode(error) !== 'profile.not_found') throw error;
  }
  await createProfile(identity);
  try {
    return await call('getMe', {});
  } catch (error) {
    if (errorCode(error) !== 'profile.not_found') throw error;
    throw new ProfileDeferred('errorPages:deferred.reasons.notCreated', error);
  }
}

/**
 * All ways are idempotent and end in the same profile; each is for when the one before doesn't get through: to write
 * it, to write it again after a while, and by either function. A session that has ended ends the attempts.
 */
async function createProfile(identity: Identity): Promise<void> {
  if (!identity.userId || !(identity.email || identity.name))
    throw new ProfileDeferred('errorPages:deferred.reasons.noUser');
  const body = newProfile(identity);
  const ways = [
    () => write(body, identity),
    () => call('createUserProfile', { body }),
    () => call('createProfile', { body }),
  ];
  let refusal: unknown;
  for (const way of ways) {
    try {
      await way();
      return;
    } catch (error) {
      if (sessionEndOf(error) || error instanceof ProfileDeferred) throw error;
      refusal = error;
    }
  }
  throw new ProfileDeferred(reasonOf(refusal), refusal);
}

/** Writes the profile. Where the right to do so may only be on its way, or the network failed, waits and tries again. */
async function write(body: CreateProfile, { userId }: Identity): Promise<void> {
  try {
    await call('createMe', { body });
  } catch (error) {
    if (!isPassing(error) && !isRefused(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, BEFORE_RETRY));
    const identity = await currentIdentity();
    if (identity?.userId !== userId)
      throw new ProfileDeferred('errorPages:deferred.reasons.notSignedIn', error);
    await call('createMe', { body });
  }
}

/** What the server said, or that nobody knows. */
function reasonOf(error: unknown): TranslationKey {
  return error instanceof ApiError ? `errors:${error.code}` : 'errorPages:deferred.reasons.unknown';
}

/** A permission error, which right after a sign-up may be none a moment later. */
function isRefused(error: unknown): boolean {
  return ['auth.forbidden', 'profile.user_mismatch', 'request.past_edge'].includes(errorCode(error));
}

function newProfile({ userId, email, name, company, locale }: Identity): CreateProfile {
  return {
    userId: userId as UserId,
    ...(email ? { email } : {}),
    // Someone whom an operator added may have no name yet.
    fullName: name.trim().length >= 2 ? name.trim() : email,
    companyName: company,
    language: locale?.startsWith('de') ? 'de' : 'en',
  };
}
