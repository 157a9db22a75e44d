import { readFile } from 'node:fs/promises';
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { EXTRACTION_LIMITS } from '#core/reading/extraction';
import { toBlocks } from '#core/reading/tree';
import { type CellShape, rowsByBorders } from '#core/reading/word-cells';
import { failsAs, oleOf } from './documents';
import { word95 } from './word';

const fixture = (name: string) => readFile(new URL(`../../fixtures/${name}`, import.meta.url));
describe('Word before 2007', () => {
  it('reads headings, lists and tables as the newer format of the same text', async () => {
    const old = await extract(await fixture('documents/mieterhandbuch.doc'), 'doc');
    const newer = await extract(await fixture('mieterhandbuch.docx'), 'docx');
    expect(old.blocks.length).toBeGreaterThan(50);
    expect(old.blocks).toEqual(newer.blocks);
  });

  it('keeps cells and rows of tables together, empty cells too', async () => {
    const { blocks } = await extract(await fixture('documents/ferry-fares.doc'), 'doc');
    const tables = blocks.filter(({ kind }) => kind === 'table').map(({ rows = [] }) => rows);
    expect(tables).toHaveLength(4);
    expect(tables[0]).toContainEqual(['Student with card', '£18.40', '£51.00', '£30.75']);
    expect(tables[3]).toContainEqual(['Suitcase', 'Up to 23 kg', '£4.00']);
    expect(tables[3]).toContainEqual(['Bicycle', '', '£3.00']);
  });

  it('puts a cell that reaches over several rows or columns into each of them', async () => {
    const { blocks } = await extract(await fixture('documents/ferry-fares.doc'), 'doc');
    const rows = blocks.findLast(({ kind }) => kind === 'table')?.rows;
    expect(rows).toContainEqual(['Suitcase', 'Up to 32 kg', '£9.00']);
    const ahead = 'Luggage that is sent ahead, whatever it weighs';
    expect(rows).toContainEqual([ahead, ahead, '£12.00']);
  });

  it('reads documents of Word 95', async () => {
    const text = 'Größe: fünf Äpfel\rfür 3 \x80';
    const { blocks } = await extract(oleOf(word95(text)), 'doc');
    expect(blocks.map((block) => block.text)).toEqual(['Größe: fünf Äpfel', 'für 3 €']);
  });

  it('shows what a field says, not its instruction', async () => {
    const text =
      'See \x13 HYPERLINK "https://a.example" \x14our \x13 REF x \x14shop\x15 page\x15, page \x13 PAGE \x15.\r';
    const { blocks } = await extract(oleOf(word95(text)), 'doc');
    expect(blocks.map((block) => block.text)).toEqual(['See our shop page (https://a.example), page .']);
  });

  it('recognises a file that asks for a password', async () => {
    const streams = word95('secret');
    streams.WordDocument?.fill(0x01, 0x0b, 0x0c);
    await expect(extract(oleOf(streams), 'doc')).rejects.toEqual(failsAs('encrypted'));
  });

  it('refuses more text than the limit', async () => {
    const bytes = oleOf(word95('a '.repeat(200)));
    const limits = { ...EXTRACTION_LIMITS, maxCharacters: 100 };
    await expect(extract(bytes, 'doc', limits)).rejects.toEqual(failsAs('too_much_text'));
  });

  it('says that a document without text has none', async () => {
    await expect(extract(oleOf(word95('\r\r')), 'doc')).rejects.toEqual(failsAs('no_text'));
  });

  it.each([600, 5_000, 15_000, 29_000])('refuses a file that was cut off after %d bytes', async (length) => {
    const bytes = await fixture('documents/mieterhandbuch.doc');
    await expect(extract(bytes.subarray(0, length), 'doc')).rejects.toEqual(failsAs('corrupted'));
  });

  it('refuses a chain of sectors that is a circle', async () => {
    const bytes = oleOf(word95('x'.repeat(20_000)));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const table = (view.getUint32(76, true) + 1) * 512;
    const directory = view.getUint32(48, true);
    view.setUint32(table + directory * 4, directory, true);
    await expect(extract(bytes, 'doc')).rejects.toEqual(failsAs('corrupted'));
  });

  it('survives any damage: it reads something, or says why not', async () => {
    const sound = await fixture('documents/ferry-fares.doc');
    for (let seed = 1; seed <= 300; seed++) {
      const bytes = new Uint8Array(sound);
      let state = seed * 2654435761;
      for (let i = 0; i < 12; i++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        bytes[(state >>> 4) % bytes.length] = state & 0xff;
      }
      const outcome = await extract(bytes, 'doc').then(
        () => 'read',
        (error: Error) => error.name,
      );
      expect(['read', 'UnreadableDocument'], `seed ${seed}`).toContain(outcome);
    }
  });
});

describe('cells of a table by row and column', () => {
  const shape = (from: number, to: number, joins = {}) => ({
    from,
    to,
    isJoinedAcross: false,
    goesOn: false,
    ...joins,
  });
  const three = [shape(0, 100), shape(100, 200), shape(200, 300)];
  const row = (texts: readonly string[], shapes: readonly CellShape[]) => ({
    cells: texts.map((text) => ({ content: [{ role: 'paragraph' as const, content: [text] }] })),
    shapes,
    isHeader: false,
  });
  const gridOf = (rows: readonly ReturnType<typeof row>[]) =>
    toBlocks([{ role: 'table', rows: rowsByBorders(rows) }]).find(({ kind }) => kind === 'table')?.rows;

  it('keep what stands in cells that Word joined and left in the row', () => {
    const joined = { isJoinedAcross: true };
    const shapes = [shape(0, 100, joined), shape(100, 200, joined), shape(200, 300)];
    const rows = [row(['What', 'Rules', 'Price'], three), row(['Sent ahead', '', ''], shapes)];
    expect(gridOf(rows)?.[1]).toEqual(['Sent ahead', 'Sent ahead', '']);
  });

  it('stay in their order where the borders of rows are others, and where none are told', () => {
    const rows = [
      row(['a', 'b'], [shape(0, 100), shape(100, 300)]),
      row(['c', 'd'], [shape(0, 180), shape(180, 300)]),
      row(['e', 'f'], []),
    ];
    expect(gridOf(rows)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ]);
    const offset = row(['x', 'y'], [shape(0, 20), shape(20, 300)]);
    expect(gridOf([row(['a', 'b', 'c'], three), offset])?.[1]).toEqual(['x', 'y']);
  });

  it('say once what reaches across all columns', () => {
    const rows = [row(['a', 'b', 'c'], three), row(['All prices with tax'], [shape(0, 300)])];
    expect(gridOf(rows)?.[1]).toEqual(['All prices with tax']);
  });

  it('are part of the cell above them, whatever that reaches over', () => {
    const [first, below] = [shape(0, 200), shape(0, 200, { goesOn: true })];
    const rows = [
      row(['a', 'b', 'c'], three),
      row(['Lake', '5 €'], [first, shape(200, 300)]),
      row(['', '6 €'], [below, shape(200, 300)]),
    ];
    expect(gridOf(rows)).toEqual([
      ['a', 'b', 'c'],
      ['Lake', 'Lake', '5 €'],
      ['Lake', 'Lake', '6 €'],
    ]);
  });
});

it('refuses a container whose document stream is something else', async () => {
  await expect(extract(oleOf({ WordDocument: strToU8('x') }), 'doc')).rejects.toEqual(failsAs('corrupted'));
});
