/** A line of a document, and the page it stands on where pages are known. */
export interface PlacedLine {
  readonly text: string;
  readonly page: number | null;
}

/**
 * The numbers of the lines that are a table of contents or an index: they say where something stands and nothing of it.
 * They are told by their form alone: titles that stand elsewhere in the document too, each with a number that grows as
 * pages do, or terms in the order of the alphabet, each with numbers of pages.
 */
export function contentsLines(lines: readonly PlacedLine[], pages: number | null): ReadonlySet<number> {
  const found = new Set<number>();
  const places = placesOf(lines);
  for (const read of [contentsEntry, indexEntry]) {
    const isContents = read === contentsEntry;
    for (const run of runsOf(lines, read)) {
      const [first, last] = [run[0]?.at ?? 0, run.at(-1)?.at ?? 0];
      const heading = headingAbove(lines, first, isContents ? CONTENTS : INDEX);
      const isDirectory = isContents
        ? isTableOfContents(run, { places, pages, isNamed: heading !== null, lines })
        : isIndex(run, { pages, isNamed: heading !== null });
      if (!isDirectory) continue;
      for (let at = heading ?? first; at <= last; at++) found.add(at);
    }
  }
  return found;
}

interface Entry {
  readonly at: number;
  readonly title: string;
  /** The last where there are several; null where they are no plain numbers. */
  readonly number: number | null;
  readonly hasSeveral: boolean;
}

type ReadEntry = (text: string, at: number) => Entry | null;

const LONGEST_ENTRY = 240;
const NUMBER = String.raw`(\d{1,4}|[ivxl]{1,7}|\p{Lu}{1,2}-?\d{1,3}|\d{1,3}[-–]\d{1,3})`;
const LEADERS = new RegExp(String.raw`^(.*?\S)\s*(?:[.·_]\s?){3,}\s*${NUMBER}$`, 'iu');
const BARE = /^(.*\S)(?:\s|:\s)\s*(\d{1,4})$/u;
const PAGES =
  /^(.*?\S)[,:\s]+((?:\d{1,4}(?:\s?[-–]\s?\d{1,4})?f{0,2}[,;]\s*)*\d{1,4}(?:\s?[-–]\s?\d{1,4})?f{0,2})\.?$/u;

function contentsEntry(text: string, at: number): Entry | null {
  if (text.length > LONGEST_ENTRY) return null;
  if (!/[\divxl]\s*$/i.test(text)) return null;
  const line = text.replace(/…/g, '...').replace(/\s+/g, ' ').trim();
  const [, title = '', number = ''] = LEADERS.exec(line) ?? BARE.exec(line) ?? [];
  if (!/\p{L}{2}/u.test(title)) return null;
  return { at, title, number: /^\d+$/.test(number) ? Number(number) : null, hasSeveral: false };
}

function indexEntry(text: string, at: number): Entry | null {
  if (text.length > LONGEST_ENTRY) return null;
  if (!/[\df]\.?\s*$/.test(text)) return null;
  const [, title = '', numbers = ''] = PAGES.exec(text.replace(/\s+/g, ' ').trim()) ?? [];
  if (!/\p{L}/u.test(title)) return null;
  const all = numbers.match(/\d+/g)?.map(Number) ?? [];
  return { at, title, number: Math.max(...all), hasSeveral: all.length > 1 };
}

/** Other lines between entries, such as the first of two that an entry takes, or the letter of the alphabet. */
const MOST_BETWEEN = 2;
const LONGEST_BETWEEN = 120;

function runsOf(lines: readonly PlacedLine[], read: ReadEntry): Entry[][] {
  const runs: Entry[][] = [];
  let current: Entry[] = [];
  let between = 0;
  const end = () => {
    if (current.length > 1) runs.push(current);
    current = [];
    between = 0;
  };
  for (const [at, { text }] of lines.entries()) {
    const entry = read(text, at);
    if (entry) {
      current.push(entry);
      between = 0;
    } else if (++between > MOST_BETWEEN || text.length > LONGEST_BETWEEN || /[.!?]$/.test(text)) end();
  }
  end();
  return runs;
}

const CONTENTS =
  /^(?:(?:table of )?contents|inhalt|inhalts?(?:verzeichnis|übersicht)|(?:list of (?:figures|tables))|(?:abbildungs|tabellen)verzeichnis)[:.]?$/iu;
const INDEX =
  /^(?:(?:[\p{L}-]+ ){0,4}index|(?:stich|schlag)wort(?:verzeichnis|register)|sachregister|register)[:.]?$/iu;

/** Lines that may stand between the name of a directory and its first entry. */
const NEAR = 3;

function headingAbove(lines: readonly PlacedLine[], first: number, names: RegExp): number | null {
  for (let at = first - 1; at >= Math.max(0, first - NEAR); at--)
    if (names.test(lines[at]?.text.trim() ?? '')) return at;
  return null;
}

/** Where lines of the same words stand, whatever number is before them. */
type Places = ReadonlyMap<string, readonly number[]>;

function placesOf(lines: readonly PlacedLine[]): Places {
  const places = new Map<string, number[]>();
  for (const [at, { text }] of lines.entries()) {
    if (text.length > LONGEST_ENTRY) continue;
    const key = wordsOf(text);
    const known = places.get(key);
    if (known) known.push(at);
    else if (key) places.set(key, [at]);
  }
  return places;
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(
      /^(?:chapter|section|part|kapitel|abschnitt|teil|anhang|appendix)?\s*(?:\d+(?:\.\d+)*|\p{L}(?=[.)]))[.):]?\s+/u,
      '',
    )
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

interface Around {
  readonly places: Places;
  readonly pages: number | null;
  readonly isNamed: boolean;
  readonly lines: readonly PlacedLine[];
}

/** Entries of a directory that nothing names, and of one that is called so. */
const [LEAST, LEAST_NAMED] = [3, 2];
/** Words that a page has at least: of a text without pages none has a higher number. */
const WORDS_ON_PAGE = 50;
const FIRST_PAGES = 10;

function isTableOfContents(run: readonly Entry[], { places, pages, isNamed, lines }: Around): boolean {
  if (run.length < (isNamed ? LEAST_NAMED : LEAST)) return false;
  const numbers = run.flatMap(({ number }) => (number === null ? [] : [number]));
  if (!isMostly(numbers, (number, before) => number >= before)) return false;
  if (new Set(run.map(({ title }) => wordsOf(title))).size * 5 < run.length * 4) return false;
  const last = run.at(-1)?.at ?? 0;
  const known = run.flatMap(({ title, number }) => {
    const place = places.get(wordsOf(title))?.find((at) => at > last);
    return place === undefined ? [] : [{ number, page: lines[place]?.page ?? null }];
  });
  if (known.length * 2 < run.length) return false;
  if (pages !== null) {
    // Printed numbers begin where the book does: all are off by as much.
    const offsets = known.flatMap(({ number, page }) =>
      number === null || page === null ? [] : [number - page],
    );
    const alike = Math.max(0, ...offsets.map((offset) => offsets.filter((other) => other === offset).length));
    return offsets.length === 0 || alike * 2 >= known.length;
  }
  // Where no page is known, a number may be a price: only what is called so and leads to headings is a table of contents.
  if (!isNamed) return false;
  const words = lines.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  return Math.max(...numbers) <= FIRST_PAGES + words / WORDS_ON_PAGE;
}

const [LEAST_TERMS, LEAST_NAMED_TERMS] = [10, 6];
/** Pages that a book may have before the first that is numbered, or may be a part of. */
const MORE_PAGES = 40;

function isIndex(
  run: readonly Entry[],
  { pages, isNamed }: { readonly pages: number | null; readonly isNamed: boolean },
): boolean {
  if (run.length < (isNamed ? LEAST_NAMED_TERMS : LEAST_TERMS)) return false;
  const terms = run.map(({ title }) => wordsOf(title));
  if (!isMostly(terms, (term, before) => term.localeCompare(before) >= 0)) return false;
  const highest = Math.max(...run.map(({ number }) => number ?? 0));
  const hasSeveral = run.some((entry) => entry.hasSeveral);
  if (pages === null) return isNamed && hasSeveral && run.length >= LEAST_TERMS;
  return highest <= pages + MORE_PAGES && (isNamed || hasSeveral);
}

function isMostly<T>(values: readonly T[], follows: (value: T, before: T) => boolean): boolean {
  const pairs = values.slice(1).filter((value, at) => follows(value, values[at] as T));
  return pairs.length * 5 >= (values.length - 1) * 4;
}
