// Not cfb (last release 2022): it takes a container whose directory is a circle for a whole one.
import { UnreadableDocument } from './unreadable';

const FREE = 0xfffffffa;
const HEADER_SECTORS = 109;
const ENTRY_BYTES = 128;
const [STREAM, ROOT] = [2, 5];
const NONE = 0xffffffff;

/** The container of Office's formats before 2007: a file system in a file. */
export interface OleContainer {
  /** Names of the streams at its top, in small letters; those of embedded objects lie deeper and are not ours. */
  readonly streams: readonly string[];
  /** Null where there is no such stream. */
  read(name: string): Uint8Array | null;
}

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/** Opens a container. Throws `corrupted` where its tables lead nowhere or in a circle. */
export function openOle(bytes: Uint8Array): OleContainer {
  if (bytes.length < 512) throw damaged('shorter than its header');
  const header = viewOf(bytes);
  const shift = header.getUint16(30, true);
  if (shift < 7 || shift > 16) throw damaged('no size of sectors');
  const size = 1 << shift;
  const smallSize = 1 << Math.min(header.getUint16(32, true), shift);

  const sector = (id: number): Uint8Array => {
    const start = (id + 1) * size;
    if (start >= bytes.length) throw damaged('a sector past the end: the file is cut off');
    return bytes.subarray(start, start + size);
  };
  const table = numbersOf(fatSectors(header, bytes.length / size, sector).map(sector));
  const read = (start: number) => joined(chainOf(start, table).map(sector));
  const entries = entriesOf(read(header.getUint32(48, true)));
  const root = entries.find(({ type }) => type === ROOT);
  if (!root) throw damaged('no directory');
  const cutoff = header.getUint32(56, true);
  const smallTable = () => numbersOf([read(header.getUint32(60, true))]);
  const readSmall = (start: number) => {
    const small = read(root.start);
    return joined(
      chainOf(start, smallTable()).map((id) => small.subarray(id * smallSize, (id + 1) * smallSize)),
    );
  };

  // Programs differ in the case that they write names in, and Office doesn't mind.
  const children = childrenOf(root, entries);
  const streams = new Map(children.map((entry) => [entry.name.toLowerCase(), entry]));
  return {
    streams: children.map(({ name }) => name.toLowerCase()),
    read(name) {
      const entry = streams.get(name.toLowerCase());
      if (!entry) return null;
      if (entry.size === 0) return new Uint8Array();
      const content = entry.size < cutoff ? readSmall(entry.start) : read(entry.start);
      if (content.length < entry.size) throw damaged(`the stream ${name} is cut off`);
      return content.subarray(0, entry.size);
    },
  };
}

/** Where the table of sectors lies: the first places stand in the header, the others in sectors of their own. */
function fatSectors(header: DataView, sectors: number, sector: (id: number) => Uint8Array): number[] {
  const count = header.getUint32(44, true);
  if (count > sectors) throw damaged('a table larger than the file');
  const ids: number[] = [];
  for (let i = 0; i < Math.min(count, HEADER_SECTORS); i++) ids.push(header.getUint32(76 + i * 4, true));
  let next = header.getUint32(68, true);
  while (ids.length < count && next < FREE) {
    const more = viewOf(sector(next));
    const last = more.byteLength - 4;
    for (let at = 0; at < last && ids.length < count; at += 4) ids.push(more.getUint32(at, true));
    next = more.getUint32(last, true);
  }
  return ids;
}

function chainOf(start: number, table: Uint32Array): number[] {
  const chain: number[] = [];
  for (let id = start; id < FREE; id = table[id] ?? NONE) {
    if (chain.length > table.length) throw damaged('a chain of sectors without end');
    chain.push(id);
  }
  return chain;
}

function entriesOf(directory: Uint8Array): Entry[] {
  const view = viewOf(directory);
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const length = Math.min(64, Math.max(0, view.getUint16(at + 64, true) - 2));
    entries.push({
      name: Buffer.from(directory.subarray(at, at + length)).toString('utf16le'),
      type: directory[at + 66] ?? 0,
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  return entries;
}

/** Streams of a folder: its entries are a tree, which a damaged file may have closed to a circle. */
function childrenOf(folder: Entry, entries: readonly Entry[]): Entry[] {
  const seen = new Set<number>();
  const waiting = [folder.child];
  const found: Entry[] = [];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const entry = entries[id];
    if (!entry || seen.has(id)) continue;
    seen.add(id);
    waiting.push(entry.left, entry.right);
    if (entry.type === STREAM) found.push(entry);
  }
  return found;
}

function numbersOf(sectors: readonly Uint8Array[]): Uint32Array {
  const all = joined(sectors);
  const view = viewOf(all);
  return Uint32Array.from({ length: all.length >> 2 }, (_, i) => view.getUint32(i * 4, true));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function damaged(detail: string): UnreadableDocument {
  return new UnreadableDocument('corrupted', detail);
}
