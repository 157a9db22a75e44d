import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isPostForm, parsePostForm } from './post-form';

/** What a signature is computed over, as it arrived. */
export interface SignedRequest {
  readonly method: string;
  /** The undecoded request target, path and query. */
  readonly rawPath: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Whom a request names as its signer, and for which service: read without verifying. */
export interface Credential {
  /** An Authorization header, a presigned address, or the fields of a presigned POST form. */
  readonly kind: 'header' | 'query' | 'form';
  readonly accessKeyId: string;
  /** Day of the scope, YYYYMMDD. */
  readonly date: string;
  readonly region: string;
  readonly service: string;
}

export interface Keys {
  secretFor(accessKeyId: string): string | undefined;
  /** Milliseconds since the epoch; tests move it. */
  readonly now?: () => number;
}

/** A signature that doesn't hold, in the words of AWS. Whoever answers puts them into the service's wire format. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';

  constructor(
    /** e.g. InvalidAccessKeyId (S3), UnrecognizedClientException, SignatureDoesNotMatch, RequestTimeTooSkewed. */
    readonly code: string,
    message: string,
    readonly status = 403,
  ) {
    super(message);
  }
}

/** Tells services apart; undefined for an unsigned request. */
export function readCredential(request: SignedRequest): Credential | undefined {
  return readSignature(request)?.credential;
}

/** The signer of a request, verified; undefined for an unsigned one. Throws `SignatureError`. */
export function verifySignature(request: SignedRequest, keys: Keys): Credential | undefined {
  const signature = readSignature(request);
  if (!signature) return undefined;
  const { credential } = signature;
  const now = (keys.now ?? Date.now)();
  checkTime(signature, now);
  const secret = keys.secretFor(credential.accessKeyId);
  if (secret === undefined) throw unknownKey(credential.service);
  const signed = credential.kind === 'form' ? signature.policy : stringToSign(request, signature);
  if (!sameText(hex(hmac(signingKey(secret, credential), signed)), signature.value)) {
    throw mismatch(credential.service);
  }
  checkPayload(request, credential);
  return credential;
}

/** What the chunks of a streamed payload are signed with: the request's own signature comes first. */
export interface ChunkSigner {
  readonly seed: string;
  sign(kind: 'PAYLOAD' | 'TRAILER', previous: string, ...hashes: readonly string[]): string;
}

/** The signer of the chunks of a request that `verifySignature` has accepted. */
export function chunkSigner(request: SignedRequest, keys: Keys): ChunkSigner | undefined {
  const signature = readSignature(request);
  const secret = signature && keys.secretFor(signature.credential.accessKeyId);
  if (!signature || secret === undefined) return undefined;
  const key = signingKey(secret, signature.credential);
  return {
    seed: signature.value,
    sign: (kind, previous, ...hashes) =>
      hex(
        hmac(
          key,
          [`${ALGORITHM}-${kind}`, signature.time, scopeOf(signature.credential), previous, ...hashes].join(
            '\n',
          ),
        ),
      ),
  };
}

export function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Compares without telling by its time how much was right. */
export function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';
/** Clocks may differ by this much. */
const SKEW_MS = 15 * 60 * 1000;
const MAX_PRESIGNED_SECONDS = 7 * 24 * 60 * 60;

interface Signature {
  readonly credential: Credential;
  readonly value: string;
  /** When it was signed, as signed: YYYYMMDDThhmmssZ. */
  readonly time: string;
  readonly signedHeaders: readonly string[];
  /** Of a presigned address. */
  readonly expiresSeconds?: number;
  /** Of a form: its signature covers this text only. */
  readonly policy: string;
}

function readSignature(request: SignedRequest): Signature | undefined {
  const { authorization } = request.headers;
  const query = new URLSearchParams(queryOf(request.rawPath));
  if (authorization?.startsWith('AWS4-')) return fromHeader(authorization, request.headers);
  if (query.has('X-Amz-Signature') || query.has('X-Amz-Credential')) return fromQuery(query);
  if (isPostForm(request.method, request.headers)) return fromForm(request);
  return undefined;
}

function fromHeader(authorization: string, headers: IncomingHttpHeaders): Signature {
  const [algorithm, ...rest] = authorization.split(' ');
  const fields = new Map(
    rest
      .join('')
      .split(',')
      .map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)] as const),
  );
  const scope = fields.get('Credential');
  const value = fields.get('Signature');
  const signedHeaders = fields.get('SignedHeaders');
  const time = one(headers['x-amz-date']) ?? basicTime(headers.date);
  if (algorithm !== ALGORITHM || !scope || !value || !signedHeaders || !time) {
    throw incomplete('Authorization header requires Credential, SignedHeaders, Signature and a date.');
  }
  const credential = readScope('header', scope);
  return { credential, value, time, signedHeaders: signedHeaders.split(';'), policy: '' };
}

function fromQuery(query: URLSearchParams): Signature {
  const [scope, value, time, signedHeaders] = [
    query.get('X-Amz-Credential'),
    query.get('X-Amz-Signature'),
    query.get('X-Amz-Date'),
    query.get('X-Amz-SignedHeaders'),
  ];
  if (query.get('X-Amz-Algorithm') !== ALGORITHM || !scope || !value || !time || !signedHeaders) {
    throw incomplete(
      'Query-string authentication requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    );
  }
  const credential = readScope('query', scope);
  // Other services let a presigned request live for as long as clocks may differ.
  const expires = query.get('X-Amz-Expires') ?? (credential.service === 's3' ? undefined : '900');
  const expiresSeconds = Number(expires);
  if (!Number.isInteger(expiresSeconds) || expiresSeconds < 1 || expiresSeconds > MAX_PRESIGNED_SECONDS) {
    throw new SignatureError(
      'AuthorizationQueryParametersError',
      'X-Amz-Expires must be between 1 second and a week (604800 seconds)',
      400,
    );
  }
  return { credential, value, time, signedHeaders: signedHeaders.split(';'), expiresSeconds, policy: '' };
}

function fromForm(request: SignedRequest): Signature | undefined {
  const fields = parsePostForm(request.headers, request.body)?.fields;
  const policy = fields?.get('policy');
  if (!fields || policy === undefined) return undefined;
  const [scope, value, time] = [
    fields.get('x-amz-credential'),
    fields.get('x-amz-signature'),
    fields.get('x-amz-date'),
  ];
  if (fields.get('x-amz-algorithm') !== ALGORITHM || !scope || !value || !time) {
    throw new SignatureError(
      'InvalidArgument',
      'Bucket POST must contain the fields x-amz-algorithm, x-amz-credential, x-amz-date and x-amz-signature.',
      400,
    );
  }
  return { credential: readScope('form', scope), value, time, signedHeaders: [], policy };
}

function readScope(kind: Credential['kind'], scope: string): Credential {
  const parts = scope.split('/');
  const [terminator, service, region, date] = parts.reverse();
  // An access key may hold slashes; the four parts behind it don't.
  const accessKeyId = parts.slice(4).reverse().join('/');
  if (terminator !== 'aws4_request' || !service || !region || !date || !accessKeyId) {
    throw incomplete(
      'Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term.',
    );
  }
  return { kind, accessKeyId, date, region, service };
}

/** A form lives as long as its policy says; headers and addresses say it themselves. */
function checkTime({ credential, time, expiresSeconds }: Signature, now: number): void {
  const signedAt = Date.parse(
    time.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (Number.isNaN(signedAt) || !time.startsWith(credential.date)) {
    throw incomplete('Date in Credential scope does not match YYYYMMDD from the date of the request.');
  }
  if (credential.kind === 'form') return;
  if (credential.kind === 'query') {
    if (signedAt > now + SKEW_MS) throw new SignatureError('AccessDenied', 'Request is not yet valid');
    if (now > signedAt + (expiresSeconds ?? 0) * 1000) {
      throw new SignatureError('AccessDenied', 'Request has expired');
    }
    return;
  }
  if (Math.abs(now - signedAt) > SKEW_MS) {
    throw credential.service === 's3'
      ? new SignatureError(
          'RequestTimeTooSkewed',
          "The difference between the request time and the server's time is too large.",
        )
      : new SignatureError('InvalidSignatureException', `Signature not yet current or expired: ${time}`, 400);
  }
}

function stringToSign(request: SignedRequest, signature: Signature): string {
  const { credential, signedHeaders, time } = signature;
  checkSignedHeaders(request.headers, signature);
  const canonical = [
    request.method,
    canonicalPath(request.rawPath, credential.service),
    canonicalQuery(request.rawPath),
    ...signedHeaders.map((name) => `${name}:${canonicalValue(request.headers[name])}`),
    '',
    signedHeaders.join(';'),
    payloadHash(request, credential),
  ].join('\n');
  return [ALGORITHM, time, scopeOf(credential), sha256(canonical)].join('\n');
}

/** S3 refuses headers of its own that weren't signed: with a presigned address they are the sender's, not the signer's. */
function checkSignedHeaders(headers: IncomingHttpHeaders, { credential, signedHeaders }: Signature): void {
  const signed = new Set(signedHeaders);
  // Over HTTP/2 clients sign the pseudo header that stands for it.
  if (!signed.has('host') && !signed.has(':authority'))
    throw incomplete("'Host' must be a 'SignedHeader' in the AWS Authorization.");
  if (credential.service !== 's3') return;
  const stray = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.has(name));
  // The hash of a presigned payload may be left to the address.
  if (stray.some((name) => credential.kind === 'header' || name !== 'x-amz-content-sha256')) {
    throw new SignatureError(
      'AccessDenied',
      `There were headers present in the request which were not signed: ${stray.join(', ')}`,
    );
  }
}

function payloadHash({ headers, rawPath, body }: SignedRequest, { kind, service }: Credential): string {
  const query = kind === 'query' ? new URLSearchParams(queryOf(rawPath)) : undefined;
  const stated = query ? query.get('X-Amz-Content-Sha256') : one(headers['x-amz-content-sha256']);
  if (stated) return stated;
  return query && service === 's3' ? UNSIGNED : sha256(body);
}

/** The stated hash is signed; this holds the body to it. Chunks carry their own signatures. */
function checkPayload(request: SignedRequest, credential: Credential): void {
  if (credential.kind === 'form') return;
  const stated = payloadHash(request, credential);
  if (stated === UNSIGNED || stated.startsWith('STREAMING-')) return;
  if (!sameText(stated, sha256(request.body))) {
    throw new SignatureError(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
      400,
    );
  }
}

/** S3 keys are encoded once; every other service's path is encoded again as it was sent. */
function canonicalPath(rawPath: string, service: string): string {
  const [path = ''] = rawPath.split('?', 1);
  if (service !== 's3') return encode(path).replaceAll('%2F', '/');
  return path
    .split('/')
    .map((segment) => encode(decode(segment)))
    .join('/');
}

function canonicalQuery(rawPath: string): string {
  const query = queryOf(rawPath);
  if (query === '') return '';
  return query
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [encode(decode(name)), encode(decode(value.join('=')))] as const;
    })
    .filter(([name]) => name !== 'X-Amz-Signature')
    .sort(([name, value], [other, otherValue]) => order(name, other) || order(value, otherValue))
    .map((pair) => pair.join('='))
    .join('&');
}

function canonicalValue(value: string | readonly string[] | undefined): string {
  return (typeof value === 'object' ? value.join(',') : (value ?? '')).trim().replace(/ +/g, ' ');
}

function signingKey(secret: string, { date, region, service }: Credential): Buffer {
  return hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), 'aws4_request');
}

function scopeOf({ date, region, service }: Credential): string {
  return `${date}/${region}/${service}/aws4_request`;
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex');
}

function queryOf(rawPath: string): string {
  const at = rawPath.indexOf('?');
  return at === -1 ? '' : rawPath.slice(at + 1);
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** An HTTP date in the form that is signed. */
function basicTime(date: string | undefined): string | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : `${new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '')}`;
}

function incomplete(message: string): SignatureError {
  return new SignatureError('IncompleteSignatureException', message, 400);
}

function unknownKey(service: string): SignatureError {
  return service === 's3'
    ? new SignatureError(
        'InvalidAccessKeyId',
        'The AWS Access Key Id you provided does not exist in our records.',
      )
    : new SignatureError(
        'UnrecognizedClientException',
        'The security token included in the request is invalid.',
      );
}

function mismatch(service: string): SignatureError {
  const message =
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.';
  return service === 's3'
    ? new SignatureError('SignatureDoesNotMatch', message)
    : new SignatureError('InvalidSignatureException', message);
}
