import { updatePassword } from 'aws-amplify/auth';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { configureAuth } from '#lib/session/auth';

/** Other devices are signed out with it: false where that failed, while the new password holds. */
export async function changePassword(oldPassword: string, newPassword: string): Promise<boolean> {
  configureAuth();
  await updatePassword({ oldPassword, newPassword });
  try {
    await call('notePasswordChange', {});
    return true;
  } catch {
    return false;
  }
}

/** What went wrong, in the reader's words. */
export function passwordFailure(error: unknown): TranslationKey {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAuthorizedException') return 'settings:security.wrong';
  if (name === 'LimitExceededException') return 'settings:security.limited';
  return 'settings:security.failed';
}

/** Ends all sessions of the person, with those of other devices. */
export async function signOutEverywhere(): Promise<void> {
  await call('signOutEverywhere', {});
}
