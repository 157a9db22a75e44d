import type { TranslationKey } from '#i18n/keys';
import { errorCode } from '#lib/api-error';

/** Why saving failed, in the words of the profile. */
export function saveFailure(error: unknown): TranslationKey {
  switch (errorCode(error)) {
    // The window is about to leave for the login screen.
    case 'auth.required':
    case 'auth.expired':
    case 'auth.session_ended':
      return 'profile:messages.noUser';
    case 'profile.not_found':
      return 'errors:profile.not_found';
    case 'network.failed':
      return 'errors:network.failed';
    case 'request.rate_limited':
      return 'errors:request.rate_limited';
    default:
      return 'profile:messages.error';
  }
}
