import {
  ConflictException,
  CreateIndexCommand,
  DeleteIndexCommand,
  DeleteVectorsCommand,
  GetVectorsCommand,
  ListVectorsCommand,
  NotFoundException,
  PutVectorsCommand,
  QueryVectorsCommand,
  S3VectorsClient,
  ServiceQuotaExceededException,
} from '@aws-sdk/client-s3vectors';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  createVectorIndex,
  deleteVectorIndex,
  deleteVectors,
  listVectorKeys,
  nearestVectors,
  putVectors,
  readVectors,
} from '#platform/vector-indexes';

const s3vectors = mockClient(S3VectorsClient);
const ARN = 'arn:aws:s3vectors:eu-central-1:000000000000:bucket';
const index = { bucket: 1, name: 'one' };
const details = { message: 'as AWS says it', $metadata: {} };

beforeEach(() => {
  s3vectors.reset();
  process.env.VECTOR_BUCKETS = `${ARN}/first,${ARN}/second`;
});
afterAll(() => s3vectors.restore());

test('an index is made in the bucket of its number; that it is there is no error, that the bucket is full is told', async () => {
  s3vectors
    .on(CreateIndexCommand)
    .resolvesOnce({})
    .rejectsOnce(new ConflictException(details))
    .rejectsOnce(new ServiceQuotaExceededException(details))
    .rejectsOnce(new Error('busy'));
  expect(await createVectorIndex(index, 1_024)).toBe('exists');
  expect(await createVectorIndex(index, 1_024)).toBe('exists');
  expect(await createVectorIndex(index, 1_024)).toBe('bucket_full');
  await expect(createVectorIndex(index, 1_024)).rejects.toThrow('busy');
  expect(s3vectors.commandCalls(CreateIndexCommand)[0]?.args[0].input).toMatchObject({
    vectorBucketArn: `${ARN}/second`,
    indexName: 'one',
    dimension: 1_024,
    distanceMetric: 'cosine',
  });
  await expect(createVectorIndex({ bucket: 2, name: 'two' }, 3)).rejects.toThrow('number 2');
});

test('vectors are put and deleted by five hundred, each once', async () => {
  s3vectors.on(PutVectorsCommand).resolves({}).on(DeleteVectorsCommand).resolves({});
  const keys = Array.from({ length: 1_201 }, (_, i) => `k${i}`);
  await putVectors(
    index,
    keys.map((key) => ({ key, text: 't', values: Int8Array.of(1, -2) })),
  );
  const put = s3vectors.commandCalls(PutVectorsCommand).map(({ args: [{ input }] }) => input);
  expect(put.map(({ vectors }) => vectors?.length)).toEqual([500, 500, 201]);
  expect(put.flatMap(({ vectors = [] }) => vectors.map(({ key }) => key))).toEqual(keys);
  expect(put[0]?.vectors?.[0]).toEqual({
    key: 'k0',
    data: { float32: [1, -2] },
    metadata: { text: 't' },
  });
  await deleteVectors(index, keys);
  const deleted = s3vectors.commandCalls(DeleteVectorsCommand).map(({ args: [{ input }] }) => input);
  expect(deleted.flatMap((input) => input.keys)).toEqual(keys);
  expect(new Set(deleted.map(({ indexArn }) => indexArn))).toEqual(new Set([`${ARN}/second/index/one`]));
  s3vectors.resetHistory();
  await putVectors(index, []);
  await deleteVectors(index, []);
  expect(s3vectors.calls()).toHaveLength(0);
});

test('a batch that fails fails the whole', async () => {
  s3vectors.on(PutVectorsCommand).resolvesOnce({}).rejectsOnce(new Error('throttled')).resolves({});
  const vectors = Array.from({ length: 4_000 }, (_, i) => ({ key: `${i}`, text: 't', values: [1] }));
  await expect(putVectors(index, vectors)).rejects.toThrow('throttled');
});

test('an index that is gone is deleted, has nothing to delete, and lists nothing', async () => {
  s3vectors.rejects(new NotFoundException(details));
  await deleteVectorIndex(index);
  await deleteVectors(index, ['a']);
  const listed = [];
  for await (const keys of listVectorKeys(index)) listed.push(...keys);
  expect(listed).toEqual([]);
  expect(s3vectors.commandCalls(DeleteIndexCommand)).toHaveLength(1);
  // To who asks it says so: words decide then.
  await expect(nearestVectors(index, Float32Array.of(1), { limit: 1 })).rejects.toThrow(NotFoundException);
  s3vectors.rejects(new Error('denied'));
  await expect(deleteVectorIndex(index)).rejects.toThrow('denied');
});

test('keys are listed page by page', async () => {
  s3vectors
    .on(ListVectorsCommand)
    .resolves({ vectors: [{ key: 'c' }] })
    .on(ListVectorsCommand, { nextToken: undefined })
    .resolves({ vectors: [{ key: 'a' }, { key: 'b' }], nextToken: 'more' });
  const pages = [];
  for await (const keys of listVectorKeys(index)) pages.push(keys);
  expect(pages).toEqual([['a', 'b'], ['c']]);
});

test('what is found is told as cosines, what is read as numbers, and neither without what it was made of', async () => {
  s3vectors
    .on(QueryVectorsCommand)
    .resolves({ distanceMetric: 'cosine', vectors: [{ key: 'a', distance: 0.25, metadata: { text: 't' } }] })
    .on(GetVectorsCommand)
    .resolves({ vectors: [{ key: 'a', data: { float32: [1, 2] }, metadata: { text: 't' } }] });
  expect(await nearestVectors(index, Float32Array.of(1, 0), { limit: 7 })).toEqual([
    { key: 'a', text: 't', cosine: 0.75 },
  ]);
  expect(s3vectors.commandCalls(QueryVectorsCommand)[0]?.args[0].input).toMatchObject({ topK: 7 });
  expect(await readVectors(index, ['a'])).toEqual([{ key: 'a', text: 't', values: Float32Array.of(1, 2) }]);
  s3vectors.on(GetVectorsCommand).resolves({ vectors: [{ key: 'a', data: { float32: [1] } }] });
  await expect(readVectors(index, ['a'])).rejects.toThrow();
});
