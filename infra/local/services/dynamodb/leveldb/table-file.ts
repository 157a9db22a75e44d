import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { uncompress } from 'snappyjs';
import { matches } from './checksum';
import { Varints } from './varints';

// https://github.com/google/leveldb/blob/main/doc/table_format.md
const FOOTER = 48;
const MAGIC = 0xdb4775248b80fb57n;
/** How a block is compressed, and its checksum, which counts that byte in. */
const TRAILER = 5;
const SNAPPY = 1;

interface BlockHandle {
  readonly offset: number;
  readonly size: number;
}

/** Compares every block of a table file with its checksum; null where all fit. Reads a block at a time. */
export function damageOfTable(path: string): string | null {
  const { size } = statSync(path);
  const file = openSync(path, 'r');
  const read = (offset: number, length: number) => {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, offset);
    return bytes;
  };
  /** The block with its trailer; null where it is damaged. */
  const blockAt = ({ offset, size: length }: BlockHandle) => {
    if (offset + length + TRAILER > size - FOOTER) return null;
    const block = read(offset, length + TRAILER);
    return matches(block.subarray(0, -4), block.readUInt32LE(block.length - 4)) ? block : null;
  };
  try {
    const footer = size < FOOTER ? null : read(size - FOOTER, FOOTER);
    if (!footer || footer.readBigUInt64LE(FOOTER - 8) !== MAGIC) return 'its end is no end of a table';
    const places = new Varints(footer);
    const meta = handleFrom(places);
    const index = blockAt(handleFrom(places));
    if (!index) return 'its index does not match its checksum';
    for (const handle of [meta, ...handlesIn(contentOf(index))])
      if (!blockAt(handle)) return `the block at byte ${handle.offset} does not match its checksum`;
    return null;
  } finally {
    closeSync(file);
  }
}

function contentOf(block: Buffer): Buffer {
  const content = block.subarray(0, -TRAILER);
  return block[block.length - TRAILER] === SNAPPY ? Buffer.from(uncompress(content)) : content;
}

/** Entries of an index: lengths of the shared key, of the own key and of the value, then key and value, a handle. */
function* handlesIn(index: Buffer): Generator<BlockHandle> {
  const restarts = index.readUInt32LE(index.length - 4);
  const end = index.length - 4 * (restarts + 1);
  const entries = new Varints(index);
  while (entries.at < end) {
    entries.next();
    const key = entries.next();
    const value = entries.next();
    const valueAt = entries.at + key;
    entries.at = valueAt;
    yield handleFrom(entries);
    entries.at = valueAt + value;
  }
}

function handleFrom(varints: Varints): BlockHandle {
  return { offset: varints.next(), size: varints.next() };
}
