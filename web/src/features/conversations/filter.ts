import { Language } from '#contract/accounts/profile';
import { isOpen } from '#contract/conversations/conversation-status';
import { ConversationStatus } from '#contract/conversations/conversations';

/** What is shown of the list; kept in the page's address, so that it can be sent around and gone back to. */
export interface ConversationFilter {
  readonly status: ConversationStatus | '';
  readonly botId: string;
  /** A document of that bot, which answers cite. */
  readonly documentId: string;
  /** Days of the reader's calendar, both included; empty: no limit. */
  readonly from: string;
  readonly to: string;
  /** A user's id, `nobody`, or empty: anyone. */
  readonly assignee: string;
  readonly stars: string;
  readonly language: Language | '';
  readonly unanswered: 'yes' | '';
  /** Words that were said. */
  readonly text: string;
}

export const NO_FILTER: ConversationFilter = {
  ...{ status: '', botId: '', documentId: '', from: '', to: '' },
  ...{ assignee: '', stars: '', language: '', unanswered: '', text: '' },
};

export function readFilter(address: URLSearchParams): ConversationFilter {
  const [stars, text] = [address.get('stars') ?? '', address.get('text') ?? ''];
  return {
    status: ConversationStatus.safeParse(address.get('status')).data ?? '',
    botId: address.get('bot') ?? '',
    documentId: address.get('document') ?? '',
    from: day(address.get('from')),
    to: day(address.get('to')),
    assignee: address.get('assignee') ?? '',
    stars: /^[1-5]$/.test(stars) ? stars : '',
    language: Language.safeParse(address.get('language')).data ?? '',
    unanswered: address.get('unanswered') === 'yes' ? 'yes' : '',
    text: text.slice(0, 100),
  };
}

/** The address of the list with this filter: what is not filtered isn't in it. */
export function filterAddress({ botId, documentId, ...filter }: ConversationFilter): URLSearchParams {
  const { status, from, to, assignee, stars, language, unanswered, text } = filter;
  const address = new URLSearchParams();
  const all = { status, bot: botId, document: documentId, from, to };
  for (const [name, value] of Object.entries({ ...all, assignee, stars, language, unanswered, text }))
    if (value) address.set(name, value);
  return address;
}

export function isFiltered(filter: ConversationFilter): boolean {
  return filterAddress(filter).size > 0;
}

/** Whether the server looks through conversations for what fits: it may find none in one go and yet have more. */
export function isSearch(filter: ConversationFilter): boolean {
  const { status, from, to, text } = filter;
  // Open ones are listed by their last message, a range is of when they began.
  if (status !== '' && isOpen(status) && (from !== '' || to !== '')) return true;
  return text !== '' || hasMoreFilters(filter);
}

/** Whether one of the filters is set that stand behind 'More filters'. */
export function hasMoreFilters({ assignee, stars, language, unanswered }: ConversationFilter): boolean {
  return [assignee, stars, language, unanswered].some((value) => value !== '');
}

/** The filter as the server takes it: days become instants of the reader's time zone. */
export function queryOf({ status, botId, documentId, from, to, ...filter }: ConversationFilter) {
  const { assignee, stars, language, unanswered, text } = filter;
  return {
    ...(status && { status }),
    ...(botId && { botId }),
    // Of no bot's it would be refused: what cites a document is listed with its bot.
    ...(botId && documentId && { documentId }),
    ...(from && { from: startOf(from).toISOString() }),
    ...(to && { to: startOf(to, 1).toISOString() }),
    ...(assignee && { assignee: assignee as 'nobody' }),
    ...(stars && { stars: Number(stars) }),
    ...(language && { language }),
    ...(unanswered && { unanswered }),
    ...(text.trim() && { text: text.trim() }),
  };
}

export const RANGES = [
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'this_month',
  'last_month',
  'this_year',
] as const;
export type Range = (typeof RANGES)[number];

/** First and last day of a range, both included, as the reader's calendar has them. */
export function daysOf(range: Range, now: Date): Pick<ConversationFilter, 'from' | 'to'> {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const days = (first: Date, last: Date) => ({ from: dayOf(first), to: dayOf(last) });
  const lately = (count: number) => days(new Date(year, month, date - count + 1), now);
  switch (range) {
    case 'today':
      return days(now, now);
    case 'yesterday':
      return days(new Date(year, month, date - 1), new Date(year, month, date - 1));
    case '7d':
      return lately(7);
    case '30d':
      return lately(30);
    case '90d':
      return lately(90);
    case 'this_month':
      return days(new Date(year, month, 1), now);
    case 'last_month':
      return days(new Date(year, month - 1, 1), new Date(year, month, 0));
    case 'this_year':
      return days(new Date(year, 0, 1), now);
  }
}

/** The range whose days these are; null where there is none. */
export function rangeOf({ from, to }: Pick<ConversationFilter, 'from' | 'to'>, now: Date): Range | null {
  return (
    RANGES.find((range) => {
      const days = daysOf(range, now);
      return days.from === from && days.to === to;
    }) ?? null
  );
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function day(value: string | null): string {
  return value && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(startOf(value).getTime()) ? value : '';
}

/** Midnight at the beginning of a day, or of one that is so many later. */
function startOf(date: string, later = 0): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + later);
}
