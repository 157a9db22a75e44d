import type { Document } from '../../../../functions/contract/documents';

export const STATES = ['all', 'ready', 'working', 'failed'] as const;
export const SORTS = ['newest', 'oldest', 'title', 'largest'] as const;

/** What is searched, chosen and sorted in the table of documents. */
export interface DocumentView {
  readonly search: string;
  readonly state: (typeof STATES)[number];
  /** Null for every category. */
  readonly category: string | null;
  readonly sort: (typeof SORTS)[number];
}

export const EVERYTHING: DocumentView = { search: '', state: 'all', category: null, sort: 'newest' };

/** The documents of a view; of what is searched each word must stand somewhere in a document's own words. */
export function shownIn(view: DocumentView, documents: readonly Document[], language: string): Document[] {
  const words = folded(view.search).split(/\s+/).filter(Boolean);
  const order = ORDERS[view.sort](new Intl.Collator(language, { numeric: true, sensitivity: 'base' }));
  return documents
    .filter(
      (document) =>
        (view.state === 'all' || stateOf(document) === view.state) &&
        (view.category === null || document.category === view.category) &&
        words.every((word) => wordsOf(document).includes(word)),
    )
    .sort(order);
}

/** Categories that documents have, in order. */
export function categoriesOf(documents: readonly Document[], language: string): string[] {
  const categories = new Set(documents.map(({ category }) => category).filter(Boolean));
  return [...categories].sort(new Intl.Collator(language, { numeric: true }).compare);
}

function stateOf({ status }: Document): DocumentView['state'] {
  if (status === 'success') return 'ready';
  return status === 'failed' ? 'failed' : 'working';
}

function wordsOf({ title, fileName, category, tags }: Document): string {
  return folded([title, fileName, category, ...tags].join('\n'));
}

/** As people search: without case and accents. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

type Order = (a: Document, b: Document) => number;

const ORDERS: Record<DocumentView['sort'], (collator: Intl.Collator) => Order> = {
  newest: () => (a, b) => b.createdAt.localeCompare(a.createdAt),
  oldest: () => (a, b) => a.createdAt.localeCompare(b.createdAt),
  title: (collator) => (a, b) => collator.compare(a.title, b.title),
  largest: () => (a, b) => b.size - a.size,
};
