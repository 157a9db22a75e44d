import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AwsAnswer, LocalContext } from '#infra/local/service';
import { createDynamoDb, type DynamoDbService } from '#infra/local/services/dynamodb/service';
import { createS3, type S3Service } from '#infra/local/services/s3/service';
import { createSqs, type SqsService } from '#infra/local/services/sqs/service';
import { resource } from '#test/helpers/serve-service';

export const TABLE = 'Table';
export const STREAM = 'arn:aws:dynamodb:eu-central-1:000000000000:table/Table/stream/local';
export const QUEUE = 'arn:aws:sqs:eu-central-1:000000000000:work';
export const ARRIVALS = 'arn:aws:sqs:eu-central-1:000000000000:arrivals';
export const BUCKET = 'bucket';

export interface Services {
  readonly dynamodb: DynamoDbService;
  readonly s3: S3Service;
  readonly sqs: SqsService;
  stop(): Promise<void>;
}

/** Table, bucket and queues with their state in one folder, as the local cloud has them. */
export async function openServices(directory: string): Promise<Services> {
  const sqs = createSqs(await context(directory, 'sqs'), {
    queues: [QUEUE, ARRIVALS].map((arn) => resource('AWS::SQS::Queue', arn, {}, { Arn: arn })),
  });
  const s3 = createS3(await context(directory, 's3'), { buckets: [bucket], queues: sqs });
  const dynamodb = createDynamoDb(await context(directory, 'dynamodb'), { tables: [table] });
  const all = [sqs, s3, dynamodb];
  for (const service of all) await service.start();
  return {
    dynamodb,
    s3,
    sqs,
    async stop() {
      for (const service of all.toReversed()) await service.stop();
    },
  };
}

export function s3Call(
  s3: S3Service,
  method: string,
  key: string,
  body = Buffer.alloc(0),
): Promise<AwsAnswer> {
  const rawPath = `/${BUCKET}/${key}`;
  return s3.handle({
    method,
    url: new URL(rawPath, 'http://127.0.0.1'),
    rawPath,
    headers: {},
    body,
    principal: { kind: 'operator', arn: 'arn:aws:iam::000000000000:root' },
  });
}

const bucket = resource('AWS::S3::Bucket', BUCKET, {
  NotificationConfiguration: { QueueConfigurations: [{ Event: 's3:ObjectCreated:*', Queue: ARRIVALS }] },
});

const table = resource(
  'AWS::DynamoDB::Table',
  TABLE,
  {
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: ['pk', 'sk', 'group'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    GlobalSecondaryIndexes: [
      {
        IndexName: 'groups',
        KeySchema: [{ AttributeName: 'group', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  },
  { StreamArn: STREAM },
);

async function context(directory: string, service: string): Promise<LocalContext> {
  const folder = join(directory, service);
  await mkdir(folder, { recursive: true });
  return {
    directory: folder,
    region: 'eu-central-1',
    accountId: '000000000000',
    endpoint: 'http://127.0.0.1:4000',
    secretFor: () => undefined,
    log: (line) => {
      throw new Error(line);
    },
  };
}
