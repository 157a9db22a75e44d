/**
 * Text of a file that names no encoding: by its byte order mark, else UTF-16 where every other byte is zero,
 * else UTF-8, else Windows-1252, which older Windows programs still write. Null for bytes that are no text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = guessEncoding(bytes);
  if (encoding === null) return null;
  const text =
    encoding === 'windows-1252' ? decodeWindows1252(bytes) : new TextDecoder(encoding).decode(bytes);
  return looksLikeText(text) ? text.replace(/\r\n?/g, '\n') : null;
}

/** Characters of Windows-1252 where Latin-1 has controls, from 0x80 on. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** TextDecoder of some Node versions takes Windows-1252 for Latin-1 and would lose every € sign. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin1.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));
}

function guessEncoding(bytes: Uint8Array): string | null {
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
    return 'windows-1252';
  }
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
