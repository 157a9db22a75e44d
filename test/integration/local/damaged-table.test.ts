import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDamage } from '../../../infra/local/services/dynamodb/leveldb/damage';
import { Store } from '../../../infra/local/services/dynamodb/store';
import { temporaryContext } from '../../helpers/serve-service';

/** More than LevelDB keeps in its log alone: there are tables, a manifest that names them, and a log. */
const ITEMS = 4_000;
const CLOCK = () => 0;

let original: string;
const folders: string[] = [];

beforeAll(async () => {
  original = (await temporaryContext()).directory;
  folders.push(original);
  const db = new ClassicLevel<string, unknown>(original, { valueEncoding: 'json', writeBufferSize: 65_536 });
  await db.open();
  for (let from = 0; from < ITEMS; from += 100)
    await db.batch(
      Array.from({ length: 100 }, (_, at) => ({
        type: 'put' as const,
        key: `item/table/${String(from + at).padStart(6, '0')}`,
        value: { text: `${from + at} ${'words '.repeat(10)}` },
      })),
    );
  await db.close();
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function copy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-damage-'));
  folders.push(folder);
  await cp(original, folder, { recursive: true });
  return folder;
}

async function filesLike(pattern: RegExp): Promise<string[]> {
  return (await readdir(original)).filter((name) => pattern.test(name));
}

async function change(folder: string, file: string, edit: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(join(folder, file), edit(await readFile(join(folder, file))));
}

/** Items that a store opened on the folder has, by LevelDB itself. */
async function itemsIn(folder: string): Promise<number> {
  const store = await Store.open(folder, [], CLOCK);
  try {
    let items = 0;
    for await (const _ of store.db.keys({ gt: 'item/', lt: 'item/~' })) items++;
    return items;
  } finally {
    await store.close();
  }
}

describe("a table's files", () => {
  it('are as they were written', async () => {
    expect(await filesLike(/\.ldb$/)).not.toEqual([]);
    expect(findDamage(original)).toBeNull();
    expect(await itemsIn(await copy())).toBe(ITEMS);
  });

  it.each([/\.ldb$/, /\.log$/, /^MANIFEST-/, /^CURRENT$/])(
    'with a changed byte anywhere in %s are refused, or have all items',
    async (pattern) => {
      const files = await filesLike(pattern);
      expect(files).not.toEqual([]);
      const [file = ''] = files;
      const { length } = await readFile(join(original, file));
      const places = Array.from({ length: 40 }, (_, at) => Math.floor(((at + 0.5) / 40) * length));
      let refused = 0;
      for (const place of new Set([0, 4, 5, 6, ...places, length - 1].filter((at) => at < length))) {
        const folder = await copy();
        await change(folder, file, (bytes) => {
          bytes[place] = (bytes[place] ?? 0) ^ 0x10;
          return bytes;
        });
        try {
          expect(await itemsIn(folder), `${file} at ${place}`).toBe(ITEMS);
        } catch (error) {
          expect(String(error), `${file} at ${place}`).toMatch(
            /the tables in .* can't be opened .*: restore the folder from a copy, remove it to start empty, or start beside it with --state FOLDER/,
          );
          refused += 1;
        }
        await rm(folder, { recursive: true });
      }
      expect(refused).toBeGreaterThan(0);
    },
  );

  it('without a table that the manifest names are refused', async () => {
    const folder = await copy();
    const [table = ''] = await filesLike(/\.ldb$/);
    await rm(join(folder, table));
    await expect(Store.open(folder, [], CLOCK)).rejects.toThrow(
      `${Number.parseInt(table, 10)}.ldb: it is missing`,
    );
  });

  it('of a process that was killed while it wrote are opened with all that was written before', async () => {
    const [log = ''] = await filesLike(/\.log$/);
    const folder = await copy();
    await change(folder, log, (bytes) => bytes.subarray(0, bytes.length - 20));
    const items = await itemsIn(folder);
    expect(items).toBeLessThan(ITEMS);
    expect(items).toBeGreaterThanOrEqual(ITEMS - 100);
  });

  it('that a killed process left over are no damage', async () => {
    const folder = await copy();
    await writeFile(join(folder, '999999.ldb'), 'half a table');
    expect(await itemsIn(folder)).toBe(ITEMS);
  });
});
