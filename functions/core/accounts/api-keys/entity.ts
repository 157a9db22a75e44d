import { Entity, type FormattedItem, item, list, string } from 'dynamodb-toolbox';
import { ApiKeyScope } from '#contract/accounts/api-keys';
import { table } from '#platform/table';
import { accountPartition } from '../entity';

/** A key to the API, found by its hash in the account that it names. What it is made of is stored nowhere. */
export const ApiKeyEntity = new Entity({
  name: 'ApiKey',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    /** SHA-256 of the whole key, in hex: it has 256 random bits, so nobody can try them out. */
    hash: string().key(),
    apiKeyId: string(),
    name: string(),
    scopes: list(string().enum(...ApiKeyScope.options)),
    ending: string(),
    createdBy: string(),
    createdAt: string(),
    lastUsedAt: string().optional(),
  }),
  computeKey: ({ accountId, hash }) => ({ pk: accountPartition(accountId), sk: `${API_KEYS}${hash}` }),
});
export type StoredApiKey = FormattedItem<typeof ApiKeyEntity>;

export const API_KEYS = 'API_KEY#';
