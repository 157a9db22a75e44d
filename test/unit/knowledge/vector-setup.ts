import { randomUUID } from 'node:crypto';
import { ListVectorsCommand, S3VectorsClient } from '@aws-sdk/client-s3vectors';
import { BatchPutRequest, BatchWriteCommand, executeBatchWrite } from 'dynamodb-toolbox';
import { expect } from 'vitest';
import { AccountId, BotId, DocumentId } from '#contract/base/ids';
import { AccountEntity } from '#core/accounts/entity';
import { ManifestEntity } from '#core/bots/manifest/entity';
import { DocumentEntity, SegmentEntity } from '#core/knowledge/documents/entity';
import { manifestReader, readIndex } from '#core/knowledge/documents/manifest';
import { segmentAddress } from '#core/knowledge/documents/segments';
import { buildSegment, indexedText } from '#core/retrieval/build';
import { SegmentCache } from '#core/retrieval/cache';
import type { BotKey, Embedder, VectorIndexReader } from '#core/retrieval/ports';
import { type Retrieval, retrieve } from '#core/retrieval/retrieve';
import { embedText } from '#infra/local/services/bedrock/features';
import { createS3Vectors } from '#infra/local/services/s3-vectors/service';
import { getBeginning, getObject, putObject } from '#platform/buckets';
import { table } from '#platform/table';
import { nearestVectors, readVectors } from '#platform/vector-indexes';
import { resource, serveService, temporaryContext } from '#test/helpers/serve-service';
import { passage, randomNumbers } from '../retrieval/corpus';

/** Vector buckets on a service of their own, to which functions' code of this process then speaks. */
export async function startLocalVectors(buckets: number) {
  const context = await temporaryContext();
  const arns = Array.from(
    { length: buckets },
    (_, i) => `arn:aws:s3vectors:eu-central-1:000000000000:bucket/vectors-${i}`,
  );
  const served = await serveService(
    createS3Vectors(context, {
      buckets: arns.map((arn) => resource('AWS::S3Vectors::VectorBucket', arn, {})),
    }),
  );
  Object.assign(process.env, {
    VECTOR_BUCKETS: arns.join(','),
    AWS_ENDPOINT_URL_S3VECTORS: served.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  return {
    arns,
    async close() {
      await served.close();
    },
  };
}

const DIMENSIONS = 48;
export const MODEL = 'cohere.embed-multilingual-v3';
export const embedder: Embedder = {
  model: MODEL,
  dimensions: DIMENSIONS,
  embed: async (texts) => texts.map((text) => Float32Array.from(embedText(text, DIMENSIONS))),
};

const WORDS =
  'return shipping warranty price delivery contract invoice account holiday parking garden window insurance'.split(
    ' ',
  );
export const QUESTIONS = [
  'Who pays for shipping?',
  'warranty of a window',
  'parking holiday',
  'nothing of it',
];

/** A bot that knows so many documents of some passages each, every one in a segment of its own. */
export async function botOf(documents: number, passagesEach = 3) {
  const bot = { accountId: AccountId.parse(randomUUID()), botId: BotId.parse(randomUUID()) };
  const ids = Array.from({ length: documents }, (_, i) => DocumentId.parse(`document-${i}`));
  const requests = await Promise.all(ids.map((documentId) => published(bot, documentId, passagesEach)));
  const passages = documents * passagesEach;
  await executeBatchWrite(
    { maxAttempts: 5 },
    table.build(BatchWriteCommand).requests(
      ...requests.flat(),
      ManifestEntity.build(BatchPutRequest).item({ ...bot, version: documents, documents, passages }),
      AccountEntity.build(BatchPutRequest).item({
        accountId: bot.accountId,
        ownerId: bot.accountId,
        name: 'ACME',
        plan: 'professional',
        subscriptionStatus: 'active',
        documentCount: documents,
        createdAt: AT,
        updatedAt: AT,
      }),
    ),
  );
  return { ...bot, documents: ids };
}

const AT = '2026-01-01T00:00:00.000Z';

async function published(
  bot: { accountId: AccountId; botId: BotId },
  documentId: DocumentId,
  passagesEach: number,
) {
  const next = randomNumbers(Number(documentId.slice('document-'.length)) + 7);
  const passages = Array.from({ length: passagesEach }, (_, i) =>
    passage(
      `${documentId} part ${i}: ${Array.from({ length: 6 }, () => WORDS[next(WORDS.length)]).join(' ')}.`,
    ),
  );
  const segmentId = `${documentId}-own`;
  const values = await embedder.embed(passages.map(indexedText), 'passage', bot);
  const bytes = buildSegment({
    documentId,
    title: documentId,
    language: 'en',
    passages,
    vectors: { model: MODEL, dimensions: DIMENSIONS, values },
  });
  const address = segmentAddress({ ...bot, segmentId });
  await putObject(address, bytes, { contentType: 'x' });
  return [
    SegmentEntity.build(BatchPutRequest).item({
      ...bot,
      segmentId,
      objectKey: address.key,
      passages: passages.length,
      bytes: bytes.length,
    }),
    DocumentEntity.build(BatchPutRequest).item({
      ...bot,
      documentId,
      title: documentId,
      description: '',
      fileName: 'a.txt',
      format: 'txt',
      size: 9,
      status: 'success',
      segmentId,
      passages: passages.length,
      createdAt: AT,
      updatedAt: AT,
    }),
  ];
}

const INDEXES: VectorIndexReader = { nearest: nearestVectors, read: readVectors };

/** What questions find with nothing in memory yet: as visitors' do, or with all vectors compared in memory. */
export async function asked(
  bot: BotKey,
  {
    vectorIndexes = INDEXES,
    inMemory = false,
    questions = QUESTIONS,
  }: {
    readonly vectorIndexes?: VectorIndexReader;
    readonly inMemory?: boolean;
    readonly questions?: readonly string[];
  } = {},
  more: Partial<Parameters<typeof retrieve>[0]> = {},
): Promise<readonly Retrieval['hits'][]> {
  const bucket = process.env.INDEX_BUCKET ?? '';
  const segments = new SegmentCache(
    {
      readSegment: async (key, length) =>
        length === undefined
          ? getObject({ bucket, key })
          : ((await getBeginning({ bucket, key }, length))?.bytes ?? null),
    },
    { maxBytes: 10_000_000 },
  );
  const deps = {
    manifests: manifestReader,
    segments,
    embedder,
    onComparisonFailed: (error: unknown) => {
      throw error;
    },
    ...(!inMemory && { vectorIndexes }),
    ...more,
  };
  const key = { accountId: bot.accountId, botId: bot.botId };
  const answers: Retrieval['hits'][] = [];
  for (const question of questions) answers.push((await retrieve(deps, key, question, { limit: 6 })).hits);
  return answers;
}

/**
 * The same passages with the same scores, but for what the two ways of computing a cosine differ in: where vectors are
 * searched their lengths don't count, where they are in memory those are one but for the rounding of components.
 */
export function expectSame(
  actual: readonly Retrieval['hits'][],
  expected: readonly Retrieval['hits'][],
  when?: string,
): void {
  const scores = (answers: readonly Retrieval['hits'][]) =>
    answers.map((hits) => Object.fromEntries(hits.map(({ id, score }) => [id, score])));
  const like = scores(expected).map((hits) =>
    Object.fromEntries(Object.entries(hits).map(([id, score]) => [id, expect.closeTo(score, 1)])),
  );
  expect(scores(actual), when).toEqual(like);
}

/** Keys of all vectors in a bot's index; undefined where it has none. */
export async function keysInIndex(bot: BotKey): Promise<readonly string[] | undefined> {
  const index = await readIndex(bot);
  if (!index) return undefined;
  const client = new S3VectorsClient({});
  const { vectors = [] } = await client.send(
    new ListVectorsCommand({
      indexArn: `${process.env.VECTOR_BUCKETS?.split(',')[index.bucket]}/index/${index.name}`,
      maxResults: 1_000,
    }),
  );
  client.destroy();
  return vectors.flatMap(({ key = '' }) => key).sort();
}
