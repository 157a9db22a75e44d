import { ConversationStatus } from '../../../../functions/contract/conversations';

/** What is shown of the list; kept in the page's address, so that it can be sent around and gone back to. */
export interface ConversationFilter {
  readonly status: ConversationStatus | '';
  readonly botId: string;
  /** A document of that bot, which answers cite. */
  readonly documentId: string;
  /** Days of the reader's calendar, both included; empty: no limit. */
  readonly from: string;
  readonly to: string;
}

export function readFilter(address: URLSearchParams): ConversationFilter {
  return {
    status: ConversationStatus.safeParse(address.get('status')).data ?? '',
    botId: address.get('bot') ?? '',
    documentId: address.get('document') ?? '',
    from: day(address.get('from')),
    to: day(address.get('to')),
  };
}

/** The address of the list with this filter: what is not filtered isn't in it. */
export function filterAddress({ status, botId, documentId, from, to }: ConversationFilter): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries({ status, bot: botId, document: documentId, from, to }))
    if (value) address.set(name, value);
  return address;
}

export function isFiltered({ status, botId, documentId, from, to }: ConversationFilter): boolean {
  return [status, botId, documentId, from, to].some((value) => value !== '');
}

/** The filter as the server takes it: days become instants of the reader's time zone. */
export function queryOf({ status, botId, documentId, from, to }: ConversationFilter) {
  return {
    ...(status && { status }),
    ...(botId && { botId }),
    // Of no bot's it would be refused: what cites a document is listed with its bot.
    ...(botId && documentId && { documentId }),
    ...(from && { from: startOf(from).toISOString() }),
    ...(to && { to: startOf(to, 1).toISOString() }),
  };
}

function day(value: string | null): string {
  return value && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(startOf(value).getTime()) ? value : '';
}

/** Midnight at the beginning of a day, or of one that is so many later. */
function startOf(date: string, later = 0): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + later);
}
