import { formulaText } from './eq-field';

/** What word processors write into a text and work out themselves, by its instruction: `HYPERLINK "https://…"`. */
export interface FieldCode {
  /** It counts pages, which the text doesn't have. */
  readonly isOfPages?: boolean;
  /** A table of contents or an index. */
  readonly isDirectory?: boolean;
  /** Where a link leads that leaves the document. */
  readonly address?: string | undefined;
  /** What it says by itself: a formula. What it shows is a drawing of that. */
  readonly text?: string | undefined;
}

export function fieldCode(instruction: string): FieldCode {
  return {
    isOfPages: /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES|PAGEREF)\b/i.test(instruction),
    isDirectory: /^\s*(?:TOC|INDEX|TOA)\b/i.test(instruction),
    address: /^\s*HYPERLINK\s+(?!\\l)"([^"]+)"/i.exec(instruction)?.[1],
    text: formulaText(instruction),
  };
}
