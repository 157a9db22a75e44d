import { DynamoDBToolboxError, EntityFormatter, QueryCommand } from 'dynamodb-toolbox';
import type { Language } from '#contract/accounts/profile';
import type { AccountId } from '#contract/base/ids';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { StoredConversation } from '#core/conversations/entity';
import { TimelineEntity } from '#core/conversations/timeline-entity';
import { logger } from '#platform/logger';
import { table } from '#platform/table';
import { NOTES_TEXTS } from './raw-texts';
import type { Row, TablePart } from './report';

/** What the team wrote of these conversations for itself. A file has it only where who saves it asks for it. */
export function notesTable(
  { accountId, language }: { readonly accountId: AccountId; readonly language: Language },
  conversations: readonly StoredConversation[],
): TablePart {
  const { title, columns } = NOTES_TEXTS[language];
  return { type: 'table', key: 'internalNotes', title, columns, rows: noteRows(accountId, conversations) };
}

async function* noteRows(
  accountId: AccountId,
  conversations: readonly StoredConversation[],
): AsyncIterable<Row> {
  for (const { conversationId } of conversations) {
    // Read as they are stored: an invalid item loses its own text, not the whole file.
    const { Items = [] } = await table
      .build(QueryCommand)
      .query({
        partition: conversationChannel(accountId, conversationId),
        range: { beginsWith: 'TIMELINE#' },
      })
      .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
      .send();
    for (const item of Items)
      try {
        const { kind, at, byName = null, text = null } = TimelineEntity.build(EntityFormatter).format(item);
        if (kind === 'note') yield [conversationId, at, byName, text];
      } catch (error) {
        if (!(error instanceof DynamoDBToolboxError)) throw error;
        logger.warn('A note could not be read for an export.', { key: item.sk, problem: error.message });
      }
  }
}
