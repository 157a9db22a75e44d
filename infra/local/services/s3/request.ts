import { ChunkError, decodeChunked } from '#infra/local/runtime/aws-chunked';
import { chunkSigner } from '#infra/local/runtime/sigv4';
import type { AwsCall, LocalContext } from '#infra/local/service';
import { invalidArgument, S3Error } from './errors';

/** A call by what it names. */
export interface S3Request {
  readonly method: string;
  /** Empty: the service itself. */
  readonly bucket: string;
  /** Empty: the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly call: AwsCall;
}

const MAX_KEY_BYTES = 1024;

export function readRequest(call: AwsCall): S3Request {
  const [path = ''] = call.rawPath.split('?', 1);
  const [, bucket = '', rest = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
  const key = decode(rest);
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new S3Error(400, 'KeyTooLongError', 'Your key is too long', { MaxSizeAllowed: MAX_KEY_BYTES });
  }
  if (key.includes('\0')) throw invalidArgument('A key must not hold the character U+0000.');
  return {
    method: call.method,
    bucket: decode(bucket),
    key,
    query: call.url.searchParams,
    header: (name) => one(call.headers[name]),
    call,
  };
}

/** The content that a call carries, out of its chunks; what came behind it reads like a header. */
export function readContent(
  request: S3Request,
  context: LocalContext,
): { readonly content: Buffer; readonly stated: (name: string) => string | undefined } {
  const { header, call } = request;
  const signing = header('x-amz-content-sha256') ?? '';
  if (!signing.startsWith('STREAMING-')) return { content: call.body, stated: header };
  try {
    const { body, trailers } = decodeChunked(call.body, signing, chunkSigner(call, context));
    if (Number(header('x-amz-decoded-content-length') ?? body.length) !== body.length) {
      throw new ChunkError('The content is not as long as was announced.');
    }
    return { content: body, stated: (name) => trailers.get(name) ?? header(name) };
  } catch (error) {
    if (error instanceof ChunkError) throw new S3Error(400, 'IncompleteBody', error.message);
    throw error;
  }
}

/** Headers that are kept with an object and given back. */
const KEPT = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
];
const METADATA = 'x-amz-meta-';
const MAX_METADATA_BYTES = 2_048;
const DEFAULT_TYPE = 'binary/octet-stream';

/** What is kept with an object of the headers (or the form's fields) it came with. */
export function describedBy(fields: Iterable<readonly [string, string | undefined]>): {
  headers: Record<string, string>;
  metadata: Record<string, string>;
} {
  const headers: Record<string, string> = { 'content-type': DEFAULT_TYPE };
  const metadata: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of fields) {
    if (value === undefined) continue;
    if (name.startsWith(METADATA)) {
      metadata[name.slice(METADATA.length)] = value;
      size += Buffer.byteLength(name) - METADATA.length + Buffer.byteLength(value);
    } else if (KEPT.includes(name)) {
      // How the content travelled is not how it is kept.
      const kept = name === 'content-encoding' ? value.replace(/\s*aws-chunked\s*,?\s*/, '') : value;
      if (kept !== '') headers[name] = kept;
    }
  }
  if (size > MAX_METADATA_BYTES) {
    throw new S3Error(
      400,
      'MetadataTooLarge',
      'Your metadata headers exceed the maximum allowed metadata size',
      { Size: size, MaxSizeAllowed: MAX_METADATA_BYTES },
    );
  }
  return { headers, metadata };
}

export function headersOf({ call }: S3Request): [string, string | undefined][] {
  return Object.entries(call.headers).map(([name, value]) => [name, one(value)]);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
