import { inflateSync } from 'node:zlib';
import type { ExtractionLimits } from './extraction';
import { UnreadableDocument } from './unreadable';

/** A stream's dictionary stands before it; a longer one is none of a stream that holds text. */
const DICTIONARY_WINDOW = 4 * 1024;
const KEYWORD = 'stream';
/** Fewer pieces to put together than by default: a quarter of the time. */
const CHUNK = 256 * 1024;

/**
 * Throws `expands_too_far` where a stream inflates past its bound, or all of them do together: pdf.js inflates as far
 * as it goes. Images and attached files are left out, since it doesn't open them. What is not looked at here (streams
 * with other filters first, of encrypted files, or with a dictionary written in an odd way) is bounded by the memory
 * of the process that reads the file.
 */
export function assertStreamsInflateWithin(bytes: Uint8Array, limits: ExtractionLimits): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let total = 0;
  for (let at = file.indexOf(KEYWORD); at >= 0; at = file.indexOf(KEYWORD, at + KEYWORD.length)) {
    const data = dataAfter(file, at);
    if (data === undefined) continue;
    for (const inflated of inflations(file.subarray(data), deflations(dictionaryBefore(file, at)), limits)) {
      total += inflated;
      if (total > limits.maxStreamBytes * STREAMS_IN_ALL) throw tooFar('all streams');
    }
  }
}

/** All streams of a file together may inflate to this many times what one may: pdf.js holds a few at a time. */
const STREAMS_IN_ALL = 8;

/** Where a stream's data begins, or undefined where the word is no stream's. */
function dataAfter(file: Buffer, at: number): number | undefined {
  const after = at + KEYWORD.length;
  if (file[after] === 0x0a) return after + 1;
  return file[after] === 0x0d && file[after + 1] === 0x0a ? after + 2 : undefined;
}

function dictionaryBefore(file: Buffer, at: number): string {
  const before = file.toString('latin1', Math.max(0, at - DICTIONARY_WINDOW), at);
  return before.slice(before.lastIndexOf(' obj') + 1);
}

/** How many times a stream is deflated before anything else was done to it. */
function deflations(dictionary: string): number {
  if (/\/Subtype\s*\/Image\b|\/Type\s*\/EmbeddedFile\b/.test(dictionary)) return 0;
  const filters = /\/Filter\s*(?:\[([^\]]*)\]|(\/\w+))/.exec(dictionary);
  const names = (filters?.[1] ?? filters?.[2] ?? '').match(/\/\w+/g) ?? [];
  const other = names.findIndex((name) => name !== '/FlateDecode' && name !== '/Fl');
  return other < 0 ? names.length : other;
}

/** Bytes after each inflation. */
function* inflations(data: Buffer, times: number, { maxStreamBytes }: ExtractionLimits): Generator<number> {
  let inflated = data;
  for (let turn = 0; turn < times; turn++) {
    try {
      inflated = inflateSync(inflated, { maxOutputLength: maxStreamBytes, chunkSize: CHUNK });
    } catch (error) {
      if (error instanceof RangeError) throw tooFar('a stream');
      // Damaged, or encrypted: pdf.js will say, or read what is whole.
      return;
    }
    yield inflated.length;
  }
}

function tooFar(what: string): UnreadableDocument {
  return new UnreadableDocument('expands_too_far', `${what} inflates past its bound`);
}
