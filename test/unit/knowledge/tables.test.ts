import { describe, expect, it } from 'vitest';
import type { DocumentId } from '#contract/base/ids';
import { getDocument, listDocuments } from '#core/knowledge/documents/documents';
import type { IngestJob } from '#core/knowledge/documents/ingest-job';
import { registerDocument, registerVersion } from '#core/knowledge/documents/register-document';
import { updateDocument } from '#core/knowledge/documents/update-document';
import { ingestDocument } from '#core/knowledge/ingest/ingest-document';
import { readTables } from '#core/knowledge/ingest/read-tables';
import type { Block } from '#core/reading/block';
import { splitIntoPassages } from '#core/retrieval/split';
import { expectRefusal } from '#test/helpers/refusal';
import { clock, delivery, ingestDeps, startBot, withBot } from './setup';

/** Nothing in its form shows that the first row is a header. */
const PLAIN = 'What,Where\nBikes,Hall A\nSkis,Hall B\n';

const own = withBot();

const bot = () => ({ accountId: own.owner.actor.accountId, botId: own.owner.botId });
const ref = (documentId: DocumentId) => ({ botId: own.owner.botId, documentId });
const read = (id: DocumentId) => getDocument(own.owner.actor, ref(id));
const tablesOf = async (id: DocumentId) => (await read(id)).tables ?? [];
const ingest = (job: IngestJob, deps = ingestDeps()) => ingestDocument(deps, job, delivery());

async function takenIn(content: string, fileName = 'halls.csv') {
  const input = { fileName, size: content.length, description: '' };
  const { document } = await registerDocument(clock, own.owner.actor, own.owner.botId, input);
  await ingest(own.buckets.upload({ ...bot(), documentId: document.id }, content));
  return document.id;
}

/** Says it, and has done what that queued. */
async function say(id: DocumentId, isFirstRow: boolean | null, actor = own.owner.actor) {
  const [table] = await tablesOf(id);
  own.buckets.queued.length = 0;
  const changed = await updateDocument(clock, actor, ref(id), {
    header: { table: table?.id ?? '', isFirstRow },
  });
  for (const { body } of [...own.buckets.queued]) await ingest(body);
  return changed;
}

describe('the first row of a table', () => {
  it('is told as it was read, with how that is known', async () => {
    const id = await takenIn('Dish,Price\nSoup,4.50 €\nPasta,9.00 €\n');
    expect(await tablesOf(id)).toEqual([
      expect.objectContaining({
        ...{ rows: 3, columns: 2, hasHeader: true, basis: 'form', said: null, page: null },
        beginning: [
          ['Dish', 'Price'],
          ['Soup', '4.50 €'],
          ['Pasta', '9.00 €'],
        ],
      }),
    ]);
    const marked = await takenIn('| Hall | Name |\n| --- | --- |\n| A | Bikes |\n', 'halls.md');
    expect(await tablesOf(marked)).toMatchObject([{ hasHeader: true, basis: 'marked' }]);
    // A list of many documents has their number alone.
    const { items } = await listDocuments(own.owner.actor, own.owner.botId, { limit: 10 });
    expect(items.map(({ tableCount, tables }) => [tableCount, tables])).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
  });

  it('is a header as soon as its owner says so, and none when he says that, and as read when he takes it back', async () => {
    const id = await takenIn(PLAIN);
    expect(await tablesOf(id)).toMatchObject([{ hasHeader: false, basis: 'form' }]);
    const { passages: before } = await read(id);
    expect((await say(id, true)).tables).toMatchObject([{ hasHeader: false, said: true }]);
    expect(await tablesOf(id)).toMatchObject([{ hasHeader: true, basis: 'owner', said: true }]);
    expect((await read(id)).passages).toBe(before);
    await say(id, false);
    expect(await tablesOf(id)).toMatchObject([{ hasHeader: false, basis: 'owner', said: false }]);
    await say(id, null);
    expect(await tablesOf(id)).toMatchObject([{ hasHeader: false, basis: 'form', said: null }]);
  });

  it('stays what its owner said when the document is read again, and in a new version that has the table', async () => {
    const id = await takenIn(PLAIN);
    await say(id, true);
    await ingest({ ...bot(), documentId: id, versionId: null, rebuild: 'r1' });
    expect(await tablesOf(id)).toMatchObject([{ hasHeader: true, basis: 'owner' }]);
    const changed = `Halls in winter\n\n${PLAIN}Boats,Hall C\n`;
    const input = { fileName: 'halls.csv', size: changed.length };
    const { document } = await registerVersion(clock, own.owner.actor, ref(id), input);
    await ingest(own.buckets.upload({ ...bot(), documentId: document.id }, changed));
    expect(await tablesOf(document.id)).toMatchObject([{ rows: 4, hasHeader: true, basis: 'owner' }]);
  });

  it('is what was said of the version before while the new one was read', async () => {
    const id = await takenIn(PLAIN);
    const changed = `${PLAIN}Boats,Hall C\n`;
    const input = { fileName: 'halls.csv', size: changed.length };
    const { document } = await registerVersion(clock, own.owner.actor, ref(id), input);
    const job = own.buckets.upload({ ...bot(), documentId: document.id }, changed);
    const deps = ingestDeps();
    await ingest(job, {
      ...deps,
      extract: async (...args) => {
        const extraction = await deps.extract(...args);
        await say(id, true);
        own.buckets.queued.length = 0;
        return extraction;
      },
    });
    for (const { body } of [...own.buckets.queued]) await ingest(body);
    expect(await tablesOf(document.id)).toMatchObject([{ rows: 4, hasHeader: true, basis: 'owner' }]);
  });

  it('is said of no table that is not there, nor by another tenant', async () => {
    const id = await takenIn(PLAIN);
    const header = { table: 'f'.repeat(16), isFirstRow: true };
    await expectRefusal(updateDocument(clock, own.owner.actor, ref(id), { header }), 'request.invalid');
    const { actor } = await startBot();
    await expectRefusal(say(id, true, actor), 'bot.not_found');
    expect(await tablesOf(id)).toMatchObject([{ said: null }]);
  });
});

describe('a table over several pages', () => {
  const part = (page: number, rows: string[][], more: Partial<Block> = {}): Block => ({
    ...{ kind: 'table', text: '', rows, hasHeader: false, page },
    ...more,
  });
  const texts = (blocks: readonly Block[]) => splitIntoPassages(blocks).map(({ text }) => text);
  const first = part(1, [
    ['What', 'Where'],
    ['Bikes', 'Hall A'],
  ]);

  it('has the header on each that its owner gives it on the first', () => {
    const blocks = [first, part(2, [['Skis', 'Hall B']], { goesOn: true })];
    const { tables } = readTables(blocks, {});
    expect(tables).toHaveLength(1);
    const said = readTables(blocks, { [tables[0]?.id ?? '']: true });
    expect(texts(said.blocks).join('\n')).toContain('What | Where\n---|---'.replace('---|---', '--- | ---'));
    expect(said.blocks[1]?.rows).toEqual([
      ['What', 'Where'],
      ['Skis', 'Hall B'],
    ]);
  });

  it('repeats no row that its owner says is none', () => {
    const header = ['What', 'Where'];
    const blocks = [
      { ...first, hasHeader: true },
      part(2, [header, ['Skis', 'Hall B']], { goesOn: true, hasHeader: true }),
    ];
    const { tables } = readTables(blocks, {});
    const said = readTables(blocks, { [tables[0]?.id ?? '']: false });
    expect(said.blocks.map(({ rows }) => rows?.length)).toEqual([2, 1]);
  });
});

it('has no header of a first row that is too long to stand above each passage', () => {
  const rows = [
    ['x'.repeat(150), 'y'.repeat(150)],
    ['Bikes', 'Hall A'],
  ];
  const blocks: Block[] = [
    { kind: 'table', text: '', rows, hasHeader: true, isHeaderMarked: true, page: null },
  ];
  expect(readTables(blocks, {}).tables).toMatchObject([{ hasHeader: false, basis: 'too_long' }]);
  expect(readTables(blocks, {}).tables[0]?.beginning[0]?.[0]).toHaveLength(40);
});
