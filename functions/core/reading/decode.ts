import { codePageText } from './code-pages';
import { UnreadableDocument } from './unreadable';

/**
 * Text of a file that names no encoding: by its byte order mark, else UTF-16 or UTF-32 where the zeros of Latin letters
 * stand so, else UTF-8, else the code page of older programs that makes words of it. Null for bytes that are no text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = guessEncoding(bytes);
  if (encoding === null) return null;
  const text =
    encoding === 'code page'
      ? codePageText(bytes)
      : encoding === 'utf-32le' || encoding === 'utf-32be'
        ? decodeUtf32(bytes, encoding === 'utf-32le')
        : new TextDecoder(encoding).decode(bytes);
  return looksLikeText(text) ? text.replace(/\r\n?/g, '\n') : null;
}

/** The same, where nothing else may be: throws `type_mismatch` for bytes that are no text. */
export function readText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text === null) throw new UnreadableDocument('type_mismatch', 'not text');
  return text;
}

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const pieces: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle);
    if (at === 0 && code === 0xfeff) continue;
    pieces.push(code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd');
  }
  return pieces.join('');
}

function guessEncoding(bytes: Uint8Array): string | null {
  if (bytes.length % 4 === 0) {
    const first = bytes.length >= 4 ? new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) : 0;
    if (first === 0xfffe0000) return 'utf-32le';
    if (first === 0x0000feff) return 'utf-32be';
    if (first !== 0 && (first & 0x00ffffff) === 0 && areSmall(bytes, 3)) return 'utf-32le';
    if (first !== 0 && first < 0x100 && areSmall(bytes, 0)) return 'utf-32be';
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 4096);
  let evenZeros = 0;
  let oddZeros = 0;
  for (let i = 0; i < sample.length; i++) {
    if (sample[i] !== 0) continue;
    if (i % 2 === 0) evenZeros++;
    else oddZeros++;
  }
  if (oddZeros > sample.length / 4 && evenZeros === 0) return 'utf-16le';
  if (evenZeros > sample.length / 4 && oddZeros === 0) return 'utf-16be';
  if (evenZeros + oddZeros > 0) return null;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'code page';
  }
}

/** Whether the highest byte of every four is zero, and the next one small, as all letters have it. */
function areSmall(bytes: Uint8Array, highest: 0 | 3): boolean {
  const next = highest === 0 ? 1 : 2;
  for (let at = 0; at + 4 <= Math.min(bytes.length, 4096); at += 4)
    if (bytes[at + highest] !== 0 || (bytes[at + next] ?? 0) > 0x10) return false;
  return true;
}

/** Control characters other than white space don't stand in text; a few stray ones are forgiven. */
function looksLikeText(text: string): boolean {
  const sample = text.slice(0, 20_000);
  let controls = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) || code === 0xfffd) controls++;
  }
  return controls <= sample.length / 200;
}
