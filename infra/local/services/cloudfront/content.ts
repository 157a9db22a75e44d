import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type HttpRequest, type HttpResponse, header, withHeaders, withoutHeaders } from '#infra/local/http';
import type { Compression } from './model';

const MIN_SIZE = 1_000;
const MAX_SIZE = 10_000_000;

/** Content types that CloudFront compresses. */
const COMPRESSIBLE =
  /^(text\/.+|application\/(javascript|json|xml|manifest\+json|ld\+json|wasm|x-javascript|vnd\.ms-fontobject|xhtml\+xml|rss\+xml|atom\+xml)|image\/svg\+xml|font\/(otf|ttf)|.+\+(json|xml))$/;

/** The response compressed as the viewer and the cache policy allow, under the conditions that CloudFront sets. */
export async function compress(
  offered: readonly Compression[],
  request: HttpRequest,
  response: HttpResponse,
): Promise<HttpResponse> {
  const { body } = response;
  if (offered.length === 0 || !(body instanceof Uint8Array)) return response;
  if (![200, 403, 404].includes(response.status) || request.method !== 'GET') return response;
  if (body.length < MIN_SIZE || body.length > MAX_SIZE) return response;
  if (header(response.headers, 'content-encoding')) return response;
  const type = (header(response.headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!COMPRESSIBLE.test(type)) return response;
  const accepted = acceptedEncodings(header(request.headers, 'accept-encoding'));
  const encoding = offered.find((one) => accepted.has(one));
  const before = header(response.headers, 'vary');
  const vary = withHeaders(response.headers, [
    ['vary', before ? `${before}, Accept-Encoding` : 'Accept-Encoding'],
  ]);
  if (!encoding) return { ...response, headers: vary };

  const compressed = await compressedOnce(encoding, body);
  const tag = header(response.headers, 'etag');
  return {
    ...response,
    headers: withHeaders(vary, [
      ['content-encoding', encoding],
      ['content-length', String(compressed.length)],
      // The bytes differ from the origin's, so its tag holds for their meaning only.
      ...(tag && !tag.startsWith('W/') ? ([['etag', `W/${tag}`]] as const) : []),
    ]),
    body: compressed,
  };
}

/** 304 for a viewer that has this version already. */
export function answerCondition(request: HttpRequest, response: HttpResponse): HttpResponse {
  if (response.status !== 200 || !isCurrent(request, response)) return response;
  return {
    status: 304,
    headers: withoutHeaders(response.headers, ['content-length', 'content-type', 'content-encoding']),
    body: Buffer.alloc(0),
  };
}

function isCurrent(request: HttpRequest, response: HttpResponse): boolean {
  const wanted = header(request.headers, 'if-none-match');
  if (wanted !== undefined) {
    const tag = header(response.headers, 'etag');
    const opaque = (value: string) => value.trim().replace(/^W\//, '');
    return (
      wanted.trim() === '*' || (tag !== undefined && wanted.split(',').map(opaque).includes(opaque(tag)))
    );
  }
  const since = Date.parse(header(request.headers, 'if-modified-since') ?? '');
  const modified = Date.parse(header(response.headers, 'last-modified') ?? '');
  return modified <= since;
}

function acceptedEncodings(value: string | undefined): ReadonlySet<string> {
  const parts = (value ?? '').split(',').map((part) =>
    part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/),
  );
  return new Set(parts.flatMap(([name, quality]) => (name && Number(quality ?? 1) > 0 ? [name] : [])));
}

/**
 * What was made of an array of bytes, as long as that array is kept: S3 gives the same one for the same content, and
 * every window asks for the same scripts. Compressing them anew was most of what serving them cost.
 */
const made = new WeakMap<Uint8Array, Map<Compression, Promise<Buffer>>>();

function compressedOnce(encoding: Compression, body: Uint8Array): Promise<Buffer> {
  const ofBody = made.get(body) ?? new Map<Compression, Promise<Buffer>>();
  made.set(body, ofBody);
  const compressed = ofBody.get(encoding) ?? (encoding === 'br' ? brotli(body) : gzipped(body));
  ofBody.set(encoding, compressed);
  return compressed;
}

const gzipped = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

function brotli(body: Uint8Array): Promise<Buffer> {
  // The quality that an edge takes for content it compresses while the viewer waits.
  return brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}
