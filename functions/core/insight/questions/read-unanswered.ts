import { QueryCommand } from 'dynamodb-toolbox';
import type { BotKey } from '#core/retrieval/ports';
import { table } from '#platform/table';
import { questionsPartition, type StoredUnanswered, UnansweredEntity } from './entity';

/** Groups of a bot that are looked at, the newest: more are read by nobody, and no question waits for them. */
export const MAX_GROUPS = 500;

/** All of them, page by page, the oldest first: also those that nobody looks at any more. */
export async function* allUnanswered(bot: BotKey): AsyncIterable<readonly StoredUnanswered[]> {
  let after: string | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table
      .build(QueryCommand)
      .query({ partition: questionsPartition(bot), range: { beginsWith: 'UNANSWERED#' } })
      .entities(UnansweredEntity)
      .options({
        consistent: true,
        limit: MAX_GROUPS,
        ...(after !== undefined && { exclusiveStartKey: { pk: questionsPartition(bot), sk: after } }),
      })
      .send();
    yield Items;
    after = LastEvaluatedKey === undefined ? undefined : String(LastEvaluatedKey.sk);
  } while (after !== undefined);
}

export async function readUnanswered(bot: BotKey): Promise<readonly StoredUnanswered[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: questionsPartition(bot), range: { beginsWith: 'UNANSWERED#' } })
    .entities(UnansweredEntity)
    .options({ consistent: true, reverse: true, limit: MAX_GROUPS, maxPages: 1 })
    .send();
  return Items;
}
