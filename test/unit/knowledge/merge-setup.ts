import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { S3VectorsClient } from '@aws-sdk/client-s3vectors';
import { BatchPutRequest, BatchWriteCommand, executeBatchWrite } from 'dynamodb-toolbox';
import { AccountId, BotId, DocumentId } from '#contract/base/ids';
import { AccountEntity } from '#core/accounts/entity';
import { ManifestEntity } from '#core/bots/manifest/entity';
import { DocumentEntity, SegmentEntity } from '#core/knowledge/documents/entity';
import { manifestReader } from '#core/knowledge/documents/manifest';
import { segmentAddress } from '#core/knowledge/documents/segments';
import { buildSegment } from '#core/retrieval/build';
import { SegmentCache } from '#core/retrieval/cache';
import { retrieve } from '#core/retrieval/retrieve';
import { getObject, putObject } from '#platform/buckets';
import { documentClient, table } from '#platform/table';

/** A bot that knows so many documents of one passage each, every one in a segment of its own. */
export async function botWith(
  count: number,
): Promise<{ accountId: AccountId; botId: BotId; documents: DocumentId[] }> {
  const bot = { accountId: AccountId.parse(randomUUID()), botId: BotId.parse(randomUUID()) };
  const documents = Array.from({ length: count }, (_, i) => DocumentId.parse(`document-${i}`));
  const requests = await Promise.all(documents.map((documentId) => published(bot, documentId)));
  const manifest = { ...bot, version: count, documents: count, passages: count };
  await executeBatchWrite(
    { maxAttempts: 5 },
    table.build(BatchWriteCommand).requests(
      ...requests.flat(),
      ManifestEntity.build(BatchPutRequest).item(manifest),
      AccountEntity.build(BatchPutRequest).item({
        accountId: bot.accountId,
        ownerId: bot.accountId,
        name: 'ACME',
        plan: 'professional',
        subscriptionStatus: 'active',
        documentCount: count,
        createdAt: AT,
        updatedAt: AT,
      }),
    ),
  );
  return { ...bot, documents };
}

const AT = '2026-01-01T00:00:00.000Z';

/** A published document, its segment in the bucket. */
async function published(bot: { accountId: AccountId; botId: BotId }, documentId: DocumentId) {
  const segmentId = `${documentId}-own`;
  const bytes = buildSegment({
    documentId,
    title: documentId,
    language: 'en',
    passages: [{ text: `Orders of ${documentId} ship.`, page: null, heading: null, start: 0, end: 9 }],
  });
  const address = segmentAddress({ ...bot, segmentId });
  await putObject(address, bytes, { contentType: 'x' });
  const document = {
    ...bot,
    documentId,
    title: documentId,
    description: '',
    fileName: 'a.txt',
    format: 'txt',
    size: 9,
    status: 'success',
    segmentId,
    passages: 1,
    createdAt: AT,
    updatedAt: AT,
  } as const;
  const segment = { ...bot, segmentId, objectKey: address.key, passages: 1, bytes: bytes.length };
  return [
    SegmentEntity.build(BatchPutRequest).item(segment),
    DocumentEntity.build(BatchPutRequest).item(document),
  ];
}

/** Titles that a question finds, as a visitor's would, with nothing in memory. */
export async function found(bot: { accountId: string; botId: string }): Promise<string[]> {
  const bucket = process.env.INDEX_BUCKET ?? '';
  const segments = new SegmentCache(
    { readSegment: (key) => getObject({ bucket, key }) },
    { maxBytes: 1_000_000 },
  );
  const key = { accountId: bot.accountId, botId: bot.botId };
  const { hits } = await retrieve({ manifests: manifestReader, segments }, key, 'orders', { limit: 100 });
  return hits.map(({ title }) => title).sort();
}

export class Killed extends Error {}

/**
 * Stands between this process and its table and buckets. While it watches it counts calls; at one of them it may
 * end everything, before the call or after it, as a function that is killed does; or have something else done first.
 */
export function standBetween() {
  const gate = {
    calls: 0,
    watching: false,
    at: 0,
    how: 'watch' as 'watch' | 'before' | 'after',
    meanwhile: async () => {},
    happening: Promise.resolve(),
  };
  const pass = async <RESULT>(call: () => Promise<RESULT>): Promise<RESULT> => {
    if (!gate.watching) return call();
    gate.calls++;
    if (gate.calls === gate.at) {
      gate.watching = false;
      gate.happening = gate.meanwhile();
      await gate.happening;
      gate.watching = true;
    }
    const isDead = gate.at > 0 && gate.how !== 'watch' && gate.calls >= gate.at;
    if (!isDead) return call();
    if (gate.how === 'after' && gate.calls === gate.at) await call();
    throw new Killed();
  };
  documentClient.middlewareStack.add((next) => (args) => pass(() => next(args)), {
    step: 'initialize',
    name: 'gate',
    priority: 'high',
  });
  return {
    /** Buckets are stood in for anew for each test: called after that. */
    watchBuckets() {
      const unwatch = [S3Client.prototype, S3VectorsClient.prototype].map((client) => {
        const send = client.send as (...args: unknown[]) => Promise<unknown>;
        client.send = function (this: unknown, ...args: unknown[]) {
          return pass(() => send.apply(this, args));
        } as typeof client.send;
        return () => {
          client.send = send as typeof client.send;
        };
      });
      return () => {
        for (const stop of unwatch) stop();
      };
    },
    /** Runs the work under watch; gives how many calls it made. */
    async during(
      work: () => Promise<unknown>,
      at = 0,
      how: 'watch' | 'before' | 'after' = 'watch',
      meanwhile = async () => {},
    ): Promise<{ calls: number; wasKilled: boolean }> {
      Object.assign(gate, { calls: 0, watching: true, at, how, meanwhile });
      try {
        await work();
        // The call that it came before may have been another's, which this work does not wait for.
        await gate.happening;
        return { calls: gate.calls, wasKilled: false };
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        return { calls: gate.calls, wasKilled: true };
      } finally {
        gate.watching = false;
      }
    },
    remove: () => documentClient.middlewareStack.remove('gate'),
  };
}
