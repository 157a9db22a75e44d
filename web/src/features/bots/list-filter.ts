import { BotType } from '#contract/bots/bot-config';
import { BotStatus } from '#contract/bots/bot-states';
import type { Bot } from '#contract/bots/bots';

export const SORTS = ['newest', 'changed', 'name', 'documents'] as const;
export type BotSort = (typeof SORTS)[number];

/** What is shown of the list; kept in the page's address, so that it can be sent around and gone back to. */
export interface ListFilter {
  readonly search: string;
  readonly status: BotStatus | '';
  readonly type: BotType | '';
  readonly sort: BotSort;
}

export function readFilter(address: URLSearchParams): ListFilter {
  const sort = SORTS.find((known) => known === address.get('sort'));
  return {
    search: address.get('q') ?? '',
    status: BotStatus.safeParse(address.get('status')).data ?? '',
    type: BotType.safeParse(address.get('type')).data ?? '',
    sort: sort ?? 'newest',
  };
}

/** The address of the list with this filter: what is not filtered isn't in it. */
export function filterAddress(filter: ListFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (filter.search) address.set('q', filter.search);
  if (filter.status) address.set('status', filter.status);
  if (filter.type) address.set('type', filter.type);
  if (filter.sort !== 'newest') address.set('sort', filter.sort);
  return address;
}

export function isFiltered({ search, status, type }: ListFilter): boolean {
  return search.trim() !== '' || status !== '' || type !== '';
}

/** Bots that the filter lets through, in its order. Every word of the search is in the name, description or company. */
export function filterBots(bots: readonly Bot[], filter: ListFilter, language: string): readonly Bot[] {
  const words = plain(filter.search).split(/\s+/).filter(Boolean);
  const found = bots.filter((bot) => {
    const text = plain(`${bot.name} ${bot.description} ${bot.companyName}`);
    return (
      words.every((word) => text.includes(word)) &&
      (!filter.status || bot.status === filter.status) &&
      (!filter.type || bot.type === filter.type)
    );
  });
  const names = new Intl.Collator(language, { numeric: true });
  const orders: Record<BotSort, (one: Bot, other: Bot) => number> = {
    newest: (one, other) => other.createdAt.localeCompare(one.createdAt),
    changed: (one, other) => other.updatedAt.localeCompare(one.updatedAt),
    name: (one, other) => names.compare(one.name, other.name),
    documents: (one, other) => other.documentCount - one.documentCount,
  };
  return found.sort(orders[filter.sort]);
}

/** Without case and accents: who searches `muller` means Müller as well. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
