import { DeleteTransaction, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import type { Profile } from '#contract/accounts/profile';
import type { ChangeEmail, ConfirmEmail } from '#contract/accounts/security';
import { UserId } from '#contract/base/ids';
import type { AuthenticatedUser } from '#platform/actor';
import type { Clock } from '#platform/clock';
import type { EmailAttribute } from '#platform/email-attribute';
import { ParleyError } from '#platform/errors';
import type { IdentityReader } from '#platform/identity';
import { logger } from '#platform/logger';
import { readItem } from '#platform/table-reads';
import { transact } from '#platform/table-writes';
import { activeProfile } from '../active-profile';
import { AddressEntity, ProfileEntity, type StoredProfile } from '../entity';
import { admit, post } from '../mail/post';
import { findProfile, toProfile } from '../stored-profile';
import { changedMail, takenMail } from './email-mail';
import type { SecurityDeps } from './second-factor';
import { limitTries } from './tries';

export interface EmailDeps extends SecurityDeps {
  readonly emailAttribute: EmailAttribute;
  readonly readIdentity: IdentityReader;
  readonly rootOrigin: string;
}

/**
 * Has a code mailed to the new address. Of one that is another person's only its owner is told, by mail: the caller
 * sees the same answer, and waits for a code that doesn't come.
 */
export async function requestEmail(
  deps: EmailDeps,
  user: AuthenticatedUser,
  { email }: ChangeEmail,
): Promise<void> {
  const profile = await activeProfile(user);
  const address = email.toLowerCase();
  if (address === profile.email.toLowerCase()) throw new ParleyError('email.same');
  // Cognito mails the code itself: it counts here all the same.
  const send = await admit(deps, 'new_address', { person: user.userId }, address);
  const owner = await readItem(AddressEntity, { email: address });
  const isTaken =
    (owner !== undefined && owner.userId !== user.userId) ||
    (await deps.emailAttribute.request(user.accessToken, address, profile.language)) === 'taken';
  if (!isTaken) return;
  const known = owner && (await findProfile(UserId.parse(owner.userId)));
  await unlessFailed(send(takenMail(address, known?.language ?? profile.language, deps.rootOrigin)));
}

/**
 * The new address counts from now on, here as with Cognito; the old one is told. Whoever repeats it because the first call
 * died between the two brings the table in step.
 */
export async function confirmEmail(
  deps: EmailDeps,
  user: AuthenticatedUser,
  { code }: ConfirmEmail,
): Promise<Profile> {
  const profile = await activeProfile(user);
  await limitTries(deps.clock, user.userId);
  const isConfirmed = await deps.emailAttribute.confirm(user.accessToken, code);
  const { email, emailVerified } = await deps.readIdentity(user.accessToken);
  const isNew = emailVerified && email !== profile.email.toLowerCase();
  if (!isNew && !isConfirmed) throw new ParleyError('security.code_wrong');
  if (!isNew) return toProfile(profile);
  const changed = await moveAddress(deps.clock, profile, email);
  const mail = changedMail(profile.email, profile.language, { email, url: deps.rootOrigin });
  await unlessFailed(post(deps, 'address_changed', { person: user.userId }, mail));
  return toProfile(changed);
}

async function moveAddress(clock: Clock, profile: StoredProfile, email: string): Promise<StoredProfile> {
  const { userId } = profile;
  const updatedAt = clock().toISOString();
  await transact(
    {
      write: ProfileEntity.build(UpdateTransaction)
        .item({ userId, email, updatedAt })
        .options({ condition: { attr: 'email', eq: profile.email } }),
      refused: () => new ParleyError('server.unavailable'),
    },
    // Whose an address is, Cognito decides.
    { write: AddressEntity.build(PutTransaction).item({ email, userId }) },
    {
      write: AddressEntity.build(DeleteTransaction)
        .key({ email: profile.email })
        .options({
          condition: {
            or: [
              { attr: 'userId', exists: false },
              { attr: 'userId', eq: userId },
            ],
          },
        }),
      refused: () => new ParleyError('server.unavailable'),
    },
  );
  return { ...profile, email, updatedAt };
}

/** A mail that can't be sent must not be answered as if what it tells of had failed. */
async function unlessFailed(sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    logger.error('A mail about a new address was not sent.', {
      error: error instanceof Error ? error : String(error),
    });
  }
}
