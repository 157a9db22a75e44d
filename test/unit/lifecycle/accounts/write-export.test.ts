import { randomUUID } from 'node:crypto';
import { $set, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { UserId } from '#contract/base/ids';
import { ProfileEntity } from '#core/accounts/entity';
import { RecoveryCodesEntity } from '#core/accounts/security/entity';
import { UserSessionEntity } from '#core/accounts/sessions/entity';
import { createBot } from '#core/bots/create-bot';
import { NotificationEntity } from '#core/insight/notifications/entity';
import type { Notice } from '#core/insight/notifications/notice';
import { findExport, requestExport } from '#core/lifecycle/accounts/export-account';
import { writeAccountExport } from '#core/lifecycle/accounts/write-export';
import { FeedbackEntity } from '#core/site/feedback/entity';
import { sendOwnFeedback } from '#core/site/feedback/send-feedback';
import { VoteEntity } from '#core/site/roadmap/entity';
import type { Actor } from '#platform/actor';
import { newId } from '#platform/ids';
import { startLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { stageSecrets } from '#test/helpers/stage-secrets';
import { newOwner } from '../../bots/setup';

const volumes = new Map<string, Uint8Array>();
vi.mock('#platform/multipart-upload', () => ({
  uploadPieces: async ({ key }: { key: string }, pieces: AsyncIterable<Uint8Array>) => {
    const parts: Uint8Array[] = [];
    for await (const piece of pieces) parts.push(piece);
    const bytes = Buffer.concat(parts);
    volumes.set(key, bytes);
    return { bytes: bytes.byteLength };
  },
}));
vi.mock('#platform/buckets', async (actual) => ({
  ...(await actual<object>()),
  nextObject: async (_bucket: string, prefix: string, after: string | null) => {
    const keys = ['one.md', 'two.md'].map((name) => `${prefix}${name}`);
    return keys.find((key) => after === null || key > after) ?? null;
  },
  getObject: async ({ key }: { key: string }) => Buffer.from(key),
}));
const queues = recordingQueues();

let table: { close(): Promise<void> };
let owner: Actor;
const clock = () => new Date();
const mails: string[] = [];
const told: Notice[] = [];
const deps = {
  clock,
  queueNotice: async (notice: Notice) => void told.push(notice),
  appOrigin: 'https://app.example',
  sendMail: async ({ to }: { to: string }) => {
    mails.push(to);
  },
};
beforeAll(async () => {
  stageSecrets();
  Object.assign(process.env, {
    ACCOUNT_JOBS_QUEUE_URL: 'https://queue',
    EXPORTS_BUCKET: 'exports',
    UPLOADS_BUCKET: 'uploads',
  });
  table = await startLocalTable();
  owner = await newOwner('enterprise');
  for (const name of ['First', 'Second'])
    await createBot(clock, owner, { name, language: 'en', deploy: false });
});
afterAll(() => table.close());

/** Names of the files in all volumes, in their order. */
function names(): readonly string[] {
  return [...volumes.values()].flatMap((bytes) => Object.keys(unzipSync(bytes)));
}

async function write(filesAtOnce: number): Promise<readonly string[]> {
  volumes.clear();
  await requestExport(clock, owner);
  const { exportId } = (await findExport(owner.accountId)) ?? { exportId: '' };
  for (let runs = 0; runs < 100; runs += 1) {
    // A function that has time for so many files only, and begins each volume with one question more.
    let left = filesAtOnce + 1;
    const hasTime = () => {
      left -= 1;
      return left > 0;
    };
    if (await writeAccountExport(deps, { accountId: owner.accountId, exportId }, hasTime)) break;
  }
  expect(await findExport(owner.accountId)).toMatchObject({ status: 'complete' });
  return names();
}

it('goes on where a function stopped: the files together are the same, each once', async () => {
  const whole = await write(Number.POSITIVE_INFINITY);
  expect(volumes.size).toBe(1);
  expect(whole).toContain('account-1.jsonl');
  expect(whole.filter((name) => name.endsWith('/two.md'))).toHaveLength(4);
  expect(mails).toHaveLength(1);
  expect(told).toMatchObject([{ kind: 'export_ready', to: { userIds: [owner.userId] } }]);
  const inParts = await write(2);
  expect(volumes.size).toBeGreaterThan(2);
  expect(inParts).toEqual(whole);
  expect(new Set(inParts).size).toBe(inParts.length);
});

it('holds the person who asked for it: profile, sessions, votes, notifications, and what they wrote to us', async () => {
  const { userId, accountId } = owner;
  const others = UserId.parse(randomUUID());
  const at = clock().toISOString();
  await ProfileEntity.build(UpdateItemCommand)
    .item({ userId, notifications: $set({ limit: ['browser'] }) as never })
    .send();
  await UserSessionEntity.build(PutItemCommand)
    .item({ userId, sessionId: 's1', browser: 'Firefox', signedInAt: 1, lastUsedAt: 1, expiresAt: 2e9 })
    .send();
  await RecoveryCodesEntity.build(PutItemCommand)
    .item({ userId, hashes: new Set(['secret-hash']), createdAt: at })
    .send();
  await VoteEntity.build(PutItemCommand).item({ userId, featureId: 'voice', createdAt: at }).send();
  for (const [reader, name] of [
    [userId, 'For me'],
    [others, 'For another'],
  ] as const)
    await NotificationEntity.build(PutItemCommand)
      .item({
        accountId,
        userId: reader,
        notificationId: 'n',
        kind: 'mention',
        at,
        name,
        inApp: true,
        expiresAt: 2e9,
      })
      .send();
  const written = (message: string) => ({
    id: randomUUID(),
    type: 'complaint' as const,
    rating: 2,
    message,
    page: '/bots',
  });
  const own = written('This is what I think.');
  await sendOwnFeedback(clock, owner, own);
  await sendOwnFeedback(clock, { ...owner, userId: others }, written('Another thinks so.'));
  await FeedbackEntity.build(UpdateItemCommand)
    .item({ id: own.id, answers: $set([{ text: 'We see.', at }]), answeredAt: at })
    .send();

  await write(Number.POSITIVE_INFINITY);
  const files = Object.assign({}, ...[...volumes.values()].map((bytes) => unzipSync(bytes)));
  const text = (name: string) => Buffer.from(files[name] ?? []).toString();
  expect(text('person/profile-1.jsonl')).toMatch(/"email":"[^"]+@/);
  for (const part of ['"notifications":{"limit":["browser"]}', '"Firefox"', '"featureId":"voice"'])
    expect(text('person/profile-1.jsonl')).toContain(part);
  expect(text('person/notifications-1.jsonl')).toContain('For me');
  expect(text('person/messages-1.jsonl')).toContain('This is what I think.');
  expect(text('person/messages-1.jsonl')).toContain('We see.');
  const all = Object.keys(files).map(text).join('\n');
  for (const none of ['For another', 'Another thinks so', 'secret-hash', 'PlaceUsage'])
    expect(all).not.toContain(none);
});

it('is mailed by the next delivery where the mail failed, and once only', async () => {
  mails.length = 0;
  await requestExport(clock, owner);
  const { exportId = '' } = (await findExport(owner.accountId)) ?? {};
  const job = { accountId: owner.accountId, exportId };
  const failing = { ...deps, sendMail: () => Promise.reject(new Error('SES is away')) };
  await expect(writeAccountExport(failing, job, () => true)).rejects.toThrow('SES is away');
  for (let times = 0; times < 2; times += 1)
    expect(await writeAccountExport(deps, job, () => true)).toBe(true);
  expect(mails).toHaveLength(1);
});

it('is waited for by its job, which may be faster than what the call stores', async () => {
  const newcomer = await newOwner('enterprise');
  const job = { accountId: newcomer.accountId, exportId: newId(clock()) };
  queues.forget();
  expect(await writeAccountExport(deps, job, () => true)).toBe(true);
  expect(queues.bodies()).toMatchObject([{ kind: 'export', ...job }]);
  expect(queues.inputs()).toMatchObject([{ DelaySeconds: 5 }]);
  const later = () => new Date(clock().getTime() + 120_000);
  expect(await writeAccountExport({ ...deps, clock: later }, job, () => true)).toBe(true);
  expect(queues.inputs()).toHaveLength(1);
});
