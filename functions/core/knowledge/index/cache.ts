import type { LexicalPart } from './format';
import type { LiveSegment, SegmentStore } from './ports';
import { openLexicalPart, openSegment, type Segment } from './segment';

/**
 * Segments that a function has loaded, the least recently used given up when they outgrow `maxBytes`. Since a
 * segment never changes, nothing here is ever stale: what is live is the manifest's affair.
 */
export class SegmentCache {
  readonly #store: SegmentStore;
  readonly #maxBytes: number;
  /** By key, which names a segment of one bot only; least recently used first. */
  readonly #segments = new Map<string, Segment>();
  /** Questions that come together wait for one load. */
  readonly #loading = new Map<string, Promise<Segment | null>>();
  #bytes = 0;

  constructor(store: SegmentStore, options: { readonly maxBytes: number }) {
    this.#store = store;
    this.#maxBytes = options.maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Null when its bytes are gone: it was merged away after the manifest was read. Throws CorruptSegment. */
  async load({ key: name, lexical }: Pick<LiveSegment, 'key' | 'lexical'>): Promise<Segment | null> {
    // The part without vectors and the whole are two.
    const key = lexical ? `${name}#lexical` : name;
    const known = this.#segments.get(key);
    if (known) {
      this.#segments.delete(key);
      this.#segments.set(key, known);
      return known;
    }
    const loading = this.#loading.get(key) ?? this.#read(key, name, lexical);
    this.#loading.set(key, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(key);
    }
  }

  async #read(key: string, name: string, lexical: LexicalPart | undefined): Promise<Segment | null> {
    const bytes = await this.#store.readSegment(name, lexical?.bytes);
    if (bytes === null) return null;
    const segment = lexical ? openLexicalPart(bytes, lexical) : openSegment(bytes);
    this.#keep(key, segment);
    return segment;
  }

  #keep(key: string, segment: Segment): void {
    // A segment larger than the whole cache is used for its question and not kept.
    if (segment.byteLength > this.#maxBytes) return;
    this.#segments.set(key, segment);
    this.#bytes += segment.byteLength;
    for (const [oldest, { byteLength }] of this.#segments) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#segments.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}
