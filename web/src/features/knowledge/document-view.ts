import type { PassageExcerpt } from '#contract/answers/retrieval';
import type { Document } from '#contract/knowledge/documents';
import { isUnderWay, type Upload } from '#features/knowledge/uploads.ts';
import { folded, wordsOf } from './marks';

export const STATES = ['all', 'ready', 'working', 'failed'] as const;
export const SORTS = ['best', 'newest', 'oldest', 'title', 'largest'] as const;

/** What is searched, chosen and sorted in the table of documents. */
export interface DocumentView {
  readonly search: string;
  readonly state: (typeof STATES)[number];
  /** Null for every category. */
  readonly category: string | null;
  /** Null while nobody chose: the best first while something is searched, else the newest. */
  readonly sort: (typeof SORTS)[number] | null;
}

export const EVERYTHING: DocumentView = { search: '', state: 'all', category: null, sort: null };

/** Passages in which all that is searched stands, by document; the documents with the best ones first. */
export type FoundPassages = ReadonlyMap<string, readonly PassageExcerpt[]>;

const NONE: FoundPassages = new Map();

/** The view as the page's address has it. */
export function readView(address: URLSearchParams): DocumentView {
  return {
    search: address.get('q') ?? '',
    state: STATES.find((state) => state === address.get('status')) ?? 'all',
    category: address.get('category') || null,
    sort: SORTS.find((sort) => sort === address.get('sort')) ?? null,
  };
}

export function viewAddress({ search, state, category, sort }: DocumentView): URLSearchParams {
  const address = new URLSearchParams();
  const given = { q: search, status: state === 'all' ? '' : state, category, sort };
  for (const [name, value] of Object.entries(given)) if (value) address.set(name, value);
  return address;
}

export function sortOf({ sort, search }: DocumentView): (typeof SORTS)[number] {
  const isSearched = search.trim() !== '';
  if (sort === 'best' && !isSearched) return 'newest';
  return sort ?? (isSearched ? 'best' : 'newest');
}

/**
 * The documents of a view; of what is searched each word must stand somewhere in a document's own words, or all of
 * it in a passage that was `found`.
 */
export function shownIn(
  view: DocumentView,
  documents: readonly Document[],
  language: string,
  found: FoundPassages = NONE,
): Document[] {
  const words = wordsOf(view.search);
  const isNamed = (document: Document) => words.every((word) => saidOf(document).includes(word));
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const shown = documents.filter(
    (document) =>
      (view.state === 'all' || stateOf(document) === view.state) &&
      (view.category === null || document.category === view.category) &&
      (found.has(document.id) || isNamed(document)),
  );
  const sort = sortOf(view);
  if (sort !== 'best') return shown.sort(ORDERS[sort](collator));
  // Named as it is searched is better than any passage; among those, and among the others, passages decide.
  const places = new Map([...found.keys()].map((id, place) => [id, place]));
  const placeOf = (document: Document) =>
    (places.get(document.id) ?? places.size) - (isNamed(document) ? places.size + 1 : 0);
  return shown.sort((a, b) => placeOf(a) - placeOf(b) || newest(a, b));
}

/**
 * The files on their way, without those of `known` that came to nothing and are not what is looked for: one that is
 * refused later is told whatever is looked for, since nobody would learn of it else.
 */
export function uploadsIn(
  view: DocumentView,
  uploads: readonly Upload[],
  known: ReadonlySet<string>,
): readonly Upload[] {
  const words = wordsOf(view.search);
  const isNamed = ({ fileName }: Upload) => words.every((word) => folded(fileName).includes(word));
  const isWanted = (view.state === 'all' || view.state === 'failed') && view.category === null;
  return uploads.filter(
    (upload) =>
      isUnderWay(upload) || upload.phase === 'done' || !known.has(upload.id) || (isWanted && isNamed(upload)),
  );
}

/** Categories that documents have, in order. */
export function categoriesOf(documents: readonly Document[], language: string): string[] {
  const categories = new Set(documents.map(({ category }) => category).filter(Boolean));
  return [...categories].sort(new Intl.Collator(language, { numeric: true }).compare);
}

/** Whether a file that was read holds hardly enough words for an answer: a title, or a table of nothing but its header. */
export function holdsLittle({ status, format, words }: Document): boolean {
  return status === 'success' && format !== 'faq' && words !== null && words < LEAST_WORDS;
}

const LEAST_WORDS = 10;

/** Whether it is a file of pictures that is kept until its bot is to read these. */
export function isWaiting({ failureReason }: Document): boolean {
  return failureReason === 'pictures_off';
}

/** Whether pages of it, or all, wait for that. */
export function hasWaitingPages(document: Document): boolean {
  return isWaiting(document) || document.notices.some(({ kind }) => kind === 'pictures_off');
}

/** The pages that a notice names, of `count`: `2–4, 7`; that there are more is shown. */
export function pagesText(pages: readonly number[], count: number): string {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const text = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
  return count > pages.length && pages.length > 0 ? `${text}, …` : text;
}

function stateOf({ status }: Document): DocumentView['state'] {
  if (status === 'success') return 'ready';
  return status === 'failed' ? 'failed' : 'working';
}

function saidOf({ title, fileName, category, tags }: Document): string {
  return folded([title, fileName, category, ...tags].join('\n'));
}

type Order = (a: Document, b: Document) => number;

const newest: Order = (a, b) => b.createdAt.localeCompare(a.createdAt);

const ORDERS: Record<Exclude<(typeof SORTS)[number], 'best'>, (collator: Intl.Collator) => Order> = {
  newest: () => newest,
  oldest: () => (a, b) => a.createdAt.localeCompare(b.createdAt),
  title: (collator) => (a, b) => collator.compare(a.title, b.title),
  largest: () => (a, b) => b.size - a.size,
};
