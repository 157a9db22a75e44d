import type { RouteName } from '../routes';

/** How long a proof holds, for the session that gave it. */
export const FRESH_PROOF_SECONDS = 10 * 60;

/**
 * What can't be undone, or keeps a thief in: a session alone, which may be stolen, is not enough for it. Whoever calls has
 * shown their password, and their second factor where one is on, in the last minutes (`proveIdentity`). A new address needs
 * the proof where it is asked for: what confirms it is the code that it is mailed.
 */
export const NEEDS_FRESH_PROOF: ReadonlySet<string> = new Set<RouteName>([
  'beginSecondFactor',
  'turnOnSecondFactor',
  'turnOffSecondFactor',
  'renewRecoveryCodes',
  'requestEmail',
  'createApiKey',
  'transferOwnership',
  'requestAccountDeletion',
  'requestAccountExport',
]);

/** These need it where they make somebody an administrator, who may do nearly all that the owner may. */
export const MAKES_ADMINS: ReadonlySet<string> = new Set<RouteName>(['inviteMember', 'updateMember']);

export function makesAdmin(name: RouteName, body: unknown): boolean {
  const isOfAdmin = typeof body === 'object' && body !== null && 'role' in body && body.role === 'admin';
  return isOfAdmin && MAKES_ADMINS.has(name);
}
