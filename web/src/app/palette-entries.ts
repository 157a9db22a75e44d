import { Bot, FileText, type LucideIcon, MessagesSquare } from 'lucide-react';
import type { AccountSearch } from '#contract/conversations/search';

interface Named {
  /** Tells the entries of a group apart. */
  readonly key: string;
  readonly group: 'pages' | 'actions' | 'bots' | 'documents' | 'conversations' | 'help';
  readonly name: string;
  readonly detail?: string;
  /** Other words by which it is looked for. */
  readonly keywords?: string;
  /** Listed only when something was typed: there are many such. */
  readonly isHidden?: boolean;
  readonly Icon: LucideIcon;
}

/** What the command palette lists: a page to go to, or something to do. */
export type PaletteEntry = Named & ({ readonly to: string } | { readonly run: () => void });

/** Entries that have all words that were typed, in their order; with nothing typed those that are not hidden. */
export function matching(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = folded(text).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return entries.filter(({ isHidden = false }) => !isHidden);
  const having = (has: (text: string, word: string) => boolean) =>
    entries.filter(({ name, detail = '', keywords = '' }) => {
      const [own, whole] = [folded(`${name} ${keywords}`), folded(`${name} ${keywords} ${detail}`)];
      // By its detail alone nothing is meant: a bot's name means the bot, not what can be done with it.
      return words.every((word) => has(whole, word)) && words.some((word) => has(own, word));
    });
  const exact = having((whole, word) => whole.includes(word));
  return exact.length > 0 ? exact : having(hasNearly);
}

/** Whether a word begins so but for one letter that is wrong, missing, too many or in another's place. */
function hasNearly(text: string, typed: string): boolean {
  if (typed.length < LEAST_FORGIVEN) return text.includes(typed);
  return text
    .split(/[\s/,.:–-]+/u)
    .some((word) => [-1, 0, 1].some((more) => isNearly(word.slice(0, typed.length + more), typed)));
}

/** Of fewer letters every word is nearly another. */
const LEAST_FORGIVEN = 4;

function isNearly(one: string, other: string): boolean {
  let from = 0;
  while (from < one.length && one[from] === other[from]) from += 1;
  const [left, right] = [one.slice(from), other.slice(from)];
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}

/** The same, those first whose names have all words: what has them among its keywords is meant less often. */
export function nearest(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = folded(text).split(/\s+/u).filter(Boolean);
  const isNamed = ({ name }: PaletteEntry) => words.every((word) => folded(name).includes(word));
  return matching(entries, text).toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
}

export function foundEntries({ bots, documents, conversations }: AccountSearch): readonly PaletteEntry[] {
  return [
    ...bots.map(({ id, name }) => ({
      key: id,
      group: 'bots' as const,
      name,
      Icon: Bot,
      to: `/bots/${id}`,
    })),
    ...documents.map(({ id, title, botId, botName }) => ({
      key: id,
      group: 'documents' as const,
      name: title,
      detail: botName,
      Icon: FileText,
      to: `/bots/${botId}/knowledge#document-${id}`,
    })),
    ...conversations.map(({ id, visitor, botName }) => ({
      key: id,
      group: 'conversations' as const,
      name: visitor,
      detail: botName,
      Icon: MessagesSquare,
      to: `/conversations/${id}`,
    })),
  ];
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
