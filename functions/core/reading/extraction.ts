import type { DocumentNotice } from '#contract/knowledge/documents';
import type { TextLanguage } from '#core/text/text-language';
import type { Block } from './block';

/** What a document says, in reading order. */
export interface Extraction {
  readonly blocks: readonly Block[];
  /** Pages of a paged format; null where the format has none or does not say. */
  readonly pages: number | null;
  /** The one that the document says it is in, where its words don't tell. */
  readonly language?: TextLanguage | null;
  /** What the document's properties and styles call its title, the likeliest first; `extract` chooses. */
  readonly titles?: readonly string[];
  /** What the document calls itself; null where it has no title of its own. */
  readonly title?: string | null;
  /** What of it could not be read, for its owner. */
  readonly notices?: readonly DocumentNotice[];
  /** Numbers of its pages that show something and have no text. */
  readonly silentPages?: readonly number[];
}

/** What one function reads of a document that takes several. */
export interface ExtractedPart {
  /** As JSON: what the pages hold, for `assemble`. */
  readonly content: string;
  readonly characters: number;
}

/** A document of more pages than are read at once: it is read part by part. */
export class LongDocument extends Error {
  readonly pages: number;
  readonly pagesAtOnce: number;

  constructor(pages: number, pagesAtOnce: number) {
    super(`${pages} pages`);
    this.pages = pages;
    this.pagesAtOnce = pagesAtOnce;
  }
}

/** Bounds that keep one document from costing more than its function has. */
export interface ExtractionLimits {
  readonly maxPages: number;
  /** Pages that are read at once: a document of more is none for `extract`, which throws LongDocument. */
  readonly pagesAtOnce: number;
  /** Characters of text in all. */
  readonly maxCharacters: number;
  /** Bytes that a compressed container may unpack to. */
  readonly maxUnpackedBytes: number;
  /** Bytes that one stream of a PDF may inflate to. */
  readonly maxStreamBytes: number;
}

export const EXTRACTION_LIMITS: ExtractionLimits = {
  maxPages: 3_000,
  pagesAtOnce: 300,
  maxCharacters: 12_000_000,
  maxUnpackedBytes: 256 * 1024 * 1024,
  maxStreamBytes: 64 * 1024 * 1024,
};

/** Reads one format. Throws UnreadableDocument when the bytes are not what they should be. */
export type Extractor = (bytes: Uint8Array, limits: ExtractionLimits) => Promise<Extraction>;
