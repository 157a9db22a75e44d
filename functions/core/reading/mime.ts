import { decodeText } from './decode';

/** A part of a mail, or of a page that is built as one. */
export interface MimePart {
  /** By their names, in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

const MOST_PARTS = 1_000;
const DEEPEST = 10;

/** The parts of a mail that hold something, in their order; null for what has no head. */
export function readMime(
  bytes: Uint8Array,
): { readonly headers: MimePart['headers']; readonly parts: MimePart[] } | null {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const parts: MimePart[] = [];
  const whole = split(source);
  if (!whole) return null;
  const visit = (text: string, depth: number): void => {
    const part = split(text);
    if (!part || parts.length >= MOST_PARTS || depth > DEEPEST) return;
    const type = part.headers.get('content-type') ?? '';
    const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
    const boundary = quoted ?? plain;
    if (boundary === undefined) parts.push({ headers: part.headers, body: decoded(part) });
    else
      for (const inner of part.body.split(`--${boundary}`).slice(1))
        if (!inner.startsWith('--')) visit(inner.replace(/^[ \t]*\r?\n/, ''), depth + 1);
  };
  visit(source, 0);
  return { headers: whole.headers, parts };
}

/** A mail's or an archive's page, else its text. Empty where it has none. */
export function mimePage(parts: readonly MimePart[]): { readonly text: string; readonly isHtml: boolean } {
  const isOf = (type: string) => (part: MimePart) =>
    (part.headers.get('content-type') ?? 'text/plain').toLowerCase().startsWith(type) &&
    !/^attachment/i.test(part.headers.get('content-disposition') ?? '');
  const html = parts.find(isOf('text/html'));
  if (html) return { text: textOf(html), isHtml: true };
  return { text: parts.filter(isOf('text/plain')).map(textOf).join('\n\n'), isHtml: false };
}

/** What a header says, its words decoded. */
export function headerText(value = ''): string {
  return value
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi, (_, charset: string, how: string, text: string) => {
      const bytes = /b/i.test(how) ? Buffer.from(text, 'base64') : quotedBytes(text.replaceAll('_', ' '));
      return decodedAs(bytes, charset);
    });
}

interface Raw {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function split(text: string): Raw | null {
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return null;
  const lines = text
    .slice(0, end.index)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = /^([\w-]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    if (name !== undefined) headers.set(name.toLowerCase(), value);
  }
  return { headers, body: text.slice(end.index + end[0].length) };
}

function decoded({ headers, body }: Raw): Uint8Array {
  const encoding = headers.get('content-transfer-encoding') ?? '';
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64');
  return /quoted-printable/i.test(encoding)
    ? quotedBytes(body.replace(/=[ \t]*\r?\n/g, ''))
    : Buffer.from(body, 'latin1');
}

function quotedBytes(text: string): Uint8Array {
  const plain = text.replace(/=([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(plain, 'latin1');
}

function textOf({ headers, body }: MimePart): string {
  const charset = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1];
  return charset === undefined ? (decodeText(body) ?? '') : decodedAs(body, charset);
}

function decodedAs(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    return decodeText(bytes) ?? '';
  }
}
