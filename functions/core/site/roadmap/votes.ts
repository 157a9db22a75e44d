import { QueryCommand } from 'dynamodb-toolbox';
import { FeatureId, isVotable, type OwnVotes, type RoadmapVotes } from '#contract/site/roadmap';
import { activeProfile } from '#core/accounts/active-profile';
import type { AuthenticatedUser } from '#platform/actor';
import { table } from '#platform/table';
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
  const [{ Items = [] }] = await Promise.all([
    table
      .build(QueryCommand)
      .query({ partition: voterPartition(user.userId), range: { beginsWith: 'VOTE#' } })
      .entities(VoteEntity)
      .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
      .send(),
    activeProfile(user),
  ]);
  const voted = new Set(Items.map(({ featureId }) => featureId));
  return { featureIds: VOTABLE.filter((featureId) => voted.has(featureId)) };
}
