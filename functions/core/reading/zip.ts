import { Unzip, UnzipInflate } from 'fflate';
import { UnreadableDocument } from './unreadable';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** Names of the files in a zip container, from its directory, without unpacking any. */
export function zipEntryNames(bytes: Uint8Array): readonly string[] {
  return entriesOf(bytes).map(({ name }) => name);
}

interface Entry {
  readonly name: string;
  readonly packed: number;
  /** Where it begins in the container. */
  readonly at: number;
}

function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  const lowest = Math.max(0, end - 65_535);
  while (end >= lowest && view.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < lowest || end < 0) {
    throw new UnreadableDocument('corrupted', 'zip directory missing: the file is cut off');
  }
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= end && view.getUint32(at, true) === DIRECTORY_ENTRY) {
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: Buffer.from(bytes.subarray(at + 46, at + 46 + nameLength)).toString('utf8'),
      packed: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** What a library unpacks for each entry that names it, and what was counted once. */
function assertApart(bytes: Uint8Array): void {
  const entries = entriesOf(bytes).toSorted((a, b) => a.at - b.at);
  for (const [index, { at, packed }] of entries.entries()) {
    const next = entries[index + 1]?.at ?? bytes.length;
    if (at + LOCAL_HEADER + packed > next)
      throw new UnreadableDocument('expands_too_far', 'entries of a container that share their bytes');
  }
}

const LOCAL_HEADER = 30;

/**
 * Unpacks a container piece by piece only to count, and throws `expands_too_far` at the bound: declared
 * sizes can lie, and a library that unpacks whole files at once would be out of memory before it noticed.
 */
export function assertUnpacksWithin(bytes: Uint8Array, maxBytes: number): void {
  assertApart(bytes);
  let total = 0;
  let failure: Error | null = null;
  const unzip = new Unzip((file) => {
    file.ondata = (error, chunk) => {
      if (error) failure ??= error;
      else total += chunk.length;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const step = 64 * 1024;
  try {
    for (let at = 0; at < bytes.length && !failure && total <= maxBytes; at += step) {
      unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length);
    }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
  }
  if (total > maxBytes)
    throw new UnreadableDocument('expands_too_far', `more than ${maxBytes} bytes unpacked`);
  if (failure) throw new UnreadableDocument('corrupted', (failure as Error).message);
}
