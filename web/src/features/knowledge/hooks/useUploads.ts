import { useMemo, useSyncExternalStore } from 'react';
import { queryClient } from '../../../lib/query-client';
import { isUnderWay, type Upload } from '../../../lib/uploads';
import { completeUpload } from '../api/complete-upload';
import { deleteDocument } from '../api/delete-document';
import { registerDocument } from '../api/register-document';
import { registerVersion } from '../api/register-version';
import { sendFile } from '../api/send-file';
import { dropDocument, putDocument } from '../document-cache';
import { fileHash } from '../file-hash';
import { createUploadQueue, type UploadQueue } from '../upload-queue';

/** Outside React: uploads go on while the person visits other pages of the dashboard. */
const queue = createUploadQueue({
  hash: fileHash,
  register: registerDocument,
  registerVersion,
  send: sendFile,
  complete: completeUpload,
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
