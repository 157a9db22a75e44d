import { PutItemCommand } from 'dynamodb-toolbox';
import type { ProveIdentity } from '#contract/accounts/security';
import { FRESH_PROOF_SECONDS } from '#contract/routes/fresh-proof';
import type { Actor, AuthenticatedUser } from '#platform/actor';
import { type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { PasswordCheck } from '#platform/password-check';
import { readItem } from '#platform/table-reads';
import { activeProfile } from '../active-profile';
import { SessionProofEntity } from '../sessions/entity';
import { limitTries } from './tries';

/** Notes that the session is the person's own, by their password, and their second factor where one is on. */
export async function proveIdentity(
  { clock, passwordCheck }: { readonly clock: Clock; readonly passwordCheck: PasswordCheck },
  user: AuthenticatedUser,
  { password, code }: ProveIdentity,
): Promise<void> {
  await activeProfile(user);
  await limitTries(clock, user.userId);
  await passwordCheck.own(user.accessToken, password, code);
  await SessionProofEntity.build(PutItemCommand)
    .item({ sessionId: user.sessionId, expiresAt: epochSeconds(clock()) + FRESH_PROOF_SECONDS })
    .send();
}

/** Throws `auth.proof_needed` where the session has given no proof in the last minutes. */
export async function requireFreshProof(
  clock: Clock,
  caller: AuthenticatedUser | Pick<Actor, 'sessionId'>,
): Promise<void> {
  const found = await readItem(SessionProofEntity, { sessionId: caller.sessionId });
  // The time to live is kept by DynamoDB within days.
  if (found && found.expiresAt > epochSeconds(clock())) return;
  // Whoever is banned or signed out is told that, and asked for nothing.
  if ('accessToken' in caller) await activeProfile(caller);
  throw new ParleyError('auth.proof_needed');
}
