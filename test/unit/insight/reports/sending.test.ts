import { randomUUID } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportId, ReportRequestId, ReportScheduleId, UserId } from '#contract/base/ids';
import { VIEW_CONTENTS } from '#contract/insight/report-contents';
import { MAX_TEMPLATES, type ReportContent, ReportView, type WriteSchedule } from '#contract/insight/reports';
import { MembershipEntity } from '#core/accounts/entity';
import { hashedAddress, limitWithin } from '#core/accounts/limits/rate-limit';
import { MAILS } from '#core/base/mail/mails';
import { hashOfBuried, TombstoneEntity } from '#core/base/tombstones/entity';
import { createBot } from '#core/bots/create-bot';
import { setTimeZone } from '#core/insight/analytics/time-zone';
import { buildReport } from '#core/insight/reports/build-report';
import { ReportDeliveryEntity } from '#core/insight/reports/entity';
import {
  createExport,
  deleteExport,
  getExport,
  listExports,
  writeExport,
} from '#core/insight/reports/exports';
import { ReportJob } from '#core/insight/reports/jobs';
import { changeSubscription, listedRecipients, tokenOf } from '#core/insight/reports/recipients';
import { runReportJob } from '#core/insight/reports/run-job';
import { listRuns, openReportFile } from '#core/insight/reports/runs';
import {
  actOnSchedule,
  createSchedule,
  deleteSchedule,
  listSchedules,
  updateSchedule,
} from '#core/insight/reports/schedules';
import { loadSchedule } from '#core/insight/reports/stored-schedule';
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate } from '#core/insight/reports/templates';
import type { Actor } from '#platform/actor';
import type { OutgoingMail } from '#platform/mail';
import type { ClockSchedule } from '#platform/scheduler';
import { documentClient } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { storeMember } from '#test/helpers/stored-items';
import { bot, newOwner } from '../../bots/setup';
import { recordingSockets } from '../../conversations/setup';
import { memoryBuckets } from '../../knowledge/setup';

/** Of each test: the buckets in memory bring one of their own. */
let sqs: ReturnType<typeof mockSqs>;
const mockSqs = () => mockClient(SQSClient);
const mails: OutgoingMail[] = [];
const onClock = new Map<string, ClockSchedule>();
let refusal: Error | null = null;
let now = new Date('2030-03-04T07:00:00Z');
const clock = () => now;
const attempt = { remainingTime: () => 600_000 };
const { sockets } = recordingSockets();
const deps = {
  clock,
  sockets,
  appOrigin: 'https://app.parley.example',
  rootOrigin: 'https://parley.example',
  sendMail: async (mail: OutgoingMail) => {
    if (refusal) throw refusal;
    mails.push(mail);
  },
  scheduler: {
    put: async (schedule: ClockSchedule) => void onClock.set(schedule.name, schedule),
    remove: async (name: string) => void onClock.delete(name),
  },
};

let buckets: ReturnType<typeof memoryBuckets>;
let owner: Actor;
withLocalTable();
beforeAll(async () => {
  process.env.REPORT_JOBS_QUEUE_URL = 'https://sqs.example/reports';
  process.env.EXPORTS_BUCKET = 'exports';
});
beforeEach(async () => {
  mails.length = 0;
  onClock.clear();
  refusal = null;
  now = new Date('2030-03-04T07:00:00Z');
  buckets = memoryBuckets();
  sqs = mockSqs();
  sqs.on(SendMessageCommand).resolves({});
  owner = await newOwner('professional');
});
afterEach(() => buckets.restore());

const CONTENT: ReportContent = {
  title: 'Woche im Überblick',
  description: '',
  botIds: [],
  views: ['overview'],
  metrics: true,
  charts: true,
  rawData: [],
  format: 'csv',
  language: 'de',
  timeZone: 'Europe/Berlin',
};
const content = (changes: Partial<ReportContent> = {}): ReportContent => ({ ...CONTENT, ...changes });
const days = { from: '2030-03-01', to: '2030-03-03' };
const exportId = () => ExportId.parse(randomUUID());
const address = () => `${owner.userId}@example.com`;
const input = (changes: Partial<WriteSchedule> = {}): WriteSchedule => ({
  content: content(),
  timing: { frequency: 'weekly', weekday: 'MON', monthDay: 1, time: '08:00' },
  recipients: [address()],
  ...changes,
});

const sendNow = () => ({ action: 'send_now', id: ReportRequestId.parse(randomUUID()) }) as const;
const sendCopy = () => ({ action: 'send_copy', id: ReportRequestId.parse(randomUUID()) }) as const;

/** Jobs that wait in the queue, taken out of it. */
function queued(kind: ReportJob['kind']): readonly ReportJob[] {
  const jobs = sqs
    .commandCalls(SendMessageCommand)
    .map(({ args: [call] }) => ReportJob.parse(JSON.parse(call.input.MessageBody ?? '')));
  sqs.resetHistory();
  return jobs.filter((job) => job.kind === kind);
}

describe('an export', () => {
  it('of a view is written within the call', async () => {
    const made = await createExport(deps, owner, { id: exportId(), content: content(), ...days }, attempt);
    expect(made).toMatchObject({ status: 'complete', progress: 1, title: 'Woche im Überblick' });
    expect(made.bytes).toBeGreaterThan(100);
  });

  it('has the account’s days and times, whatever zone the browser or its schedule has', async () => {
    await setTimeZone(clock, owner, { timeZone: 'Asia/Tokyo' });
    const wanted = content({ timeZone: 'America/New_York', format: 'json' });
    const { timeZone } = await buildReport(clock, owner.accountId, wanted, days, {
      onProgress() {},
      onRow() {},
    });
    expect(timeZone).toBe('Asia/Tokyo');
  });

  it('has of each view the parts that the choices are judged by, and a view that is chosen twice once', async () => {
    for (const view of ReportView.options) {
      const wanted = content({ views: [view, view], format: 'json' });
      const { parts } = await buildReport(clock, owner.accountId, wanted, days, {
        onProgress() {},
        onRow() {},
      });
      expect(new Set(parts.map(({ type }) => type))).toEqual(new Set(VIEW_CONTENTS[view]));
      expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length);
    }
  });

  it('of which nothing would be left is refused', async () => {
    for (const changes of [
      { views: ['forecast'], metrics: false },
      { views: ['cost', 'conversations'], metrics: false, charts: false },
    ] as const) {
      const wanted = content({ ...changes, views: [...changes.views] });
      await expectRefusal(
        createExport(deps, owner, { id: exportId(), content: wanted, ...days }, attempt),
        'request.invalid',
      );
      await expectRefusal(
        createSchedule(deps, owner, {
          id: ReportScheduleId.parse(randomUUID()),
          ...input({ content: wanted }),
        }),
        'request.invalid',
      );
    }
  });

  it('asked for twice is one', async () => {
    const asked = { id: exportId(), content: content(), ...days };
    await createExport(deps, owner, asked, attempt);
    await createExport(deps, owner, { ...asked, content: content({ title: 'Anders' }) }, attempt);
    const { items } = await listExports(clock, owner);
    expect(items.map(({ title }) => title)).toEqual(['Woche im Überblick']);
  });

  it('of raw data is left to a job, which may come twice', async () => {
    const id = exportId();
    const made = await createExport(
      deps,
      owner,
      { id, content: content({ views: [], rawData: ['conversations', 'messages', 'unanswered'] }), ...days },
      attempt,
    );
    expect(made.status).toBe('queued');
    const [job] = queued('export');
    if (!job) throw new Error('No job was queued.');
    await runReportJob(deps, job, attempt);
    const complete = await getExport(owner, id);
    expect(complete.status).toBe('complete');
    await runReportJob(deps, job, attempt);
    expect(await getExport(owner, id)).toEqual(complete);
  });

  it('whose function died after the upload is completed by the next delivery', async () => {
    const id = exportId();
    const asked = { id, content: content({ rawData: ['conversations'] }), ...days };
    await createExport(deps, owner, asked, attempt);
    const died = new Error('killed');
    const dying = { ...deps, sockets: { ...sockets, send: () => Promise.reject(died) } };
    await writeExport(dying, { accountId: owner.accountId, exportId: id }, attempt).catch(() => {});
    await writeExport(deps, { accountId: owner.accountId, exportId: id }, attempt);
    expect(await getExport(owner, id)).toMatchObject({ status: 'complete' });
  });

  it('that was deleted leaves no file, and another tenant finds none', async () => {
    const id = exportId();
    await createExport(deps, owner, { id, content: content(), ...days }, attempt);
    const stranger = await newOwner('free');
    await expectRefusal(getExport(stranger, id), 'export.not_found');
    await deleteExport(stranger, id);
    await expect(getExport(owner, id)).resolves.toMatchObject({ status: 'complete' });
    await deleteExport(owner, id);
    await deleteExport(owner, id);
    await expectRefusal(getExport(owner, id), 'export.not_found');
  });

  it("of another tenant's bot is refused, and one of nothing", async () => {
    const stranger = await newOwner('free');
    const botIds = [(await createBot(clock, stranger, bot('Theirs'))).id];
    await expectRefusal(
      createExport(deps, owner, { id: exportId(), content: content({ botIds }), ...days }, attempt),
      'bot.not_found',
    );
    await expectRefusal(
      createExport(deps, owner, { id: exportId(), content: content({ views: [] }), ...days }, attempt),
      'request.invalid',
    );
  });
});

describe('a scheduled report', () => {
  const create = (changes: Partial<WriteSchedule> = {}) =>
    createSchedule(deps, owner, { id: ReportScheduleId.parse(randomUUID()), ...input(changes) });

  it('is put on the clock by the time zone, and goes from it when it is deleted', async () => {
    const made = await create();
    expect([...onClock.values()]).toMatchObject([
      { expression: 'cron(0 8 ? * MON *)', timeZone: 'Europe/Berlin', enabled: true },
    ]);
    expect(made.nextRunAt).toBe('2030-03-11T07:00:00.000Z');
    await actOnSchedule(deps, owner, made.id, { action: 'pause' });
    expect([...onClock.values()]).toMatchObject([{ enabled: false }]);
    await deleteSchedule(deps, owner, made.id);
    await deleteSchedule(deps, owner, made.id);
    expect(onClock.size).toBe(0);
    expect((await listSchedules(clock, owner)).items).toEqual([]);
  });

  it('made twice is one, and the plan limits how many there are and to whom they go', async () => {
    const id = ReportScheduleId.parse(randomUUID());
    const small = await newOwner('free');
    await createSchedule(deps, small, { id, ...input() });
    await createSchedule(deps, small, { id, ...input() });
    expect((await listSchedules(clock, small)).items).toHaveLength(1);
    await expectRefusal(
      createSchedule(deps, small, { id: ReportScheduleId.parse(randomUUID()), ...input() }),
      'plan.limit_exceeded',
    );
    const recipients = ['a@x.example', 'b@x.example', 'c@x.example'];
    const version = 1;
    await expectRefusal(
      updateSchedule(deps, small, id, { ...input({ recipients }), version }),
      'report.too_many_recipients',
    );
  });

  it('is sent once a moment, however often the message comes', async () => {
    const made = await create();
    const due: ReportJob = {
      kind: 'due',
      accountId: owner.accountId,
      scheduleId: made.id,
      at: '2030-03-11T07:00:00Z',
    };
    await runReportJob(deps, due, attempt);
    await runReportJob(deps, due, attempt);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({ to: address(), attachments: [{ contentType: 'text/csv; charset=utf-8' }] });
    expect(mail?.unsubscribeUrl).toMatch(/^https:\/\/app\.parley\.example\/api\/report-subscriptions\//);
    expect(mail?.html).toContain('Gespräche');
    const { items } = await listRuns(owner, made.id, { limit: 10 });
    expect(items).toMatchObject([{ status: 'sent', sent: 1, from: '2030-03-04', to: '2030-03-10' }]);
  });

  it('is about days that are over where the account is, whatever clock it is sent by', async () => {
    // In Tokyo the eleventh has begun; in Berlin it is the tenth until midnight.
    const made = await create({
      content: content({ timeZone: 'Asia/Tokyo' }),
      timing: { frequency: 'daily', weekday: 'MON', monthDay: 1, time: '01:00' },
    });
    const at = '2030-03-10T16:00:00Z';
    await runReportJob(deps, { kind: 'due', accountId: owner.accountId, scheduleId: made.id, at }, attempt);
    const { items } = await listRuns(owner, made.id, { limit: 10 });
    expect(items).toMatchObject([{ from: '2030-03-09', to: '2030-03-09' }]);
  });

  it('that could not be mailed is tried again, then has failed, and says so', async () => {
    const made = await create();
    refusal = new Error('Throttled');
    await actOnSchedule(deps, owner, made.id, sendNow());
    for (let round = 1; round <= 4; round += 1) {
      const [job] = queued('run');
      if (!job) throw new Error(`Attempt ${round} was not queued.`);
      await runReportJob(deps, job, attempt);
      const [run] = (await listRuns(owner, made.id, { limit: 1 })).items;
      expect(run).toMatchObject({
        attempts: round,
        status: round < 4 ? 'retrying' : 'failed',
        problem: 'mail_failed',
      });
    }
    expect(queued('run')).toEqual([]);
  });

  it('is sent once where the same request comes twice, at once or later', async () => {
    const made = await create();
    const asked = sendNow();
    await Promise.all([1, 2].map(() => actOnSchedule(deps, owner, made.id, asked)));
    for (const job of queued('run')) await runReportJob(deps, job, attempt);
    await actOnSchedule(deps, owner, made.id, asked);
    expect(queued('run')).toEqual([]);
    expect(mails).toHaveLength(1);
    expect((await listRuns(owner, made.id, { limit: 10 })).items).toHaveLength(1);
  });

  it('is sent as a copy to the member who asks for it alone, once a request, and only while they are on the team', async () => {
    const made = await create({ recipients: [`board-${randomUUID()}@other.example`] });
    mails.length = 0;
    const asked = sendCopy();
    for (let times = 0; times < 2; times += 1) await actOnSchedule(deps, owner, made.id, asked);
    const jobs = queued('run');
    for (const job of jobs) await runReportJob(deps, job, attempt);
    expect(mails).toMatchObject([
      { to: address(), attachments: [{ contentType: 'text/csv; charset=utf-8' }] },
    ]);
    expect(mails[0]).not.toHaveProperty('unsubscribeUrl');
    expect(mails[0]?.text).toContain('weil Sie eine Kopie dieses Berichts angefordert haben');
    expect((await listRuns(owner, made.id, { limit: 10 })).items).toMatchObject([
      { trigger: 'copy', status: 'sent', sent: 1 },
    ]);

    const colleague = UserId.parse(randomUUID());
    const member: Actor = { ...owner, userId: colleague, teamRole: 'member' };
    await actOnSchedule(deps, member, made.id, sendCopy());
    const [job] = queued('run');
    if (!job) throw new Error('No run was queued.');
    mails.length = 0;
    await runReportJob(deps, job, attempt);
    expect(mails).toEqual([]);
    // Two of one millisecond come in any order.
    const { items } = await listRuns(owner, made.id, { limit: 10 });
    expect(items.map(({ status }) => status).sort()).toEqual(['empty', 'sent']);
  });

  it('is sent by hand five times an hour, and to one address thirty times a day over all reports', async () => {
    const outsider = `board-${randomUUID()}@other.example`;
    const outcomes: { sent: number; refused: number }[] = [];
    let byHand = 0;
    const subject = `MAIL#report#recipient#${await hashedAddress(outsider)}`;
    await limitWithin(clock, subject, MAILS.report.recipient, 22);
    for (let report = 0; report < 2; report += 1) {
      const made = await create({ recipients: [outsider] });
      const [recipient] = await listedRecipients(await loadSchedule(owner.accountId, made.id));
      if (!recipient) throw new Error('There is no recipient.');
      await changeSubscription(clock, tokenOf(recipient), 'confirmed');
      mails.length = 0;
      for (let times = 0; times < 8; times += 1)
        await actOnSchedule(deps, owner, made.id, sendNow()).then(
          () => (byHand += 1),
          (error: unknown) => expect(error).toMatchObject({ code: 'request.rate_limited' }),
        );
      for (const job of queued('run')) await runReportJob(deps, job, attempt);
      outcomes.push(...(await listRuns(owner, made.id, { limit: 10 })).items);
    }
    expect(byHand).toBe(2 * 5);
    expect(outcomes.reduce((sum, { sent }) => sum + sent, 0)).toBe(30 - 22);
    expect(outcomes.reduce((sum, { refused }) => sum + refused, 0)).toBe(2);
  });

  it('reads the file once for all of its recipients, and the team once for all of its reports', async () => {
    const colleague = UserId.parse(randomUUID());
    await storeMember(owner.accountId, colleague, { role: 'member' });
    const made = await create({ recipients: [address(), `${colleague}@example.com`] });
    await create();
    await actOnSchedule(deps, owner, made.id, sendNow());
    const [job] = queued('run');
    if (!job) throw new Error('No run was queued.');
    await runReportJob(deps, job, attempt);
    expect(mails).toHaveLength(2);
    expect(buckets.s3.commandCalls(GetObjectCommand)).toHaveLength(1);

    const send = vi.spyOn(documentClient, 'send');
    await listSchedules(clock, owner);
    const asked = send.mock.calls.map(([{ input }]) => JSON.stringify(input));
    send.mockRestore();
    expect(asked.filter((input) => input.includes('MEMBER#'))).toHaveLength(1);
  });

  it('goes on where an attempt stopped: nobody gets it twice', async () => {
    const colleague = await newOwner('professional');
    const other = `${colleague.userId}@example.com`;
    const made = await create({ recipients: [address(), other] });
    const stored = await loadSchedule(owner.accountId, made.id);
    const pending = (await listedRecipients(stored)).find(({ email }) => email === other);
    if (!pending) throw new Error('There is no recipient.');
    expect(mails.map(({ to }) => to)).toEqual([other]);
    await changeSubscription(clock, tokenOf(pending), 'confirmed');
    mails.length = 0;
    await actOnSchedule(deps, owner, made.id, sendNow());
    const [job] = queued('run');
    if (job?.kind !== 'run') throw new Error('No run was queued.');
    const send = deps.sendMail;
    const failing = {
      ...deps,
      sendMail: async (mail: OutgoingMail) => {
        if (mail.to === other) throw new Error('Throttled');
        await send(mail);
      },
    };
    await runReportJob(failing, job, attempt);
    await runReportJob(deps, job, attempt);
    expect(mails.map(({ to }) => to)).toEqual([address(), other]);
    queued('run');
    // Ids of runs sort by time.
    now = new Date(now.getTime() + 60_000);
    // A function that died between asking and knowing: nobody can tell, so it is not sent again.
    await actOnSchedule(deps, owner, made.id, sendNow());
    const [next] = queued('run');
    if (next?.kind !== 'run') throw new Error('No run was queued.');
    await ReportDeliveryEntity.build(UpdateItemCommand)
      .item({ ...next, recipientId: pending.recipientId, expiresAt: 2_000_000_000 } as never)
      .send();
    await runReportJob(deps, next, attempt);
    const [run] = (await listRuns(owner, made.id, { limit: 1 })).items;
    expect(run).toMatchObject({ status: 'sent', sent: 1, unknown: 1 });
  });

  it('asks recipients outside the team, and leaves a former member out until they agree themselves', async () => {
    const made = await create({ recipients: ['board@other.example'] });
    expect(made.recipients).toEqual([{ email: 'board@other.example', status: 'pending' }]);
    expect(mails).toMatchObject([{ to: 'board@other.example' }]);
    const due = (at: string): ReportJob => ({
      kind: 'due',
      accountId: owner.accountId,
      scheduleId: made.id,
      at,
    });
    await runReportJob(deps, due('2030-03-11T07:00:00Z'), attempt);
    expect(mails).toHaveLength(1);
    const [recipient] = await listedRecipients(await loadSchedule(owner.accountId, made.id));
    if (!recipient) throw new Error('There is no recipient.');
    const token = tokenOf(recipient);
    await changeSubscription(clock, token, 'confirmed');
    await runReportJob(deps, due('2030-03-18T07:00:00Z'), attempt);
    expect(mails).toHaveLength(2);
    await changeSubscription(clock, token, 'unsubscribed');
    await changeSubscription(clock, token, 'unsubscribed');
    await runReportJob(deps, due('2030-03-25T07:00:00Z'), attempt);
    expect(mails).toHaveLength(2);
    await expectRefusal(
      changeSubscription(clock, `${token.slice(0, -2)}xx`, 'confirmed'),
      'report.link_invalid',
    );
    await updateSchedule(deps, owner, made.id, { ...input({ recipients: [address()] }), version: 1 });
    const again = await updateSchedule(deps, owner, made.id, {
      ...input({ recipients: ['board@other.example'] }),
      version: 2,
    });
    expect(again.recipients).toEqual([{ email: 'board@other.example', status: 'unsubscribed' }]);
  });

  it('leaves a tombstone of a removed recipient, so that a restored table does not mail them', async () => {
    const email = `${randomUUID()}@other.example`;
    const made = await create({ recipients: [address(), email] });
    const [{ recipientId } = { recipientId: '' }] = (
      await listedRecipients(await loadSchedule(owner.accountId, made.id))
    ).filter((recipient) => recipient.email === email);
    await updateSchedule(deps, owner, made.id, { ...input({ recipients: [address()] }), version: 1 });
    const found = await readItem(TombstoneEntity, {
      hash: hashOfBuried('recipient', [made.id, recipientId]),
    });
    expect(found).toBeDefined();
  });

  it('does not go to a suspended or former member, and their link does not lead to its file', async () => {
    const colleague = UserId.parse(randomUUID());
    await storeMember(owner.accountId, colleague, { role: 'member' });
    const email = `${colleague}@example.com`;
    const made = await create({ recipients: [email] });
    expect(made.recipients).toEqual([{ email, status: 'team' }]);
    const [recipient] = await listedRecipients(await loadSchedule(owner.accountId, made.id));
    if (!recipient) throw new Error('There is no recipient.');
    await actOnSchedule(deps, owner, made.id, sendNow());
    const [job] = queued('run');
    if (job?.kind !== 'run') throw new Error('No run was queued.');
    await runReportJob(deps, job, attempt);
    expect(mails).toHaveLength(1);
    expect(await openReportFile(clock, tokenOf(recipient), job.runId)).toMatchObject({
      url: expect.any(String),
    });

    await MembershipEntity.build(UpdateItemCommand)
      .item({ accountId: owner.accountId, userId: colleague, status: 'suspended' })
      .send();
    await expectRefusal(openReportFile(clock, tokenOf(recipient), job.runId), 'report.link_invalid');
    mails.length = 0;
    now = new Date(now.getTime() + 60_000);
    await actOnSchedule(deps, owner, made.id, sendNow());
    const [next] = queued('run');
    if (next?.kind !== 'run') throw new Error('No run was queued.');
    await runReportJob(deps, next, attempt);
    // They are asked like anybody else, and get it once they agree.
    expect(mails.map(({ attachments }) => attachments ?? [])).toEqual([[]]);
    expect((await changeSubscription(clock, tokenOf(recipient), 'confirmed')).status).toBe('confirmed');
    expect((await listedRecipients(await loadSchedule(owner.accountId, made.id)))[0]?.status).toBe(
      'confirmed',
    );
  });

  it('keeps all recipients where one reached the day’s limit of requests, and asks them later', async () => {
    const busy = 'accountant@other.example';
    for (let number = 1; number <= 5; number += 1) await create({ recipients: [busy] });
    const made = await create({ recipients: [busy, address()] });
    expect(made.recipients).toEqual([
      { email: busy, status: 'pending' },
      { email: address(), status: 'team' },
    ]);
    expect(mails).toHaveLength(5);
    now = new Date(now.getTime() + 2 * 86_400_000);
    await actOnSchedule(deps, owner, made.id, sendNow());
    const [job] = queued('run');
    if (job?.kind !== 'run') throw new Error('No run was queued.');
    await runReportJob(deps, job, attempt);
    expect(mails.slice(5).map(({ to }) => to)).toEqual([busy, address()]);
  });

  it('that somebody else changed meanwhile is not written over', async () => {
    const made = await create();
    await updateSchedule(deps, owner, made.id, { ...input(), version: 1 });
    await expectRefusal(
      updateSchedule(deps, owner, made.id, { ...input(), version: 1 }),
      'report.version_conflict',
    );
    const stranger = await newOwner('free');
    await expectRefusal(
      updateSchedule(deps, stranger, made.id, { ...input(), version: 2 }),
      'report.schedule_not_found',
    );
  });
});

it("keeps templates of one's own: saved, renamed, deleted, for nobody else", async () => {
  const id = randomUUID() as never;
  await saveTemplate(clock, owner, id, { name: 'Meine', content: content() });
  await saveTemplate(clock, owner, id, { name: 'Meine', content: content() });
  await renameTemplate(clock, owner, id, { name: 'Unsere' });
  expect((await listTemplates(owner)).items.map(({ name }) => name)).toEqual(['Unsere']);
  const stranger = await newOwner('free');
  await expectRefusal(renameTemplate(clock, stranger, id, { name: 'x' }), 'report.template_not_found');
  await deleteTemplate(owner, id);
  expect((await listTemplates(owner)).items).toEqual([]);
});

it(`keeps ${MAX_TEMPLATES} templates, any of which can still be written anew`, async () => {
  const save = (id: string) =>
    saveTemplate(clock, owner, id as never, { name: 'Unsere', content: content() });
  const ids = Array.from({ length: MAX_TEMPLATES }, () => randomUUID());
  for (const id of ids) await save(id);
  await expectRefusal(save(randomUUID()), 'report.too_many_templates');
  await save(ids[0] ?? '');
});
