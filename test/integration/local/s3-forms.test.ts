import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from 'vitest';
import { APP, PLAIN, prepareS3, put, queued, s3, served, setNow, text, UPLOADS } from './s3-setup';

prepareS3();

const code = (body: string) => /<Code>(.*?)<\/Code>/.exec(body)?.[1];

const refusal = async (response: Response) => ({
  status: response.status,
  code: code(await response.text()),
});

describe('presigned addresses', () => {
  const signedGet = (more: object = {}, expiresIn = 60) =>
    getSignedUrl(s3, new GetObjectCommand({ Bucket: PLAIN, Key: 'a b/ü', ...more }), { expiresIn });

  test('let a stranger read, shown as the signer said', async () => {
    await put('a b/ü', 'content', { ContentType: 'text/html' });
    const address = await signedGet({
      ResponseContentDisposition: 'attachment; filename="a.txt"',
      ResponseContentType: 'text/plain',
    });
    const response = await fetch(address);
    expect(await response.text()).toBe('content');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a.txt"');
    expect(response.headers.get('content-type')).toBe('text/plain');
  });

  test('let a stranger write, that key only', async () => {
    const address = await getSignedUrl(s3, new PutObjectCommand({ Bucket: PLAIN, Key: 'mine' }));
    expect((await fetch(address, { method: 'PUT', body: 'content' })).status).toBe(200);
    expect(await text('mine')).toBe('content');
    const other = address.replace('/mine?', '/yours?');
    expect(await refusal(await fetch(other, { method: 'PUT', body: 'x' }))).toEqual({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  test('end, can not be changed, and are nothing without a signature', async () => {
    await put('a b/ü', 'content');
    const old = await getSignedUrl(s3, new GetObjectCommand({ Bucket: PLAIN, Key: 'a b/ü' }), {
      expiresIn: 60,
      signingDate: new Date(Date.now() - 61_000),
    });
    const expired = await fetch(old);
    expect(expired.status).toBe(403);
    expect(await expired.text()).toContain('Request has expired');
    const address = await signedGet();
    const forged = address.replace(
      /(X-Amz-Signature=)./,
      (_, name) => `${name}${address.includes(`${name}0`) ? 1 : 0}`,
    );
    expect((await refusal(await fetch(forged))).code).toBe('SignatureDoesNotMatch');
    const longer = address.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000');
    expect((await refusal(await fetch(longer))).code).toBe('SignatureDoesNotMatch');
    const [unsigned = ''] = address.split('?');
    expect(await refusal(await fetch(unsigned))).toEqual({ status: 403, code: 'AccessDenied' });
  });
});

describe('presigned forms', () => {
  const KEY = 'uploads/account/bot/document';
  const sign = (more: Partial<Parameters<typeof createPresignedPost>[1]> = {}) =>
    createPresignedPost(s3, {
      Bucket: UPLOADS,
      Key: KEY,
      Conditions: [
        ['content-length-range', 1, 1000],
        ['eq', '$Content-Type', 'application/pdf'],
      ],
      Fields: { 'Content-Type': 'application/pdf' },
      Expires: 60,
      ...more,
    });
  const send = (
    { url, fields }: PresignedPost,
    content: string | undefined,
    changed: Record<string, string> = {},
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...changed })) form.append(name, value);
    if (content !== undefined) form.append('file', new Blob([content]), 'my file.pdf');
    return fetch(url, { method: 'POST', body: form, headers: { origin: APP } });
  };

  test('let a browser upload what the policy says', async () => {
    const response = await send(await sign(), 'a pdf');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(APP);
    expect(response.headers.get('access-control-expose-headers')).toBe('ETag');
    const head = await s3.send(new HeadObjectCommand({ Bucket: UPLOADS, Key: KEY }));
    expect(head).toMatchObject({ ContentType: 'application/pdf', ContentLength: 5 });
    expect(response.headers.get('x-amz-version-id')).toBe(head.VersionId);
    expect(response.headers.get('etag')).toBe(head.ETag);
  });

  test('answer with a document or a redirect when the form asks for it', async () => {
    const created = await send(
      await sign({ Fields: { 'Content-Type': 'application/pdf', success_action_status: '201' } }),
      'x',
    );
    expect(created.status).toBe(201);
    expect(await created.text()).toContain(`<Key>${KEY}</Key>`);
    const named = await sign({ Key: `uploads/$\{filename}` });
    expect((await send(named, 'x')).headers.get('location')).toContain('/uploads/my%20file.pdf');
  });

  test.each<[string, number, string, () => Promise<Response>]>([
    ['too large a file', 400, 'EntityTooLarge', async () => send(await sign(), 'x'.repeat(1001))],
    ['an empty file', 400, 'EntityTooSmall', async () => send(await sign(), '')],
    ['no file', 400, 'InvalidArgument', async () => send(await sign(), undefined)],
    ['another key', 403, 'AccessDenied', async () => send(await sign(), 'x', { key: 'uploads/other' })],
    [
      'another type',
      403,
      'AccessDenied',
      async () => send(await sign(), 'x', { 'Content-Type': 'text/html' }),
    ],
    ['a further field', 403, 'AccessDenied', async () => send(await sign(), 'x', { 'x-amz-meta-a': '1' })],
    [
      'another bucket',
      403,
      'AccessDenied',
      async () => {
        const { url, fields } = await sign();
        return send({ url: url.replace(UPLOADS, PLAIN), fields }, 'x');
      },
    ],
    [
      'a policy of its own',
      403,
      'SignatureDoesNotMatch',
      async () => {
        const policy = { expiration: '2099-01-01T00:00:00Z', conditions: [{ bucket: UPLOADS }] };
        return send(await sign(), 'x', { Policy: Buffer.from(JSON.stringify(policy)).toString('base64') });
      },
    ],
    [
      'no policy',
      403,
      'AccessDenied',
      async () => {
        const { url } = await sign();
        return send({ url, fields: { key: KEY } }, 'x');
      },
    ],
  ])('refuse %s', async (_, status, expected, upload) => {
    expect(await refusal(await upload())).toEqual({ status, code: expected });
    const { KeyCount } = await s3.send(new ListObjectsV2Command({ Bucket: UPLOADS }));
    expect(KeyCount).toBe(0);
    await served.service.delivered();
    expect(queued).toEqual([]);
  });

  test('refuse a policy that has expired', async () => {
    const form = await sign();
    setNow(Date.now() + 61_000);
    const response = await send(form, 'x');
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('Policy expired');
  });
});

describe('browsers of other origins', () => {
  const ask = (origin: string, method: string, headers = '') =>
    fetch(`${served.endpoint}/${UPLOADS}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        ...(headers && { 'access-control-request-headers': headers }),
      },
    });

  test('may call as the rules say', async () => {
    const allowed = await ask(APP, 'POST', 'content-type');
    expect(allowed.status).toBe(200);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'POST, GET, PUT',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '3600',
    });
  });

  test.each([
    ['http://evil.example', 'POST', ''],
    [APP, 'DELETE', ''],
    [APP, 'POST', 'x-secret'],
  ])('may not from %s with %s %s', async (origin, method, headers) => {
    const refused = await ask(origin, method, headers);
    expect(refused.headers.get('access-control-allow-methods')).toBeNull();
    expect((await refusal(refused)).code).toBe('AccessForbidden');
  });
});
