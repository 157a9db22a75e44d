import { QueryCommand } from 'dynamodb-toolbox';
import { FeatureId, isVotable, type OwnVotes, type RoadmapVotes } from '#contract/site/roadmap';
import { activeProfile } from '#core/accounts/active-profile';
import type { AuthenticatedUser } from '#platform/actor';
import { table } from '#platform/table';
import { listAll } from '#platform/table-reads';
import { ROADMAP_PARTITION, VoteCountEntity, VoteEntity, voterPartition } from './entity';

const VOTABLE = FeatureId.options.filter(isVotable);

/** The votes of every feature that can be voted on. */
export async function getRoadmap(): Promise<RoadmapVotes> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: ROADMAP_PARTITION, range: { beginsWith: 'VOTES#' } })
    .entities(VoteCountEntity)
    .options({ maxPages: Number.POSITIVE_INFINITY })
    .send();
  const counted = new Map(Items.map(({ featureId, votes }) => [featureId, votes]));
  return { items: VOTABLE.map((featureId) => ({ featureId, votes: counted.get(featureId) ?? 0 })) };
}

/** What the caller has voted for, of what can still be voted on. */
export async function listOwnVotes(user: AuthenticatedUser): Promise<OwnVotes> {
  const [votes] = await Promise.all([
    listAll(VoteEntity, voterPartition(user.userId), 'VOTE#'),
    activeProfile(user),
  ]);
  const voted = new Set(votes.map(({ featureId }) => featureId));
  return { featureIds: VOTABLE.filter((featureId) => voted.has(featureId)) };
}
