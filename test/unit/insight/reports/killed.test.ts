import { randomUUID } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExportId, ReportScheduleId } from '#contract/base/ids';
import type { ReportContent } from '#contract/insight/reports';
import { createExport, getExport } from '#core/insight/reports/exports';
import { ReportJob } from '#core/insight/reports/jobs';
import { runReportJob } from '#core/insight/reports/run-job';
import { listRuns } from '#core/insight/reports/runs';
import { createSchedule } from '#core/insight/reports/schedules';
import type { Actor } from '#platform/actor';
import type { OutgoingMail } from '#platform/mail';
import { withLocalTable } from '#test/helpers/local-table';
import { newOwner } from '../../bots/setup';
import { recordingSockets } from '../../conversations/setup';

withLocalTable();

/** The function's time-out, and when a message whose function died is delivered again. */
const TIMEOUT_MS = 600_000;
const REDELIVERED_MS = 630_000;
const attempt = { remainingTime: () => TIMEOUT_MS };

const content: ReportContent = {
  title: 'All of it',
  description: '',
  botIds: [],
  views: ['overview'],
  metrics: true,
  charts: true,
  rawData: ['conversations'],
  format: 'csv',
  language: 'en',
  timeZone: 'Europe/Berlin',
};

let now = new Date('2030-03-04T07:00:00Z');
const clock = () => now;
const mails: OutgoingMail[] = [];
const deps = {
  clock,
  sockets: recordingSockets().sockets,
  appOrigin: 'https://app.parley.example',
  rootOrigin: 'https://parley.example',
  sendMail: async (mail: OutgoingMail) => void mails.push(mail),
  scheduler: { put: async () => {}, remove: async () => {} },
};

let owner: Actor;
let sqs: ReturnType<typeof mockSqs>;
let s3: ReturnType<typeof mockS3>;
const mockSqs = () => mockClient(SQSClient);
const mockS3 = () => mockClient(S3Client);
beforeAll(() => {
  process.env.REPORT_JOBS_QUEUE_URL = 'https://sqs.example/reports';
  process.env.EXPORTS_BUCKET = 'exports';
});
beforeEach(async () => {
  mails.length = 0;
  sqs = mockSqs();
  sqs.on(SendMessageCommand).resolves({});
  s3 = mockS3();
  owner = await newOwner('professional');
});
afterEach(() => {
  sqs.restore();
  s3.restore();
});

/** Delivers a job to a function that dies while it stores the file: it never says how it ended. */
async function deliverAndKill(job: ReportJob): Promise<void> {
  await new Promise<void>((dead, failed) => {
    s3.on(PutObjectCommand).callsFake(() => {
      dead();
      return new Promise(() => {});
    });
    runReportJob(deps, job, attempt).catch(failed);
  });
}

function passes(milliseconds: number): void {
  now = new Date(now.getTime() + milliseconds);
}

describe('an export whose functions are killed', () => {
  async function ask() {
    const id = ExportId.parse(randomUUID());
    const days = { from: '2030-03-01', to: '2030-03-03' };
    await createExport(deps, owner, { id, content, ...days }, attempt);
    return { id, job: ReportJob.parse({ kind: 'export', accountId: owner.accountId, exportId: id }) };
  }

  it('is taken up again once the time of the first is over, and has failed after the second', async () => {
    const { id, job } = await ask();
    await deliverAndKill(job);
    await expect(runReportJob(deps, job, attempt)).rejects.toThrow('taken');
    passes(REDELIVERED_MS);
    await deliverAndKill(job);
    passes(REDELIVERED_MS);
    await runReportJob(deps, job, attempt);
    expect(await getExport(owner, id)).toMatchObject({ status: 'failed', problem: 'internal' });
    expect((await getExport(owner, id)).completedAt).toBe(now.toISOString());
  });

  it('is waited for by its job, which may be faster than what the call stores', async () => {
    const job = ReportJob.parse({
      kind: 'export',
      accountId: owner.accountId,
      exportId: randomUUID(),
      askedAt: now.toISOString(),
    });
    const queued = () => sqs.commandCalls(SendMessageCommand).length;
    await runReportJob(deps, job, attempt);
    expect(queued()).toBe(1);
    passes(60_000);
    await runReportJob(deps, job, attempt);
    expect(queued()).toBe(1);
  });

  it('is complete where the second is not', async () => {
    const { id, job } = await ask();
    await deliverAndKill(job);
    passes(REDELIVERED_MS);
    s3.on(PutObjectCommand).resolves({});
    await runReportJob(deps, job, attempt);
    expect((await getExport(owner, id)).status).toBe('complete');
  });

  it('counts as dead only a function that said nothing: four attempts that failed are made', async () => {
    const { id, job } = await ask();
    s3.on(PutObjectCommand).rejects(new Error('S3 is away'));
    for (let round = 1; round <= 4; round += 1) {
      expect((await getExport(owner, id)).status).toBe('queued');
      await runReportJob(deps, job, attempt);
    }
    expect((await getExport(owner, id)).status).toBe('failed');
  });
});

describe('a report whose functions are killed', () => {
  it('has failed after the second, and says so', async () => {
    const made = await createSchedule(deps, owner, {
      id: ReportScheduleId.parse(randomUUID()),
      content,
      timing: { frequency: 'weekly', weekday: 'MON', monthDay: 1, time: '08:00' },
      recipients: [`${owner.userId}@example.com`],
    });
    const job: ReportJob = {
      kind: 'due',
      accountId: owner.accountId,
      scheduleId: made.id,
      at: '2030-03-11T07:00:00Z',
    };
    const newest = async () => (await listRuns(owner, made.id, { limit: 1 })).items[0];
    await deliverAndKill(job);
    passes(REDELIVERED_MS);
    await deliverAndKill(job);
    expect(await newest()).toMatchObject({ status: 'running', attempts: 2 });
    passes(REDELIVERED_MS);
    await runReportJob(deps, job, attempt);
    expect(await newest()).toMatchObject({ status: 'failed', problem: 'internal', attempts: 2 });
    expect(mails).toEqual([]);
  });
});
