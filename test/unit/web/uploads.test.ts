import { describe, expect, it } from 'vitest';
import { DocumentId } from '#contract/base/ids';
import { MAX_DOCUMENT_BYTES } from '#contract/knowledge/documents';
import {
  canCancel,
  canRetry,
  checkFile,
  nextUpload,
  type Upload,
  type UploadEvent,
  type UploadPhase,
} from '#features/knowledge/uploads.ts';

const documentId = DocumentId.parse('d1');
const queued: Upload = {
  id: 'u1',
  botId: 'b1',
  fileName: 'a.pdf',
  size: 100,
  phase: 'queued',
  sent: 0,
  documentId: null,
  problem: null,
};
const pass = (upload: Upload, ...events: UploadEvent[]) => events.reduce(nextUpload, upload);
const sending = pass(queued, { type: 'read' }, { type: 'announce' }, { type: 'send', documentId });

describe('an upload', () => {
  it('goes from the queue to done', () => {
    const phases: UploadPhase[] = [];
    let upload = queued;
    for (const event of [
      { type: 'read' },
      { type: 'announce' },
      { type: 'send', documentId },
      { type: 'finish' },
      { type: 'done' },
    ] as const) {
      upload = nextUpload(upload, event);
      phases.push(upload.phase);
    }
    expect(phases).toEqual(['reading', 'announcing', 'sending', 'finishing', 'done']);
    expect(upload).toMatchObject({ sent: 100, documentId });
  });

  it('never shows less progress than before, nor more than the file', () => {
    const upload = pass(
      sending,
      { type: 'progress', sent: 60 },
      { type: 'progress', sent: 40 },
      { type: 'progress', sent: 500 },
    );
    expect(pass(sending, { type: 'progress', sent: 60 }, { type: 'progress', sent: 40 }).sent).toBe(60);
    expect(upload.sent).toBe(100);
  });

  it('stays cancelled when late answers arrive', () => {
    const cancelled = nextUpload(sending, { type: 'cancel' });
    const late = pass(
      cancelled,
      { type: 'progress', sent: 50 },
      { type: 'finish' },
      { type: 'done' },
      { type: 'fail', problem: 'network.failed' },
    );
    expect(late).toEqual(cancelled);
    expect(late.phase).toBe('cancelled');
  });

  it('can be cancelled until the server has all of it', () => {
    expect(canCancel(queued)).toBe(true);
    expect(canCancel(sending)).toBe(true);
    expect(canCancel(nextUpload(sending, { type: 'finish' }))).toBe(false);
  });

  it('starts over after a failure that may pass', () => {
    const failed = pass(sending, { type: 'progress', sent: 70 }, { type: 'fail', problem: 'network.failed' });
    expect(canRetry(failed)).toBe(true);
    expect(nextUpload(failed, { type: 'retry' })).toMatchObject({ phase: 'queued', sent: 0, problem: null });
  });

  it.each(['document.duplicate', 'document.type_not_supported', 'document.too_large', 'file.empty'] as const)(
    'is not tried again when the file itself is refused: %s',
    (problem) => {
      const failed = nextUpload(sending, { type: 'fail', problem });
      expect(canRetry(failed)).toBe(false);
      expect(nextUpload(failed, { type: 'retry' })).toEqual(failed);
    },
  );

  it('that has ended does not fail afterwards', () => {
    const done = pass(sending, { type: 'finish' }, { type: 'done' });
    expect(nextUpload(done, { type: 'fail', problem: 'server.failed' })).toEqual(done);
  });
});

describe('a chosen file', () => {
  it.each([
    'a.pdf',
    'A.PDF',
    'report.v2.docx',
    'old.doc',
    'rates.XLS',
    'rates.xlsx',
    'talk.pptx',
    'letter.odt',
    'prices.ods',
    'rules.rtf',
    'list.csv',
    'notes.txt',
    'a.md',
    'a.markdown',
  ])('is accepted by its extension: %s', (name) => {
    expect(checkFile({ name, size: 10 })).toBeNull();
  });

  it.each(['a.exe', 'pdf', 'a.pdf.zip', 'a.', ''])('is refused by its extension: %j', (name) => {
    expect(checkFile({ name, size: 10 })).toBe('document.type_not_supported');
  });

  it('is refused when empty or beyond the limit, and accepted at the limit', () => {
    expect(checkFile({ name: 'a.pdf', size: 0 })).toBe('file.empty');
    expect(checkFile({ name: 'a.pdf', size: MAX_DOCUMENT_BYTES })).toBeNull();
    expect(checkFile({ name: 'a.pdf', size: MAX_DOCUMENT_BYTES + 1 })).toBe('document.too_large');
  });
});
