import type { DocumentId } from '#contract/base/ids';
import type { Document, RegisterDocument, RegisterVersion, UploadGrant } from '#contract/knowledge/documents';
import {
  canRetry,
  checkFile,
  isUnderWay,
  nextUpload,
  type Upload,
  type UploadEvent,
  type UploadProblem,
} from '#features/knowledge/uploads.ts';
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

/** Uploads of this browser window. They go on while the person visits other pages. */
export interface UploadQueue {
  add(botId: string, files: readonly NewFile[]): void;
  cancel(id: string): void;
  retry(id: string): void;
  /** Takes an ended upload off the list. */
  dismiss(id: string): void;
  subscribe(listener: () => void): () => void;
  snapshot(): readonly Upload[];
}

interface Work extends NewFile {
  abort: AbortController;
  hash?: string | undefined;
  grant?: UploadGrant;
  grantedAt: number;
  /** All bytes are there: a retry only has to say so. */
  sent: boolean;
}

const AT_ONCE = 3;
/** The form posts for 15 minutes; one this old is replaced before it expires under way. */
const GRANT_GOOD_FOR = 10 * 60_000;

/** The form was refused: by its policy, its age or its size. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
}

export function createUploadQueue(ports: UploadPorts): UploadQueue {
  let uploads: readonly Upload[] = [];
  const works = new Map<string, Work>();
  const listeners = new Set<() => void>();
  let count = 0;

  const find = (id: string) => uploads.find((upload) => upload.id === id);
  const set = (change: readonly Upload[]) => {
    uploads = change;
    for (const listener of listeners) listener();
  };
  const apply = (id: string, event: UploadEvent) =>
    set(uploads.map((upload) => (upload.id === id ? nextUpload(upload, event) : upload)));

  const startWaiting = () => {
    const running = uploads.filter((upload) => isUnderWay(upload) && upload.phase !== 'queued').length;
    const waiting = uploads.filter((upload) => upload.phase === 'queued');
    for (const upload of waiting.slice(0, Math.max(0, AT_ONCE - running))) void run(upload);
  };

  const run = async ({ id, botId }: Upload) => {
    const work = works.get(id);
    if (!work) return;
    const { signal } = work.abort;
    try {
      const grant = await granted(id, botId, work);
      if (signal.aborted) return;
      apply(id, { type: 'send', documentId: grant.document.id });
      if (!work.sent) {
        await ports.send(work.file, grant.upload, (sent) => apply(id, { type: 'progress', sent }), signal);
        if (signal.aborted) return;
        work.sent = true;
      }
      apply(id, { type: 'finish' });
      ports.onDocument(await ports.complete(botId, grant.document.id));
      if (work.insteadOf) await clearAway(botId, work.insteadOf);
      apply(id, { type: 'done' });
      set(uploads.filter((upload) => upload.id !== id));
      works.delete(id);
    } catch (error) {
      if (!signal.aborted) apply(id, { type: 'fail', problem: problemOf(error) });
      // A form that S3 refused is not tried again as it is.
      if (error instanceof UploadRefused) work.grantedAt = Number.NEGATIVE_INFINITY;
    } finally {
      // A cancelled document was announced to nobody but us: it must not stay behind as pending.
      if (signal.aborted) await forget(botId, work);
      startWaiting();
    }
  };

  const clearAway = async (botId: string, documentId: DocumentId) => {
    // What stays behind is an entry that can be deleted by hand; the file is there.
    await ports.remove(botId, documentId).then(
      () => ports.onRemoved(botId, documentId),
      () => {},
    );
  };

  const granted = async (id: string, botId: string, work: Work): Promise<UploadGrant> => {
    if (work.grant && (work.sent || ports.now() - work.grantedAt < GRANT_GOOD_FOR)) return work.grant;
    apply(id, { type: 'read' });
    await forget(botId, work);
    work.hash ??= await ports.hash(work.file);
    if (work.hash && heldByAnother(id, botId, work.hash)) throw new ApiError('document.duplicate');
    apply(id, { type: 'announce' });
    const { name: fileName, size } = work.file;
    const input = work.hash ? { fileName, size, contentHash: work.hash } : { fileName, size };
    // Not called back by a cancel: the answer names the document that then has to go.
    const grant = work.replaces
      ? await ports.registerVersion(botId, work.replaces, input)
      : await ports.register(botId, { ...input, description: '', ...work.about });
    work.grant = grant;
    work.grantedAt = ports.now();
    return grant;
  };

  const heldByAnother = (id: string, botId: string, hash: string) =>
    uploads.some(
      (other) =>
        other.id !== id && other.botId === botId && isUnderWay(other) && works.get(other.id)?.hash === hash,
    );

  const forget = async (botId: string, work: Work) => {
    const document = work.grant?.document;
    delete work.grant;
    if (!document) return;
    ports.onRemoved(botId, document.id);
    // Left behind, it shows as an interrupted upload that can be deleted by hand.
    await ports.remove(botId, document.id).catch(() => {});
  };

  return {
    add(botId, files) {
      const added = files.map((chosen): Upload => {
        const id = `upload-${++count}`;
        const { file } = chosen;
        const problem = checkFile(file);
        if (!problem) works.set(id, { ...chosen, abort: new AbortController(), grantedAt: 0, sent: false });
        return {
          id,
          botId,
          fileName: file.name,
          size: file.size,
          phase: problem ? 'failed' : 'queued',
          sent: 0,
          documentId: null,
          problem,
        };
      });
      set([...uploads, ...added]);
      startWaiting();
    },
    cancel(id) {
      const waiting = find(id)?.phase === 'queued';
      apply(id, { type: 'cancel' });
      const upload = find(id);
      if (upload?.phase !== 'cancelled') return;
      const work = works.get(id);
      work?.abort.abort();
      // One that waits has no run that would clean up after it.
      if (waiting && work) void forget(upload.botId, work);
      works.delete(id);
      set(uploads.filter((other) => other.id !== id));
      startWaiting();
    },
    retry(id) {
      const upload = find(id);
      const work = works.get(id);
      if (!upload || !work || !canRetry(upload)) return;
      work.abort = new AbortController();
      apply(id, { type: 'retry' });
      startWaiting();
    },
    dismiss(id) {
      const upload = find(id);
      if (!upload || isUnderWay(upload)) return;
      const work = works.get(id);
      if (work && !work.sent) void forget(upload.botId, work);
      works.delete(id);
      set(uploads.filter((other) => other.id !== id));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => uploads,
  };
}

function problemOf(error: unknown): UploadProblem {
  if (error instanceof ApiError) return error.code;
  if (error instanceof UploadRefused) return 'upload.refused';
  // The browser can no longer read a file that was moved, deleted or changed since it was chosen.
  if (error instanceof DOMException && error.name === 'NotReadableError') return 'file.unreadable';
  return 'network.failed';
}
