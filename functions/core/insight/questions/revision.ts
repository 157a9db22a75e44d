import { $add, UpdateTransaction } from 'dynamodb-toolbox';
import type { BotKey } from '#core/retrieval/ports';
import { readItem } from '#platform/table-reads';
import type { ConditionalWrite } from '#platform/table-writes';
import { UnansweredRevisionEntity } from './entity';

/** Times that others may change the same bot's groups in between. */
export const MAX_ATTEMPTS = 8;

/** The groups were changed since they were read. */
export class Changed extends Error {}

/** Called before the groups are read: the write that lets a change of them pass only while they are as they were read. */
export async function nextRevision(bot: BotKey): Promise<ConditionalWrite> {
  const found = await readItem(UnansweredRevisionEntity, bot);
  return {
    write: UnansweredRevisionEntity.build(UpdateTransaction)
      .item({ ...bot, revision: $add(1) })
      .options({
        condition: found ? { attr: 'revision', eq: found.revision } : { attr: 'revision', exists: false },
      }),
    refused: () => new Changed(),
  };
}
