import { QueryCommand } from 'dynamodb-toolbox';
import { table } from '#platform/table';
import type { BotKey } from '../knowledge/index/ports';
import { questionsPartition, type StoredUnanswered, UnansweredEntity } from './entity';

/** Groups of a bot that are looked at, the newest: more are read by nobody, and no question waits for them. */
export const MAX_GROUPS = 500;

export async function readUnanswered(bot: BotKey): Promise<readonly StoredUnanswered[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: questionsPartition(bot), range: { beginsWith: 'UNANSWERED#' } })
    .entities(UnansweredEntity)
    .options({ consistent: true, reverse: true, limit: MAX_GROUPS, maxPages: 1 })
    .send();
  return Items;
}
