import type { Block, TextLanguage } from '../index/passage';

/** What a document says, in reading order. */
export interface Extraction {
  readonly blocks: readonly Block[];
  /** Pages of a paged format; null where the format has none or does not say. */
  readonly pages: number | null;
  /** The one that the document says it is in, where its words don't tell. */
  readonly language?: TextLanguage | null;
}

/** Bounds that keep one document from costing more than its function has. */
export interface ExtractionLimits {
  readonly maxPages: number;
  /** Characters of text in all. */
  readonly maxCharacters: number;
  /** Bytes that a compressed container may unpack to. */
  readonly maxUnpackedBytes: number;
}

export const EXTRACTION_LIMITS: ExtractionLimits = {
  maxPages: 3_000,
  maxCharacters: 12_000_000,
  maxUnpackedBytes: 256 * 1024 * 1024,
};

/** Reads one format. Throws UnreadableDocument when the bytes are not what they should be. */
export type Extractor = (bytes: Uint8Array, limits: ExtractionLimits) => Promise<Extraction>;
