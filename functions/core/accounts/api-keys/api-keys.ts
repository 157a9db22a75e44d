import { createHash } from 'node:crypto';
import { DeleteTransaction, PutTransaction } from 'dynamodb-toolbox';
import {
  API_KEY_PREFIX,
  type ApiKey,
  type ApiKeyList,
  type CreateApiKey,
  type CreatedApiKey,
} from '#contract/accounts/api-keys';
import { ApiKeyId, UserId } from '#contract/base/ids';
import { buryWith } from '#core/base/tombstones/entity';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { newId, newSecret } from '#platform/ids';
import { listAll } from '#platform/table-reads';
import { transact } from '#platform/table-writes';
import { accountPartition } from '../entity';
import { assertRoom, release, reserve } from '../limits/quotas';
import { loadAccount } from '../plan';
import { API_KEYS, ApiKeyEntity, type StoredApiKey } from './entity';

/** Characters of a key that its list shows. */
const ENDING = 4;

export async function listApiKeys({ accountId }: Actor): Promise<ApiKeyList> {
  const keys = [...(await readApiKeys(accountId))];
  keys.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  return { items: keys.map(toApiKey) };
}

/** Makes a key, which only this answer has. It takes one of the places that the plan has for keys. */
export async function createApiKey(
  clock: Clock,
  { accountId, userId }: Actor,
  { name, scopes }: CreateApiKey,
): Promise<CreatedApiKey> {
  const now = clock();
  const account = await loadAccount(accountId);
  assertRoom(account, 'apiKeys', now);
  const key = `${API_KEY_PREFIX}${accountId}_${newSecret()}`;
  const stored = {
    accountId,
    hash: hashOf(key),
    apiKeyId: newId(now),
    name,
    scopes: [...scopes],
    ending: key.slice(-ENDING),
    createdBy: userId,
    createdAt: now.toISOString(),
  };
  await transact(reserve(account, 'apiKeys', now), {
    write: ApiKeyEntity.build(PutTransaction).item(stored),
  });
  return { apiKey: toApiKey(stored), key };
}

/** Of a key that is not there, nothing is left to revoke. */
export async function revokeApiKey({ accountId }: Actor, apiKeyId: ApiKeyId): Promise<void> {
  const stored = (await readApiKeys(accountId)).find((key) => key.apiKeyId === apiKeyId);
  if (!stored) return;
  try {
    await transact(
      release(accountId, 'apiKeys'),
      {
        write: ApiKeyEntity.build(DeleteTransaction)
          .key({ accountId, hash: stored.hash })
          .options({ condition: { attr: 'apiKeyId', exists: true } }),
        refused: () => new RevokedMeanwhile(),
      },
      buryWith('key', stored.hash),
    );
  } catch (error) {
    if (!(error instanceof RevokedMeanwhile)) throw error;
  }
}

class RevokedMeanwhile extends Error {}

export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** All of an account. */
export async function readApiKeys(accountId: string): Promise<readonly StoredApiKey[]> {
  return listAll(ApiKeyEntity, accountPartition(accountId), API_KEYS);
}

function toApiKey({
  apiKeyId,
  name,
  scopes,
  ending,
  createdBy,
  createdAt,
  lastUsedAt,
}: StoredApiKey): ApiKey {
  return {
    id: ApiKeyId.parse(apiKeyId),
    name,
    scopes,
    ending,
    createdBy: UserId.parse(createdBy),
    createdAt,
    lastUsedAt: lastUsedAt ?? null,
  };
}
