/** One live segment of a bot, as the manifest in the table has it. */
export interface LiveSegment {
  readonly id: string;
  /** Where its bytes lie in the index bucket. Names them for ever: a segment never changes. */
  readonly key: string;
  /** Documents of a merged segment that were deleted since: they answer no more, at once. */
  readonly removedDocuments: readonly string[];
  /** Titles of documents that were changed since the segment was built. */
  readonly titles?: Readonly<Record<string, string>>;
}

export interface Manifest {
  /** Grows with every change of the bot's knowledge. */
  readonly version: number;
  readonly segments: readonly LiveSegment[];
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
  /** Null when there is no such object: it was merged away after the manifest was read. */
  readSegment(key: string): Promise<Uint8Array | null>;
}

/** Turns texts to vectors. Questions and passages are embedded differently by most models. */
export interface Embedder {
  /** Vectors of different models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  embed(
    texts: readonly string[],
    purpose: 'passage' | 'question',
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;
}
