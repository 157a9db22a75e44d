import type { DocumentFormat } from '../../../contract/documents';
import { decodeText } from './decode';
import { UnreadableDocument } from './unreadable';
import { zipEntryNames } from './zip';

/**
 * What the bytes are, or null when they are no format that we read. The announced format decides between
 * kinds of plain text only, which no byte tells apart.
 */
export function sniffFormat(bytes: Uint8Array, announced: DocumentFormat): DocumentFormat | null {
  if (startsWithin(bytes, '%PDF-', 1024)) return 'pdf';
  if (starts(bytes, [0x50, 0x4b, 0x03, 0x04]) || starts(bytes, [0x50, 0x4b, 0x05, 0x06])) {
    return zipEntryNames(bytes).includes('word/document.xml') ? 'docx' : null;
  }
  if (starts(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    // Office wraps a password-protected file in a container of the old format.
    if (announced === 'docx' && includesUtf16(bytes, 'EncryptedPackage')) {
      throw new UnreadableDocument('encrypted', 'password-protected Office file');
    }
    return null;
  }
  const isPlain = announced === 'txt' || announced === 'md';
  // A file cut off before its signature, or of no known kind: only text may go on.
  if (!isPlain) return null;
  return decodeText(bytes) === null ? null : announced;
}

function starts(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => bytes[i] === byte);
}

function startsWithin(bytes: Uint8Array, signature: string, within: number): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, within)).includes(
    signature,
    0,
    'latin1',
  );
}

function includesUtf16(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(text, 0, 'utf16le');
}
