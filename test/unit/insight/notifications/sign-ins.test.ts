import { randomUUID } from 'node:crypto';
import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, expect, it } from 'vitest';
import { ProfileEntity } from '#core/accounts/entity';
import { type StoredUserSession, UserSessionEntity } from '#core/accounts/sessions/entity';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { storeMember } from '#test/helpers/stored-items';
import { recordingSockets } from '../../conversations/setup';
import { tableChange } from '../../operator/dispatch/follow';

const queues = recordingQueues();
withLocalTable();
beforeAll(() => {
  process.env.INBOX_JOBS_QUEUE_URL = 'jobs';
});

const DAY = 86_400;
const now = Math.floor(Date.now() / 1_000);

/** A person who came some days ago. */
async function person(daysAgo: number): Promise<string> {
  const userId = randomUUID();
  await storeMember(userId, userId);
  const createdAt = new Date((now - daysAgo * DAY) * 1_000).toISOString();
  await ProfileEntity.build(UpdateItemCommand).item({ userId, createdAt }).send();
  return userId;
}

/** They sign in, and the stream tells it; gives what they are told by it. */
async function signIn(userId: string, browser: string | undefined, signedInAt = now) {
  const session: StoredUserSession = {
    userId,
    sessionId: randomUUID(),
    ...(browser !== undefined && { browser, system: 'Linux' }),
    signedInAt,
    lastUsedAt: signedInAt,
    expiresAt: now + DAY,
  };
  await UserSessionEntity.build(PutItemCommand).item(session).send();
  queues.forget();
  const after = { ...session, entity: 'UserSession' };
  await dispatchChange(recordingSockets().sockets, tableChange({ after }));
  return queues.bodies();
}

it('tells of a sign-in by a browser that was not seen, and not of one that was', async () => {
  const userId = await person(100);
  expect(await signIn(userId, 'Firefox', now - 300)).toMatchObject([{ notice: { kind: 'sign_in' } }]);
  expect(await signIn(userId, 'Firefox', now - 200)).toEqual([]);
  expect(await signIn(userId, 'Chrome', now - 100)).toMatchObject([
    {
      kind: 'notify',
      notice: {
        kind: 'sign_in',
        accountId: userId,
        to: { userIds: [userId] },
        detail: 'Chrome, Linux',
        path: '/settings/security',
      },
    },
  ]);
});

it('says so where nothing is known of the browser', async () => {
  expect(await signIn(await person(100), undefined)).toMatchObject([
    { notice: { detail: 'an unknown browser' } },
  ]);
});

it("tells nobody of the sign-in that was their first, but of another browser's on the same day", async () => {
  const userId = await person(0);
  expect(await signIn(userId, 'Firefox', now - 60)).toEqual([]);
  expect(await signIn(userId, 'Safari', now)).toMatchObject([{ notice: { detail: 'Safari, Linux' } }]);
});

it('is not repeated while the session is used', async () => {
  const userId = await person(100);
  const session = { entity: 'UserSession', userId, sessionId: 's', signedInAt: now, lastUsedAt: now };
  await dispatchChange(
    recordingSockets().sockets,
    tableChange({ before: session, after: { ...session, lastUsedAt: now + 300 } }),
  );
  expect(queues.bodies()).toEqual([]);
});
