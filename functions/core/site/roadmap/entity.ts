import { Entity, item, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** A person's vote for a feature: there is one or there is none. */
export const VoteEntity = new Entity({
  name: 'Vote',
  table,
  timestamps: false,
  schema: item({ userId: string().key(), featureId: string().key(), createdAt: string() }),
  computeKey: ({ userId, featureId }) => ({ pk: voterPartition(userId), sk: `VOTE#${featureId}` }),
});

export function voterPartition(userId: string): string {
  return `USER#${userId}`;
}

/** How many votes a feature has: moved by the transaction that stores or deletes one. */
export const VoteCountEntity = new Entity({
  name: 'VoteCount',
  table,
  timestamps: false,
  schema: item({ featureId: string().key(), votes: number() }),
  computeKey: ({ featureId }) => ({ pk: ROADMAP_PARTITION, sk: `VOTES#${featureId}` }),
});

/** Few and small: all counts are one Query. */
export const ROADMAP_PARTITION = 'ROADMAP';
