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
export const TOKENS = 'token/';
/** How a table was defined when its entries were written. */
export const definitionOf = (table: string) => `meta/table/${table}`;
/** The newest sequence number. It outlives the records, since readers keep theirs. */
export const SEQUENCE = 'meta/sequence';

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
