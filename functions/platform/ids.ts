import { createHash, randomBytes } from 'node:crypto';
import { WidgetId } from '../contract/ids';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const WIDGET_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * A new id that sorts by time: 48 bits of milliseconds and 80 random bits (a ULID, in lower case). Ids that one
 * process makes within a millisecond are in no order among themselves.
 */
export function newId(now: Date = new Date()): string {
  return encodeTime(now.getTime()) + randomText(16, CROCKFORD);
}

/** An id that sorts by time and is the same whenever it is made of the same: what happens twice is known by it. */
export function idOf(at: Date, seed: string): string {
  const hash = createHash('sha256').update(seed).digest();
  const text = [...hash.subarray(0, 16)].map((byte) => CROCKFORD.charAt(byte % 32)).join('');
  return encodeTime(at.getTime()) + text;
}

/** A new public id for a bot. 36^8 are 2.8 × 10^12: a collision is refused by the table and tried again. */
export function newWidgetId(): WidgetId {
  return WidgetId.parse(randomText(8, WIDGET_ALPHABET));
}

/** 256 unguessable bits, safe in an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function encodeTime(milliseconds: number): string {
  let rest = milliseconds;
  let text = '';
  for (let digit = 0; digit < 10; digit += 1) {
    text = CROCKFORD.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Bytes above the largest multiple of the alphabet are drawn again: otherwise its first letters come oftener. */
function randomText(length: number, alphabet: string): string {
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < limit && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}
