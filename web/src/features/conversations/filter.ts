import { addDays, dayOf, instantOf } from '#contract/base/calendar';
import { daysOfRange, NAMED_RANGES, type NamedRange } from '#contract/base/named-ranges';
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

/** The range whose days these are; null where there is none. */
export function rangeOf(
  { from, to }: Pick<ConversationFilter, 'from' | 'to'>,
  today: string,
): NamedRange | null {
  return (
    NAMED_RANGES.find((range) => {
      const days = daysOfRange(range, today);
      return days.from === from && days.to === to;
    }) ?? null
  );
}

function day(value: string | null): string {
  return value && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
}
