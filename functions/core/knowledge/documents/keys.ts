import { AccountId, BotId, DocumentId } from '#contract/base/ids';
import type { ObjectAddress } from '#platform/buckets';
import { environment } from '#platform/environment';

/** Whose file an upload is. */
export interface UploadRef {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly documentId: DocumentId;
}

export function uploadRefOf(stored: { accountId: string; botId: string; documentId: string }): UploadRef {
  return {
    accountId: AccountId.parse(stored.accountId),
    botId: BotId.parse(stored.botId),
    documentId: DocumentId.parse(stored.documentId),
  };
}

export function uploadKey({ accountId, botId, documentId }: UploadRef): string {
  return `uploads/${accountId}/${botId}/${documentId}`;
}

export function uploadAddress(upload: UploadRef): ObjectAddress {
  return { bucket: environment('UPLOADS_BUCKET'), key: uploadKey(upload) };
}

/** Version of every upload where a bucket keeps none, as S3 names it. */
export const UNVERSIONED = 'null';

/** Null for a key that is none of ours. */
export function parseUploadKey(key: string): UploadRef | null {
  const [, accountId, botId, documentId] = /^uploads\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(key) ?? [];
  if (!accountId || !botId || !documentId) return null;
  return {
    accountId: AccountId.parse(accountId),
    botId: BotId.parse(botId),
    documentId: DocumentId.parse(documentId),
  };
}

/** What text recognition found in the pictures of a document. */
export function picturesAddress(ref: {
  accountId: string;
  botId: string;
  documentId: string;
}): ObjectAddress {
  const key = `pictures/${ref.accountId}/${ref.botId}/${ref.documentId}`;
  return { bucket: environment('INDEX_BUCKET'), key };
}

export function segmentKey(ref: { accountId: string; botId: string; segmentId: string }): string {
  return `index/${ref.accountId}/${ref.botId}/${ref.segmentId}`;
}
