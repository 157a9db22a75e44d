import type { DocumentId } from '#contract/base/ids';
import { DOCUMENT_FORMATS, MAX_DOCUMENT_BYTES } from '#contract/knowledge/documents';
import type { ApiErrorCode } from '#lib/api-error';

/** Where one file is on its way from the browser's disk to the server. */
export type UploadPhase =
  | 'queued'
  | 'reading'
  | 'announcing'
  | 'sending'
  | 'finishing'
  | 'done'
  | 'failed'
  | 'cancelled';

/** Why a file did not arrive: a failed call, or what the browser saw by itself. */
export type UploadProblem = ApiErrorCode | 'file.empty' | 'file.unreadable' | 'upload.refused';

export interface Upload {
  readonly id: string;
  readonly botId: string;
  readonly fileName: string;
  readonly size: number;
  readonly phase: UploadPhase;
  /** Bytes sent so far. */
  readonly sent: number;
  /** Known once the server has announced the document. */
  readonly documentId: DocumentId | null;
  readonly problem: UploadProblem | null;
}

export type UploadEvent =
  | { readonly type: 'read' }
  | { readonly type: 'announce' }
  | { readonly type: 'send'; readonly documentId: DocumentId }
  | { readonly type: 'progress'; readonly sent: number }
  | { readonly type: 'finish' }
  | { readonly type: 'done' }
  | { readonly type: 'fail'; readonly problem: UploadProblem }
  | { readonly type: 'cancel' }
  | { readonly type: 'retry' };

/** The upload after an event; one that doesn't fit its phase (a late answer after a cancel) changes nothing. */
export function nextUpload(upload: Upload, event: UploadEvent): Upload {
  const { phase } = upload;
  switch (event.type) {
    case 'read':
      return phase === 'queued' ? { ...upload, phase: 'reading' } : upload;
    case 'announce':
      return phase === 'reading' ? { ...upload, phase: 'announcing' } : upload;
    case 'send':
      // A retry goes from the queue straight to sending while its form is still good.
      return phase === 'announcing' || phase === 'queued'
        ? { ...upload, phase: 'sending', sent: 0, documentId: event.documentId }
        : upload;
    case 'progress':
      return phase === 'sending'
        ? { ...upload, sent: Math.min(upload.size, Math.max(upload.sent, event.sent)) }
        : upload;
    case 'finish':
      return phase === 'sending' ? { ...upload, phase: 'finishing', sent: upload.size } : upload;
    case 'done':
      return phase === 'finishing' ? { ...upload, phase: 'done' } : upload;
    case 'fail':
      return isUnderWay(upload) ? { ...upload, phase: 'failed', problem: event.problem } : upload;
    case 'cancel':
      return canCancel(upload) ? { ...upload, phase: 'cancelled' } : upload;
    case 'retry':
      return canRetry(upload) ? { ...upload, phase: 'queued', sent: 0, problem: null } : upload;
  }
}

export function isUnderWay({ phase }: Upload): boolean {
  return phase !== 'done' && phase !== 'failed' && phase !== 'cancelled';
}

/** The last step is the server's: it can no longer be called back, only deleted. */
export function canCancel(upload: Upload): boolean {
  return isUnderWay(upload) && upload.phase !== 'finishing';
}

/** What is wrong with the file itself stays wrong. */
export function canRetry({ phase, problem }: Upload): boolean {
  return phase === 'failed' && problem !== null && !FINAL.has(problem);
}

const FINAL: ReadonlySet<UploadProblem> = new Set<UploadProblem>([
  'file.empty',
  'document.type_not_supported',
  'document.too_large',
  'document.duplicate',
  'document.not_replaceable',
  'auth.forbidden',
  'bot.not_found',
]);

/** What can be told from a file's name and size before anything is sent. */
export function checkFile(file: { readonly name: string; readonly size: number }): UploadProblem | null {
  if (!ACCEPTED_EXTENSIONS.includes(extensionOf(file.name))) return 'document.type_not_supported';
  if (file.size === 0) return 'file.empty';
  return file.size > MAX_DOCUMENT_BYTES ? 'document.too_large' : null;
}

/** Extensions that are read, with their dot, as a file picker wants them. */
export const ACCEPTED_EXTENSIONS: readonly string[] = Object.values(DOCUMENT_FORMATS).flatMap(
  ({ extensions }) => extensions.map((extension) => `.${extension}`),
);

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot).toLowerCase();
}
