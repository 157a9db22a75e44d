import { updatePassword } from 'aws-amplify/auth';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { configureAuth } from '#lib/session/user-pool';

/** Every session goes on until the change is noted. */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  configureAuth();
  await updatePassword({ oldPassword, newPassword });
}

/** Ends all sessions of the person, and mails them why. */
export async function notePasswordChange(): Promise<void> {
  await call('notePasswordChange', {});
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
