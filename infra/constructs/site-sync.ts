import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { ParleyFunction } from './parley-function';
import { consumeQueue, readTable, sendMessages, writeObjects, writeTable } from './statements';
import { sendRegularly } from './timed-message';
import { WorkQueue } from './work-queue';

export interface SiteSyncProps {
  readonly stage: StageParameters;
  readonly table: ITable;
  readonly uploads: Bucket;
  readonly ingestQueue: Queue;
  readonly deadlinesQueue: Queue;
}

/** A website asks for pauses of up to ten seconds, and may take as long to answer. */
const TIMEOUT = Duration.minutes(5);
/** How often it is looked which websites are due. */
const LOOKS_EVERY_MINUTES = 15;

/** Reads the websites of bots: a queue, its function, and the rule that sends what is due. */
export class SiteSync extends Construct {
  readonly work: WorkQueue;
  readonly worker: ParleyFunction;

  constructor(scope: Construct, id: string, props: SiteSyncProps) {
    super(scope, id);
    const { stage, table, uploads, ingestQueue, deadlinesQueue } = props;
    const work = new WorkQueue(this, 'Work', { functionTimeout: TIMEOUT });
    this.work = work;
    this.worker = new ParleyFunction(this, 'Worker', {
      stage,
      bundle: 'queue-sites',
      description: 'Reads the websites of bots',
      timeout: TIMEOUT,
      // Two pages at once as trees.
      memory: 1024,
      environment: {
        TABLE_NAME: table.tableName,
        UPLOADS_BUCKET: uploads.bucketName,
        INGEST_QUEUE_URL: ingestQueue.queueUrl,
        UPLOAD_DEADLINES_QUEUE_URL: deadlinesQueue.queueUrl,
        SITES_QUEUE_URL: work.queue.queueUrl,
        ALLOWED_PRIVATE_HOSTS: stage.allowedPrivateHosts.join(','),
      },
      // It reaches strangers' hosts: what it brings back it hands in as an upload, and may read none.
      statements: [
        consumeQueue(work.queue),
        // What there is no time for is left to another message.
        sendMessages(work.queue),
        sendMessages(ingestQueue),
        sendMessages(deadlinesQueue),
        readTable(table),
        writeTable(table),
        writeObjects(uploads.bucketArn, 'uploads/'),
      ],
    });
    new EventSourceMapping(this, 'Source', {
      target: this.worker.function,
      eventSourceArn: work.queue.queueArn,
      batchSize: 1,
      maxConcurrency: stage.maximumConcurrency.sites,
      reportBatchItemFailures: true,
    });
    sendRegularly(this, 'Due', {
      description: 'Has the websites read that are due',
      everyMinutes: LOOKS_EVERY_MINUTES,
      queue: work.queue,
      message: { kind: 'due' },
    });
  }
}
