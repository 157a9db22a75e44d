import { type ListLevel, type NumberedList, numberFormatAt, patternOf } from './numbering';
import { viewOf } from './ole';

/** Bytes of a list, of what overrides one, and of what is said of a level. */
const [LIST, OVERRIDE, LEVEL] = [28, 16, 28];
const MOST_LEVELS = 9;
const [STARTS, FORMATS] = [0x10, 0x20];

/**
 * The lists of a document, by the numbers that paragraphs name them by: [MS-DOC] 2.9.147. `lists`: they, and behind
 * them their levels, to the end of the stream.
 */
export function readLists(
  lists: Uint8Array,
  overrides: Uint8Array,
  { hasLists, isGerman }: { readonly hasLists: boolean; readonly isGerman: boolean },
): ReadonlyMap<string, NumberedList> {
  const found = new Map<string, NumberedList>();
  if (!hasLists || overrides.length < 4) return found;
  const patterns = patternsOf(lists, isGerman);
  const reader = new LevelReader(overrides, isGerman);
  const count = Math.min(reader.number(4), Math.floor((overrides.length - 4) / OVERRIDE));
  const heads = Array.from({ length: count }, (_, at) => {
    const head = viewOf(overrides.subarray(4 + at * OVERRIDE));
    return { pattern: head.getInt32(0, true), levels: head.getUint8(12) };
  });
  reader.at += count * OVERRIDE;
  for (const [at, head] of heads.entries()) {
    const levels = new Map(patterns.get(head.pattern));
    const starts = new Map<number, number>();
    reader.number(4);
    for (let level = 0; level < head.levels && reader.at + 8 <= overrides.length; level++) {
      const [start, flags] = [reader.number(4), reader.number(4)];
      if (flags & FORMATS) levels.set(flags & 0xf, reader.level());
      else if (flags & STARTS) starts.set(flags & 0xf, start);
    }
    found.set(String(at + 1), { pattern: String(head.pattern), levels, starts });
  }
  return found;
}

function patternsOf(
  lists: Uint8Array,
  isGerman: boolean,
): ReadonlyMap<number, ReadonlyMap<number, ListLevel>> {
  const reader = new LevelReader(lists, isGerman);
  const count = Math.min(reader.number(2), Math.floor(lists.length / LIST));
  const heads = Array.from({ length: count }, (_, at) => {
    const head = viewOf(lists.subarray(2 + at * LIST));
    return { id: head.getInt32(0, true), levels: head.getUint8(26) & 1 ? 1 : MOST_LEVELS };
  });
  reader.at += count * LIST;
  return new Map(
    heads.map(({ id, levels }) => [
      id,
      new Map(Array.from({ length: levels }, (_, level) => [level, reader.level()])),
    ]),
  );
}

class LevelReader {
  at = 0;
  readonly #view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    readonly isGerman: boolean,
  ) {
    this.#view = viewOf(bytes);
  }

  /** The next, of so many bytes. */
  number(bytes: 2 | 4): number {
    const { at } = this;
    this.at += bytes;
    return bytes === 2 ? this.#view.getUint16(at, true) : this.#view.getUint32(at, true);
  }

  /** How its number is written, then formats, then what stands around it. */
  level(): ListLevel {
    const { at } = this;
    const view = this.#view;
    const [letters, paragraphs] = [view.getUint8(at + 24), view.getUint8(at + 25)];
    const text = at + LEVEL + letters + paragraphs;
    const length = view.getUint16(text, true);
    this.at = text + 2 + length * 2;
    const shown = Buffer.from(this.bytes.subarray(text + 2, this.at)).toString('utf16le');
    return {
      start: view.getInt32(at, true),
      format: numberFormatAt(view.getUint8(at + 4), this.isGerman),
      text: patternOf(shown),
      isLegal: (view.getUint8(at + 5) & 0x04) !== 0,
    };
  }
}
