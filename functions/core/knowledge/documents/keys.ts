import { AccountId, BotId, DocumentId } from '../../../contract/ids';

/** Whose file an upload is. */
export interface UploadRef {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly documentId: DocumentId;
}

export function uploadKey({ accountId, botId, documentId }: UploadRef): string {
  return `uploads/${accountId}/${botId}/${documentId}`;
}

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

export function segmentKey(ref: { accountId: string; botId: string; segmentId: string }): string {
  return `index/${ref.accountId}/${ref.botId}/${ref.segmentId}`;
}
