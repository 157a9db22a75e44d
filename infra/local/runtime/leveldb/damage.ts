import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32c, unmasked } from './crc32c';
import { unsnapped } from './snappy';

/*
 * LevelDB drops a log record whose checksum is wrong, and all behind a wrong length, without a word; and it reads
 * tables without looking at their checksums. classic-level has no switch for either (`paranoid_checks`,
 * `verify_checksums`). So every checksum that the current state depends on is verified here, before it is opened:
 * opening replays the log and removes it.
 */

/** What is damaged in a LevelDB folder, or undefined. What a killed process left half written is no damage. */
export function findDamage(directory: string): string | undefined {
  const current = path.join(directory, 'CURRENT');
  if (!existsSync(current)) return undefined;
  try {
    const manifest = readFileSync(current, 'utf8').trimEnd();
    if (!/^MANIFEST-\d+$/.test(manifest)) throw new Damage('CURRENT', 'names no manifest');
    const { tables, oldestLog } = readManifest(directory, manifest);
    // What else lies there is left over of a killed process, and no part of the state.
    for (const table of tables) checkTable(directory, tableFile(directory, table));
    for (const file of readdirSync(directory)) {
      const number = /^(\d+)\.log$/.exec(file)?.[1];
      if (number !== undefined && Number(number) >= oldestLog) readLog(directory, file);
    }
    return undefined;
  } catch (error) {
    if (error instanceof Damage) return error.message;
    throw error;
  }
}

class Damage extends Error {
  constructor(file: string, problem: string) {
    super(`${file} ${problem}`);
  }
}

const BLOCK_BYTES = 32 * 1024;
const HEADER_BYTES = 7;
const FULL = 1;
const FIRST = 2;
const LAST = 4;

/** The records of a file in the log's format: blocks of 32 kB, in them fragments of checksum, length and type. */
function readLog(directory: string, file: string): Buffer[] {
  const bytes = read(directory, file);
  const records: Buffer[] = [];
  let fragments: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const blockEnd = at - (at % BLOCK_BYTES) + BLOCK_BYTES;
    if (blockEnd - at < HEADER_BYTES) {
      at = blockEnd;
      continue;
    }
    if (at + HEADER_BYTES > bytes.length) break;
    const end = at + HEADER_BYTES + bytes.readUInt16LE(at + 4);
    if (end > bytes.length && end <= blockEnd && isTorn(bytes, at)) break;
    if (isZero(bytes, at)) break;
    const content = bytes.subarray(at + HEADER_BYTES - 1, end);
    if (end > Math.min(blockEnd, bytes.length) || crc32c(content) !== unmasked(bytes.readUInt32LE(at)))
      throw new Damage(file, `has a wrong checksum at byte ${at}`);
    const type = content[0];
    if (type === FULL || type === FIRST) fragments = [];
    fragments.push(content.subarray(1));
    if (type === FULL || type === LAST) records.push(Buffer.concat(fragments));
    at = end;
  }
  return records;
}

/** Whether a last fragment was cut short. One that is whole up to any byte was not: its length is wrong. */
function isTorn(bytes: Buffer, at: number): boolean {
  const expected = unmasked(bytes.readUInt32LE(at));
  let crc = crc32c(bytes.subarray(at + HEADER_BYTES - 1, at + HEADER_BYTES));
  for (let next = at + HEADER_BYTES; crc !== expected; next++) {
    if (next === bytes.length) return true;
    crc = crc32c(bytes.subarray(next, next + 1), crc);
  }
  return false;
}

/** A file whose end was never written, as after a loss of power. */
function isZero(bytes: Buffer, from: number): boolean {
  return bytes.subarray(from).every((byte) => byte === 0);
}

interface Manifest {
  readonly tables: ReadonlySet<number>;
  /** Logs before it are in the tables already. */
  readonly oldestLog: number;
}

/** Which files are the current state: what all edits of the manifest together say. */
function readManifest(directory: string, file: string): Manifest {
  const tables = new Set<number>();
  let oldestLog = 0;
  const edits = readLog(directory, file);
  if (edits.length === 0) throw new Damage(file, 'holds nothing');
  for (const edit of edits) {
    const reader = new Reader(edit);
    while (!reader.ended) {
      const tag = reader.varint();
      if (tag === 1) reader.bytes();
      else if (tag === 2) oldestLog = reader.varint();
      else if (tag === 3 || tag === 4 || tag === 9) reader.varint();
      else if (tag === 5) {
        reader.varint();
        reader.bytes();
      } else if (tag === 6) {
        reader.varint();
        tables.delete(reader.varint());
      } else if (tag === 7) {
        reader.varint();
        tables.add(reader.varint());
        reader.varint();
        reader.bytes();
        reader.bytes();
      } else throw new Damage(file, `has an unknown entry (${tag})`);
    }
  }
  return { tables, oldestLog };
}

function tableFile(directory: string, number: number): string {
  const name = String(number).padStart(6, '0');
  const found = [`${name}.ldb`, `${name}.sst`].find((file) => existsSync(path.join(directory, file)));
  if (!found) throw new Damage(`${name}.ldb`, 'is missing');
  return found;
}

const FOOTER_BYTES = 48;
const MAGIC = 0xdb4775248b80fb57n;

/** Verifies each block of a sorted table: those that its index names, and those of the footer. */
function checkTable(directory: string, file: string): void {
  const bytes = read(directory, file);
  const footerAt = bytes.length - FOOTER_BYTES;
  if (footerAt < 0 || bytes.readBigUInt64LE(bytes.length - 8) !== MAGIC)
    throw new Damage(file, 'does not end as a table does');
  const footer = new Reader(bytes.subarray(footerAt));
  for (const blocks of [handle(footer), handle(footer)]) {
    for (const value of valuesOf(blockOf(bytes, file, blocks))) {
      blockOf(bytes, file, handle(new Reader(value)));
    }
  }
}

interface Handle {
  readonly offset: number;
  readonly size: number;
}

function handle(reader: Reader): Handle {
  return { offset: reader.varint(), size: reader.varint() };
}

function blockOf(bytes: Buffer, file: string, { offset, size }: Handle): Buffer {
  const end = offset + size;
  if (end + 5 > bytes.length) throw new Damage(file, `has no block at byte ${offset}`);
  if (crc32c(bytes.subarray(offset, end + 1)) !== unmasked(bytes.readUInt32LE(end + 1)))
    throw new Damage(file, `has a wrong checksum in the block at byte ${offset}`);
  const content = bytes.subarray(offset, end);
  return bytes[end] === 1 ? unsnapped(content) : content;
}

/** The values of a block: entries of shared, own and value length, own key and value; then the restart points. */
function valuesOf(block: Buffer): Buffer[] {
  const restarts = block.readUInt32LE(block.length - 4);
  const reader = new Reader(block.subarray(0, block.length - 4 - 4 * restarts));
  const values: Buffer[] = [];
  while (!reader.ended) {
    reader.varint();
    const [own, value] = [reader.varint(), reader.varint()];
    reader.take(own);
    values.push(reader.take(value));
  }
  return values;
}

class Reader {
  private at = 0;
  constructor(private readonly buffer: Buffer) {}

  get ended(): boolean {
    return this.at >= this.buffer.length;
  }

  varint(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.buffer[this.at++] ?? 0;
      value += (byte & 0x7f) * scale;
      scale *= 128;
      if (byte < 0x80) return value;
    }
  }

  bytes(): Buffer {
    return this.take(this.varint());
  }

  take(length: number): Buffer {
    this.at += length;
    return this.buffer.subarray(this.at - length, this.at);
  }
}

function read(directory: string, file: string): Buffer {
  const from = path.join(directory, file);
  if (!existsSync(from)) throw new Damage(file, 'is missing');
  return readFileSync(from);
}
