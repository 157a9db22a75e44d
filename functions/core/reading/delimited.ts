// Not papaparse or csv-parse: both lose rows to a quote that never closes and miss the delimiter of `A;1,50`, and take longer.
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Rows that the delimiter is judged by: of a file that is read at all about the whole. */
const JUDGED = 5_000;

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
    const score =
      agreement(rowsOf(text, delimiter, JUDGED).map((row) => row.length)) * cutting(text, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Characters of which it is told what a sign is written for. */
const SAMPLE = 20_000;
/** What is left of a sign that only stands within amounts and sentences. */
const WITHIN = 0.5;

/** Less for a sign that stands where people write it anyway: between the digits of an amount, or before a space. */
function cutting(text: string, delimiter: string): number {
  const sample = text.slice(0, SAMPLE);
  let [all, ordinary] = [0, 0];
  for (let at = sample.indexOf(delimiter); at >= 0; at = sample.indexOf(delimiter, at + 1)) {
    all++;
    const isInAmount =
      /\d/.test(sample.charAt(at - 1)) && /^\d{1,3}(?!\d)/.test(sample.slice(at + 1, at + 5));
    if (isInAmount || sample.charAt(at + 1) === ' ') ordinary++;
  }
  return all === 0 ? 1 : 1 - (WITHIN * ordinary) / all;
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
