import { strFromU8, unzipSync } from 'fflate';
import {
  DOCUMENT_FORMATS,
  type DocumentFormat,
  formatsInFamilies,
  isText,
} from '#contract/knowledge/documents';
import { decodeText } from './decode';
import { openOle } from './ole';
import { UnreadableDocument } from './unreadable';
import { zipEntryNames } from './zip';

/**
 * What a file is read as: what its bytes are, where its name says that, or a format of the same family: programs open
 * each of them whatever its name, so that names are often wrong. Programs that write for an office write web pages,
 * mails and tables, and call them documents and workbooks. Throws `type_mismatch` for all others.
 */
export function detectFormat(bytes: Uint8Array, announced: DocumentFormat): DocumentFormat {
  const { family } = DOCUMENT_FORMATS[announced];
  const format =
    sniffFormat(bytes, announced) ?? (OFFICE_FAMILIES.has(family) ? writtenAs(bytes, family) : null);
  const isPage = format === 'html' || format === 'eml';
  const isSame = format !== null && DOCUMENT_FORMATS[format].family === family;
  if (format === null || !(isSame || (isPage && OFFICE_FAMILIES.has(family))))
    throw new UnreadableDocument('type_mismatch', `announced ${announced}, is ${format ?? 'unknown'}`);
  return format;
}

const OFFICE_FAMILIES: ReadonlySet<string> = new Set(['text', 'sheet']);

const BEGINNING = 4_096;

/** What a text is that is called a document or a workbook. */
function writtenAs(bytes: Uint8Array, family: string): DocumentFormat | null {
  const text = decodeText(bytes)?.replace(/^\ufeff?\s*/, '');
  if (text === undefined) return null;
  const beginning = text.slice(0, BEGINNING);
  if (MAIL.test(beginning)) return 'eml';
  if (MARKUP.test(beginning)) return 'html';
  if (family !== 'sheet') return WORD_XML.test(beginning) ? 'docx' : null;
  if (WORKBOOK_2003.test(beginning)) return 'xls';
  if (/^(?:<!--[\s\S]*?-->\s*)*<(?:table|meta|style|body|div)\b/i.test(beginning)) return 'html';
  return isDelimited(beginning) ? 'csv' : null;
}

const MARKUP = /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)\b/i;
const MAIL =
  /^(?:(?:mime-version|message-id|date|from|to|subject|received|return-path|content-type|x-[\w-]+|snapshot-content-location)[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*){2}/i;
/** What Word writes as one file of XML. */
const WORD_XML = /^<\?xml[\s\S]{0,500}?<(?:w:wordDocument|pkg:package)\b/;
const WORKBOOK_2003 = /^<\?xml[\s\S]{0,500}?<(?:ss:)?workbook\b/i;

/** Lines that tabs or semicolons cut into as many cells as one another. */
function isDelimited(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return ['\t', ';'].some((sign) => {
    const [first = 0, ...others] = lines.slice(0, 10).map((line) => line.split(sign).length);
    return first > 1 && others.length > 0 && others.slice(0, -1).every((count) => count === first);
  });
}

/**
 * What the bytes are, or null when they are no format that we read. The announced format decides between
 * kinds of plain text only, which no byte tells apart.
 */
function sniffFormat(bytes: Uint8Array, announced: DocumentFormat): DocumentFormat | null {
  const { family } = DOCUMENT_FORMATS[announced];
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
  if (!isText(announced) && family !== 'page') return null;
  return decodeText(bytes) === null ? null : announced;
}

/** By where all programs put the main part, else by what the container says of its parts. */
function ofZip(bytes: Uint8Array): DocumentFormat | null {
  const names = zipEntryNames(bytes);
  if (names.includes('word/document.xml')) return 'docx';
  if (names.includes('xl/workbook.xml')) return 'xlsx';
  if (names.includes('ppt/presentation.xml')) return 'pptx';
  if (names.includes('content.xml')) {
    const [type = ''] = ODF_TYPE.exec(smallEntry(bytes, 'mimetype') || smallEntry(bytes, MANIFEST)) ?? [];
    return ofOpenDocument(type);
  }
  const types = names.find((name) => name.toLowerCase() === '[content_types].xml');
  if (types === undefined) return null;
  const [, kind] = MAIN_TYPE.exec(smallEntry(bytes, types)) ?? [];
  return kind === undefined ? null : (OFFICE[kind] ?? null);
}

/** What says what the parts of a file of OpenOffice are; programs that sign one may leave out the other. */
const MANIFEST = 'META-INF/manifest.xml';
const ODF_TYPE = /application\/vnd\.oasis\.opendocument\.[\w-]+/;

const MAIN_TYPE =
  /ContentType="application\/vnd\.[^"]*?(wordprocessingml|spreadsheetml|presentationml|ms-word|ms-excel|ms-powerpoint)[^"]*?\.main\+xml"/i;
const OFFICE: Readonly<Record<string, DocumentFormat>> = {
  wordprocessingml: 'docx',
  spreadsheetml: 'xlsx',
  presentationml: 'pptx',
  'ms-word': 'docx',
  'ms-excel': 'xlsx',
  'ms-powerpoint': 'pptx',
};

/** By its content type; a template is read as what is made of it. */
function ofOpenDocument(type: string): DocumentFormat | null {
  const plain = type.replace(/-(?:template|flat-xml)$/, '');
  const [format] = [...formatsInFamilies('text', 'sheet', 'slides')].filter(
    (each) => DOCUMENT_FORMATS[each].contentType === plain,
  );
  return format ?? null;
}

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
