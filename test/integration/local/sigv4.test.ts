import { describe, expect, test } from 'vitest';
import { ChunkError, decodeChunked } from '#infra/local/runtime/aws-chunked';
import {
  chunkSigner,
  readCredential,
  SignatureError,
  type SignedRequest,
  verifySignature,
} from '#infra/local/runtime/sigv4';

// The examples of AWS's own documentation and test suite, with the keys published there.
const SUITE_SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const S3_KEY = 'AKIAIOSFODNN7EXAMPLE';
const S3_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const S3_TIME = Date.parse('2013-05-24T00:00:00Z');

const request = (more: Partial<SignedRequest>): SignedRequest => ({
  method: 'GET',
  rawPath: '/',
  headers: {},
  body: Buffer.alloc(0),
  ...more,
});

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof SignatureError) return error.code;
    throw error;
  }
  return undefined;
};

describe('a signed header', () => {
  const vanilla = request({
    headers: {
      host: 'example.amazonaws.com',
      'x-amz-date': '20150830T123600Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    },
  });
  const time = Date.parse('2015-08-30T12:36:00Z');
  const keys = (at = time, secret: string | undefined = SUITE_SECRET) => ({
    secretFor: () => secret,
    now: () => at,
  });

  test('names its signer when it holds', () => {
    expect(verifySignature(vanilla, keys())).toEqual({
      kind: 'header',
      accessKeyId: 'AKIDEXAMPLE',
      date: '20150830',
      region: 'us-east-1',
      service: 'service',
    });
  });

  test('holds neither with another secret, method, path, query, header or body', () => {
    const altered: Partial<SignedRequest>[] = [
      { method: 'POST' },
      { rawPath: '/other' },
      { rawPath: '/?a=b' },
      { headers: { ...vanilla.headers, host: 'other.amazonaws.com' } },
      { body: Buffer.from('x') },
    ];
    for (const change of altered) {
      expect(codeOf(() => verifySignature({ ...vanilla, ...change }, keys()))).toBe(
        'InvalidSignatureException',
      );
    }
    expect(codeOf(() => verifySignature(vanilla, keys(time, 'other')))).toBe('InvalidSignatureException');
    expect(codeOf(() => verifySignature(vanilla, { secretFor: () => undefined, now: () => time }))).toBe(
      'UnrecognizedClientException',
    );
  });

  test('holds for a quarter of an hour either way', () => {
    const minutes = 60_000;
    for (const offset of [-14 * minutes, 14 * minutes]) {
      expect(verifySignature(vanilla, keys(time + offset))).toBeDefined();
    }
    for (const offset of [-16 * minutes, 16 * minutes]) {
      expect(codeOf(() => verifySignature(vanilla, keys(time + offset)))).toBe('InvalidSignatureException');
    }
  });

  test('that is incomplete is refused, and none at all names nobody', () => {
    const authorization = 'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request';
    const incomplete = request({ headers: { ...vanilla.headers, authorization } });
    expect(codeOf(() => verifySignature(incomplete, keys()))).toBe('IncompleteSignatureException');
    expect(verifySignature(request({}), keys())).toBeUndefined();
    expect(readCredential(request({ headers: { authorization: 'Bearer x' } }))).toBeUndefined();
  });
});

describe('a presigned address', () => {
  const address =
    '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
  const presigned = request({
    rawPath: address,
    headers: { host: 'examplebucket.s3.amazonaws.com' },
  });
  const keys = (at: number) => ({ secretFor: () => S3_SECRET, now: () => at });

  test('names its signer until it expires', () => {
    const signer = { kind: 'query', accessKeyId: S3_KEY, service: 's3' };
    expect(verifySignature(presigned, keys(S3_TIME + 86_400_000))).toMatchObject(signer);
    expect(codeOf(() => verifySignature(presigned, keys(S3_TIME + 86_400_001)))).toBe('AccessDenied');
  });

  test('can not be put to another use', () => {
    const uses: Partial<SignedRequest>[] = [
      { rawPath: address.replace('test.txt', 'other.txt') },
      { rawPath: address.replace('86400', '99999') },
      { rawPath: `${address}&response-content-type=text%2Fhtml` },
      { method: 'PUT' },
    ];
    for (const use of uses) {
      expect(codeOf(() => verifySignature({ ...presigned, ...use }, keys(S3_TIME)))).toBe(
        'SignatureDoesNotMatch',
      );
    }
    const headers = { ...presigned.headers, 'x-amz-acl': 'public-read' };
    expect(codeOf(() => verifySignature({ ...presigned, headers }, keys(S3_TIME)))).toBe('AccessDenied');
  });
});

describe('a payload in signed chunks', () => {
  const chunk = (size: number, signature: string) =>
    Buffer.concat([
      Buffer.from(`${size.toString(16)};chunk-signature=${signature}\r\n`),
      Buffer.alloc(size, 'a'),
      Buffer.from('\r\n'),
    ]);
  const body = Buffer.concat([
    chunk(65_536, 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648'),
    chunk(1_024, '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497'),
    chunk(0, 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9'),
  ]);
  const STREAMING = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
  const upload = request({
    method: 'PUT',
    rawPath: '/examplebucket/chunkObject.txt',
    headers: {
      host: 's3.amazonaws.com',
      'x-amz-date': '20130524T000000Z',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': STREAMING,
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': '66560',
      'content-length': '66824',
      authorization: `AWS4-HMAC-SHA256 Credential=${S3_KEY}/20130524/us-east-1/s3/aws4_request,SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class,Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9`,
    },
    body,
  });
  const keys = { secretFor: () => S3_SECRET, now: () => S3_TIME };

  test('is taken out of them when each holds', () => {
    expect(verifySignature(upload, keys)).toMatchObject({ accessKeyId: S3_KEY });
    const decoded = decodeChunked(body, STREAMING, chunkSigner(upload, keys));
    expect(decoded.body.equals(Buffer.alloc(66_560, 'a'))).toBe(true);
  });

  test('is refused when one was changed, or there is no end', () => {
    const changed = Buffer.from(body);
    changed.write('b', 70_000 - 4_000);
    const signer = chunkSigner(upload, keys);
    expect(codeOf(() => decodeChunked(changed, STREAMING, signer))).toBe('SignatureDoesNotMatch');
    const cut = body.subarray(0, body.length - 90);
    expect(() => decodeChunked(cut, STREAMING, signer)).toThrow(ChunkError);
  });

  test('may be unsigned, with what follows it told', () => {
    const plain = Buffer.from('3\r\nabc\r\n2\r\nde\r\n0\r\nx-amz-checksum-crc32:hYfYjQ==\r\n\r\n');
    const { body: decoded, trailers } = decodeChunked(plain, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', undefined);
    expect(decoded.toString()).toBe('abcde');
    expect([...trailers]).toEqual([['x-amz-checksum-crc32', 'hYfYjQ==']]);
  });
});
