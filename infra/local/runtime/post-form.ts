import type { IncomingHttpHeaders } from 'node:http';

/** A browser's multipart form as S3 reads it: fields by lower-case name, then the file, after which all is ignored. */
export interface PostForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly file?: { readonly name: string; readonly bytes: Buffer };
}

export function isPostForm(method: string, headers: IncomingHttpHeaders): boolean {
  return method === 'POST' && boundaryOf(headers) !== undefined;
}

/** The form of a body, or undefined when it is not a well-formed one. */
export function parsePostForm(headers: IncomingHttpHeaders, body: Buffer): PostForm | undefined {
  const boundary = boundaryOf(headers);
  if (boundary === undefined || !body.subarray(0, boundary.length + 2).equals(Buffer.from(`--${boundary}`))) {
    return undefined;
  }
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const fields = new Map<string, string>();
  let position = delimiter.length - LINE.length;
  for (;;) {
    if (body.subarray(position, position + 2).toString() === '--') return { fields };
    const headersEnd = body.indexOf(BLANK_LINE, position);
    const end =
      headersEnd === -1 ? -1 : body.indexOf(delimiter, headersEnd + BLANK_LINE.length - LINE.length);
    if (end === -1) return undefined;
    const disposition = readDisposition(body.subarray(position, headersEnd).toString());
    if (!disposition) return undefined;
    const bytes = body.subarray(Math.min(end, headersEnd + BLANK_LINE.length), end);
    if (disposition.name === 'file') return { fields, file: { name: disposition.filename, bytes } };
    fields.set(disposition.name, bytes.toString());
    position = end + delimiter.length;
  }
}

const LINE = '\r\n';
const BLANK_LINE = '\r\n\r\n';

function boundaryOf(headers: IncomingHttpHeaders): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(headers['content-type'] ?? '') ?? [];
  return quoted ?? plain;
}

function readDisposition(headers: string): { name: string; filename: string } | undefined {
  const line = headers.split(LINE).find((header) => /^content-disposition\s*:/i.test(header));
  const [, name] = /;\s*name="([^"]*)"/i.exec(line ?? '') ?? [];
  const [, filename = ''] = /;\s*filename="([^"]*)"/i.exec(line ?? '') ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), filename };
}
