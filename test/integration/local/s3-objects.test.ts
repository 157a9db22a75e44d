import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { close, open, PLAIN, prepareS3, put, s3, text, thrown, UPLOADS } from './s3-setup';

prepareS3();

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
