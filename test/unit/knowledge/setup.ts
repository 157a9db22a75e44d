import { createHash, randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { PutItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId, UserId } from '../../../functions/contract/ids';
import type { PlanId } from '../../../functions/contract/plans';
import { AccountEntity } from '../../../functions/core/accounts/entity';
import { BotEntity } from '../../../functions/core/bots/entity';
import { uploadKey } from '../../../functions/core/knowledge/documents/keys';
import type { UploadDeadline } from '../../../functions/core/knowledge/documents/upload-deadline';
import { extract } from '../../../functions/core/knowledge/extraction/extract';
import type { Delivery, IngestDeps } from '../../../functions/core/knowledge/ingest/ingest-document';
import type { IngestJob } from '../../../functions/core/knowledge/ingest/job';
import type { Actor } from '../../../functions/platform/actor';

/** Objects by bucket and key; a put makes a new version, as in a versioned bucket. */
export function memoryBuckets() {
  const objects = new Map<string, { body: Uint8Array; versionId: string }>();
  const name = ({ Bucket, Key }: { Bucket?: string | undefined; Key?: string | undefined }) =>
    `${Bucket}/${Key}`;
  const s3 = mockClient(S3Client);
  s3.on(PutObjectCommand).callsFake((input) => {
    objects.set(name(input), { body: Buffer.from(input.Body), versionId: randomUUID() });
    return {};
  });
  s3.on(GetObjectCommand).callsFake((input) => {
    const found = objects.get(name(input));
    if (!found) throw new NoSuchKey({ message: 'none', $metadata: {} });
    return { Body: { transformToByteArray: async () => found.body } };
  });
  s3.on(HeadObjectCommand).callsFake((input) => {
    const found = objects.get(name(input));
    if (!found) throw new NotFound({ message: 'none', $metadata: {} });
    return { ContentLength: found.body.length, VersionId: found.versionId };
  });
  s3.on(DeleteObjectCommand).callsFake((input) => {
    objects.delete(name(input));
    return {};
  });
  const queued: { body: IngestJob; group: string | undefined }[] = [];
  const deadlines: { body: UploadDeadline; delaySeconds: number }[] = [];
  const sqs = mockClient(SQSClient);
  sqs.on(SendMessageCommand).callsFake(({ QueueUrl, MessageBody, MessageGroupId, DelaySeconds }) => {
    const body = JSON.parse(MessageBody);
    if (QueueUrl.endsWith('/deadlines')) deadlines.push({ body, delaySeconds: DelaySeconds });
    else queued.push({ body, group: MessageGroupId });
    return {};
  });
  Object.assign(process.env, {
    UPLOADS_BUCKET: 'uploads',
    INDEX_BUCKET: 'index',
    INGEST_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/000000000000/work',
    UPLOAD_DEADLINES_QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/000000000000/deadlines',
  });
  return {
    objects,
    queued,
    deadlines,
    /** What the browser's form would leave in the bucket. */
    upload(job: Omit<IngestJob, 'versionId'>, content: string | Uint8Array): IngestJob {
      const versionId = randomUUID();
      objects.set(`uploads/${uploadKey(job)}`, { body: Buffer.from(content), versionId });
      return { ...job, versionId };
    },
    restore() {
      s3.restore();
      sqs.restore();
    },
  };
}

/** An account with one bot, and who owns it. */
export async function startBot(plan: PlanId = 'professional'): Promise<{ actor: Actor; botId: BotId }> {
  const userId = UserId.parse(randomUUID());
  const accountId = AccountId.parse(userId);
  const botId = BotId.parse(randomUUID());
  const at = '2026-01-01T00:00:00.000Z';
  await AccountEntity.build(PutItemCommand)
    .item({
      accountId,
      ownerId: userId,
      name: 'ACME',
      plan,
      subscriptionStatus: 'active',
      createdAt: at,
      updatedAt: at,
    })
    .send();
  await BotEntity.build(PutItemCommand)
    .item({
      accountId,
      botId,
      widgetId: 'abcd1234',
      name: 'Ava',
      description: '',
      language: 'en',
      status: 'active',
      companyName: 'ACME',
      welcomeMessage: 'Hello',
      fallbackMessage: 'No idea',
      primaryColor: '#4f46e5',
      secondaryColor: '#ffffff',
      position: 'bottom-right',
      allowedDomains: [],
      version: 1,
      createdAt: at,
      updatedAt: at,
    })
    .send();
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
  ...overrides,
});

export function ingestDeps(overrides: Partial<IngestDeps> = {}): IngestDeps {
  return { clock, extract, embedder: null, ...overrides };
}

export const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
