import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { createS3 } from '#infra/local/services/s3/service';
import { resource } from '#test/helpers/serve-service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import {
  close,
  open,
  PLAIN,
  prepareS3,
  put,
  QUEUE,
  queued,
  s3,
  served,
  setFolder,
  setMayList,
  setQueueFails,
  text,
  thrown,
  UPLOADS,
} from './s3-setup';

prepareS3();

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
    setFolder(temporaryFolder());
    await open();
    await served.service.delivered();
    expect(queued.map(({ event }) => event.Event)).toEqual(['s3:TestEvent', 's3:TestEvent']);
    await close();
    await open();
    await served.service.delivered();
    expect(queued).toHaveLength(2);
  });

  test('that could not be sent are sent after a restart', async () => {
    setQueueFails(true);
    await s3.send(new PutObjectCommand({ Bucket: UPLOADS, Key: 'uploads/x', Body: '1' }));
    await close();
    expect(queued).toEqual([]);
    setQueueFails(false);
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

  test('hide from a caller who may not list whether a key is there', async () => {
    setMayList(false);
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
  const requiredActions = (
    method: string,
    rawPath: string,
    headers: Record<string, string> = {},
    body = '',
  ) =>
    served.service
      .requiredActions({
        method,
        url: new URL(rawPath, 'http://127.0.0.1'),
        rawPath,
        headers,
        body: Buffer.from(body),
        principal: { kind: 'operator', arn: '' },
      })
      .map(({ action, resource: arn }) => `${action} ${arn}`);

  test('on the bucket or the object', () => {
    expect(requiredActions('GET', `/${PLAIN}/a%20b/c`)).toEqual([`s3:GetObject arn:aws:s3:::${PLAIN}/a b/c`]);
    expect(requiredActions('HEAD', `/${PLAIN}/c?versionId=1`)).toEqual([
      `s3:GetObjectVersion arn:aws:s3:::${PLAIN}/c`,
    ]);
    expect(requiredActions('PUT', `/${PLAIN}/c`, { 'x-amz-copy-source': `/${UPLOADS}/d` })).toEqual([
      `s3:PutObject arn:aws:s3:::${PLAIN}/c`,
      `s3:GetObject arn:aws:s3:::${UPLOADS}/d`,
    ]);
    expect(requiredActions('DELETE', `/${PLAIN}/c`)).toEqual([`s3:DeleteObject arn:aws:s3:::${PLAIN}/c`]);
    expect(requiredActions('GET', `/${PLAIN}?list-type=2`)).toEqual([`s3:ListBucket arn:aws:s3:::${PLAIN}`]);
    expect(requiredActions('OPTIONS', `/${PLAIN}/c`)).toEqual([]);
  });

  test('for each object that is deleted, and for the key of a form', () => {
    const deletion = '<Delete><Object><Key>a</Key></Object><Object><Key>b</Key></Object></Delete>';
    expect(requiredActions('POST', `/${PLAIN}?delete`, {}, deletion)).toEqual([
      `s3:DeleteObject arn:aws:s3:::${PLAIN}/a`,
      `s3:DeleteObject arn:aws:s3:::${PLAIN}/b`,
    ]);
    const form = '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\nk/1\r\n--x--\r\n';
    expect(
      requiredActions('POST', `/${PLAIN}`, { 'content-type': 'multipart/form-data; boundary=x' }, form),
    ).toEqual([`s3:PutObject arn:aws:s3:::${PLAIN}/k/1`]);
  });
});
