import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { GetItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import * as z from 'zod';
import { build } from '../../../bin/build';
import { AccountId, BotId, DocumentId } from '../../../functions/contract/ids';
import { DocumentEntity } from '../../../functions/core/knowledge/documents/entity';
import { uploadKey } from '../../../functions/core/knowledge/documents/keys';
import type { IngestJob } from '../../../functions/core/knowledge/ingest/job';
import { putObject } from '../../../functions/platform/buckets';
import { createS3 } from '../../../infra/local/services/s3';
import { ROOT } from '../../helpers/assembly';
import { startLocalTable } from '../../helpers/local-table';
import { resource, serveService, temporaryContext } from '../../helpers/serve-service';
import { median, type Part } from '../figures';
import { printedPdf } from '../pdf';

const PAGES = 100;
const PROCESSES = 5;
/** Documents that a process takes in after its first. */
const WARM = 2;
const BUCKETS = { UPLOADS_BUCKET: 'uploads', INDEX_BUCKET: 'index' } as const;

/**
 * What the ingest function takes for a PDF, from its bundle: read from S3, extracted in its thread, split, indexed,
 * written and published; without embeddings, which are the model's time. Cold counts from the start of the process.
 * Processor time is of all its threads, and hardly knows how busy the machine is.
 */
export const ingest: Part = async ({ progress }) => {
  await build({ only: ['functions'], log: progress });
  const environment = { ...process.env };
  const stores = await startStores();
  const [cold, warm]: [Used[], Used[]] = [[], []];
  const peaks: number[] = [];
  try {
    progress(`ingest: printing ${PAGES} pages`);
    const files = await Promise.all(
      Array.from({ length: PROCESSES * (1 + WARM) }, (_, seed) => printedPdf(PAGES, seed)),
    );
    for (let turn = 0; turn < PROCESSES; turn++) {
      progress(`ingest: process ${turn + 1} of ${PROCESSES}`);
      const [first, ...others] = await inProcess(files.splice(0, 1 + WARM));
      if (first) cold.push(first.sinceStart);
      peaks.push(others.at(-1)?.peakMb ?? 0);
      warm.push(...others.map(({ event }) => event));
    }
  } finally {
    await stores.close();
    // The parts that follow speak to other stores.
    process.env = environment;
  }
  const typical = (of: readonly Used[], what: keyof Used) => median(of.map((used) => used[what]));
  return {
    'ingest.pdf.pages_per_s': (1_000 * PAGES) / typical(warm, 'ms'),
    'ingest.pdf.cold_ms': typical(cold, 'ms'),
    'ingest.pdf.warm_ms': typical(warm, 'ms'),
    'ingest.pdf.cold_cpu_ms': typical(cold, 'cpuMs'),
    'ingest.pdf.warm_cpu_ms': typical(warm, 'cpuMs'),
    'ingest.pdf.peak_mb': Math.max(...peaks),
  };
};

/** A table and buckets of their own, to which this process and those that it starts then speak. */
async function startStores(): Promise<{ close(): Promise<void> }> {
  const table = await startLocalTable();
  const context = await temporaryContext();
  const buckets = Object.values(BUCKETS).map((name) => resource('AWS::S3::Bucket', name, {}));
  const s3 = await serveService(createS3(context, { buckets, queues: { send: async () => {} } }));
  Object.assign(process.env, { ...BUCKETS, AWS_ENDPOINT_URL_S3: s3.endpoint, EMBEDDING_MODEL: 'none' });
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
type Used = z.infer<typeof Used>;
const Told = z.object({ failed: z.literal(0), event: Used, sinceStart: Used, peakMb: z.number() });
type Told = z.infer<typeof Told>;

async function inProcess(files: readonly Uint8Array[]): Promise<Told[]> {
  const jobs = await Promise.all(files.map(uploaded));
  const bundle = join(ROOT, 'dist', 'functions', 'queue-ingest', 'index.mjs');
  const program = fileURLToPath(new URL('ingest-process.mjs', import.meta.url));
  const child = fork(program, [pathToFileURL(bundle).href], {
    // Not the loaders of this process; and nothing of its logs in the benchmark's output.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, POWERTOOLS_METRICS_DISABLED: 'true', POWERTOOLS_LOG_LEVEL: 'ERROR' },
  });
  try {
    const told: Told[] = [];
    for (const job of jobs) {
      told.push(await handled(child, job));
      await assertPublished(job);
    }
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
async function uploaded(content: Uint8Array): Promise<IngestJob> {
  const job: IngestJob = {
    accountId: AccountId.parse('benchmark'),
    botId: BotId.parse('benchmark'),
    documentId: DocumentId.parse(randomUUID()),
    versionId: null,
  };
  const now = new Date().toISOString();
  await putObject({ bucket: BUCKETS.UPLOADS_BUCKET, key: uploadKey(job) }, content, {
    contentType: 'application/pdf',
  });
  await DocumentEntity.build(PutItemCommand)
    .item({
      ...keyOf(job),
      title: 'Handbooks',
      description: '',
      fileName: 'handbooks.pdf',
      format: 'pdf',
      size: content.length,
      status: 'pending',
      createdAt: now,
      updatedAt: now,
    })
    .send();
  return job;
}

async function assertPublished(job: IngestJob): Promise<void> {
  const { Item } = await DocumentEntity.build(GetItemCommand)
    .key(keyOf(job))
    .options({ consistent: true })
    .send();
  if (Item?.status !== 'success' || Item.pages !== PAGES) {
    throw new Error(`the PDF was not taken in: ${Item?.status} ${Item?.failureReason ?? ''}`);
  }
}

function keyOf({ accountId, botId, documentId }: IngestJob) {
  return { accountId, botId, documentId };
}
