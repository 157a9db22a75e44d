import { $add, DeleteTransaction, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { type CastVote, type FeatureId, isVotable } from '#contract/site/roadmap';
import { activeProfile } from '#core/accounts/active-profile';
import { limitRate } from '#core/accounts/limits/rate-limit';
import type { AuthenticatedUser } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { readItem } from '#platform/table-reads';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { VoteCountEntity, VoteEntity } from './entity';

/** Changes of mind a minute of one person. */
const PER_USER = 60;

/** Counts the caller's vote, once. */
export async function voteForFeature(
  clock: Clock,
  user: AuthenticatedUser,
  featureId: FeatureId,
): Promise<CastVote> {
  await assertMayVote(clock, user, featureId);
  const vote = VoteEntity.build(PutTransaction)
    .item({ userId: user.userId, featureId, createdAt: clock().toISOString() })
    .options({ condition: { attr: 'userId', exists: false } });
  await change(featureId, vote, 1);
  return { featureId, votes: await votesOf(featureId), voted: true };
}

/** Takes the caller's vote back, if there is one. */
export async function withdrawVote(
  clock: Clock,
  user: AuthenticatedUser,
  featureId: FeatureId,
): Promise<CastVote> {
  await assertMayVote(clock, user, featureId);
  const vote = VoteEntity.build(DeleteTransaction)
    .key({ userId: user.userId, featureId })
    .options({ condition: { attr: 'userId', exists: true } });
  await change(featureId, vote, -1);
  return { featureId, votes: await votesOf(featureId), voted: false };
}

async function assertMayVote(clock: Clock, user: AuthenticatedUser, featureId: FeatureId): Promise<void> {
  await Promise.all([activeProfile(user), limitRate(clock, `VOTES#${user.userId}`, PER_USER)]);
  if (!isVotable(featureId)) throw new ParleyError('roadmap.not_votable');
}

/** The vote and its count move together or not at all, so that no repeat and no failure makes them differ. */
async function change(featureId: FeatureId, vote: ConditionalWrite['write'], by: 1 | -1): Promise<void> {
  try {
    await transact(
      { write: vote, refused: () => new Already() },
      { write: VoteCountEntity.build(UpdateTransaction).item({ featureId, votes: $add(by) }) },
    );
  } catch (error) {
    if (!(error instanceof Already)) throw error;
  }
}

class Already extends Error {}

async function votesOf(featureId: FeatureId): Promise<number> {
  const found = await readItem(VoteCountEntity, { featureId });
  return found?.votes ?? 0;
}
