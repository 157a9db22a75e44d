import { LRUCache } from 'lru-cache';
import type { LexicalPart } from './format';
import type { LiveSegment, SegmentStore } from './ports';
import { openLexicalPart, openSegment, type Segment } from './segment';

/**
 * Segments that a function has loaded. The least recently used are dropped when all together exceed `maxBytes`. A
 * segment is immutable, so nothing here becomes stale: the manifest says which segments are live.
 */
export class SegmentCache {
  readonly #store: SegmentStore;
  /** By the segment's key, which is unique across bots. */
  readonly #segments: LRUCache<string, Segment>;
  /** Concurrent questions wait for the same load. */
  readonly #loading = new Map<string, Promise<Segment | null>>();

  constructor(store: SegmentStore, { maxBytes }: { readonly maxBytes: number }) {
    this.#store = store;
    // A segment that is larger than the whole cache serves its question and is not kept.
    this.#segments = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ byteLength }) => byteLength || 1,
    });
  }

  get bytes(): number {
    return this.#segments.calculatedSize;
  }

  /** Null when the object is gone: a merge removed it after the manifest was read. Throws CorruptSegment. */
  async load({ key: name, lexical }: Pick<LiveSegment, 'key' | 'lexical'>): Promise<Segment | null> {
    // A segment and its part without vectors are two entries.
    const key = lexical ? `${name}#lexical` : name;
    const cached = this.#segments.get(key);
    if (cached) return cached;
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
    this.#segments.set(key, segment);
    return segment;
  }
}
