import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { type Bucket, HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { CfnVectorBucket } from 'aws-cdk-lib/aws-s3vectors';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type StageParameters, vectorIndexFrom } from '../config/stage';
import { BackupCopies } from '../constructs/backup-copies';
import { ParleyFunction } from '../constructs/parley-function';
import { notifyOfObjects, PrivateBucket } from '../constructs/private-bucket';
import { SiteSync } from '../constructs/site-sync';
import {
  consumeQueue,
  deleteObjects,
  detectMissingObjects,
  invokeModel,
  listVersions,
  readObjects,
  readTable,
  recogniseText,
  sendMessages,
  writeObjects,
  writeTable,
  writeVectors,
} from '../constructs/statements';
import { sendRegularly } from '../constructs/timed-message';
import { WorkQueue } from '../constructs/work-queue';

export interface IngestStackProps extends StackProps {
  readonly stage: StageParameters;
  readonly table: ITable;
  readonly index: Bucket;
  readonly vectors: readonly CfnVectorBucket[];
  readonly logs: Bucket;
}

/**
 * From an upload to a published segment: bucket, queue, router, fair work queue, ingest; and the queue that holds
 * each announced upload until it must have arrived.
 */
export class IngestStack extends Stack {
  readonly uploads: Bucket;
  readonly ingestQueue: Queue;
  readonly deadlinesQueue: Queue;
  readonly sitesQueue: Queue;
  readonly indexJobsQueue: Queue;
  readonly workQueues: readonly WorkQueue[];
  readonly functions: readonly ParleyFunction[];

  constructor(
    scope: Construct,
    id: string,
    { stage, table, index, vectors, logs, ...props }: IngestStackProps,
  ) {
    super(scope, id, { ...props, terminationProtection: true });
    this.uploads = new PrivateBucket(this, 'Uploads', {
      versioned: true,
      accessLogs: { bucket: logs, prefix: 's3/uploads/' },
      cors: [
        {
          // Visitors' files come from their websites; what may be posted, a form that we signed says.
          allowedOrigins: ['*'],
          allowedMethods: [HttpMethods.POST],
          allowedHeaders: ['content-type'],
          exposedHeaders: ['ETag'],
          maxAge: 3600,
        },
        {
          // The dashboard saves several originals one after the other; what may be read, a link that we signed says.
          allowedOrigins: ['*'],
          allowedMethods: [HttpMethods.GET],
          maxAge: 3600,
        },
      ],
    }).bucket;
    if (stage.backupCopy)
      new BackupCopies(this, 'Copies', { copy: stage.backupCopy, table, uploads: this.uploads });

    const routerTimeout = Duration.seconds(20);
    const arrivals = new WorkQueue(this, 'Arrivals', { functionTimeout: routerTimeout });
    notifyOfObjects(this.uploads, 'uploads/', arrivals.queue);

    const ingestTimeout = Duration.seconds(120);
    const work = new WorkQueue(this, 'Work', { functionTimeout: ingestTimeout });
    this.ingestQueue = work.queue;
    const deadlinesTimeout = Duration.seconds(20);
    const deadlines = new WorkQueue(this, 'Deadlines', { functionTimeout: deadlinesTimeout });
    this.deadlinesQueue = deadlines.queue;
    const indexJobsTimeout = Duration.seconds(180);
    const indexJobs = new WorkQueue(this, 'IndexJobs', { functionTimeout: indexJobsTimeout });
    this.indexJobsQueue = indexJobs.queue;

    const router = new ParleyFunction(this, 'UploadRouter', {
      stage,
      bundle: 'queue-upload-router',
      description: 'Hands uploads on to the work queue, in the group of their account',
      timeout: routerTimeout,
      memory: 256,
      environment: { INGEST_QUEUE_URL: work.queue.queueUrl },
      statements: [consumeQueue(arrivals.queue), sendMessages(work.queue)],
    });
    new EventSourceMapping(this, 'RouterSource', {
      target: router.function,
      eventSourceArn: arrivals.queue.queueArn,
      batchSize: 10,
      maxConcurrency: stage.maximumConcurrency.uploadRouter,
      reportBatchItemFailures: true,
    });

    const ingest = new ParleyFunction(this, 'Ingest', {
      stage,
      bundle: 'queue-ingest',
      description: 'Takes one document in',
      timeout: ingestTimeout,
      memory: 2048,
      environment: {
        TABLE_NAME: table.tableName,
        UPLOADS_BUCKET: this.uploads.bucketName,
        INDEX_BUCKET: index.bucketName,
        INGEST_QUEUE_URL: work.queue.queueUrl,
        EMBEDDING_MODEL: stage.embeddingModel,
        MODEL_BUDGET_USD: String(stage.modelBudgetUsd),
        TEXT_RECOGNITION: stage.textRecognition,
      },
      // It parses strangers' files, so it may do nothing else.
      statements: [
        consumeQueue(work.queue),
        readTable(table),
        writeTable(table),
        readObjects(this.uploads.bucketArn, 'uploads/'),
        detectMissingObjects(this.uploads.bucketArn),
        writeObjects(index.bucketArn, 'index/'),
        // A segment whose document was deleted meanwhile.
        deleteObjects(index.bucketArn, 'index/'),
        // What was read of a long document, for the message that goes on with it.
        sendMessages(work.queue),
        writeObjects(index.bucketArn, 'parts/'),
        readObjects(index.bucketArn, 'parts/'),
        deleteObjects(index.bucketArn, 'parts/'),
        detectMissingObjects(index.bucketArn),
        // What was recognised in pictures, for whoever reads the document again.
        writeObjects(index.bucketArn, 'pictures/'),
        readObjects(index.bucketArn, 'pictures/'),
        ...(stage.textRecognition === 'none' ? [] : [recogniseText]),
        ...(stage.embeddingModel === 'none' ? [] : [invokeModel(stage, stage.embeddingModel)]),
      ],
    });
    new EventSourceMapping(this, 'IngestSource', {
      target: ingest.function,
      eventSourceArn: work.queue.queueArn,
      // One document an invocation: a poisonous one takes no other down with it.
      batchSize: 1,
      maxConcurrency: stage.maximumConcurrency.ingest,
      reportBatchItemFailures: true,
    });

    const uploadDeadlines = new ParleyFunction(this, 'UploadDeadlines', {
      stage,
      bundle: 'queue-upload-deadlines',
      description: 'Ends announced uploads that did not arrive',
      timeout: deadlinesTimeout,
      memory: 256,
      environment: {
        TABLE_NAME: table.tableName,
        UPLOADS_BUCKET: this.uploads.bucketName,
        INGEST_QUEUE_URL: work.queue.queueUrl,
        UPLOAD_DEADLINES_QUEUE_URL: deadlines.queue.queueUrl,
      },
      statements: [
        // A message is held back for 15 minutes at most, so it sends itself on.
        consumeQueue(deadlines.queue),
        sendMessages(deadlines.queue),
        sendMessages(work.queue),
        readTable(table),
        writeTable(table),
        // Looking whether an object is there is reading it.
        readObjects(this.uploads.bucketArn, 'uploads/'),
        detectMissingObjects(this.uploads.bucketArn),
        listVersions(this.uploads.bucketArn, 'uploads/'),
        deleteObjects(this.uploads.bucketArn, 'uploads/'),
      ],
    });
    new EventSourceMapping(this, 'DeadlinesSource', {
      target: uploadDeadlines.function,
      eventSourceArn: deadlines.queue.queueArn,
      batchSize: 10,
      maxConcurrency: stage.maximumConcurrency.uploadDeadlines,
      reportBatchItemFailures: true,
    });

    const indexJobsWorker = new ParleyFunction(this, 'IndexJobsWorker', {
      stage,
      bundle: 'queue-index-jobs',
      description: 'Merges the segments of bots, and keeps the vectors of large ones in indexes',
      timeout: indexJobsTimeout,
      // It holds the segments and what they become.
      memory: 2048,
      environment: {
        TABLE_NAME: table.tableName,
        INDEX_BUCKET: index.bucketName,
        INDEX_JOBS_QUEUE_URL: indexJobs.queue.queueUrl,
        INGEST_QUEUE_URL: work.queue.queueUrl,
        VECTOR_BUCKETS: vectors.map(({ attrVectorBucketArn }) => attrVectorBucketArn).join(','),
        VECTOR_INDEX_FROM: String(vectorIndexFrom(stage)),
        EMBEDDING_MODEL: stage.embeddingModel,
        MODEL_BUDGET_USD: String(stage.modelBudgetUsd),
      },
      statements: [
        consumeQueue(indexJobs.queue),
        ...writeVectors(vectors),
        // What there is no time for is left to another message.
        sendMessages(indexJobs.queue),
        // Documents whose segments another version wrote, or that have no vectors yet, are read again.
        sendMessages(work.queue),
        readTable(table),
        writeTable(table),
        readObjects(index.bucketArn, 'index/'),
        detectMissingObjects(index.bucketArn),
        writeObjects(index.bucketArn, 'index/'),
        // What was begun and not published.
        deleteObjects(index.bucketArn, 'index/'),
      ],
    });
    new EventSourceMapping(this, 'IndexJobsSource', {
      target: indexJobsWorker.function,
      eventSourceArn: indexJobs.queue.queueArn,
      batchSize: 1,
      maxConcurrency: stage.maximumConcurrency.indexJobs,
      reportBatchItemFailures: true,
    });
    sendRegularly(this, 'EmbedWaiting', {
      description: 'Embeds documents that were taken in while models were off',
      everyMinutes: 15,
      queue: indexJobs.queue,
      message: { kind: 'embed' },
    });
    const sites = new SiteSync(this, 'Sites', {
      stage,
      table,
      uploads: this.uploads,
      ingestQueue: work.queue,
      deadlinesQueue: deadlines.queue,
    });
    this.sitesQueue = sites.work.queue;
    this.workQueues = [arrivals, work, deadlines, indexJobs, sites.work];
    this.functions = [router, ingest, uploadDeadlines, indexJobsWorker, sites.worker];
  }
}
