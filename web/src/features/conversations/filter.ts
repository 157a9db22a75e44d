import { addDays, dayOf, instantOf } from '#contract/base/calendar';
import {
  CONVERSATION_STATUSES,
  type ConversationStatus,
  isOpen,
} from '#contract/conversations/conversation-status';
import { LANGUAGES, type LanguageCode } from '#i18n/languages';
import { VIEWS, type View } from './views';

/** What is shown of the list; kept in the page's address, so that it can be sent around and gone back to. */
export interface ConversationFilter {
  readonly view: View;
  readonly status: ConversationStatus | '';
  readonly botId: string;
  /** A document of that bot, which answers cite. */
  readonly documentId: string;
  /** Days of the account's time zone, as those of its figures, both included; empty: no limit. */
  readonly from: string;
  readonly to: string;
  /** A user's id, `nobody`, or empty: anyone. */
  readonly assignee: string;
  readonly stars: string;
  readonly language: LanguageCode | '';
  readonly unanswered: 'yes' | '';
  /** What the analytics counted of them (`contract/insight/counted-as.ts`). */
  readonly counted: string;
  /** Words that were said. */
  readonly text: string;
}

/** Nothing but the view of who waits. */
export const NO_FILTER: ConversationFilter = {
  view: 'waiting',
  ...{ status: '', botId: '', documentId: '', from: '', to: '' },
  ...{ assignee: '', stars: '', language: '', unanswered: '', counted: '', text: '' },
};

export function readFilter(address: URLSearchParams): ConversationFilter {
  const [stars, text] = [address.get('stars') ?? '', address.get('text') ?? ''];
  const filter: Narrowed = {
    status: CONVERSATION_STATUSES.find((status) => status === address.get('status')) ?? '',
    botId: address.get('bot') ?? '',
    documentId: address.get('document') ?? '',
    from: day(address.get('from')),
    to: day(address.get('to')),
    assignee: address.get('assignee') ?? '',
    stars: /^[1-5]$/.test(stars) ? stars : '',
    language: LANGUAGES.find(({ code }) => code === address.get('language'))?.code ?? '',
    unanswered: address.get('unanswered') === 'yes' ? 'yes' : '',
    counted: (address.get('counted') ?? '').slice(0, 1_000),
    text: text.slice(0, 100),
  };
  return { ...filter, view: VIEWS.find((view) => view === address.get('view')) ?? viewFor(filter) };
}

type Narrowed = Omit<ConversationFilter, 'view'>;

/** What an address means that names no view, as those of other pages: whatever is looked for is among all. */
function viewFor(filter: Narrowed): View {
  return narrowedBy(filter).length > 0 ? 'all' : 'waiting';
}

/** The address of the list with this filter: what is not filtered isn't in it. */
export function filterAddress({ view, ...filter }: ConversationFilter): URLSearchParams {
  const address = new URLSearchParams(narrowedBy(filter).map(([name, value]) => [name, value]));
  if (view !== viewFor(filter)) address.set('view', view);
  return address;
}

/** What a view is narrowed by, each by its name in the address. */
function narrowedBy({ botId, documentId, ...filter }: Narrowed): readonly (readonly [string, string])[] {
  const { status, from, to, assignee, stars, language, unanswered, counted, text } = filter;
  const all = { status, bot: botId, document: documentId, from, to };
  return Object.entries({ ...all, assignee, stars, language, unanswered, counted, text }).filter(
    ([, value]) => value !== '',
  );
}

export function isFiltered({ view: _, ...filter }: ConversationFilter): boolean {
  return narrowedBy(filter).length > 0;
}

/** Whether a conversation began in the days of the filter. */
export function daysFit(
  { from, to }: Pick<ConversationFilter, 'from' | 'to'>,
  startedAt: string,
  timeZone: string,
): boolean {
  if (from === '' && to === '') return true;
  const day = dayOf(new Date(startedAt), timeZone);
  return (from === '' || day >= from) && (to === '' || day <= to);
}

/** Whether the server looks through conversations for what fits: it may find none in one go and yet have more. */
export function isSearch(filter: ConversationFilter): boolean {
  const { status, from, to, text } = filter;
  // Open ones are listed by their last message, a range is of when they began.
  if (status !== '' && isOpen(status) && (from !== '' || to !== '')) return true;
  return text !== '' || hasMoreFilters(filter);
}

function hasMoreFilters({ assignee, stars, language, unanswered, counted }: ConversationFilter): boolean {
  return [assignee, stars, language, unanswered, counted].some((value) => value !== '');
}

/** The filter as the server takes it: days become instants. */
export function queryOf(
  { view, botId, documentId, from, to, ...filter }: ConversationFilter,
  timeZone: string,
) {
  const startOf = (date: string) => new Date(instantOf(Date.parse(date), timeZone)).toISOString();
  const status = view === 'bot' ? 'active' : filter.status;
  const { assignee, stars, language, unanswered, counted, text } = filter;
  return {
    ...(status && { status }),
    ...(botId && { botId }),
    // Of no bot's it would be refused: what cites a document is listed with its bot.
    ...(botId && documentId && { documentId }),
    ...(from && { from: startOf(from) }),
    ...(to && { to: startOf(addDays(to, 1)) }),
    ...(assignee && { assignee: assignee as 'nobody' }),
    ...(stars && { stars: Number(stars) }),
    ...(language && { language }),
    ...(unanswered && { unanswered }),
    ...(counted && { counted }),
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

/** First and last day of a range, both included, as seen from today. */
export function daysOf(range: Range, today: string): Pick<ConversationFilter, 'from' | 'to'> {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '30d':
      return { from: addDays(today, -29), to: today };
    case '90d':
      return { from: addDays(today, -89), to: today };
    case 'this_month':
      return { from: firstOfMonth, to: today };
    case 'last_month': {
      const to = addDays(firstOfMonth, -1);
      return { from: `${to.slice(0, 8)}01`, to };
    }
    case 'this_year':
      return { from: `${today.slice(0, 5)}01-01`, to: today };
  }
}

/** The range whose days these are; null where there is none. */
export function rangeOf({ from, to }: Pick<ConversationFilter, 'from' | 'to'>, today: string): Range | null {
  return (
    RANGES.find((range) => {
      const days = daysOf(range, today);
      return days.from === from && days.to === to;
    }) ?? null
  );
}

function day(value: string | null): string {
  return value && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
}
