import {
  type FileUpload,
  forgetUpload,
  type NewFile,
  problemOf,
  type UploadPorts,
  UploadRefused,
  uploadFile,
} from './file-upload';
import { canRetry, checkFile, isUnderWay, nextUpload, type Upload, type UploadEvent } from './uploads';

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

const AT_ONCE = 3;

export function createUploadQueue(ports: UploadPorts): UploadQueue {
  let uploads: readonly Upload[] = [];
  const works = new Map<string, FileUpload>();
  const listeners = new Set<() => void>();
  let count = 0;

  const find = (id: string) => uploads.find((upload) => upload.id === id);
  const set = (change: readonly Upload[]) => {
    uploads = change;
    for (const listener of listeners) listener();
  };
  const apply = (id: string, event: UploadEvent) =>
    set(uploads.map((upload) => (upload.id === id ? nextUpload(upload, event) : upload)));

  const takeOff = (id: string) => {
    works.delete(id);
    set(uploads.filter((upload) => upload.id !== id));
  };

  const startWaiting = () => {
    const running = uploads.filter((upload) => isUnderWay(upload) && upload.phase !== 'queued').length;
    const waiting = uploads.filter((upload) => upload.phase === 'queued');
    for (const upload of waiting.slice(0, Math.max(0, AT_ONCE - running))) void run(upload);
  };

  const run = async ({ id, botId }: Upload) => {
    const work = works.get(id);
    if (!work) return;
    const { signal } = work.abort;
    const isHeld = (hash: string) =>
      uploads.some(
        (other) =>
          other.id !== id && other.botId === botId && isUnderWay(other) && works.get(other.id)?.hash === hash,
      );
    try {
      await uploadFile(ports, work, (event) => apply(id, event), isHeld);
      if (!signal.aborted) takeOff(id);
    } catch (error) {
      if (!signal.aborted) apply(id, { type: 'fail', problem: problemOf(error) });
      // A form that S3 refused is not tried again as it is.
      if (error instanceof UploadRefused) work.grantedAt = Number.NEGATIVE_INFINITY;
    } finally {
      // A cancelled document was announced to nobody but us: it must not stay behind as pending.
      if (signal.aborted) await forgetUpload(ports, work);
      startWaiting();
    }
  };

  return {
    add(botId, files) {
      const added = files.map((chosen): Upload => {
        const id = `upload-${++count}`;
        const { file } = chosen;
        const problem = checkFile(file);
        if (!problem)
          works.set(id, { ...chosen, botId, abort: new AbortController(), grantedAt: 0, sent: false });
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
      if (waiting && work) void forgetUpload(ports, work);
      takeOff(id);
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
      if (work && !work.sent) void forgetUpload(ports, work);
      takeOff(id);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => uploads,
  };
}
