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
  return entries.filter(({ name, detail = '', keywords = '' }) => {
    const [own, whole] = [folded(`${name} ${keywords}`), folded(`${name} ${keywords} ${detail}`)];
    // By its detail alone nothing is meant: a bot's name means the bot, not what can be done with it.
    return words.every((word) => whole.includes(word)) && words.some((word) => own.includes(word));
  });
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
