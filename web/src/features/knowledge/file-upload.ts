import type { DocumentId } from '#contract/base/ids';
import type { Document, RegisterDocument, RegisterVersion, UploadGrant } from '#contract/knowledge/documents';
import type { UploadEvent, UploadProblem } from '#features/knowledge/uploads.ts';
import { ApiError } from '#lib/api-error';
import type { NewMetadata } from './metadata';

/** The calls an upload makes. */
export interface UploadPorts {
  readonly hash: (file: Blob) => Promise<string | undefined>;
  readonly register: (botId: string, input: RegisterDocument) => Promise<UploadGrant>;
  readonly registerVersion: (
    botId: string,
    replaces: DocumentId,
    input: RegisterVersion,
  ) => Promise<UploadGrant>;
  readonly send: (
    file: File,
    upload: UploadGrant['upload'],
    onProgress: (sent: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly complete: (botId: string, documentId: DocumentId) => Promise<Document>;
  readonly remove: (botId: string, documentId: DocumentId) => Promise<void>;
  /** The server's view of a document that this queue brought. */
  readonly onDocument: (document: Document) => void;
  readonly onRemoved: (botId: string, documentId: DocumentId) => void;
  readonly now: () => number;
}

/** A file, and what is said of the document that it is to become. */
export interface NewFile {
  readonly file: File;
  readonly about?: NewMetadata;
  /** The document whose new version it is: what is said of that one stays. */
  readonly replaces?: DocumentId;
  /** A document that came to nothing, whose entry goes once this file has arrived. */
  readonly insteadOf?: DocumentId;
}

/** A file on its way, and how far it has come. */
export interface FileUpload extends NewFile {
  readonly botId: string;
  abort: AbortController;
  hash?: string | undefined;
  grant?: UploadGrant;
  grantedAt: number;
  /** All bytes are there: a retry only has to say so. */
  sent: boolean;
}

/** The form posts for 15 minutes; one this old is replaced before it expires under way. */
const GRANT_GOOD_FOR = 10 * 60_000;

/** The form was refused: by its policy, its age or its size. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
}

/**
 * Takes a file all the way, from where an earlier try has left it; called off, it ends where it is. `isHeld`: another
 * upload that is under way has the same content.
 */
export async function uploadFile(
  ports: UploadPorts,
  upload: FileUpload,
  tell: (event: UploadEvent) => void,
  isHeld: (hash: string) => boolean,
): Promise<void> {
  const { botId, file, insteadOf } = upload;
  const { signal } = upload.abort;
  const grant = await granted(ports, upload, tell, isHeld);
  if (signal.aborted) return;
  tell({ type: 'send', documentId: grant.document.id });
  if (!upload.sent) {
    await ports.send(file, grant.upload, (sent) => tell({ type: 'progress', sent }), signal);
    if (signal.aborted) return;
    upload.sent = true;
  }
  tell({ type: 'finish' });
  ports.onDocument(await ports.complete(botId, grant.document.id));
  if (insteadOf)
    // What stays behind is an entry that can be deleted by hand; the file is there.
    await ports.remove(botId, insteadOf).then(
      () => ports.onRemoved(botId, insteadOf),
      () => {},
    );
  tell({ type: 'done' });
}

/** The form that the file is sent with: the one that was granted before, or a new one. */
async function granted(
  ports: UploadPorts,
  upload: FileUpload,
  tell: (event: UploadEvent) => void,
  isHeld: (hash: string) => boolean,
): Promise<UploadGrant> {
  if (upload.grant && (upload.sent || ports.now() - upload.grantedAt < GRANT_GOOD_FOR)) return upload.grant;
  tell({ type: 'read' });
  await forgetUpload(ports, upload);
  upload.hash ??= await ports.hash(upload.file);
  if (upload.hash && isHeld(upload.hash)) throw new ApiError('document.duplicate');
  tell({ type: 'announce' });
  const { name: fileName, size } = upload.file;
  const input = upload.hash ? { fileName, size, contentHash: upload.hash } : { fileName, size };
  // Not called back by a cancel: the answer names the document that then has to go.
  const grant = upload.replaces
    ? await ports.registerVersion(upload.botId, upload.replaces, input)
    : await ports.register(upload.botId, { ...input, description: '', ...upload.about });
  upload.grant = grant;
  upload.grantedAt = ports.now();
  return grant;
}

/** Takes back the document that was announced for a file, if any. */
export async function forgetUpload(ports: UploadPorts, upload: FileUpload): Promise<void> {
  const document = upload.grant?.document;
  delete upload.grant;
  if (!document) return;
  ports.onRemoved(upload.botId, document.id);
  // Left behind, it shows as an interrupted upload that can be deleted by hand.
  await ports.remove(upload.botId, document.id).catch(() => {});
}

/** Why a file did not arrive. */
export function problemOf(error: unknown): UploadProblem {
  if (error instanceof ApiError) return error.code;
  if (error instanceof UploadRefused) return 'upload.refused';
  // The browser can no longer read a file that was moved, deleted or changed since it was chosen.
  if (error instanceof DOMException && error.name === 'NotReadableError') return 'file.unreadable';
  return 'network.failed';
}
