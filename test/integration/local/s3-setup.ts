import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach } from 'vitest';
import { createS3, type S3Service } from '#infra/local/services/s3/service';
import { resource } from '#test/helpers/serve-service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { type Served, serveThroughGateway, thrownBy } from './through-gateway';

export const UPLOADS = 'uploads-bucket';

export const PLAIN = 'plain-bucket';

export const QUEUE = 'arn:aws:sqs:eu-central-1:000000000000:arrivals';

export const APP = 'http://app.localhost:4000';

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

export interface Event {
  readonly Event?: string;
  readonly Records?: readonly {
    readonly eventName: string;
    readonly s3: {
      readonly bucket: { readonly name: string };
      readonly object: Readonly<Record<'key' | 'size' | 'eTag' | 'versionId' | 'sequencer', string>>;
    };
  }[];
}

export let folder: string;

export let served: Served<S3Service>;

export let s3: S3Client;

export let queued: { readonly arn: string; readonly event: Event }[];

export let queueFails: boolean;

export let mayList: boolean;

export let now: number | undefined;

export async function open(): Promise<void> {
  served = await serveThroughGateway(folder, (context) =>
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

export async function close(): Promise<void> {
  s3.destroy();
  await served.stop();
}

/** Registers what the tests of a file need. */
export function prepareS3(): void {
  beforeEach(async () => {
    queued = [];
    queueFails = false;
    mayList = true;
    now = undefined;
    folder = temporaryFolder();
    await open();
    await served.service.delivered();
    queued.length = 0;
  });
  afterEach(close);
}

export const put = (
  Key: string,
  Body: string | Buffer | Readable,
  more: Partial<PutObjectCommandInput> = {},
) => s3.send(new PutObjectCommand({ Bucket: PLAIN, Key, Body, ...more }));

export const text = async (Key: string, more: object = {}) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: PLAIN, Key, ...more }));
  return Body?.transformToString();
};

export const thrown = thrownBy<S3ServiceException>;

export function setFolder(value: typeof folder): void {
  folder = value;
}

export function setMayList(value: typeof mayList): void {
  mayList = value;
}

export function setNow(value: typeof now): void {
  now = value;
}

export function setQueueFails(value: typeof queueFails): void {
  queueFails = value;
}
