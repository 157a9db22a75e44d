import { useMemo, useSyncExternalStore } from 'react';
import { isUnderWay, type Upload } from '#features/knowledge/uploads.ts';
import { call } from '#lib/api';
import { queryClient } from '#lib/query-client';
import { deleteDocument } from '../api/delete-document';
import { sendFile } from '../api/send-file';
import { dropDocument, putDocument } from '../document-cache';
import { fileHash } from '../file-hash';
import { createUploadQueue, type UploadQueue } from '../upload-queue';

/** Outside React: uploads go on while the person visits other pages of the dashboard. */
const queue = createUploadQueue({
  hash: fileHash,
  register: (botId, document) => call('registerDocument', { params: { botId }, body: document }),
  registerVersion: (botId, documentId, file) =>
    call('registerVersion', { params: { botId, documentId }, body: file }),
  send: sendFile,
  complete: (botId, documentId) => call('completeUpload', { params: { botId, documentId } }),
  remove: deleteDocument,
  onDocument: (document) => putDocument(queryClient, document),
  onRemoved: (botId, documentId) => dropDocument(queryClient, botId, documentId),
  now: () => Date.now(),
});

const warn = (event: BeforeUnloadEvent) => event.preventDefault();
queue.subscribe(() => {
  if (queue.snapshot().some(isUnderWay)) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
});

export function useUploads(botId: string): {
  readonly uploads: readonly Upload[];
  readonly queue: UploadQueue;
} {
  const all = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const uploads = useMemo(() => all.filter((upload) => upload.botId === botId), [all, botId]);
  return { uploads, queue };
}
