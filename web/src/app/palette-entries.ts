import { Bot, FileText, type LucideIcon, MessagesSquare } from 'lucide-react';
import type { AccountSearch } from '#contract/search';

interface Named {
  /** Tells the entries of a group apart. */
  readonly key: string;
  readonly group: 'pages' | 'actions' | 'bots' | 'documents' | 'conversations';
  readonly name: string;
  readonly detail?: string;
  readonly Icon: LucideIcon;
}

/** What the command palette lists: a page to go to, or something to do. */
export type PaletteEntry = Named & ({ readonly to: string } | { readonly run: () => void });

/** Entries that have all words that were typed, in their order; with nothing typed all. */
export function matching(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = folded(text).split(/\s+/u).filter(Boolean);
  return entries.filter(({ name, detail = '' }) => {
    const whole = folded(`${name} ${detail}`);
    return words.every((word) => whole.includes(word));
  });
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
