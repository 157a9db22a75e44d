import { $remove } from 'dynamodb-toolbox';
import { AccountId, BotId, DocumentId } from '#contract/base/ids';
import type { StoredDocument } from './stored-document';

/** Partition of gsi1 that lists the documents of all tenants which wait for their vectors, by when they are tried next. */
export const WAITING_FOR_VECTORS = 'WAITING_FOR_VECTORS';

type Named = Pick<StoredDocument, 'accountId' | 'botId' | 'documentId'>;

/** What a document keeps of that it waits for vectors, from `now` on, or that it waits no more. */
export function waitsForVectors(
  { accountId, botId, documentId, wordsOnlySince }: Named & Pick<StoredDocument, 'wordsOnlySince'>,
  lacksVectors: boolean,
  now: Date,
) {
  return {
    wordsOnlySince: lacksVectors ? (wordsOnlySince ?? now.toISOString()) : $remove(),
    gsi1pk: lacksVectors ? WAITING_FOR_VECTORS : $remove(),
    gsi1sk: lacksVectors ? triedFrom({ accountId, botId, documentId }, now) : $remove(),
  };
}

/** The place in the listing of one that is tried from a moment on. */
export function triedFrom({ accountId, botId, documentId }: Named, from: Date): string {
  return `${from.toISOString()}#${accountId}#${botId}#${documentId}`;
}

export function waitingOf(sortKey: string) {
  const [at = '', accountId, botId, documentId] = sortKey.split('#');
  return {
    at,
    accountId: AccountId.parse(accountId),
    botId: BotId.parse(botId),
    documentId: DocumentId.parse(documentId),
  };
}
