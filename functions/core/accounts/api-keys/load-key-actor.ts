import { UpdateItemCommand } from 'dynamodb-toolbox';
import { API_KEY_PREFIX } from '#contract/accounts/api-keys';
import { AccountId, UserId } from '#contract/base/ids';
import type { Actor } from '#platform/actor';
import { type Clock, systemClock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { KeyActorLoader } from '#platform/http-handler';
import { readItem } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { admitKey, admitMember } from '../limits/tenant-calls';
import { findMembership } from '../membership';
import { findProfile } from '../stored-profile';
import { hashOf } from './api-keys';
import { ApiKeyEntity, type StoredApiKey } from './entity';

/** `pk_{account}_{43 characters for 256 bits}`. */
const KEY = new RegExp(`^${API_KEY_PREFIX}(?<account>[0-9a-z-]{1,64})_[A-Za-z0-9_-]{43}$`);
const USED_EVERY_MS = 60_000;

/**
 * The Actor of an API key: the person who made it, in the account that it belongs to, as the table has both now. So a
 * key that was revoked opens nothing from that moment on, and no key opens more than its maker may do. Throws
 * `auth.key_invalid` for a key that doesn't count and `auth.key_scope` where it lacks the route's scope.
 */
export const loadKeyActor: KeyActorLoader = async (key, scope, requested): Promise<Actor> => {
  const stored = await findKey(key);
  if (!stored) throw new ParleyError('auth.key_invalid');
  const [accountId, userId] = [AccountId.parse(stored.accountId), UserId.parse(stored.createdBy)];
  if (requested !== undefined && requested !== accountId) throw new ParleyError('auth.forbidden');
  if (!stored.scopes.includes(scope)) throw new ParleyError('auth.key_scope');
  const [profile, membership] = await Promise.all([findProfile(userId), findMembership(userId, accountId)]);
  // Keys of banned people and of former members don't work.
  if (!profile || profile.bannedAt || !membership || membership.status === 'suspended')
    throw new ParleyError('auth.key_invalid');
  await admitKey(systemClock, stored.apiKeyId);
  await admitMember(systemClock, accountId);
  await noteUse(systemClock, stored);
  return {
    userId,
    accountId,
    // A key belongs to no sign-in.
    sessionId: `api-key-${stored.apiKeyId}`,
    signedInAt: 0,
    profileRole: profile.role,
    teamRole: membership.role,
  };
};

async function findKey(key: string): Promise<StoredApiKey | undefined> {
  const accountId = KEY.exec(key)?.groups?.account;
  if (accountId === undefined) return undefined;
  return readItem(ApiKeyEntity, { accountId, hash: hashOf(key) });
}

/** Once a minute at most, and never of a key that was revoked meanwhile: the write would bring it back. */
async function noteUse(clock: Clock, { accountId, hash, lastUsedAt }: StoredApiKey): Promise<void> {
  const now = clock();
  if (lastUsedAt !== undefined && now.getTime() - Date.parse(lastUsedAt) < USED_EVERY_MS) return;
  await ifHolds(
    ApiKeyEntity.build(UpdateItemCommand)
      .item({ accountId, hash, lastUsedAt: now.toISOString() })
      .options({
        condition: {
          and: [
            { attr: 'apiKeyId', exists: true },
            lastUsedAt === undefined
              ? { attr: 'lastUsedAt', exists: false }
              : { attr: 'lastUsedAt', eq: lastUsedAt },
          ],
        },
      })
      .send(),
  );
}
