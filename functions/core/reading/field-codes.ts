import { formulaText } from './eq-field';
import { symbolOf } from './symbols';

/** What word processors write into a text and work out themselves, by its instruction: `HYPERLINK "https://…"`. */
export interface FieldCode {
  /** It counts pages, which the text doesn't have. */
  readonly isOfPages?: boolean;
  /** A table of contents or an index. */
  readonly isDirectory?: boolean;
  /** Where a link leads that leaves the document. */
  readonly address?: string | undefined;
  /** What it says by itself: a formula, a sign. What it shows is a drawing of that. */
  readonly text?: string | undefined;
}

export function fieldCode(instruction: string): FieldCode {
  return {
    isOfPages: /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES|PAGEREF)\b/i.test(instruction),
    isDirectory: /^\s*(?:TOC|INDEX|TOA)\b/i.test(instruction),
    address: /^\s*HYPERLINK\s+(?!\\l)"([^"]+)"/i.exec(instruction)?.[1],
    text: formulaText(instruction) ?? signText(instruction),
  };
}

/** `SYMBOL 254 \f Wingdings` is a box that is ticked. */
function signText(instruction: string): string | undefined {
  const [, code, hex] = /^\s*SYMBOL\s+(?:(\d{1,5})|0x([\da-f]{1,4}))\b/i.exec(instruction) ?? [];
  if (code === undefined && hex === undefined) return undefined;
  const [, font = ''] = /\\f\s+"?([^"\\]+?)"?\s*(?:\\|$)/i.exec(instruction) ?? [];
  return symbolOf(
    String.fromCharCode(code === undefined ? Number.parseInt(hex ?? '', 16) : Number(code)),
    font,
  );
}
