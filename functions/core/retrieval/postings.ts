/**
 * Postings of a term: which passages it stands in, and how often. A slot holds either the passage itself
 * (the high bit set), when there is only one and the term stands there once, as three quarters of all pairs
 * do, or the offset of a list: the count, then per passage a varint of the gap to the one before, shifted by
 * one, whose lowest bit says that a varint of the frequency follows.
 */
export const INLINE = 0x80000000;

/** Passages of one segment; leaves room for the gap's extra bit and for INLINE. */
export const MAX_PASSAGES = 2 ** 24;

/** Number of passages that a term stands in. */
export function postingCount(slot: number, lists: Uint8Array): number {
  if (slot >= INLINE) return 1;
  let at = slot;
  let byte = lists[at++] ?? 0;
  let count = byte & 0x7f;
  for (let shift = 7; byte >= 0x80; shift += 7) {
    byte = lists[at++] ?? 0;
    count |= (byte & 0x7f) << shift;
  }
  return count;
}

/** Visits the passages of a term, ascending, until `visit` answers false. */
export function readPostings(
  slot: number,
  lists: Uint8Array,
  visit: (passage: number, frequency: number) => boolean,
): void {
  if (slot >= INLINE) {
    visit(slot - INLINE, 1);
    return;
  }
  let at = slot;
  const varint = (): number => {
    let byte = lists[at++] ?? 0;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = lists[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
    }
    return value;
  };
  let passage = -1;
  for (let left = varint(); left > 0; left--) {
    const gap = varint();
    passage += gap >>> 1;
    if (!visit(passage, gap & 1 ? varint() : 1)) return;
  }
}

/** Whether a term stands in a passage. */
export function hasPosting(slot: number, lists: Uint8Array, wanted: number): boolean {
  let found = false;
  readPostings(slot, lists, (passage) => {
    found ||= passage === wanted;
    return passage < wanted;
  });
  return found;
}

/**
 * Adds to each passage's score what a term gives it by BM25: weight × f / (f + norm of the passage's length),
 * with weight = idf × (k1 + 1). The inner loop of every question; that is why it decodes by itself.
 */
export function scorePostings(
  slot: number,
  lists: Uint8Array,
  weight: number,
  norms: Float32Array,
  scores: Float32Array,
): void {
  if (slot >= INLINE) {
    const passage = slot - INLINE;
    scores[passage] = (scores[passage] as number) + weight / (1 + (norms[passage] as number));
    return;
  }
  let at = slot;
  let byte = lists[at++] as number;
  let left = byte & 0x7f;
  for (let shift = 7; byte >= 0x80; shift += 7) {
    byte = lists[at++] as number;
    left |= (byte & 0x7f) << shift;
  }
  let passage = -1;
  for (; left > 0; left--) {
    byte = lists[at++] as number;
    let gap = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = lists[at++] as number;
      gap |= (byte & 0x7f) << shift;
    }
    passage += gap >>> 1;
    let frequency = 1;
    if (gap & 1) {
      byte = lists[at++] as number;
      frequency = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = lists[at++] as number;
        frequency |= (byte & 0x7f) << shift;
      }
    }
    scores[passage] =
      (scores[passage] as number) + (weight * frequency) / (frequency + (norms[passage] as number));
  }
}

/** Writes the lists of one field, term after term, passages ascending. */
export class PostingsWriter {
  #bytes = new Uint8Array(1 << 12);
  #length = 0;

  /** Appends a term's list and returns its slot. */
  write(passages: ArrayLike<number>, frequencies: ArrayLike<number>, count: number): number {
    if (count === 1 && frequencies[0] === 1) return INLINE + (passages[0] as number);
    const slot = this.#length;
    if (slot >= INLINE) throw new RangeError('Postings of 2 GiB are too much for one segment');
    this.#varint(count);
    let previous = -1;
    for (let i = 0; i < count; i++) {
      const passage = passages[i] as number;
      const frequency = frequencies[i] as number;
      this.#varint(((passage - previous) << 1) | (frequency > 1 ? 1 : 0));
      if (frequency > 1) this.#varint(frequency);
      previous = passage;
    }
    return slot;
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #varint(value: number): void {
    if (this.#length + 5 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }
}
