import { strFromU8, unzipSync } from 'fflate';
import type { DocumentFormat } from '#contract/knowledge/documents';
import { decodeText } from './decode';
import { openOle } from './ole';
import { UnreadableDocument } from './unreadable';
import { zipEntryNames } from './zip';

/** What word processors write: they open each of them whatever its name, so that names are often wrong. */
const WRITTEN: ReadonlySet<DocumentFormat> = new Set<DocumentFormat>(['doc', 'docx', 'odt', 'rtf']);

/**
 * What a file is read as: what its bytes are, where its name says that, or says another format of the same programs.
 * Throws `type_mismatch` for all others.
 */
export function formatOf(bytes: Uint8Array, announced: DocumentFormat): DocumentFormat {
  const isWritten = WRITTEN.has(announced);
  const format = sniffFormat(bytes, announced) ?? (isWritten && isMarkup(bytes) ? 'html' : null);
  const isRead =
    format === announced || (isWritten && format !== null && (WRITTEN.has(format) || format === 'html'));
  if (!isRead)
    throw new UnreadableDocument('type_mismatch', `announced ${announced}, is ${format ?? 'unknown'}`);
  return format;
}

/** Programs that write for Word may write a web page and call it a document. */
function isMarkup(bytes: Uint8Array): boolean {
  const text = decodeText(bytes)?.slice(0, 4096) ?? '';
  return /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)\b/i.test(text);
}

/**
 * What the bytes are, or null when they are no format that we read. The announced format decides between
 * kinds of plain text only, which no byte tells apart.
 */
function sniffFormat(bytes: Uint8Array, announced: DocumentFormat): DocumentFormat | null {
  // Typed, not sent: whatever it begins with.
  if (announced === 'faq') return decodeText(bytes) === null ? null : announced;
  if (startsWithin(bytes, '%PDF-', 1024)) return 'pdf';
  if (starts(bytes, [0x50, 0x4b, 0x03, 0x04]) || starts(bytes, [0x50, 0x4b, 0x05, 0x06])) {
    return ofZip(bytes);
  }
  if (starts(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return ofOle(openOle(bytes).streams);
  if (startsWithin(bytes, '{\\rtf', 16)) return 'rtf';
  if (isBareWorkbook(bytes)) return 'xls';
  // A file cut off before its signature, or of no known kind: only text may go on.
  if (!PLAIN.has(announced)) return null;
  return decodeText(bytes) === null ? null : announced;
}

const PLAIN: ReadonlySet<DocumentFormat> = new Set<DocumentFormat>(['txt', 'md', 'csv', 'html']);

/** By where all programs put the main part, else by what the container says of its parts. */
function ofZip(bytes: Uint8Array): DocumentFormat | null {
  const names = zipEntryNames(bytes);
  if (names.includes('word/document.xml')) return 'docx';
  if (names.includes('xl/workbook.xml')) return 'xlsx';
  if (names.includes('mimetype')) return OPEN_DOCUMENTS[smallEntry(bytes, 'mimetype').trim()] ?? null;
  const types = names.find((name) => name.toLowerCase() === '[content_types].xml');
  if (types === undefined) return null;
  const [, kind] = MAIN_TYPE.exec(smallEntry(bytes, types)) ?? [];
  return kind === undefined ? null : (OFFICE[kind] ?? null);
}

const MAIN_TYPE =
  /ContentType="application\/vnd\.[^"]*?(wordprocessingml|spreadsheetml|presentationml)[^"]*?\.main\+xml"/i;
const OFFICE: Readonly<Record<string, DocumentFormat>> = {
  wordprocessingml: 'docx',
  spreadsheetml: 'xlsx',
  presentationml: 'pptx',
};
const OPEN_DOCUMENTS: Readonly<Record<string, DocumentFormat>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
};

/** What says how a file is built is short. */
const SMALL = 1024 * 1024;

/** Empty where it isn't short, or can't be unpacked. */
function smallEntry(bytes: Uint8Array, entry: string): string {
  try {
    const found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => name === entry && originalSize <= SMALL,
    })[entry];
    return found ? strFromU8(found) : '';
  } catch {
    return '';
  }
}

function ofOle(streams: readonly string[]): DocumentFormat | null {
  // Office wraps a password-protected file of the newer formats in a container of the old ones.
  if (streams.includes('encryptedpackage')) {
    throw new UnreadableDocument('encrypted', 'password-protected Office file');
  }
  if (streams.includes('worddocument')) return 'doc';
  // Excel before 97 calls it Book; a file for both has both.
  return streams.includes('workbook') || streams.includes('book') ? 'xls' : null;
}

/** What a workbook begins with that older programs wrote without a container: its version, in three that are known. */
function isBareWorkbook(bytes: Uint8Array): boolean {
  const [kind = 0, version = 0, length = 0, high = 0] = bytes;
  return (
    kind === 0x09 && [0x00, 0x02, 0x04].includes(version) && (length === 4 || length === 6) && high === 0
  );
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
