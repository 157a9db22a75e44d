import type { AttachmentType } from '#contract/conversations/attachments';

/** Bytes of a file's beginning that tell its kind. */
export const TELLING_BYTES = 4_096;

/** Whether a file that begins so is of the kind that was announced: a name or a header says nothing about it. */
export function isOfType(beginning: Uint8Array, type: AttachmentType): boolean {
  const signed = Object.entries(SIGNATURES).find(([, all]) => all.some((parts) => fits(beginning, parts)));
  return signed ? signed[0] === type : type === 'text/plain' && isText(beginning);
}

/** Bytes, and where in the file they stand. */
type Part = readonly [offset: number, bytes: string];

const SIGNATURES: Readonly<Record<Exclude<AttachmentType, 'text/plain'>, readonly (readonly Part[])[]>> = {
  'application/pdf': [[[0, '%PDF-']], [[0, '\xef\xbb\xbf%PDF-']]],
  'image/png': [[[0, '\x89PNG\r\n\x1a\n']]],
  'image/jpeg': [[[0, '\xff\xd8\xff']]],
  'image/webp': [
    [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  ],
};

function fits(bytes: Uint8Array, parts: readonly Part[]): boolean {
  return parts.every(([offset, wanted]) => latin1(bytes, offset, offset + wanted.length) === wanted);
}

/** Bytes that no text has: what holds one is a program, an archive, a picture. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NOT_OF_TEXT = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/;

/** UTF-8, or one of the encodings with a byte a letter; UTF-16 where it says so. */
function isText(bytes: Uint8Array): boolean {
  const mark = latin1(bytes, 0, 2);
  if (mark === '\xff\xfe' || mark === '\xfe\xff') return isUtf16Text(bytes, mark === '\xff\xfe');
  const text = latin1(bytes, 0, bytes.length);
  return text !== '' && !NOT_OF_TEXT.test(text);
}

function isUtf16Text(bytes: Uint8Array, isLittle: boolean): boolean {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(even);
  return text !== '' && !NOT_OF_TEXT.test(text);
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', from, to);
}
