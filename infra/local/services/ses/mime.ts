import { splitAddresses } from './addresses';
import type { OutgoingAttachment, OutgoingMail } from './mail';

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

interface Content {
  text?: string;
  html?: string;
  readonly attachments: OutgoingAttachment[];
}

/** Parts within parts that are followed; no mail program makes more. */
const DEEPEST = 20;

/** Reads a mail in MIME form, as SendEmail takes it raw. */
export function readMime(raw: Buffer): OutgoingMail {
  const part = readPart(raw);
  const header = (name: string) => decodeWords(part.headers.get(name) ?? '');
  const addresses = (name: string) => splitAddresses(header(name));
  const content: Content = { attachments: [] };
  collect(part, content, 0);
  return {
    from: header('from'),
    to: addresses('to'),
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    replyTo: addresses('reply-to'),
    subject: header('subject'),
    ...content,
  };
}

function collect(part: Part, into: Content, depth: number): void {
  const type = readValue(part.headers.get('content-type') ?? 'text/plain');
  const boundary = type.parameters.get('boundary');
  if (type.value.startsWith('multipart/') && boundary !== undefined && depth < DEEPEST) {
    for (const child of splitParts(part.body, boundary)) collect(readPart(child), into, depth + 1);
    return;
  }

  const bytes = decodeTransfer(part);
  const disposition = readValue(part.headers.get('content-disposition') ?? '');
  const fileName = disposition.parameters.get('filename') ?? type.parameters.get('name');
  const isBody = disposition.value !== 'attachment' && fileName === undefined;
  if (isBody && type.value === 'text/plain' && into.text === undefined) into.text = decodeText(bytes, type);
  else if (isBody && type.value === 'text/html' && into.html === undefined)
    into.html = decodeText(bytes, type);
  else {
    const contentId = part.headers.get('content-id')?.replaceAll(/[<>\s]/g, '');
    into.attachments.push({
      fileName: fileName ?? 'attachment',
      contentType: type.value,
      content: bytes,
      ...(contentId && { contentId }),
    });
  }
}

function readPart(bytes: Buffer): Part {
  const end = /\r?\n\r?\n/.exec(bytes.toString('latin1'));
  const head = bytes.subarray(0, end ? end.index : bytes.length).toString('utf8');
  const headers = new Map<string, string>();
  // A line that begins with a blank continues the one before.
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end ? bytes.subarray(end.index + end[0].length) : Buffer.alloc(0) };
}

function splitParts(body: Buffer, boundary: string): Buffer[] {
  const text = body.toString('latin1');
  const escaped = boundary.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const marks = [...text.matchAll(new RegExp(`(?:^|\\r?\\n)--${escaped}(--)?[ \\t]*(?=\\r?\\n|$)`, 'g'))];
  return marks.flatMap((mark, index) => {
    if (mark[1] === '--') return [];
    const start = mark.index + mark[0].length;
    const end = marks[index + 1]?.index ?? text.length;
    return [body.subarray(start + (/^\r?\n/.exec(text.slice(start, start + 2))?.[0].length ?? 0), end)];
  });
}

interface HeaderValue {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** `text/plain; charset="utf-8"`, with parameters that RFC 2231 encodes or splits. */
function readValue(header: string): HeaderValue {
  const [value = '', ...rest] = header.match(/(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? [];
  const pieces = new Map<string, { index: number; text: string; encoded: boolean }[]>();
  for (const parameter of rest) {
    const [, name = '', index = '0', star, raw = ''] =
      /^\s*([^=*\s]+)(?:\*(\d+))?(\*)?\s*=\s*(.*?)\s*$/s.exec(parameter) ?? [];
    const text = raw.startsWith('"') ? raw.slice(1, -1).replaceAll(/\\(.)/g, '$1') : raw;
    const known = pieces.get(name.toLowerCase()) ?? [];
    pieces.set(name.toLowerCase(), [...known, { index: Number(index), text, encoded: star === '*' }]);
  }
  const parameters = new Map<string, string>();
  for (const [name, found] of pieces) {
    const ordered = found.sort((left, right) => left.index - right.index);
    const text = ordered.map((piece) => piece.text).join('');
    parameters.set(name, ordered[0]?.encoded ? decodeExtended(text) : decodeWords(text));
  }
  return { value: value.trim().toLowerCase(), parameters };
}

function decodeTransfer(part: Part): Buffer {
  switch (part.headers.get('content-transfer-encoding')?.toLowerCase()) {
    case 'base64':
      return Buffer.from(part.body.toString('latin1'), 'base64');
    case 'quoted-printable':
      return decodeQuoted(
        part.body
          .toString('latin1')
          .replaceAll(/[ \t]+(?=\r?\n)/g, '')
          .replaceAll(/=\r?\n/g, ''),
      );
    default:
      return part.body;
  }
}

function decodeQuoted(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function decodeText(bytes: Buffer, type: HeaderValue): string {
  return decodeCharset(bytes, type.parameters.get('charset') ?? 'utf-8');
}

/** Encoded words: `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`; blanks between two of them don't count. */
export function decodeWords(header: string): string {
  return header
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(
      /=\?([^?*]+)(?:\*[^?]*)?\?([BbQq])\?([^?]*)\?=/g,
      (_, charset: string, kind: string, text: string) =>
        decodeCharset(
          kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : decodeQuoted(text.replaceAll('_', ' ')),
          charset,
        ),
    );
}

/** `utf-8''Gr%C3%BC%C3%9Fe` */
function decodeExtended(text: string): string {
  const [, charset = 'utf-8', encoded = text] = /^([^']*)'[^']*'(.*)$/s.exec(text) ?? [];
  const bytes = encoded.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decodeCharset(Buffer.from(bytes, 'latin1'), charset || 'utf-8');
}

function decodeCharset(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // An unknown charset is shown byte by byte rather than lost.
    return bytes.toString('latin1');
  }
}
