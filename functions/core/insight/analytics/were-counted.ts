import { BatchGetRequest } from 'dynamodb-toolbox';
import { readCountedAs } from '#contract/insight/counted-as';
import { readItems } from '#platform/table-reads';
import { ConversationCountEntity } from './entity';
import { type Counted, countOf } from './tally';

/** Those of some conversations that were counted so: the ones behind a figure. */
export async function wereCounted(
  accountId: string,
  conversationIds: readonly string[],
  filter: string,
): Promise<ReadonlySet<string>> {
  const { kind, names } = readCountedAs(filter);
  const found = await readItems(
    conversationIds.map((conversationId) =>
      ConversationCountEntity.build(BatchGetRequest).key({ accountId, conversationId }),
    ),
    { consistent: false },
  );
  const isCounted = ({ contribution }: Counted) =>
    names.some((name) => countOf(contribution[kind] ?? {}, name) > 0);
  return new Set(
    found.flatMap((stored) =>
      stored && isCounted(stored.counted as Counted) ? [stored.conversationId] : [],
    ),
  );
}
