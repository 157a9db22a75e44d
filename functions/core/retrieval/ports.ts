import type { LexicalPart } from './format';

/** One live segment of a bot, as the manifest in the table has it. */
export interface LiveSegment {
  readonly id: string;
  /** Where its bytes lie in the index bucket. Names them for ever: a segment never changes. */
  readonly key: string;
  /** Documents of a merged segment that were deleted since: they answer no more, at once. */
  readonly removedDocuments: readonly string[];
  /** Titles of documents that were changed since the segment was built. */
  readonly titles?: Readonly<Record<string, string>>;
  /** What is read of it where the bot's vector index has its vectors. */
  readonly lexical?: LexicalPart;
}

/** The index that a large bot's vectors lie in. Its name is never used again. */
export interface VectorIndexRef {
  /** Number of its vector bucket on this stage. */
  readonly bucket: number;
  readonly name: string;
}

/** Vectors of one model: of others it has none. */
export interface VectorIndexOf extends VectorIndexRef {
  readonly model: string;
}

export interface Manifest {
  /** Grows with every change of the bot's knowledge. */
  readonly version: number;
  readonly segments: readonly LiveSegment[];
  /** How many more there are, in a format that this program doesn't read: left out, and never loaded. */
  readonly unreadable?: number;
  /** Of a large bot. */
  readonly vectorIndex?: VectorIndexOf;
}

export interface BotKey {
  readonly accountId: string;
  readonly botId: string;
}

/** Reads consistently: a document whose deletion was acknowledged is not in the answer. */
export interface ManifestReader {
  readManifest(bot: BotKey): Promise<Manifest>;
}

export interface SegmentStore {
  /** All of it, or its first bytes. Null when there is no such object: it was merged away after the manifest was read. */
  readSegment(key: string, length?: number): Promise<Uint8Array | null>;
}

/** A passage's vector as an index outside of the function has it. */
export interface IndexedVector {
  readonly key: string;
  /** What it was made of (`fingerprint`). */
  readonly text: string;
}

/** Reads the vector indexes of large bots. */
export interface VectorIndexReader {
  /** Those nearest to a vector, as far as an approximate search finds them. */
  nearest(
    index: VectorIndexRef,
    vector: Float32Array,
    options: { readonly limit: number; readonly signal?: AbortSignal },
  ): Promise<readonly (IndexedVector & { readonly cosine: number })[]>;
  /** Those of these keys that it has, a hundred keys at most. */
  read(
    index: VectorIndexRef,
    keys: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly (IndexedVector & { readonly values: Float32Array })[]>;
}

/** Who asks, as far as what they take of what all visitors share is bounded. */
export interface Asker {
  readonly id: string;
  /** The wider networks that they are in, the narrower first. */
  readonly wider?: readonly string[];
  /** Whether they have never spoken before, and nobody vouches for them. */
  readonly isNew?: boolean;
  /** Has begun more conversations than their share of the account's month: no model is called for them. */
  readonly isOverShare: boolean;
}

/** For whom something is embedded: what an account, and an asker, may spend is bounded. */
export interface EmbedOptions {
  readonly accountId: string;
  /** Of a visitor's question. */
  readonly asker?: Asker | undefined;
  readonly signal?: AbortSignal;
}

/** Turns texts to vectors. Questions and passages are embedded differently by most models. */
export interface Embedder {
  /** Vectors of different models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  embed(
    texts: readonly string[],
    purpose: 'passage' | 'question',
    options: EmbedOptions,
  ): Promise<readonly Float32Array[]>;
}
