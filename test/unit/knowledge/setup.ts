import { createHash, randomUUID } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach } from 'vitest';
import type { PlanId } from '#contract/accounts/plans';
import { AccountId, BotId, UserId } from '#contract/base/ids';
import type { IngestJob } from '#core/knowledge/documents/ingest-job';
import { uploadKey } from '#core/knowledge/documents/keys';
import type { UploadDeadline } from '#core/knowledge/documents/upload-deadline';
import type { Delivery, IngestDeps } from '#core/knowledge/ingest/ingest-document';
import { assemble, extract, extractPart, extractPictures } from '#core/reading/extract';
import type { DocumentReader } from '#core/reading/isolated';
import type { Actor } from '#platform/actor';
import { withLocalTable } from '#test/helpers/local-table';
import { storeAccount, storeBot } from '#test/helpers/stored-items';

interface Version {
  readonly versionId: string;
  /** Null for a delete marker. */
  readonly body: Uint8Array | null;
}

interface Named {
  readonly Bucket?: string | undefined;
  readonly Key?: string | undefined;
  readonly VersionId?: string | undefined;
}

/**
 * Buckets as S3 keeps them. In that of uploads, which is versioned, a put adds a version and a deletion without a
 * version hides all behind a marker; in the others they replace and delete.
 */
export function memoryBuckets() {
  /** By bucket and key, the newest version last. */
  const versions = new Map<string, Version[]>();
  const isVersioned = (name: string) => name.startsWith('uploads/');
  const nameOf = ({ Bucket, Key }: Named) => `${Bucket}/${Key}`;
  const add = (name: string, body: Uint8Array | null): string => {
    const versionId = randomUUID();
    versions.set(name, [...(isVersioned(name) ? (versions.get(name) ?? []) : []), { versionId, body }]);
    return versionId;
  };
  const find = (input: Named): (Version & { body: Uint8Array }) | undefined => {
    const kept = versions.get(nameOf(input)) ?? [];
    const found = input.VersionId ? kept.find(({ versionId }) => versionId === input.VersionId) : kept.at(-1);
    return found?.body ? { ...found, body: found.body } : undefined;
  };
  const visible = () => [...versions].filter(([, kept]) => kept.at(-1)?.body != null).map(([name]) => name);
  const s3 = mockClient(S3Client);
  const sqs = mockClient(SQSClient);
  const queued: { body: IngestJob; group: string | undefined }[] = [];
  const deadlines: { body: UploadDeadline; delaySeconds: number }[] = [];
  const answer = () => {
    s3.on(PutObjectCommand).callsFake((input) => ({
      VersionId: add(nameOf(input), Buffer.from(input.Body)),
    }));
    s3.on(GetObjectCommand).callsFake((input) => {
      const found = find(input);
      if (!found) throw new NoSuchKey({ message: 'none', $metadata: {} });
      const [, last] = /^bytes=0-(\d+)$/.exec(input.Range ?? '') ?? [];
      const body = last === undefined ? found.body : found.body.subarray(0, Number(last) + 1);
      return { Body: { transformToByteArray: async () => body }, VersionId: found.versionId };
    });
    s3.on(HeadObjectCommand).callsFake((input) => {
      const found = find(input);
      if (!found) throw new NotFound({ message: 'none', $metadata: {} });
      return { ContentLength: found.body.length, VersionId: found.versionId };
    });
    s3.on(CopyObjectCommand).callsFake(({ Bucket, Key, CopySource }) => {
      const [source = '', version] = decodeURIComponent(CopySource).split('?versionId=');
      const [bucket, ...key] = source.split('/');
      const found = find({ Bucket: bucket, Key: key.join('/'), VersionId: version });
      if (!found) throw new NoSuchKey({ message: 'none', $metadata: {} });
      return { VersionId: add(nameOf({ Bucket, Key }), found.body) };
    });
    s3.on(DeleteObjectCommand).callsFake((input) => {
      const name = nameOf(input);
      if (!input.VersionId && isVersioned(name)) return { DeleteMarker: true, VersionId: add(name, null) };
      const left = (versions.get(name) ?? []).filter(
        ({ versionId }) => isVersioned(name) && versionId !== input.VersionId,
      );
      if (left.length > 0) versions.set(name, left);
      else versions.delete(name);
      return {};
    });
    // Pages of two, so that what follows a page is not forgotten.
    s3.on(ListObjectVersionsCommand).callsFake(({ Bucket, Prefix = '', KeyMarker, VersionIdMarker }) => {
      const all = [...versions.entries()]
        .filter(([name]) => name.startsWith(`${Bucket}/${Prefix}`))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([name, kept]) =>
          kept.toReversed().map((version, place) => ({
            ...version,
            key: name.slice(`${Bucket}/`.length),
            isLatest: place === 0,
          })),
        );
      const found = all.findIndex(({ key, versionId }) => key === KeyMarker && versionId === VersionIdMarker);
      const page = all.slice(found + 1, found + 3);
      const last = found + 3 < all.length ? page.at(-1) : undefined;
      const entry = ({ key, versionId, isLatest }: (typeof all)[number]) => ({
        Key: key,
        VersionId: versionId,
        IsLatest: isLatest,
      });
      return {
        Versions: page.filter(({ body }) => body).map(entry),
        DeleteMarkers: page.filter(({ body }) => !body).map(entry),
        ...(last && { IsTruncated: true, NextKeyMarker: last.key, NextVersionIdMarker: last.versionId }),
      };
    });
    sqs.on(SendMessageCommand).callsFake(({ QueueUrl, MessageBody, MessageGroupId, DelaySeconds }) => {
      const body = JSON.parse(MessageBody);
      if (QueueUrl.endsWith('/deadlines')) deadlines.push({ body, delaySeconds: DelaySeconds });
      else queued.push({ body, group: MessageGroupId });
      return {};
    });
    sqs.on(SendMessageBatchCommand).callsFake(({ Entries = [] }) => {
      for (const { MessageBody, MessageGroupId } of Entries)
        queued.push({ body: JSON.parse(MessageBody), group: MessageGroupId });
      return {};
    });
    Object.assign(process.env, {
      UPLOADS_BUCKET: 'uploads',
      INDEX_BUCKET: 'index',
      INGEST_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/000000000000/work',
      UPLOAD_DEADLINES_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/000000000000/deadlines',
    });
  };
  answer();
  return {
    /** Every version and delete marker by bucket and key; what is gone for good is not in it. */
    versions,
    /** Bucket and key of what can be read without naming a version. */
    visible,
    /** For what S3 answers otherwise. */
    s3,
    queued,
    deadlines,
    /** What the browser's form would leave in the bucket. */
    upload(job: Omit<IngestJob, 'versionId'>, content: string | Uint8Array): IngestJob {
      return { ...job, versionId: add(`uploads/${uploadKey(job)}`, Buffer.from(content)) };
    },
    /** As they were made: nothing in them, and S3 answers as it does. */
    empty() {
      versions.clear();
      queued.length = 0;
      deadlines.length = 0;
      s3.reset();
      sqs.reset();
      answer();
    },
    restore() {
      s3.restore();
      sqs.restore();
    },
  };
}

/** Gives each test of a file empty buckets. */
export function withBuckets(): ReturnType<typeof memoryBuckets> {
  const buckets = memoryBuckets();
  beforeEach(buckets.empty);
  afterAll(buckets.restore);
  return buckets;
}

/** What a test works with: buckets, and a bot with its owner. */
interface Own {
  buckets: ReturnType<typeof memoryBuckets>;
  owner: Awaited<ReturnType<typeof startBot>>;
}

/** Gives each test of a file a table, buckets and a bot of its own. */
export function withBot(): Own {
  withLocalTable();
  const own = { buckets: withBuckets() } as Own;
  beforeEach(async () => {
    own.owner = await startBot();
  });
  return own;
}

/** An account with one bot, and who owns it. */
export async function startBot(plan: PlanId = 'professional'): Promise<{ actor: Actor; botId: BotId }> {
  const userId = UserId.parse(randomUUID());
  const accountId = AccountId.parse(userId);
  const botId = BotId.parse(randomUUID());
  await storeAccount(accountId, { name: 'ACME', plan });
  await storeBot(
    { accountId, botId },
    { name: 'Ava', widgetId: 'abcd1234', config: { companyName: 'ACME', fallbackMessage: 'No idea' } },
  );
  return {
    actor: { userId, sessionId: 's', signedInAt: 1, accountId, profileRole: 'client', teamRole: 'owner' },
    botId,
  };
}

export const clock = () => new Date();
/** A delivery of a message of its own, unless one is named. */
export const delivery = (overrides: Partial<Delivery> = {}): Delivery => ({
  messageId: randomUUID(),
  isLast: false,
  leaseSeconds: 60,
  hasTime: () => true,
  ...overrides,
});

export function ingestDeps(overrides: Partial<IngestDeps> = {}): IngestDeps {
  const reader: DocumentReader = {
    extract,
    extractPart,
    assemble: async (parts) => assemble(parts),
    extractPictures,
  };
  return { clock, ...reader, embedder: null, recogniser: null, ...overrides };
}

export const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
