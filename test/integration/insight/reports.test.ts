import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { sharedCloud } from '#test/helpers/cloud';
import { newestMail } from '#test/helpers/inbox';
import { request } from '#test/helpers/request';
import { newUser, type TestUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
let owner: TestUser;
let stranger: TestUser;
let bot: Bot;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newUser(cloud), newUser(cloud)]);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper' } });
});

const content = (changes: object = {}) => ({
  title: 'Report',
  description: '',
  botIds: [],
  views: ['overview', 'topics', 'funnel', 'flow', 'comparison', 'gaps', 'forecast', 'cost'],
  metrics: true,
  charts: true,
  rawData: [],
  format: 'pdf',
  language: 'de',
  timeZone: 'Europe/Berlin',
  ...changes,
});
const days = { from: '2030-01-01', to: '2030-01-31' };
const schedule = (changes: object = {}) => ({
  content: content({ format: 'xlsx' }),
  timing: { frequency: 'monthly', weekday: 'MON', monthDay: 'last', time: '08:00' },
  recipients: [owner.email],
  ...changes,
});

test('an export is written, listed, opened by a link, and deleted; another tenant finds nothing of it', async () => {
  for (const format of ['csv', 'json', 'xlsx', 'pdf']) {
    const body = { id: randomUUID(), content: content({ format, botIds: [bot.id] }), ...days };
    const made = await ok(owner, 'createExport', { body });
    expect(made).toMatchObject({ status: 'complete', format });
    expect(await ok(owner, 'createExport', { body })).toEqual(made);
    const path = { exportId: made.id };
    const { url } = await ok(owner, 'openExport', { path });
    const file = await request(url);
    expect(file.status).toBe(200);
    expect(file.headers['content-disposition']).toContain('attachment');
    for (const name of ['getExport', 'openExport'] as const)
      await refused(stranger, name, 'export.not_found', { path });
    await ok(owner, 'deleteExport', { path });
    await ok(owner, 'deleteExport', { path });
    await refused(owner, 'openExport', 'export.not_found', { path });
    expect((await request(url)).status).toBe(404);
  }
});

test('raw data is written by a job', async () => {
  const body = {
    id: randomUUID(),
    content: content({ views: [], rawData: ['conversations', 'messages', 'unanswered'], format: 'json' }),
    ...days,
  };
  const path = { exportId: (await ok(owner, 'createExport', { body })).id };
  await waitFor('the export', async () =>
    (await ok(owner, 'getExport', { path })).status === 'complete' ? true : undefined,
  );
});

test('exports that make no sense are refused by name', async () => {
  const refuse = (changes: object, code: Parameters<typeof refused>[2]) =>
    refused(owner, 'createExport', code, {
      body: { id: randomUUID(), content: content(), ...days, ...changes },
    });
  await refuse({ to: '2029-12-31' }, 'export.period_invalid');
  await refuse({ from: '2028-01-01' }, 'export.period_invalid');
  await refuse({ from: '0000-01-01', to: '0000-01-09' }, 'export.period_invalid');
  await refuse({ content: content({ views: [] }) }, 'request.invalid');
  await refuse({ content: content({ timeZone: 'Europe/Nowhere' }) }, 'request.invalid');
  await refuse({ content: content({ botIds: ['nobodys'] }) }, 'bot.not_found');
  await refused(stranger, 'createExport', 'bot.not_found', {
    body: { id: randomUUID(), content: content({ botIds: [bot.id] }), ...days },
  });
});

test('a scheduled report is made, sent now, left by one click, and deleted; another tenant finds nothing of it', async () => {
  const guest = `${randomUUID()}@example.com`;
  const body = { id: randomUUID(), ...schedule({ recipients: [owner.email, guest] }) };
  const made = await ok(owner, 'createReportSchedule', { body });
  expect(await ok(owner, 'createReportSchedule', { body })).toEqual(made);
  expect(made.recipients).toEqual([
    { email: owner.email.toLowerCase(), status: 'team' },
    { email: guest, status: 'pending' },
  ]);
  const path = { scheduleId: made.id };
  for (const name of ['getReportSchedule', 'listReportRuns'] as const)
    await refused(stranger, name, 'report.schedule_not_found', { path });
  await refused(stranger, 'actOnReportSchedule', 'report.schedule_not_found', {
    path,
    body: { action: 'send_now', id: 'send-00001' },
  });

  const copy = { action: 'send_copy', id: 'copy-00001' } as const;
  await refused(stranger, 'actOnReportSchedule', 'report.schedule_not_found', { path, body: copy });
  await refused(owner, 'actOnReportSchedule', 'request.invalid', { path, body: { ...copy, id: '' } });
  for (let times = 0; times < 2; times += 1) await ok(owner, 'actOnReportSchedule', { path, body: copy });
  const copied = await newestMail(cloud, owner.email, ({ subject }) => subject.startsWith('Report'));
  expect(copied.text).toContain('weil Sie eine Kopie dieses Berichts angefordert haben');
  await waitFor('the copy', async () => {
    const { items } = await ok(owner, 'listReportRuns', { path });
    return items[0]?.status === 'sent' ? true : undefined;
  });
  expect((await ok(owner, 'listReportRuns', { path })).items).toMatchObject([{ trigger: 'copy', sent: 1 }]);

  const asking = await newestMail(cloud, guest);
  const token = decodeURIComponent(/#token=([^\s"&]+)/.exec(asking.text ?? '')?.[1] ?? '');
  expect(await ok(stranger, 'confirmReportSubscription', { body: { token } })).toMatchObject({
    email: guest,
    status: 'confirmed',
  });
  await ok(owner, 'actOnReportSchedule', { path, body: { action: 'send_now', id: 'send-00001' } });
  const sent = await newestMail(cloud, guest, ({ subject }) => subject.startsWith('Report'));
  const whole = (await request(`${cloud.addresses.mail}/api/messages/${sent.id}`)).json() as {
    readonly attachments: readonly { readonly fileName: string }[];
    readonly headers: readonly { readonly name: string; readonly value: string }[];
  };
  expect(whole.attachments).toMatchObject([{ fileName: expect.stringMatching(/^Report .*\.xlsx$/) }]);
  const [, link = ''] =
    /<(.+)>/.exec(whole.headers.find(({ name }) => name === 'List-Unsubscribe')?.value ?? '') ?? [];
  const clicked = await request(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(clicked.status).toBe(204);
  expect((await ok(owner, 'getReportSchedule', { path })).recipients[1]).toMatchObject({
    status: 'unsubscribed',
  });
  await refused(stranger, 'showReportSubscription', 'report.link_invalid', { body: { token: `${token}x` } });
  await waitFor('the run', async () => {
    const { items } = await ok(owner, 'listReportRuns', { path });
    return items[0]?.status === 'sent' ? true : undefined;
  });

  const changed = { ...schedule(), version: 1 };
  await ok(owner, 'updateReportSchedule', { path, body: changed });
  await refused(owner, 'updateReportSchedule', 'report.version_conflict', { path, body: changed });
  expect(await ok(owner, 'actOnReportSchedule', { path, body: { action: 'pause' } })).toMatchObject({
    paused: true,
    nextRunAt: null,
  });
  await ok(owner, 'deleteReportSchedule', { path });
  await ok(owner, 'deleteReportSchedule', { path });
  await refused(owner, 'getReportSchedule', 'report.schedule_not_found', { path });
});

test('a report whose times or recipients make no sense is refused by name', async () => {
  const refuse = (changes: object) =>
    refused(owner, 'createReportSchedule', 'request.invalid', {
      body: { id: randomUUID(), ...schedule(changes) },
    });
  await refuse({ recipients: [] });
  await refuse({ recipients: ['nobody'] });
  await refuse({ timing: { frequency: 'daily', weekday: 'MON', monthDay: 1, time: '25:00' } });
  await refuse({ timing: { frequency: 'monthly', weekday: 'MON', monthDay: 31, time: '08:00' } });
});
