import { $add, UpdateTransaction } from 'dynamodb-toolbox';
import type { Document, UpdateDocument } from '../../../contract/documents';
import type { Actor } from '../../../platform/actor';
import type { Clock } from '../../../platform/clock';
import { type ConditionalWrite, transact } from '../../../platform/table-writes';
import type { BotRef } from '../../bots/bots';
import { replaced } from '../../bots/entity';
import { type DocumentRef, loadDocument, requireBot } from './documents';
import { DocumentEntity, ManifestEntity } from './entity';
import { asItIs, DocumentChanged } from './place';
import { entitle, findHolder, type Holder } from './segments';
import { type StoredDocument, toDocument } from './stored-document';

/** Changes what is said of a document. A new title is the one that answers cite from then on. */
export async function updateDocument(
  clock: Clock,
  actor: Actor,
  { botId, documentId }: DocumentRef,
  change: UpdateDocument,
): Promise<Document> {
  const bot = await requireBot(actor, botId);
  return asItIs(async () => {
    const before = await loadDocument(bot, documentId);
    const after: StoredDocument = { ...before, ...given(change), updatedAt: clock().toISOString() };
    const holder = after.title === before.title ? null : await findHolder(before);
    await transact(...writesOf(bot, before, after, holder));
    return toDocument(after);
  });
}

function given({ title, description, category, tags }: UpdateDocument): Partial<StoredDocument> {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(category !== undefined && { category }),
    ...(tags !== undefined && { tags }),
  };
}

function writesOf(
  { accountId, botId }: BotRef,
  before: StoredDocument,
  after: StoredDocument,
  holder: Holder | null,
) {
  const { documentId } = before;
  const { title, description, category, tags, updatedAt } = after;
  const writes: ConditionalWrite[] = [
    {
      write: DocumentEntity.build(UpdateTransaction)
        .item({
          accountId,
          botId,
          documentId,
          title,
          description,
          updatedAt,
          category: category ?? '',
          // As a whole: what is left out of an update of an array stays.
          tags: replaced(tags ?? []),
        })
        // Published in between, its segment would keep the old title.
        .options({
          condition: {
            and: [
              { attr: 'status', eq: before.status },
              { attr: 'updatedAt', eq: before.updatedAt },
            ],
          },
        }),
      refused: () => new DocumentChanged(),
    },
  ];
  if (holder) {
    writes.push(entitle(holder, title), {
      write: ManifestEntity.build(UpdateTransaction).item({ accountId, botId, version: $add(1) }),
    });
  }
  return writes;
}
