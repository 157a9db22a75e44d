import type { LiveSegment, SegmentStore } from './ports';
import { openSegment, type Segment } from './segment';

/**
 * Segments that a function has loaded, the least recently used given up when they outgrow `maxBytes`. Since a
 * segment never changes, nothing here is ever stale: what is live is the manifest's affair.
 */
export class SegmentCache {
  readonly #store: SegmentStore;
  readonly #maxBytes: number;
  /** By id, least recently used first. */
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
  async load({ id, key }: Pick<LiveSegment, 'id' | 'key'>): Promise<Segment | null> {
    const known = this.#segments.get(id);
    if (known) {
      this.#segments.delete(id);
      this.#segments.set(id, known);
      return known;
    }
    const loading = this.#loading.get(id) ?? this.#read(id, key);
    this.#loading.set(id, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(id);
    }
  }

  async #read(id: string, key: string): Promise<Segment | null> {
    const bytes = await this.#store.readSegment(key);
    if (bytes === null) return null;
    const segment = openSegment(bytes);
    this.#keep(id, segment);
    return segment;
  }

  #keep(id: string, segment: Segment): void {
    // A segment larger than the whole cache is used for its question and not kept.
    if (segment.byteLength > this.#maxBytes) return;
    this.#segments.set(id, segment);
    this.#bytes += segment.byteLength;
    for (const [oldest, { byteLength }] of this.#segments) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#segments.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}
