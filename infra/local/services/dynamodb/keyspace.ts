/** How everything lies in one ordered key-value store: each kind of entry has a prefix, so that one batch changes all. */

/** Sorts after every character of a key. */
const END = '~';

export interface KeyRange {
  readonly gt?: string;
  readonly gte?: string;
  readonly lt?: string;
  readonly lte?: string;
}

export const itemsOf = (table: string) => `item/${table}/`;
export const indexOf = (table: string, index: string) => `index/${table}/${index}/`;
export const expiriesOf = (table: string) => `expiry/${table}/`;
export const recordsOf = (table: string) => `stream/${table}/`;
/** What items were before each write, where the table can be restored to a point in time. */
export const historyOf = (table: string) => `history/${table}/`;
export const TOKENS = 'token/';
/** Definitions of tables that are in no template: they were restored from a backup. */
export const RESTORED = 'meta/restored/';
export const restoredTable = (table: string) => RESTORED + table;
/** How a table was defined when its entries were written. */
export const definitionOf = (table: string) => `meta/table/${table}`;
/** The newest sequence number. It outlives the records, since readers keep theirs. */
export const SEQUENCE = 'meta/sequence';
/** The newest number of any table's history. */
export const HISTORY_SEQUENCE = 'meta/history-sequence';

/** Expiry first, so that a sweep reads only what is due. */
export function expiryKey(table: string, seconds: number, itemKey: string): string {
  return `${expiriesOf(table)}${paddedSeconds(seconds)}/${itemKey}`;
}

/** Entries that expire within a span of seconds, both included. */
export function expiriesWithin(table: string, from: number, to: number): KeyRange {
  const prefix = expiriesOf(table);
  return { gte: `${prefix}${paddedSeconds(from)}/`, lt: `${prefix}${paddedSeconds(to)}/${END}` };
}

export function itemKeyOfExpiry(table: string, key: string): string {
  return key.slice(expiriesOf(table).length + SECONDS_DIGITS + 1);
}

/** Every entry under a prefix. */
export function under(prefix: string): KeyRange {
  return { gte: prefix, lt: prefix + END };
}

const SECONDS_DIGITS = 16;

function paddedSeconds(seconds: number): string {
  return String(Math.max(0, seconds)).padStart(SECONDS_DIGITS, '0');
}
