import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createS3, type S3Service } from '../../../infra/local/services/s3';
import { resource } from '../../helpers/serve-service';
import { type Served, serveThroughGateway, type TemporaryFolder, temporaryFolder } from './through-gateway';

const UPLOADS = 'uploads-bucket';
const PLAIN = 'plain-bucket';
const QUEUE = 'arn:aws:sqs:eu-central-1:000000000000:arrivals';
const APP = 'http://app.localhost:4000';

const BUCKETS = [
  resource('AWS::S3::Bucket', UPLOADS, {
    VersioningConfiguration: { Status: 'Enabled' },
    CorsConfiguration: {
      CorsRules: [
        {
          AllowedMethods: ['POST', 'GET', 'PUT'],
          AllowedOrigins: [APP],
          AllowedHeaders: ['content-type'],
          ExposedHeaders: ['ETag'],
          MaxAge: 3600,
        },
      ],
    },
    NotificationConfiguration: {
      QueueConfigurations: [
        {
          Event: 's3:ObjectCreated:*',
          Queue: QUEUE,
          Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'uploads/' }] } },
        },
        {
          Event: 's3:ObjectRemoved:*',
          Queue: QUEUE,
          Filter: { S3Key: { Rules: [{ Name: 'suffix', Value: '.pdf' }] } },
        },
      ],
    },
  }),
  resource('AWS::S3::Bucket', PLAIN, {}),
];

interface Event {
  readonly Event?: string;
  readonly Records?: readonly {
    readonly eventName: string;
    readonly s3: {
      readonly bucket: { readonly name: string };
      readonly object: Readonly<Record<'key' | 'size' | 'eTag' | 'versionId' | 'sequencer', string>>;
    };
  }[];
}

let folder: TemporaryFolder;
let served: Served<S3Service>;
let s3: S3Client;
let queued: { readonly arn: string; readonly event: Event }[];
let queueFails: boolean;
let mayList: boolean;
let now: number | undefined;

async function open(): Promise<void> {
  served = await serveThroughGateway(folder.path, (context) =>
    createS3(context, {
      buckets: BUCKETS,
      queues: {
        async send(arn, body) {
          if (queueFails) throw new Error('the queue is away');
          queued.push({ arn, event: JSON.parse(body) });
        },
      },
      mayList: () => mayList,
      now: () => now ?? Date.now(),
    }),
  );
  s3 = new S3Client(served.client);
}

async function close(): Promise<void> {
  s3.destroy();
  await served.stop();
}

beforeEach(async () => {
  queued = [];
  queueFails = false;
  mayList = true;
  now = undefined;
  folder = await temporaryFolder();
  await open();
  await served.service.delivered();
  queued.length = 0;
});

afterEach(async () => {
  await close();
  await folder.remove();
});

const put = (Key: string, Body: string | Buffer | Readable, more: Partial<PutObjectCommandInput> = {}) =>
  s3.send(new PutObjectCommand({ Bucket: PLAIN, Key, Body, ...more }));
const text = async (Key: string, more: object = {}) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: PLAIN, Key, ...more }));
  return Body?.transformToString();
};
const thrown = async (promise: Promise<unknown>): Promise<S3ServiceException> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof S3ServiceException) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};
const code = (body: string) => /<Code>(.*?)<\/Code>/.exec(body)?.[1];
const refusal = async (response: Response) => ({
  status: response.status,
  code: code(await response.text()),
});

describe('objects', () => {
  test('come back as they were put, with what was said of them', async () => {
    const content = Buffer.from('Grüße aus dem Eimer');
    const written = await put('ordner/Grüße & mehr (1)+.txt', content, {
      ContentType: 'text/plain; charset=utf-8',
      CacheControl: 'max-age=60',
      ContentDisposition: 'inline',
      Metadata: { owner: 'a', 'content-hash': 'x1' },
    });
    expect(written.ETag).toBe(`"${createHash('md5').update(content).digest('hex')}"`);
    const read = await s3.send(new GetObjectCommand({ Bucket: PLAIN, Key: 'ordner/Grüße & mehr (1)+.txt' }));
    expect(await read.Body?.transformToString()).toBe('Grüße aus dem Eimer');
    const described = {
      ContentLength: content.length,
      ContentType: 'text/plain; charset=utf-8',
      CacheControl: 'max-age=60',
      ContentDisposition: 'inline',
      ETag: written.ETag,
      Metadata: { owner: 'a', 'content-hash': 'x1' },
    };
    expect(read).toMatchObject(described);
    const head = await s3.send(new HeadObjectCommand({ Bucket: PLAIN, Key: 'ordner/Grüße & mehr (1)+.txt' }));
    expect(head).toMatchObject(described);
  });

  test.each([0, 1, 100_000, 3_000_000])(
    'of %d bytes come back whole, sent at once or as a stream',
    async (size) => {
      const content = Buffer.alloc(size, 'parley ');
      await put('whole', content);
      const stream = Readable.from(content.length > 0 ? [content.subarray(0, 7), content.subarray(7)] : []);
      await put('streamed', stream, { ContentLength: size });
      for (const Key of ['whole', 'streamed']) {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: PLAIN, Key }));
        expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(content)).toBe(true);
      }
      const head = await s3.send(new HeadObjectCommand({ Bucket: PLAIN, Key: 'streamed' }));
      expect(head.ContentEncoding).toBeUndefined();
    },
  );

  test.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const)(
    'are verified by the checksum %s, which comes back with them',
    async (ChecksumAlgorithm) => {
      const written = await put('checked', 'checked content', { ChecksumAlgorithm });
      const name = `Checksum${ChecksumAlgorithm}` as const;
      expect(written[name]).toBeTruthy();
      const read = await s3.send(
        new GetObjectCommand({ Bucket: PLAIN, Key: 'checked', ChecksumMode: 'ENABLED' }),
      );
      expect(read[name]).toBe(written[name]);
      expect(await read.Body?.transformToString()).toBe('checked content');
      const wrong = await thrown(put('wrong', 'other content', { [name]: written[name] }));
      expect(wrong.name).toBe('BadDigest');
    },
  );

  test('are read in parts', async () => {
    await put('letters', 'abcdefghij');
    const range = async (Range: string) => {
      const read = await s3.send(new GetObjectCommand({ Bucket: PLAIN, Key: 'letters', Range }));
      return [await read.Body?.transformToString(), read.ContentRange, read.$metadata.httpStatusCode];
    };
    expect(await range('bytes=2-4')).toEqual(['cde', 'bytes 2-4/10', 206]);
    expect(await range('bytes=7-')).toEqual(['hij', 'bytes 7-9/10', 206]);
    expect(await range('bytes=-3')).toEqual(['hij', 'bytes 7-9/10', 206]);
    expect(await range('bytes=8-100')).toEqual(['ij', 'bytes 8-9/10', 206]);
    expect(await range('bytes=4-2')).toEqual(['abcdefghij', undefined, 200]);
    expect((await thrown(range('bytes=10-'))).name).toBe('InvalidRange');
  });

  test('are written and read on conditions', async () => {
    const first = await put('once', '1', { IfNoneMatch: '*' });
    const again = await thrown(put('once', '2', { IfNoneMatch: '*' }));
    expect([again.name, again.$metadata.httpStatusCode]).toEqual(['PreconditionFailed', 412]);
    const second = await put('once', '2', { IfMatch: first.ETag });
    expect((await thrown(put('once', '3', { IfMatch: first.ETag }))).name).toBe('PreconditionFailed');
    expect((await thrown(put('absent', '3', { IfMatch: first.ETag }))).name).toBe('NoSuchKey');
    expect(await text('once')).toBe('2');
    expect((await thrown(text('once', { IfMatch: first.ETag }))).$metadata.httpStatusCode).toBe(412);
    expect((await thrown(text('once', { IfNoneMatch: second.ETag }))).$metadata.httpStatusCode).toBe(304);
    expect(await text('once', { IfNoneMatch: first.ETag })).toBe('2');
  });

  test('of many that are written at once under If-None-Match, exactly one gets in', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => put('race', String(n), { IfNoneMatch: '*' })),
    );
    const won = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [String(n)] : []));
    expect(won).toHaveLength(1);
    expect(await text('race')).toBe(won[0]);
  });

  test('are copied, with their description or a new one', async () => {
    await put('from', 'content', { ContentType: 'text/plain', Metadata: { a: '1' } });
    await s3.send(new CopyObjectCommand({ Bucket: UPLOADS, Key: 'to', CopySource: `${PLAIN}/from` }));
    await s3.send(
      new CopyObjectCommand({
        Bucket: UPLOADS,
        Key: 'other',
        CopySource: `${PLAIN}/from`,
        MetadataDirective: 'REPLACE',
        ContentType: 'text/html',
      }),
    );
    const head = (Key: string) => s3.send(new HeadObjectCommand({ Bucket: UPLOADS, Key }));
    expect(await head('to')).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' } });
    expect(await head('other')).toMatchObject({ ContentType: 'text/html', Metadata: {} });
    const copy = new CopyObjectCommand({ Bucket: UPLOADS, Key: 'x', CopySource: `${PLAIN}/absent` });
    expect((await thrown(s3.send(copy))).name).toBe('NoSuchKey');
  });

  test('are deleted, one or many; of an absent one that is no error', async () => {
    const keys = ['a', 'b & c', 'd'];
    for (const key of keys) await put(key, key);
    await s3.send(new DeleteObjectCommand({ Bucket: PLAIN, Key: 'a' }));
    const { Deleted } = await s3.send(
      new DeleteObjectsCommand({
        Bucket: PLAIN,
        Delete: { Objects: ['b & c', 'd', 'absent'].map((Key) => ({ Key })) },
      }),
    );
    expect(Deleted?.map(({ Key }) => Key)).toEqual(['b & c', 'd', 'absent']);
    expect((await s3.send(new ListObjectsV2Command({ Bucket: PLAIN }))).KeyCount).toBe(0);
    await s3.send(new DeleteObjectCommand({ Bucket: PLAIN, Key: 'a' }));
  });

  test('are there after a restart', async () => {
    await put('kept', 'content');
    await close();
    await open();
    expect(await text('kept')).toBe('content');
  });
});

describe('versions', () => {
  const inVersions = { Bucket: UPLOADS, Key: 'doc' };
  const read = async (VersionId?: string) => {
    const { Body } = await s3.send(new GetObjectCommand({ ...inVersions, VersionId }));
    return Body?.transformToString();
  };

  test('are kept behind what is written over or deleted', async () => {
    const one = await s3.send(new PutObjectCommand({ ...inVersions, Body: '1' }));
    const two = await s3.send(new PutObjectCommand({ ...inVersions, Body: '2' }));
    expect(one.VersionId).not.toBe(two.VersionId);
    expect(await read()).toBe('2');
    expect(await read(one.VersionId)).toBe('1');

    const marker = await s3.send(new DeleteObjectCommand(inVersions));
    expect(marker.DeleteMarker).toBe(true);
    expect((await thrown(read())).name).toBe('NoSuchKey');
    expect((await thrown(read(marker.VersionId))).name).toBe('MethodNotAllowed');
    expect(await read(two.VersionId)).toBe('2');
    const listed = await s3.send(new ListObjectVersionsCommand({ Bucket: UPLOADS }));
    expect(listed.Versions?.map(({ VersionId }) => VersionId)).toEqual([two.VersionId, one.VersionId]);
    expect(listed.DeleteMarkers).toMatchObject([{ VersionId: marker.VersionId, IsLatest: true }]);

    await s3.send(new DeleteObjectCommand({ ...inVersions, VersionId: marker.VersionId }));
    expect(await read()).toBe('2');
    await s3.send(new DeleteObjectCommand({ ...inVersions, VersionId: two.VersionId }));
    expect(await read()).toBe('1');
    await s3.send(new DeleteObjectCommand({ ...inVersions, VersionId: one.VersionId }));
    expect((await thrown(read())).name).toBe('NoSuchKey');
    expect((await thrown(read(one.VersionId))).name).toBe('NoSuchVersion');
  });

  test('are listed in pages, each once', async () => {
    for (const Key of ['a', 'b', 'c']) {
      for (const Body of ['1', '2', '3']) await s3.send(new PutObjectCommand({ Bucket: UPLOADS, Key, Body }));
    }
    const seen: string[] = [];
    let from: { KeyMarker?: string; VersionIdMarker?: string } = {};
    for (;;) {
      const page = await s3.send(new ListObjectVersionsCommand({ Bucket: UPLOADS, MaxKeys: 2, ...from }));
      seen.push(...(page.Versions ?? []).map(({ Key, VersionId }) => `${Key}/${VersionId}`));
      if (!page.IsTruncated) break;
      from = {
        ...(page.NextKeyMarker && { KeyMarker: page.NextKeyMarker }),
        ...(page.NextVersionIdMarker && { VersionIdMarker: page.NextVersionIdMarker }),
      };
    }
    expect(seen).toHaveLength(9);
    expect(new Set(seen).size).toBe(9);
    expect(seen.map((each) => each[0]).join('')).toBe('aaabbbccc');
  });
});

describe('listing', () => {
  const list = (more: object) => s3.send(new ListObjectsV2Command({ Bucket: PLAIN, ...more }));

  test('pages through keys in the order of their bytes', async () => {
    const keys = ['b', 'a/1', 'a/2', 'ä', 'z', 'a b+c', '🙂', '\uffff'];
    for (const key of keys) await put(key, key);
    const sorted = [...keys].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    const seen: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ MaxKeys: 3, ContinuationToken });
      expect(page.KeyCount).toBe(page.Contents?.length);
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    expect(seen).toEqual(sorted);
    expect((await list({ StartAfter: 'b' })).Contents?.map(({ Key }) => Key)).toEqual(
      sorted.slice(sorted.indexOf('b') + 1),
    );
    expect((await list({ Prefix: 'a/' })).Contents?.map(({ Key }) => Key)).toEqual(['a/1', 'a/2']);
  });

  test('gathers under a delimiter, over pages too', async () => {
    for (const key of ['a/1', 'a/2', 'a/b/1', 'b', 'c/1', 'c/2', 'd']) await put(key, key);
    const all = await list({ Delimiter: '/' });
    expect(all.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['a/', 'c/']);
    expect(all.Contents?.map(({ Key }) => Key)).toEqual(['b', 'd']);
    const nested = await list({ Delimiter: '/', Prefix: 'a/' });
    expect(nested.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['a/b/']);
    const seen: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ Delimiter: '/', MaxKeys: 1, ContinuationToken });
      seen.push(page.CommonPrefixes?.[0]?.Prefix ?? page.Contents?.[0]?.Key);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    expect(seen).toEqual(['a/', 'b', 'c/', 'd']);
  });
});

describe('uploads in parts', () => {
  test('become one object when they are completed', async () => {
    const target = { Bucket: PLAIN, Key: 'large' };
    const { UploadId } = await s3.send(
      new CreateMultipartUploadCommand({ ...target, ContentType: 'text/plain' }),
    );
    const contents = [Buffer.alloc(5 * 1024 * 1024, 'a'), Buffer.from('the end')];
    const Parts = await Promise.all(
      contents.map(async (Body, at) => {
        const PartNumber = at + 1;
        const { ETag } = await s3.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }));
        return { PartNumber, ETag };
      }),
    );
    const listed = await s3.send(new ListPartsCommand({ ...target, UploadId }));
    expect(listed.Parts?.map(({ Size }) => Size)).toEqual(contents.map(({ length }) => length));
    expect((await thrown(text('large'))).name).toBe('NoSuchKey');
    const complete = (parts: typeof Parts) =>
      s3.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: parts } }));
    expect((await thrown(complete([...Parts].reverse()))).name).toBe('InvalidPartOrder');
    expect((await thrown(complete([{ PartNumber: 1, ETag: '"no"' }]))).name).toBe('InvalidPart');
    const { ETag } = await complete(Parts);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    const { Body, ContentType } = await s3.send(new GetObjectCommand(target));
    expect(ContentType).toBe('text/plain');
    const stored = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(stored.equals(Buffer.concat(contents))).toBe(true);
    expect((await thrown(complete(Parts))).name).toBe('NoSuchUpload');
  });

  test('whose middle is too small, or that were aborted, do not', async () => {
    const target = { Bucket: PLAIN, Key: 'small' };
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(target));
    const Parts = [];
    for (const PartNumber of [1, 2]) {
      const { ETag } = await s3.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body: 'x' }));
      Parts.push({ PartNumber, ETag });
    }
    const complete = new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } });
    expect((await thrown(s3.send(complete))).name).toBe('EntityTooSmall');
    await s3.send(new AbortMultipartUploadCommand({ ...target, UploadId }));
    expect((await thrown(s3.send(complete))).name).toBe('NoSuchUpload');
    expect((await thrown(text('small'))).name).toBe('NoSuchKey');
  });
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
    now = Date.now() + 61_000;
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

describe('notifications', () => {
  test('name what was created, its key encoded as S3 does it', async () => {
    const Key = 'uploads/a b/Grüße (1)+.pdf';
    const { VersionId } = await s3.send(new PutObjectCommand({ Bucket: UPLOADS, Key, Body: 'content' }));
    await s3.send(new PutObjectCommand({ Bucket: UPLOADS, Key: 'elsewhere/x', Body: 'content' }));
    await s3.send(
      new CopyObjectCommand({ Bucket: UPLOADS, Key: 'uploads/copy', CopySource: `${UPLOADS}/elsewhere/x` }),
    );
    await served.service.delivered();
    expect(queued.map(({ arn }) => arn)).toEqual([QUEUE, QUEUE]);
    const [created, copied] = queued.map(({ event }) => event.Records?.[0]);
    expect(created).toMatchObject({
      eventName: 'ObjectCreated:Put',
      s3: {
        bucket: { name: UPLOADS },
        object: {
          key: 'uploads/a+b/Gr%C3%BC%C3%9Fe+%281%29%2B.pdf',
          size: 7,
          versionId: VersionId,
          eTag: createHash('md5').update('content').digest('hex'),
        },
      },
    });
    expect(copied?.eventName).toBe('ObjectCreated:Copy');
    expect((copied?.s3.object.sequencer ?? '') > (created?.s3.object.sequencer ?? '')).toBe(true);
  });

  test('name what was removed', async () => {
    const target = { Bucket: UPLOADS, Key: 'x.pdf' };
    const { VersionId } = await s3.send(new PutObjectCommand({ ...target, Body: '1' }));
    await s3.send(new DeleteObjectCommand(target));
    await s3.send(new DeleteObjectCommand({ ...target, VersionId }));
    await served.service.delivered();
    expect(queued.map(({ event }) => event.Records?.[0]?.eventName)).toEqual([
      'ObjectRemoved:DeleteMarkerCreated',
      'ObjectRemoved:Delete',
    ]);
  });

  test('begin with a test message, once', async () => {
    await close();
    await folder.remove();
    folder = await temporaryFolder();
    await open();
    await served.service.delivered();
    expect(queued.map(({ event }) => event.Event)).toEqual(['s3:TestEvent', 's3:TestEvent']);
    await close();
    await open();
    await served.service.delivered();
    expect(queued).toHaveLength(2);
  });

  test('that could not be sent are sent after a restart', async () => {
    queueFails = true;
    await s3.send(new PutObjectCommand({ Bucket: UPLOADS, Key: 'uploads/x', Body: '1' }));
    await close();
    expect(queued).toEqual([]);
    queueFails = false;
    await open();
    await served.service.delivered();
    expect(queued.map(({ event }) => event.Records?.[0]?.s3.object.key)).toEqual(['uploads/x']);
  });
});

describe('buckets', () => {
  test('are what the template says', async () => {
    const { Buckets } = await s3.send(new ListBucketsCommand({}));
    expect(Buckets?.map(({ Name }) => Name)).toEqual([PLAIN, UPLOADS]);
    const versioned = async (Bucket: string) =>
      (await s3.send(new GetBucketVersioningCommand({ Bucket }))).Status;
    expect([await versioned(UPLOADS), await versioned(PLAIN)]).toEqual(['Enabled', undefined]);
    await s3.send(new HeadBucketCommand({ Bucket: PLAIN }));
    const { LocationConstraint } = await s3.send(new GetBucketLocationCommand({ Bucket: PLAIN }));
    expect(LocationConstraint).toBe('eu-central-1');
  });

  test('whose notifications can not be served are refused by name', () => {
    const bucket = resource('AWS::S3::Bucket', 'b', {
      NotificationConfiguration: { LambdaConfigurations: [{ Event: 's3:ObjectCreated:*', Function: 'f' }] },
    });
    expect(() =>
      createS3(
        { ...served.client, directory: '', accountId: '', secretFor: () => undefined, log: () => {} },
        { buckets: [bucket], queues: { send: async () => {} } },
      ),
    ).toThrow(/AWS::S3::Bucket b in stack test.*LambdaConfigurations/s);
  });
});

describe('errors have the names and words of S3', () => {
  test.each<[string, number, () => Promise<unknown>]>([
    ['NoSuchKey', 404, () => text('absent')],
    ['NoSuchBucket', 404, () => s3.send(new GetObjectCommand({ Bucket: 'absent', Key: 'x' }))],
    ['KeyTooLongError', 400, () => put('x'.repeat(1025), 'x')],
    ['MetadataTooLarge', 400, () => put('x', 'x', { Metadata: { big: 'x'.repeat(2100) } })],
    ['AccessDenied', 403, () => put('x', 'x', { ExpectedBucketOwner: '111111111111' })],
    ['NotImplemented', 501, () => put('x', 'x', { Tagging: 'a=b' })],
  ])('%s', async (name, status, call) => {
    const error = await thrown(call());
    expect([error.name, error.$metadata.httpStatusCode]).toEqual([name, status]);
    expect(error.$metadata.requestId).toMatch(/./);
    expect(served.logged).toEqual([]);
  });

  test('of a HEAD, which has no body, by its status', async () => {
    const head = new HeadObjectCommand({ Bucket: PLAIN, Key: 'absent' });
    expect((await thrown(s3.send(head))).name).toBe('NotFound');
  });

  test('hide from who may not list whether a key is there', async () => {
    mayList = false;
    expect((await thrown(text('absent'))).name).toBe('AccessDenied');
    await put('there', 'x');
    expect(await text('there')).toBe('x');
  });

  test('to a client with a wrong key, a wrong secret, a wrong clock', async () => {
    const call = async (changed: object) => {
      const stranger = new S3Client({ ...served.client, ...changed });
      const error = await thrown(stranger.send(new ListBucketsCommand({})));
      stranger.destroy();
      return error.name;
    };
    const { credentials } = served;
    expect(await call({ credentials: { ...credentials, accessKeyId: 'AKIAUNKNOWN' } })).toBe(
      'InvalidAccessKeyId',
    );
    expect(await call({ credentials: { ...credentials, secretAccessKey: 'guessed' } })).toBe(
      'SignatureDoesNotMatch',
    );
    expect(await call({ systemClockOffset: 20 * 60 * 1000 })).toBe('RequestTimeTooSkewed');
  });
});

describe('permissions are asked', () => {
  const permits = (method: string, rawPath: string, headers: Record<string, string> = {}, body = '') =>
    served.service
      .permits({
        method,
        url: new URL(rawPath, 'http://127.0.0.1'),
        rawPath,
        headers,
        body: Buffer.from(body),
        principal: { kind: 'operator', arn: '' },
      })
      .map(({ action, resource: arn }) => `${action} ${arn}`);

  test('on the bucket or the object', () => {
    expect(permits('GET', `/${PLAIN}/a%20b/c`)).toEqual([`s3:GetObject arn:aws:s3:::${PLAIN}/a b/c`]);
    expect(permits('HEAD', `/${PLAIN}/c?versionId=1`)).toEqual([
      `s3:GetObjectVersion arn:aws:s3:::${PLAIN}/c`,
    ]);
    expect(permits('PUT', `/${PLAIN}/c`, { 'x-amz-copy-source': `/${UPLOADS}/d` })).toEqual([
      `s3:PutObject arn:aws:s3:::${PLAIN}/c`,
      `s3:GetObject arn:aws:s3:::${UPLOADS}/d`,
    ]);
    expect(permits('DELETE', `/${PLAIN}/c`)).toEqual([`s3:DeleteObject arn:aws:s3:::${PLAIN}/c`]);
    expect(permits('GET', `/${PLAIN}?list-type=2`)).toEqual([`s3:ListBucket arn:aws:s3:::${PLAIN}`]);
    expect(permits('OPTIONS', `/${PLAIN}/c`)).toEqual([]);
  });

  test('for each object that is deleted, and for the key of a form', () => {
    const deletion = '<Delete><Object><Key>a</Key></Object><Object><Key>b</Key></Object></Delete>';
    expect(permits('POST', `/${PLAIN}?delete`, {}, deletion)).toEqual([
      `s3:DeleteObject arn:aws:s3:::${PLAIN}/a`,
      `s3:DeleteObject arn:aws:s3:::${PLAIN}/b`,
    ]);
    const form = '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\nk/1\r\n--x--\r\n';
    expect(permits('POST', `/${PLAIN}`, { 'content-type': 'multipart/form-data; boundary=x' }, form)).toEqual(
      [`s3:PutObject arn:aws:s3:::${PLAIN}/k/1`],
    );
  });
});
