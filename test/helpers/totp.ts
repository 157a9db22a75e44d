import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows for a base32 secret at a time, in milliseconds (RFC 6238). */
export function totpCode(secret: string, at: number = Date.now()): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(at / 30_000), 4);
  const digest = createHmac('sha1', key).update(counter).digest();
  const from = (digest.at(-1) ?? 0) & 15;
  const value = digest.subarray(from, from + 4).readUInt32BE() & 0x7fffffff;
  return String(value).slice(-6).padStart(6, '0');
}
