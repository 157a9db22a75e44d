import { createHash, randomBytes, randomInt } from 'node:crypto';
import { decodeTime, encodeTime, ulid } from 'ulid';
import { WidgetId } from '#contract/base/ids';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const WIDGET_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A new ULID, in lower case. It sorts by time; those of the same millisecond are in no order. */
export function newId(now: Date = new Date()): string {
  return ulid(now.getTime()).toLowerCase();
}

/** When a ULID was made. */
export function timeOf(id: string): Date {
  return new Date(decodeTime(id.toUpperCase()));
}

/** A ULID whose random part is a hash of `seed`: an event that is delivered twice gets the same id. */
export function idOf(at: Date, seed: string): string {
  const hash = createHash('sha256').update(seed).digest();
  const text = [...hash.subarray(0, 16)].map((byte) => CROCKFORD.charAt(byte % 32)).join('');
  return encodeTime(at.getTime()).toLowerCase() + text;
}

/** A new public id for a bot. 36^8 are 2.8 × 10^12: a collision is refused by the table and tried again. */
export function newWidgetId(): WidgetId {
  const letters = Array.from({ length: 8 }, () => WIDGET_ALPHABET.charAt(randomInt(WIDGET_ALPHABET.length)));
  return WidgetId.parse(letters.join(''));
}

/** 256 unguessable bits, safe in an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
