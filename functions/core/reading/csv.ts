import { readText } from './decode';
import { parseDelimited } from './delimited';
import type { Extraction } from './extraction';
import { gridToBlocks } from './grid';
import { cleanText } from './normalise';

/** Delimited text, in whichever encoding and with whichever delimiter its program wrote it. */
export async function extractCsv(bytes: Uint8Array): Promise<Extraction> {
  const text = readText(bytes);
  return {
    blocks: gridToBlocks(
      parseDelimited(text).map((row) => row.map((cell) => cleanText(withoutFormula(cell)))),
    ),
    pages: null,
  };
}

/** `="00471"`, as programs write it lest Excel take a number for one: what it shows. */
function withoutFormula(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
}
