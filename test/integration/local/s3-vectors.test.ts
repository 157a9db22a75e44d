import {
  CreateIndexCommand,
  type CreateIndexCommandInput,
  DeleteIndexCommand,
  DeleteVectorsCommand,
  GetIndexCommand,
  GetVectorsCommand,
  ListIndexesCommand,
  ListVectorsCommand,
  PutVectorsCommand,
  QueryVectorsCommand,
  S3VectorsClient,
  S3VectorsServiceException,
} from '@aws-sdk/client-s3vectors';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createS3Vectors } from '#infra/local/services/s3-vectors/service';
import { resource } from '#test/helpers/serve-service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { type Served, serveThroughGateway } from './through-gateway';

const ARN = 'arn:aws:s3vectors:eu-central-1:000000000000:bucket/large-bots';
const BUCKETS = [resource('AWS::S3Vectors::VectorBucket', ARN, {})];
const INDEX = { indexArn: `${ARN}/index/one` };

let folder: string;
let served: Served<ReturnType<typeof createS3Vectors>>;
let client: S3VectorsClient;

async function start(): Promise<void> {
  served = await serveThroughGateway(folder, (context) => createS3Vectors(context, { buckets: BUCKETS }));
  client = new S3VectorsClient(served.client);
}
async function stop(): Promise<void> {
  client.destroy();
  await served.stop();
}

beforeEach(async () => {
  folder = temporaryFolder();
  await start();
});
afterEach(stop);

const create = (more: Partial<CreateIndexCommandInput> = {}) =>
  client.send(
    new CreateIndexCommand({
      vectorBucketArn: ARN,
      indexName: 'one',
      dataType: 'float32',
      dimension: 3,
      distanceMetric: 'cosine',
      metadataConfiguration: { nonFilterableMetadataKeys: ['text'] },
      ...more,
    }),
  );
const put = (vectors: Readonly<Record<string, readonly number[]>>, text = 'a text') =>
  client.send(
    new PutVectorsCommand({
      ...INDEX,
      vectors: Object.entries(vectors).map(([key, float32]) => ({
        key,
        data: { float32: [...float32] },
        metadata: { text },
      })),
    }),
  );
const query = (float32: number[], more = {}) =>
  client.send(
    new QueryVectorsCommand({ ...INDEX, topK: 10, queryVector: { float32 }, returnDistance: true, ...more }),
  );
const keys = async () =>
  ((await client.send(new ListVectorsCommand(INDEX))).vectors ?? []).map(({ key }) => key);

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) => {
      if (!(error instanceof S3VectorsServiceException)) throw error;
      return `${error.$metadata.httpStatusCode} ${error.name}`;
    },
  );

describe('an index', () => {
  test('is made once, told of, listed and deleted with all that is in it', async () => {
    expect((await create()).indexArn).toBe(INDEX.indexArn);
    expect(await refusal(create())).toBe('409 ConflictException');
    expect(await refusal(create({ dimension: 4 }))).toBe('409 ConflictException');
    const { index } = await client.send(new GetIndexCommand(INDEX));
    expect(index).toMatchObject({
      ...INDEX,
      vectorBucketName: 'large-bots',
      indexName: 'one',
      dataType: 'float32',
      dimension: 3,
      distanceMetric: 'cosine',
      metadataConfiguration: { nonFilterableMetadataKeys: ['text'] },
    });
    expect(index?.creationTime).toBeInstanceOf(Date);
    await create({ vectorBucketArn: undefined, vectorBucketName: 'large-bots', indexName: 'two' });
    const listed = async (more = {}) =>
      client.send(new ListIndexesCommand({ vectorBucketName: 'large-bots', ...more }));
    expect((await listed()).indexes?.map(({ indexName }) => indexName)).toEqual(['one', 'two']);
    const first = await listed({ maxResults: 1 });
    expect(first.indexes).toHaveLength(1);
    expect((await listed({ maxResults: 1, nextToken: first.nextToken })).indexes).toMatchObject([
      { indexName: 'two' },
    ]);
    expect((await listed({ prefix: 'tw' })).indexes).toHaveLength(1);

    await put({ a: [1, 0, 0] });
    await client.send(new DeleteIndexCommand(INDEX));
    expect(await refusal(client.send(new GetIndexCommand(INDEX)))).toBe('404 NotFoundException');
    expect(await refusal(client.send(new DeleteIndexCommand(INDEX)))).toBe('404 NotFoundException');
    expect(await refusal(put({ a: [1, 0, 0] }))).toBe('404 NotFoundException');
    await create();
    expect(await keys()).toEqual([]);
  });

  test('is refused where it breaks a limit, or in a bucket that is not there', async () => {
    for (const wrong of [
      { indexName: 'ab' },
      { indexName: 'With_Capitals' },
      { dimension: 0 },
      { dimension: 4_097 },
      { distanceMetric: 'manhattan' as 'cosine' },
      { metadataConfiguration: { nonFilterableMetadataKeys: Array.from({ length: 11 }, (_, i) => `k${i}`) } },
      { vectorBucketArn: undefined },
      { vectorBucketName: 'large-bots' },
    ])
      expect(await refusal(create(wrong)), JSON.stringify(wrong)).toBe('400 ValidationException');
    expect(await refusal(create({ vectorBucketArn: `${ARN}x` }))).toBe('404 NotFoundException');
  });
});

describe('vectors', () => {
  beforeEach(() => create());

  test('are put in the place of those of the same key, read, listed and deleted', async () => {
    await put({ a: [1, 0, 0], b: [0, 1, 0], c: [0, 0, 1] });
    await put({ a: [0.5, 0.25, 0] }, 'another text');
    const read = (more = {}) =>
      client.send(new GetVectorsCommand({ ...INDEX, keys: ['a', 'none'], ...more }));
    expect((await read()).vectors).toEqual([{ key: 'a' }]);
    expect((await read({ returnData: true, returnMetadata: true })).vectors).toEqual([
      { key: 'a', data: { float32: [0.5, 0.25, 0] }, metadata: { text: 'another text' } },
    ]);
    const list = (more = {}) => client.send(new ListVectorsCommand({ ...INDEX, ...more }));
    const page = await list({ maxResults: 2 });
    expect(page.vectors).toHaveLength(2);
    const rest = await list({ maxResults: 2, nextToken: page.nextToken, returnData: true });
    expect(rest.vectors).toEqual([{ key: 'c', data: { float32: [0, 0, 1] } }]);
    expect(rest.nextToken).toBeUndefined();
    // One that isn't there is no error.
    await client.send(new DeleteVectorsCommand({ ...INDEX, keys: ['a', 'none'] }));
    expect(await keys()).toEqual(['b', 'c']);
  });

  test('are found by their direction, the nearest first, as many as are asked for', async () => {
    await put({ far: [-1, 0, 0], near: [20, 2, 0], exact: [3, 0, 0], across: [0, 5, 0] });
    const { vectors, distanceMetric } = await query([1, 0, 0]);
    expect(distanceMetric).toBe('cosine');
    expect(vectors?.map(({ key }) => key)).toEqual(['exact', 'near', 'across', 'far']);
    const distances = vectors?.map(({ distance = Number.NaN }) => distance) ?? [];
    expect(distances[0]).toBeCloseTo(0, 6);
    expect(distances[1]).toBeCloseTo(1 - 20 / Math.hypot(20, 2), 6);
    expect(distances[2]).toBeCloseTo(1, 6);
    expect(distances[3]).toBeCloseTo(2, 6);
    expect((await query([1, 0, 0], { topK: 2 })).vectors).toHaveLength(2);
    expect(
      (await query([1, 0, 0], { topK: 1, returnDistance: false, returnMetadata: true })).vectors,
    ).toEqual([{ key: 'exact', metadata: { text: 'a text' } }]);
  });

  test('are found by their distance in an index of that metric', async () => {
    const indexArn = `${ARN}/index/flat`;
    await create({ indexName: 'flat', distanceMetric: 'euclidean' });
    const vectors = Object.entries({ near: [1, 1, 0], far: [3, 4, 0], origin: [0, 0, 0] });
    await client.send(
      new PutVectorsCommand({
        indexArn,
        vectors: vectors.map(([key, float32]) => ({ key, data: { float32 } })),
      }),
    );
    const found = await client.send(
      new QueryVectorsCommand({
        indexArn,
        topK: 3,
        queryVector: { float32: [0, 0, 0] },
        returnDistance: true,
      }),
    );
    expect(found.distanceMetric).toBe('euclidean');
    expect(found.vectors?.map(({ key }) => key)).toEqual(['origin', 'near', 'far']);
    expect(found.vectors?.[2]?.distance).toBeCloseTo(5, 5);
  });

  test('are refused as a whole where one is wrong', async () => {
    for (const wrong of [[1, 0], [0, 0, 0], [1, 0, 1e39], []])
      expect(await refusal(put({ good: [1, 0, 0], wrong })), JSON.stringify(wrong)).toBe(
        '400 ValidationException',
      );
    expect(await refusal(put({ good: [1, 0, 0], ['k'.repeat(1_025)]: [1, 0, 0] }))).toBe(
      '400 ValidationException',
    );
    expect(await refusal(put({ good: [1, 0, 0] }, 'x'.repeat(41_000)))).toBe('400 ValidationException');
    const filterable = { key: 'f', data: { float32: [1, 0, 0] }, metadata: { other: 'x'.repeat(2_100) } };
    expect(await refusal(client.send(new PutVectorsCommand({ ...INDEX, vectors: [filterable] })))).toBe(
      '400 ValidationException',
    );
    expect(await keys()).toEqual([]);
    // Beside the vector, and not to filter by.
    await put({ good: [1, 0, 0] }, 'x'.repeat(30_000));
    expect(await keys()).toEqual(['good']);
  });

  test('are taken in numbers that the service takes', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, [1, i, 0]]));
    await put(many(500));
    expect(await refusal(put(many(501)))).toBe('400 ValidationException');
    const names = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`);
    expect(await refusal(client.send(new GetVectorsCommand({ ...INDEX, keys: names(101) })))).toBe(
      '400 ValidationException',
    );
    expect(await refusal(client.send(new DeleteVectorsCommand({ ...INDEX, keys: names(501) })))).toBe(
      '400 ValidationException',
    );
    expect(await refusal(query([1, 0, 0], { topK: 101 }))).toBe('400 ValidationException');
    expect(await refusal(query([0, 0, 0]))).toBe('400 ValidationException');
    expect(await refusal(query([1, 0]))).toBe('400 ValidationException');
    expect((await client.send(new ListVectorsCommand(INDEX))).vectors).toHaveLength(500);
  });

  test('outlast the service', async () => {
    await put({ a: [1, 0, 0], b: [0, 1, 0] });
    await client.send(new DeleteVectorsCommand({ ...INDEX, keys: ['b'] }));
    await stop();
    await start();
    const { vectors } = await query([1, 1, 0], { returnMetadata: true });
    expect(vectors).toMatchObject([{ key: 'a', metadata: { text: 'a text' } }]);
    expect(vectors?.[0]?.distance).toBeCloseTo(1 - Math.SQRT1_2, 6);
  });
});

test('what is not served is refused by name, and strangers are turned away', async () => {
  await create();
  expect(await refusal(query([1, 0, 0], { filter: { other: 'x' } }))).toBe('400 ValidationException');
  const stranger = await fetch(`${served.endpoint}/QueryVectors`, { method: 'POST', body: '{}' });
  expect(stranger.ok).toBe(false);
});

describe('a call needs leave', () => {
  const requiredActions = (operation: string, body: object) =>
    served.service
      .requiredActions({
        method: 'POST',
        url: new URL(`http://127.0.0.1/${operation}`),
        rawPath: `/${operation}`,
        headers: {},
        body: Buffer.from(JSON.stringify(body)),
        principal: { kind: 'role', arn: 'arn:aws:iam::000000000000:role/r' },
      })
      .map(({ action, resource: on }) => `${action} ${on}`);

  test('for its index, and for reading vectors where it shows what is kept beside them', () => {
    expect(requiredActions('CreateIndex', { vectorBucketArn: ARN, indexName: 'one' })).toEqual([
      `s3vectors:CreateIndex ${INDEX.indexArn}`,
    ]);
    expect(requiredActions('PutVectors', { vectorBucketName: 'large-bots', indexName: 'one' })).toEqual([
      `s3vectors:PutVectors ${INDEX.indexArn}`,
    ]);
    expect(requiredActions('QueryVectors', { ...INDEX, returnMetadata: false })).toEqual([
      `s3vectors:QueryVectors ${INDEX.indexArn}`,
    ]);
    expect(requiredActions('QueryVectors', { ...INDEX, returnMetadata: true })).toEqual([
      `s3vectors:QueryVectors ${INDEX.indexArn}`,
      `s3vectors:GetVectors ${INDEX.indexArn}`,
    ]);
    expect(requiredActions('ListVectors', { ...INDEX, returnData: true })).toContain(
      `s3vectors:GetVectors ${INDEX.indexArn}`,
    );
    expect(requiredActions('ListIndexes', { vectorBucketArn: ARN })).toEqual([
      `s3vectors:ListIndexes ${ARN}`,
    ]);
  });
});
