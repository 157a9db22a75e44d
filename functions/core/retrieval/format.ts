import { crc32 } from 'node:zlib';

/**
 * A segment's bytes: magic, format version, length, CRC-32 of all that follows, then a directory of sections
 * and the sections, each at a multiple of four so that numbers are read in place. Little-endian, as every
 * machine that Lambda or Node offers.
 */
const MAGIC = 0x47455350; // 'PSEG'
/**
 * Also raised when documents are read otherwise, so that a rebuild has those read again that were read before. 2: without
 * tables of contents, indexes and running heads, and with the headers of tables where something tells them. 4: with
 * numbers of lists, addresses of links and notes, and without what is hidden or struck out. 8: French has an analysis.
 */
export const FORMAT_VERSION = 8;
/** Their bytes are built alike. Powers of two, so that none becomes another by one bit that was flipped. */
const FORMATS: readonly number[] = [1, 2, 4, FORMAT_VERSION];
const HEADER_BYTES = 16;

/** Whether this program reads what has a format. Segments from before they said so have the first. */
export function isReadable(format = 1): boolean {
  return FORMATS.includes(format);
}

const SECTIONS = [
  'meta',
  'documentIds',
  'documentTitles',
  'documentLanguages',
  'documentStarts',
  'texts',
  'headings',
  'passageHeadings',
  'passagePages',
  'passageStarts',
  'passageEnds',
  'wordLengths',
  'gramLengths',
  'words',
  'wordSlots',
  'wordPostings',
  'grams',
  'gramSlots',
  'gramPostings',
  'pairStarts',
  'pairSeconds',
  'pairSlots',
  'pairPostings',
  'vectorScales',
  'vectors',
] as const;
export type SectionName = (typeof SECTIONS)[number];
export type Sections = Readonly<Record<SectionName, Uint8Array>>;

/** The bytes are no segment, or not the segment that was written. Reading it again from S3 may help. */
export class CorruptSegment extends Error {
  override readonly name: string = 'CorruptSegment';
}

/** The bytes are of a segment that another version of this program wrote: reading it again does not help. */
export class UnreadableFormat extends CorruptSegment {
  override readonly name = 'UnreadableFormat';
}

export function writeSections(sections: Sections): Uint8Array {
  const start = HEADER_BYTES + SECTIONS.length * 8;
  const length = SECTIONS.reduce((sum, name) => sum + aligned(sections[name].byteLength), start);
  if (length > 0xffffffff) throw new RangeError(`A segment of ${length} bytes is too large`);
  const bytes = new Uint8Array(length);
  const head = new Uint32Array(bytes.buffer, 0, start / 4);
  head[0] = MAGIC;
  head[1] = FORMAT_VERSION;
  head[2] = length;
  let at = start;
  for (const [index, name] of SECTIONS.entries()) {
    const section = sections[name];
    head[HEADER_BYTES / 4 + index * 2] = at;
    head[HEADER_BYTES / 4 + index * 2 + 1] = section.byteLength;
    bytes.set(section, at);
    at += aligned(section.byteLength);
  }
  head[3] = crc32(bytes.subarray(HEADER_BYTES));
  return bytes;
}

/** The bytes of a segment before its vectors, which are its last section: all that words are found in. */
export interface LexicalPart {
  readonly bytes: number;
  /** CRC-32 of them, without the header. */
  readonly crc: number;
}

export function lexicalPartOf(segment: Uint8Array): LexicalPart {
  const place = HEADER_BYTES + SECTIONS.indexOf('vectors') * 8;
  const bytes = new DataView(segment.buffer, segment.byteOffset).getUint32(place, true);
  return { bytes, crc: crc32(segment.subarray(HEADER_BYTES, bytes)) };
}

/** Reads a segment; with `part` from the beginning of it that this describes: then it has no vectors. */
export function readSections(input: Uint8Array, part?: LexicalPart): Sections {
  // Numbers are read in place, which needs an address divisible by four; a slice of a pool may have none.
  const bytes = input.byteOffset % 4 === 0 ? input : new Uint8Array(input);
  const start = HEADER_BYTES + SECTIONS.length * 8;
  if (bytes.byteLength < start) throw new CorruptSegment(`Segment is cut off: ${bytes.byteLength} bytes`);
  const head = new Uint32Array(bytes.buffer, bytes.byteOffset, start / 4);
  if (head[0] !== MAGIC) throw new CorruptSegment('These bytes are not a segment');
  if (!isReadable(head[1])) {
    throw new UnreadableFormat(
      `Segment has format version ${head[1]}, this program reads ${FORMAT_VERSION}: npm run rebuild makes it anew`,
    );
  }
  const length = part?.bytes ?? head[2];
  if (length !== bytes.byteLength) {
    throw new CorruptSegment(`Segment should have ${length} bytes and has ${bytes.byteLength}`);
  }
  if ((part?.crc ?? head[3]) !== crc32(bytes.subarray(HEADER_BYTES))) {
    throw new CorruptSegment('Segment differs from what was written: its checksum does not match');
  }
  const section = (name: SectionName, index: number): [SectionName, Uint8Array] => {
    const offset = head[HEADER_BYTES / 4 + index * 2] ?? 0;
    const length = part && name === 'vectors' ? 0 : (head[HEADER_BYTES / 4 + index * 2 + 1] ?? 0);
    if (offset % 4 !== 0 || offset < start || offset + length > bytes.byteLength) {
      throw new CorruptSegment(`Section ${name} lies outside of its segment`);
    }
    return [name, bytes.subarray(offset, offset + length)];
  };
  return Object.fromEntries(SECTIONS.map(section)) as Record<SectionName, Uint8Array>;
}

/** A section as 32-bit numbers, of exactly `count` where that is known. */
export function numbers(bytes: Uint8Array, name: string, count?: number): Uint32Array {
  if (bytes.byteLength % 4 !== 0 || (count !== undefined && bytes.byteLength !== count * 4)) {
    throw new CorruptSegment(`Section ${name} has ${bytes.byteLength} bytes, ${(count ?? 0) * 4} expected`);
  }
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

export function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}
