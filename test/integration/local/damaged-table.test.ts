import { cp, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { describe, expect, it } from 'vitest';
import { findDamage } from '#infra/local/runtime/leveldb/damage';
import { StateError } from '#infra/local/runtime/state';
import { call, readAll } from './dynamodb-history';
import { openServices, s3Call, TABLE } from './kill-services';
import { temporaryFolder } from './through-gateway';

const ITEMS = 300;

/** A table whose older half lies in .ldb files and whose newer half in the log. */
async function writtenTable(directory: string): Promise<void> {
  for (const half of [0, 1]) {
    const { dynamodb, stop } = await openServices(directory);
    for (let n = 0; n < ITEMS / 2; n++) {
      const Item = { pk: { S: `${half}-${n}` }, sk: { S: 'a' }, text: { S: `text ${n} `.repeat(20) } };
      expect((await call(dynamodb, 'PutItem', { TableName: TABLE, Item })).error).toBeUndefined();
    }
    await stop();
  }
}

async function countAtStart(directory: string): Promise<number | StateError> {
  try {
    const { dynamodb, stop } = await openServices(directory);
    const { size } = await readAll(dynamodb, TABLE);
    await stop();
    return size;
  } catch (error) {
    if (error instanceof StateError) return error;
    throw error;
  }
}

const folderOf = async (directory: string) => {
  const found =
    (await readdir(directory, { recursive: true })).find((file) => /dynamodb.*CURRENT$/.test(file)) ?? '';
  return join(directory, found, '..');
};

describe('a damaged table', () => {
  it('is refused with what is wrong, or complete, whichever byte of its files flips', async () => {
    const folder = await temporaryFolder();
    const whole = join(folder.path, 'whole');
    await writtenTable(whole);
    expect(findDamage(await folderOf(whole))).toBeUndefined();
    const files = (await readdir(await folderOf(whole))).filter((file) =>
      /\.(ldb|log)$|^MANIFEST|^CURRENT$/.test(file),
    );
    for (const kind of [/\.log$/, /\.ldb$/, /^MANIFEST/, /^CURRENT$/]) {
      const file = files.find((name) => kind.test(name)) ?? '';
      const bytes = await readFile(join(await folderOf(whole), file));
      // Of the last record's header too: a wrong length there looks like a torn end.
      const places = [0, 4, 5, 6, bytes.length >> 1, bytes.length - 2];
      const refused: StateError[] = [];
      for (const [n, place] of places.entries()) {
        const copy = join(folder.path, `${file}-${n}`);
        await cp(whole, copy, { recursive: true });
        const flipped = Buffer.from(bytes);
        flipped[place] = (flipped[place] ?? 0) ^ 0x40;
        await writeFile(join(await folderOf(copy), file), flipped);
        const found = await countAtStart(copy);
        if (found instanceof StateError) refused.push(found);
        else expect(found, `${file}, byte ${place}`).toBe(ITEMS);
      }
      expect(refused.length, `${file} of ${bytes.length} bytes`).toBeGreaterThan(0);
      for (const { message } of refused) {
        expect(message).toContain(folder.path);
        expect(message).toContain('--state');
      }
    }
    await folder.remove();
  });

  it('is told of the buckets too', async () => {
    const folder = await temporaryFolder();
    const { s3, stop } = await openServices(folder.path);
    expect((await s3Call(s3, 'PUT', 'uploads/one', Buffer.from('one'))).status).toBe(200);
    await stop();
    const files = await readdir(join(folder.path, 's3'), { recursive: true });
    const log = join(folder.path, 's3', files.find((file) => /\d+\.log$/.test(file)) ?? '');
    const bytes = await readFile(log);
    bytes[10] = (bytes[10] ?? 0) ^ 0x40;
    await writeFile(log, bytes);
    await expect(openServices(folder.path)).rejects.toThrow('has a wrong checksum');
    await folder.remove();
  });

  it('opens with all before it when its last record is torn at any byte', async () => {
    const folder = await temporaryFolder();
    const db = new ClassicLevel(folder.path);
    for (const key of ['one', 'two']) await db.put(key, key.repeat(20));
    await db.close();
    const log = (await readdir(folder.path)).find((file) => file.endsWith('.log')) ?? '';
    for (let left = (await readFile(join(folder.path, log))).length; left > 0; left--) {
      await truncate(join(folder.path, log), left);
      expect(findDamage(folder.path), `${left} bytes left`).toBeUndefined();
    }
    await folder.remove();
  });

  it('is told when the length of its last record is wrong', async () => {
    const folder = await temporaryFolder();
    const db = new ClassicLevel(folder.path);
    await db.put('one', '1');
    await db.close();
    const log = (await readdir(folder.path)).find((file) => file.endsWith('.log')) ?? '';
    const bytes = await readFile(join(folder.path, log));
    bytes[5] = 1;
    await writeFile(join(folder.path, log), bytes);
    expect(findDamage(folder.path)).toContain(log);
    await folder.remove();
  });
});
