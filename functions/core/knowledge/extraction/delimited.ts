// Not papaparse or csv-parse: both lose rows to a quote that never closes and miss the delimiter of `A;1,50`, and take longer.
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Rows that the delimiter is judged by. */
const JUDGED = 200;

/**
 * Rows of a delimited text. Excel may name the delimiter in a first line (`sep=;`); otherwise it is the one
 * that cuts the rows into equally many cells. Quotes hold delimiters, line ends and doubled quotes.
 */
export function parseDelimited(text: string): string[][] {
  const body = text.replace(/^\ufeff/, '');
  const named = /^"?sep=(.)"?\n/i.exec(body);
  if (named?.[1]) return rowsOf(body.slice(named[0].length), named[1]);
  return rowsOf(body, guessDelimiter(body));
}

function guessDelimiter(text: string): string {
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = agreement(rowsOf(text, delimiter, JUDGED).map((row) => row.length));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** How many rows have the commonest number of cells, which is not one; among equals more cells tell more. */
function agreement(counts: readonly number[]): number {
  const rows = new Map<number, number>();
  for (const count of counts) if (count > 1) rows.set(count, (rows.get(count) ?? 0) + 1);
  let best = 0;
  for (const [count, times] of rows) best = Math.max(best, times + count / 1_000);
  return best;
}

function rowsOf(text: string, delimiter: string, limit = Number.POSITIVE_INFINITY): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length && rows.length < limit) {
    const cell = text.charAt(at) === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter);
    row.push(cell.text);
    at = cell.end + 1;
    if (text.charAt(cell.end) === delimiter) continue;
    rows.push(row);
    row = [];
    if (cell.end >= text.length) break;
  }
  // A last line end begins no row.
  return rows.at(-1)?.join('') === '' ? rows.slice(0, -1) : rows;
}

interface Cell {
  readonly text: string;
  /** Where the delimiter or the line end behind it stands. */
  readonly end: number;
}

function plainCell(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++;
  return { text: text.slice(start, end), end };
}

/** A quote that never closes, or text behind the closing one, is taken as written: some programs don't escape. */
function quotedCell(text: string, start: number, delimiter: string): Cell {
  let value = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return plainCell(text, start, delimiter);
    value += text.slice(at, quote);
    const next = text[quote + 1];
    if (next === '"') {
      value += '"';
      at = quote + 2;
    } else if (next === undefined || next === delimiter || next === '\n') {
      return { text: value, end: quote + 1 };
    } else {
      const rest = plainCell(text, quote + 1, delimiter);
      return { text: value + rest.text, end: rest.end };
    }
  }
}
