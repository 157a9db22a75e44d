import { bytesOf, CorruptSegment, numbers } from './format';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Strings one after another in UTF-8, read in place: nothing is decoded before it is asked for. */
export class StringTable {
  readonly size: number;
  readonly #offsets: Uint32Array;
  readonly #bytes: Uint8Array;

  constructor(section: Uint8Array, name: string) {
    const count = numbers(section.subarray(0, 4), name, 1)[0] ?? 0;
    const head = 4 + (count + 1) * 4;
    if (head > section.byteLength) throw new CorruptSegment(`Section ${name} is cut off`);
    this.size = count;
    this.#offsets = numbers(section.subarray(4, head), name, count + 1);
    this.#bytes = section.subarray(head);
    let previous = 0;
    for (const offset of this.#offsets) {
      if (offset < previous) throw new CorruptSegment(`Section ${name} runs backwards`);
      previous = offset;
    }
    if (previous !== this.#bytes.byteLength) throw new CorruptSegment(`Section ${name} has a wrong length`);
  }

  get(index: number): string {
    return decoder.decode(this.bytesAt(index));
  }

  bytesAt(index: number): Uint8Array {
    return this.#bytes.subarray(this.#offsets[index], this.#offsets[index + 1]);
  }

  /** Index of a string in a table that was written sorted, or -1. */
  indexOf(text: string): number {
    const wanted = encoder.encode(text);
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, wanted);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #compare(index: number, wanted: Uint8Array): number {
    const start = this.#offsets[index] ?? 0;
    const length = (this.#offsets[index + 1] ?? 0) - start;
    const shared = Math.min(length, wanted.length);
    for (let i = 0; i < shared; i++) {
      const difference = (this.#bytes[start + i] ?? 0) - (wanted[i] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - wanted.length;
  }
}

export function writeStrings(strings: readonly (string | Uint8Array)[]): Uint8Array {
  const parts = strings.map((text) => (typeof text === 'string' ? encoder.encode(text) : text));
  const offsets = new Uint32Array(parts.length + 2);
  offsets[0] = parts.length;
  let length = 0;
  for (const [index, part] of parts.entries()) {
    offsets[index + 1] = length;
    length += part.byteLength;
  }
  if (length > 0xffffffff) throw new RangeError(`${length} bytes of text are too much for one segment`);
  offsets[parts.length + 1] = length;
  const section = new Uint8Array(offsets.byteLength + length);
  section.set(bytesOf(offsets));
  let at = offsets.byteLength;
  for (const part of parts) {
    section.set(part, at);
    at += part.byteLength;
  }
  return section;
}

/** The order that `indexOf` searches by: of UTF-8 bytes, which is not that of UTF-16 units. */
export function inByteOrder(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    let left = a.charCodeAt(i);
    let right = b.charCodeAt(i);
    if (left === right) continue;
    // Surrogates stand for characters above all others, but U+E000 and up have greater units.
    if (left >= 0xd800 && right >= 0xd800) {
      left += left >= 0xe000 ? -0x800 : 0x2000;
      right += right >= 0xe000 ? -0x800 : 0x2000;
    }
    return left - right;
  }
  return a.length - b.length;
}
