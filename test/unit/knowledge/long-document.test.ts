import { PDFDocument, StandardFonts } from 'pdf-lib';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentId } from '#contract/base/ids';
import { getDocument } from '#core/knowledge/documents/documents';
import { manifestReader } from '#core/knowledge/documents/manifest';
import { registerDocument } from '#core/knowledge/documents/register-document';
import { type IngestDeps, ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { extract, extractPart } from '#core/reading/extract';
import { EXTRACTION_LIMITS } from '#core/reading/extraction';
import { openSegment } from '#core/retrieval/segment';
import { withLocalTable } from '#test/helpers/local-table';
import { clock, delivery, ingestDeps, startBot, withBuckets } from './setup';

const PAGES = 25;
const AT_ONCE = 10;

withLocalTable();
const buckets = withBuckets();
let owner: Awaited<ReturnType<typeof startBot>>;
let file: Uint8Array;

beforeAll(async () => {
  file = await handbook();
});
beforeEach(async () => {
  owner = await startBot();
});

/** A running head on every page, which only the whole document tells to be one, and a sentence of its own. */
async function handbook(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= PAGES; page++) {
    const sheet = pdf.addPage([595, 842]);
    sheet.drawText('Handbook of the house', { x: 60, y: 815, size: 10, font });
    sheet.drawText(`Rule number ${page} is kept by everybody who lives here.`, {
      x: 60,
      y: 600,
      size: 10,
      font,
    });
  }
  return pdf.save();
}

async function uploaded(): Promise<{ id: DocumentId; job: ReturnType<typeof buckets.upload> }> {
  const { document } = await registerDocument(clock, owner.actor, owner.botId, {
    fileName: 'handbook.pdf',
    size: file.length,
    description: '',
  });
  const ref = { accountId: owner.actor.accountId, botId: owner.botId, documentId: document.id };
  return { id: document.id, job: buckets.upload(ref, file) };
}

const limits = { ...EXTRACTION_LIMITS, pagesAtOnce: AT_ONCE };
/** A reader that takes so many pages at once. */
const partwise = (overrides: Partial<IngestDeps> = {}) =>
  ingestDeps({ extract: (bytes, format) => extract(bytes, format, limits), ...overrides });
/** Time for so many parts. */
const timeFor = (parts: number) => {
  let left = parts;
  return () => left-- > 0;
};
const read = (documentId: DocumentId) => getDocument(owner.actor, { botId: owner.botId, documentId });
const parts = () => [...buckets.versions.keys()].filter((name) => name.startsWith('index/parts/'));

async function passages(): Promise<string[]> {
  const bot = { accountId: owner.actor.accountId, botId: owner.botId };
  const [live] = (await manifestReader.readManifest(bot)).segments;
  const bytes = buckets.versions.get(`index/${live?.key}`)?.at(-1)?.body;
  if (!bytes) return [];
  const segment = openSegment(bytes);
  return Array.from({ length: segment.passageCount }, (_, i) => segment.passage(i).text);
}

describe('a document of more pages than are read at once', () => {
  it('is read by as many functions as it takes, each going on where the last one stopped', async () => {
    const { id, job } = await uploaded();
    const read1 = vi.fn(extractPart);
    const deps = partwise({ extractPart: read1 });
    const progress: (number | undefined)[] = [];
    for (let rounds = 0; rounds < 10; rounds++) {
      await ingestDocument(deps, job, delivery({ hasTime: timeFor(1) }));
      const { status, pagesRead, pages } = await read(id);
      if (status === 'success') break;
      expect(status).toBe('processing');
      expect(pages).toBe(PAGES);
      // Whoever goes on is told by a message of its own, in the account's turn.
      expect(buckets.queued.at(-1)).toEqual({ body: job, group: owner.actor.accountId });
      progress.push(pagesRead);
    }
    expect(progress).toEqual([10, 20, 25]);
    expect(read1.mock.calls.map(([, pages]) => pages)).toEqual([
      { first: 1, last: 10 },
      { first: 11, last: 20 },
      { first: 21, last: 25 },
    ]);
    expect(await read(id)).toMatchObject({ status: 'success', pages: PAGES });
    expect((await read(id)).pagesRead).toBeUndefined();
    expect(parts()).toEqual([]);
  });

  it('becomes what it would become at once', async () => {
    const whole = await uploaded();
    await ingestDocument(ingestDeps(), whole.job, delivery());
    const expected = await passages();
    expect(expected.join(' ')).toContain('Rule number 25');
    expect(expected.join(' ').match(/Handbook of the house/g)).toHaveLength(1);
    owner = await startBot();
    const { job } = await uploaded();
    await ingestDocument(partwise(), job, delivery());
    expect(await passages()).toEqual(expected);
  });

  it('is not read again from the beginning when a function dies in the middle of it', async () => {
    const { id, job } = await uploaded();
    const message = delivery();
    let calls = 0;
    const dies: typeof extractPart = async (bytes, pages) => {
      calls += 1;
      if (calls === 2) throw new Error('killed');
      return extractPart(bytes, pages);
    };
    await expect(ingestDocument(partwise({ extractPart: dies }), job, message)).rejects.toThrow('killed');
    expect(await read(id)).toMatchObject({ status: 'processing', pagesRead: 10 });
    const again = vi.fn(extractPart);
    await ingestDocument(partwise({ extractPart: again }), job, message);
    expect(again.mock.calls.map(([, pages]) => pages.first)).toEqual([11, 21]);
    expect(await read(id)).toMatchObject({ status: 'success' });
  });
});
