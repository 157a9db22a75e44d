import { type LookupAddress, lookup } from 'node:dns';
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';
import { isPublicAddress } from './public-address';

/** Why an address that somebody gave could not be fetched. */
export type GuardReason =
  /** It is none, or has a user name, a scheme or a port that is not allowed. */
  | 'address_invalid'
  /** It leads to a network that is not public. */
  | 'address_refused'
  | 'host_not_found'
  | 'unreachable'
  | 'certificate'
  | 'timeout'
  | 'too_many_redirects'
  /** What came is no answer of HTTP. */
  | 'answer_invalid';

export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError';

  constructor(
    readonly reason: GuardReason,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

/** Gives all addresses of a host. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface Guard {
  /** Hosts that may lie in a private network, on any port and without TLS: the stage's, empty in production. */
  readonly privateHosts: readonly string[];
  /** @default the system's resolver */
  readonly resolve?: Resolve;
}

export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all of it, with redirects. */
  readonly milliseconds: number;
  /** Of the body; what is beyond is not read. */
  readonly maxBytes: number;
  /** How many redirects are followed. @default 0: a redirect is an answer */
  readonly redirects?: number;
}

export interface GuardedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The beginning of the body. */
  readonly text: string;
  /** The same as bytes, for callers that know the encoding better. */
  readonly bytes: Buffer;
  readonly isWhole: boolean;
  /** What answered, after redirects. */
  readonly url: string;
}

const PORTS = new Set(['', '80', '443']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches an address that a user gave, as a stranger on the internet would: their address must not be a way into our
 * own networks. Its host is resolved once, all that it resolves to must be public, and the connection goes to what
 * was judged, whatever the name says a moment later. Each redirect is judged anew. No cookies, no credentials.
 * Throws `GuardedFetchError`.
 */
export async function guardedFetch(
  guard: Guard,
  address: string,
  request: GuardedRequest,
): Promise<GuardedAnswer> {
  const signal = AbortSignal.timeout(request.milliseconds);
  let url = parseAddress(guard, address);
  for (let left = request.redirects ?? 0; ; left -= 1) {
    const answer = await fetchOnce(guard, url, request, signal);
    const location = REDIRECTS.has(answer.status) ? answer.headers.location : undefined;
    if (location === undefined || request.redirects === undefined) return answer;
    if (left === 0) throw new GuardedFetchError('too_many_redirects');
    url = parseAddress(guard, location, url);
  }
}

/** The address, if one of its kind may be fetched. Where its host leads to is judged when it is. */
export function parseAddress({ privateHosts }: Guard, address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new GuardedFetchError('address_invalid');
  const url = new URL(address, base);
  if (url.username !== '' || url.password !== '') throw new GuardedFetchError('address_invalid');
  const isAllowed = privateHosts.includes(hostOf(url));
  const isFetchable =
    url.protocol === 'https:' ? isAllowed || PORTS.has(url.port) : isAllowed && url.protocol === 'http:';
  if (!isFetchable || hostOf(url) === '') throw new GuardedFetchError('address_invalid');
  if (!isAllowed && isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url)))
    throw new GuardedFetchError('address_refused');
  if (!isAllowed && LOCAL_NAME.test(hostOf(url))) throw new GuardedFetchError('address_refused');
  return url;
}

/**
 * Whether a host leads to a network that is not public as far as can be known now, within a second: one that nobody
 * knows yet does not. It says nothing of a later moment, at which the fetch judges again.
 */
export async function leadsInside(guard: Guard, url: URL): Promise<boolean> {
  try {
    await within(AbortSignal.timeout(LOOKUP_MILLISECONDS), judged(guard, hostOf(url)));
    return false;
  } catch (error) {
    return error instanceof GuardedFetchError && error.reason === 'address_refused';
  }
}

const LOOKUP_MILLISECONDS = 1_000;

/** Names that always lead to the machine itself or to its neighbours (RFC 6761, RFC 6762). */
const LOCAL_NAME = /(^|\.)(localhost|local)$/;

/** Without the brackets of IPv6 and the dot at a whole name's end. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

async function fetchOnce(
  guard: Guard,
  url: URL,
  request: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  try {
    const addresses = await within(signal, judged(guard, hostOf(url)));
    return await exchange(url, addresses, request, signal);
  } catch (error) {
    throw error instanceof GuardedFetchError ? error : new GuardedFetchError(reasonOf(error, signal), error);
  }
}

/** Where a host may be reached. One address of it that is not public says that the name is not to be trusted. */
async function judged(
  { privateHosts, resolve = resolveBySystem }: Guard,
  host: string,
): Promise<readonly LookupAddress[]> {
  const isAllowed = privateHosts.includes(host);
  const family = isIP(host);
  const addresses =
    family !== 0
      ? [{ address: host, family }]
      : isAllowed && host.endsWith('.localhost')
        ? // By RFC 6761 they are loopback; not every resolver knows.
          LOOPBACK
        : await resolve(host);
  if (addresses.length === 0) throw new GuardedFetchError('host_not_found');
  if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new GuardedFetchError('address_refused');
  return addresses;
}

const LOOPBACK: readonly LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];

const lookupAll = promisify(lookup);

function resolveBySystem(host: string): Promise<readonly LookupAddress[]> {
  return lookupAll(host, { all: true });
}

function exchange(
  url: URL,
  addresses: readonly LookupAddress[],
  { method, headers, body, maxBytes }: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const call: ClientRequest = send(
      url,
      {
        method,
        // A connection of its own: one of a pool may have been opened for another name.
        agent: false,
        lookup: pinnedTo(addresses),
        signal,
        headers: {
          'user-agent': 'Parley/1.0',
          accept: '*/*',
          'accept-encoding': 'identity',
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      (response) => {
        beginning(response, maxBytes).then((body) => {
          call.destroy();
          const bytes = unpacked(body.bytes, response.headers['content-encoding'], maxBytes);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: bytes?.toString('utf8') ?? '',
            bytes: bytes ?? Buffer.alloc(0),
            isWhole: body.isWhole && bytes !== null,
            url: url.href,
          });
        }, reject);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

/** A look-up that returns the addresses that were checked, so that the connection goes to one of them. */
function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (!first) callback(new Error('There is no address.'), []);
    else if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

async function beginning(
  response: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: size <= maxBytes };
}

/** Some compress although nobody asked. Null for what would grow beyond the bound, or is broken. */
function unpacked(bytes: Buffer, encoding: string | undefined, maxBytes: number): Buffer | null {
  const options = { maxOutputLength: maxBytes * 4 };
  const beginning = { ...options, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    switch (encoding) {
      case 'gzip':
        return gunzipSync(bytes, beginning);
      case 'deflate':
        return inflateSync(bytes, beginning);
      case 'br':
        return brotliDecompressSync(bytes, { ...options, finishFlush: constants.BROTLI_OPERATION_FLUSH });
      default:
        return bytes;
    }
  } catch {
    return null;
  }
}

/** What the system's resolver does can't be stopped, but it need not be waited for. */
function within<RESULT>(signal: AbortSignal, work: Promise<RESULT>): Promise<RESULT> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function reasonOf(error: unknown, signal: AbortSignal): GuardReason {
  if (signal.aborted) return 'timeout';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'host_not_found';
  if (code.startsWith('HPE_')) return 'answer_invalid';
  return CERTIFICATE.test(code) ? 'certificate' : 'unreachable';
}

/** OpenSSL's verdicts on a certificate, and Node's own. */
const CERTIFICATE = /CERT|^ERR_TLS|^UNABLE_TO_|_SSL_|^EPROTO$|^HOSTNAME_MISMATCH$/;
