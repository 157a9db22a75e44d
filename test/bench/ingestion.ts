import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { GetItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import * as z from 'zod';
import { AccountId, BotId, DocumentId } from '#contract/base/ids';
import { DOCUMENT_FORMATS, type DocumentFormat } from '#contract/knowledge/documents';
import { DocumentEntity } from '#core/knowledge/documents/entity';
import type { IngestJob } from '#core/knowledge/documents/ingest-job';
import { uploadKey } from '#core/knowledge/documents/keys';
import { createS3 } from '#infra/local/services/s3/service';
import { putObject } from '#platform/buckets';
import { ROOT } from '../helpers/assembly';
import { startLocalTable } from '../helpers/local-table';
import { resource, serveService, temporaryContext } from '../helpers/serve-service';

const BUCKETS = { UPLOADS_BUCKET: 'uploads', INDEX_BUCKET: 'index' } as const;

/** A file to be taken in. */
export interface BenchFile {
  readonly format: DocumentFormat;
  readonly content: Uint8Array;
}

/** A table and buckets of their own, to which this process and those that it starts then speak. */
export async function startStores(): Promise<{ close(): Promise<void> }> {
  const table = await startLocalTable({ overHttp: true });
  const context = await temporaryContext();
  const buckets = Object.values(BUCKETS).map((name) => resource('AWS::S3::Bucket', name, {}));
  const s3 = await serveService(createS3(context, { buckets, queues: { send: async () => {} } }));
  Object.assign(process.env, { ...BUCKETS, AWS_ENDPOINT_URL_S3: s3.endpoint, EMBEDDING_MODEL: 'none' });
  process.env.TEXT_RECOGNITION = 'none';
  return {
    async close() {
      await s3.close();
      await context.remove();
      await table.close();
    },
  };
}

/** What the process says of each file. */
const Used = z.object({ ms: z.number(), cpuMs: z.number() });
export type Used = z.infer<typeof Used>;
const Told = z.object({ failed: z.literal(0), event: Used, sinceStart: Used, peakMb: z.number() });
type Told = z.infer<typeof Told>;

/** Takes the files in one after the other, in one new process with the ingest function's bundle. */
export async function takenIn(files: readonly BenchFile[]): Promise<(Told & Counted)[]> {
  const jobs = await Promise.all(files.map(uploaded));
  const bundle = join(ROOT, 'dist', 'functions', 'queue-ingest', 'index.cjs');
  const program = fileURLToPath(new URL('parts/ingest-process.mjs', import.meta.url));
  const child = fork(program, [pathToFileURL(bundle).href], {
    // Not the loaders of this process; and nothing of its logs in the benchmark's output.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, POWERTOOLS_METRICS_DISABLED: 'true', POWERTOOLS_LOG_LEVEL: 'ERROR' },
  });
  try {
    const told: (Told & Counted)[] = [];
    for (const job of jobs) told.push({ ...(await handled(child, job)), ...(await published(job)) });
    return told;
  } finally {
    child.kill();
  }
}

function handled(child: ChildProcess, job: IngestJob): Promise<Told> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the ingest function ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(Told.parse(message));
    });
    const record = {
      messageId: randomUUID(),
      body: JSON.stringify(job),
      attributes: { ApproximateReceiveCount: '1' },
    };
    child.send({ Records: [{ ...record, eventSource: 'aws:sqs' }] });
  });
}

/** What the browser's form leaves: a pending document, and its file in the bucket. */
async function uploaded({ format, content }: BenchFile): Promise<IngestJob> {
  const job: IngestJob = {
    accountId: AccountId.parse('benchmark'),
    // The same file again would be refused by the bot that has it.
    botId: BotId.parse(randomUUID()),
    documentId: DocumentId.parse(randomUUID()),
    versionId: null,
  };
  const now = new Date().toISOString();
  await putObject({ bucket: BUCKETS.UPLOADS_BUCKET, key: uploadKey(job) }, content, {
    contentType: DOCUMENT_FORMATS[format].contentType,
  });
  await DocumentEntity.build(PutItemCommand)
    .item({
      ...keyOf(job),
      title: 'Handbooks',
      description: '',
      fileName: `handbooks.${format}`,
      format,
      size: content.length,
      status: 'pending',
      createdAt: now,
      updatedAt: now,
    })
    .send();
  return job;
}

/** What was found in the file. */
interface Counted {
  readonly pages: number;
  readonly words: number;
}

async function published(job: IngestJob): Promise<Counted> {
  const { Item } = await DocumentEntity.build(GetItemCommand)
    .key(keyOf(job))
    .options({ consistent: true })
    .send();
  if (Item?.status !== 'success')
    throw new Error(`the document was not taken in: ${Item?.status} ${Item?.failureReason ?? ''}`);
  return { pages: Item.pages ?? 0, words: Item.words ?? 0 };
}

function keyOf({ accountId, botId, documentId }: IngestJob) {
  return { accountId, botId, documentId };
}
