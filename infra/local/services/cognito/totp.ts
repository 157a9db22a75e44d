import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Codes of RFC 6238 as authenticator apps make them: SHA-1, six digits, a new one each half minute. */
const STEP_MS = 30_000;
/** Steps by which the clocks of both sides may differ. */
const WINDOW = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret in base32, as long as AWS's. */
export function newTotpSecret(): string {
  return base32(randomBytes(32));
}

/**
 * The step whose code was shown, or undefined for a wrong one. `used` is the newest step that was taken: it and those
 * before it are over.
 */
export function shownStep(
  secret: string,
  code: string,
  { now, used = -1 }: { readonly now: number; readonly used?: number | undefined },
): number | 'used' | undefined {
  const current = Math.floor(now / STEP_MS);
  const key = fromBase32(secret);
  for (let step = current - WINDOW; step <= current + WINDOW; step++) {
    if (step >= 0 && isSame(codeOf(key, step), code)) return step <= used ? 'used' : step;
  }
  return undefined;
}

function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
