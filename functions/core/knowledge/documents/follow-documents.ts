import { BotId, DocumentId } from '#contract/base/ids';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { dashboardChannel } from '#core/accounts/sockets/entity';
import type { DomainEvent } from '#core/base/events/events';
import type { Sockets } from '#platform/sockets';
import { eraseDocumentFiles, eraseUpload } from './erase';
import { isKept, type StoredDocument, toDocument } from './stored-document';

/** Dashboards see their documents in work. */
export async function showDocument(
  sockets: Sockets,
  event: DomainEvent<'document.changed' | 'document.removed'>,
): Promise<void> {
  if (event.type === 'document.changed') {
    const document = event.after as StoredDocument;
    return broadcast(sockets, dashboardChannel(document.accountId), {
      type: event.type,
      document: toDocument(document),
    });
  }
  const { accountId, botId, documentId } = event.before as StoredDocument;
  await broadcast(sockets, dashboardChannel(accountId), {
    type: event.type,
    botId: BotId.parse(botId),
    documentId: DocumentId.parse(documentId),
  });
}

/** The files of a document that was deleted, or can't be read, are erased. */
export async function eraseFiles(event: DomainEvent<'document.changed' | 'document.removed'>): Promise<void> {
  if (event.type === 'document.removed') return eraseDocumentFiles(event.before as StoredDocument);
  const [before, after] = [event.before as StoredDocument | null, event.after as StoredDocument];
  // Where the fault is ours, the file is what it can be found with, and what is taken in when it is mended.
  const isUnreadable = after.status === 'failed' && !isKept(after);
  if (isUnreadable && before?.status !== 'failed') await eraseUpload(after);
}
