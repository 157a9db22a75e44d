import { Entity, item, number, string } from 'dynamodb-toolbox';
import { accountPartition } from '#core/accounts/entity';
import { table } from '#platform/table';

/** Says by its time to live that an account is to be erased. */
export const AccountPurgeEntity = new Entity({
  name: 'AccountPurge',
  table,
  timestamps: false,
  schema: item({ accountId: string().key(), expiresAt: number() }),
  computeKey: ({ accountId }) => ({ pk: accountPartition(accountId), sk: 'ACCOUNT_PURGE' }),
});
