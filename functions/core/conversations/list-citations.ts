import { PutItemCommand } from 'dynamodb-toolbox';
import { DocumentId } from '#contract/base/ids';
import type { DomainEvent } from '#core/base/events/events';
import { citedLineage } from '../knowledge/documents/versions';
import { CitationEntity, citationsOf, type StoredMessage } from './entity';
import { headsOf } from './heads-of';
import { goesAt } from './keeping';

/**
 * What tells of a document which answers cite it: an item for each that an answer cites. Told again, it is the same. An
 * editor's trial is in no list, and not in this one.
 */
export async function listCitations(events: readonly DomainEvent[]): Promise<void> {
  const headOf = headsOf(events);
  const known = new Map<string, Promise<string>>();
  for (const event of events) {
    if (event.type !== 'answer.given') continue;
    const answer = event.after as StoredMessage;
    const cited = new Set(answer.citations?.map(({ documentId }) => documentId));
    const head = cited.size > 0 ? await headOf(answer) : undefined;
    if (!head || head.isTest) continue;
    const { accountId, botId, conversationId, startedAt } = head;
    const { messageId } = answer;
    const bot = { accountId, botId };
    const lineages = await Promise.all(
      [...cited].map((documentId) => {
        const lineage = known.get(documentId) ?? citedLineage(bot, DocumentId.parse(documentId));
        known.set(documentId, lineage);
        return lineage;
      }),
    );
    await Promise.all(
      [...new Set(lineages)].map((lineage) =>
        CitationEntity.build(PutItemCommand)
          .item({
            accountId,
            conversationId,
            messageId,
            lineage,
            gsi1pk: citationsOf(bot, lineage),
            gsi1sk: `${startedAt}#${messageId}`,
            ...goesAt(head, answer.createdAt),
          })
          .send(),
      ),
    );
  }
}
