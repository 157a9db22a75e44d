import { Entity, item, set, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** A person's recovery codes. What they are made of is stored nowhere. */
export const RecoveryCodesEntity = new Entity({
  name: 'RecoveryCodes',
  table,
  timestamps: false,
  schema: item({
    userId: string().key(),
    /** SHA-256 of those that are left: each has 80 random bits, so nobody can try them out. None is no set at all. */
    hashes: set(string()).optional(),
    createdAt: string(),
  }),
  computeKey: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'RECOVERY_CODES' }),
});
