import { randomUUID } from 'node:crypto';
import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AccountId, UserId } from '#contract/base/ids';
import { findActiveProfile } from '#core/accounts/active-profile';
import { ProfileEntity } from '#core/accounts/entity';
import { completeReset, endAllSessions, endOtherSessions } from '#core/accounts/reset';
import { sessionChannel } from '#core/accounts/sessions/entity';
import { listenersOf } from '#core/accounts/sockets/broadcast';
import { closePastSockets } from '#core/accounts/sockets/close-sockets';
import { connect, disconnect, findConnection } from '#core/accounts/sockets/connections';
import { dashboardChannel } from '#core/accounts/sockets/entity';
import { signOut } from '#core/accounts/sockets/sign-out';
import { createDashboardTicket } from '#core/accounts/sockets/tickets';
import type { Sockets } from '#platform/sockets';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { enterAccount } from '../sockets/member';

const clock = () => new Date();
const ticketDeps = { clock, socketUrl: 'wss://app.example.com/socket' };

withLocalTable();
beforeAll(() => enterAccount(accountId, userId));

const userId = UserId.parse(randomUUID());
const accountId = AccountId.parse(userId);
/** Cognito's sessions have the names of their tokens. */
const poolSessions = {
  current: async (accessToken: string) => accessToken,
  revoke: async (_: string, session: string) => {
    revoked.push(session);
  },
  revokeOthers: async () => {},
};
const newSession = () => ({ userId, sessionId: randomUUID(), signedInAt: 1, accessToken: 'token' });

let said: string[];
let revoked: string[];
let sockets: Sockets;
beforeEach(() => {
  said = [];
  revoked = [];
  sockets = {
    async send(connectionId, { type }) {
      said.push(`${connectionId} ${type}`);
      return 'sent';
    },
    async close(connectionId) {
      said.push(`${connectionId} closed`);
    },
  };
});

async function ticketOf(session: ReturnType<typeof newSession>): Promise<string> {
  const actor = {
    userId,
    accountId,
    sessionId: session.sessionId,
    signedInAt: session.signedInAt,
    profileRole: 'client',
    teamRole: 'owner',
  } as const;
  return (await createDashboardTicket(ticketDeps, actor)).ticket;
}
async function openSocket(session: ReturnType<typeof newSession>): Promise<string> {
  const connectionId = randomUUID();
  await connect(clock, { connectionId, ticket: await ticketOf(session) });
  return connectionId;
}

test('a session goes on until it is signed out, and no other ends with it', async () => {
  const [session, other] = [newSession(), newSession()];
  await findActiveProfile(session);
  await signOut({ clock, sockets, poolSessions }, session);
  expect(revoked).toEqual(['token']);
  await expect(findActiveProfile(session)).rejects.toMatchObject({
    code: 'auth.session_ended',
    status: 401,
  });
  await findActiveProfile(other);
});

test('its sockets are told, then closed, then forgotten; repeating it says nothing more', async () => {
  const [session, other] = [newSession(), newSession()];
  const [mine, foreign] = [await openSocket(session), await openSocket(other)];
  await signOut({ clock, sockets, poolSessions }, session);
  expect(said).toEqual([`${mine} session.ended`, `${mine} closed`]);
  expect(await findConnection(mine)).toBeUndefined();
  expect(await listenersOf(sessionChannel(session.sessionId))).toEqual([]);
  expect(await listenersOf(dashboardChannel(accountId))).toEqual([foreign]);
  await signOut({ clock, sockets, poolSessions }, session);
  expect(said).toHaveLength(2);
  await disconnect(foreign);
});

test('a socket that can not be told or closed keeps nobody from signing out', async () => {
  const session = newSession();
  const connectionId = await openSocket(session);
  const broken: Sockets = {
    send: () => Promise.reject(new Error('Too many requests')),
    close: () => Promise.reject(new Error('Too many requests')),
  };
  await signOut({ clock, sockets: broken, poolSessions }, session);
  await expect(findActiveProfile(session)).rejects.toThrow();
  expect(await findConnection(connectionId)).toBeUndefined();
});

test('a ticket of an ended session opens nothing', async () => {
  const session = newSession();
  const ticket = await ticketOf(session);
  await signOut({ clock, sockets, poolSessions }, session);
  await expectRefusal(connect(clock, { connectionId: 'late', ticket }), 'auth.session_ended');
  expect(await findConnection('late')).toBeUndefined();
});

test('a socket that opens while its session ends is refused, or told and closed', async () => {
  for (let round = 0; round < 10; round += 1) {
    const session = newSession();
    const ticket = await ticketOf(session);
    const connectionId = randomUUID();
    const [opened] = await Promise.allSettled([
      connect(clock, { connectionId, ticket }),
      signOut({ clock, sockets, poolSessions }, session),
    ]);
    if (opened.status === 'fulfilled') expect(said).toContain(`${connectionId} closed`);
    expect(await findConnection(connectionId)).toBeUndefined();
  }
});

describe('a person who set a new password, or is banned', () => {
  const at = (signedInAt: number) => ({ ...newSession(), signedInAt });
  const profile = {
    userId,
    email: 'ada@example.com',
    fullName: 'Ada Lovelace',
    role: 'client',
    language: 'en',
    createdAt: '',
    updatedAt: '',
  } as const;
  beforeEach(async () => {
    await ProfileEntity.build(PutItemCommand).item(profile).send();
  });

  test('loses the sockets of before, and at a ban all', async () => {
    const [old, fresh] = [await openSocket(at(99)), await openSocket(at(100))];
    await closePastSockets(sockets, profile, { ...profile, sessionsSince: 100 });
    expect(said).toEqual([`${old} closed`]);
    expect(await listenersOf(dashboardChannel(accountId))).toEqual([fresh]);
    await closePastSockets(sockets, profile, { ...profile, bannedAt: 'now' });
    expect(said).toEqual([`${old} closed`, `${fresh} session.ended`, `${fresh} closed`]);
  });

  test('loses the socket that was kept when all others ended, if it ends within the same second', async () => {
    const session = at(99);
    const [kept, fresh] = [await openSocket(session), await openSocket(at(100))];
    const past = { ...profile, sessionsSince: 100, keptSession: session.sessionId };
    await closePastSockets(sockets, profile, past);
    expect(said).toEqual([]);
    await closePastSockets(sockets, past, { ...profile, sessionsSince: 100 });
    expect(said).toEqual([`${kept} closed`]);
    await disconnect(fresh);
  });

  test('keeps every socket when something else of their changes', async () => {
    const socket = await openSocket(at(1));
    const past = { ...profile, sessionsSince: 100 };
    await closePastSockets(sockets, past, { ...past, fullName: 'Ada King' });
    await closePastSockets(sockets, profile, null);
    expect(said).toEqual([]);
    await disconnect(socket);
  });

  test.each([
    ['a new password', { sessionsSince: 100 }],
    ['a ban', { bannedAt: 'now' }],
  ])('opens no socket with a ticket of before %s', async (_, change) => {
    const ticket = await ticketOf(at(99));
    await ProfileEntity.build(UpdateItemCommand)
      .item({ userId, ...change })
      .send();
    await expect(connect(clock, { connectionId: 'late', ticket })).rejects.toMatchObject({ status: 401 });
    expect(await findConnection('late')).toBeUndefined();
  });
});

describe('sessions that end together', () => {
  const START = Date.parse('2030-01-01T00:00:00.400Z');
  /** As Cognito tells a sign-in. */
  const secondOf = (time: number) => Math.floor(time / 1_000);
  const at = (time: number) => ({ ...newSession(), signedInAt: secondOf(time) });

  /** A time that goes on as it is waited for, and what is done `meanwhile`. */
  function world(meanwhile: () => Promise<unknown> = async () => {}) {
    let now = START;
    return {
      clock: () => new Date(now),
      sleep: async (milliseconds: number) => {
        await meanwhile();
        now += milliseconds;
      },
      poolSessions,
      endOwnTokens: async () => {},
      endUserSessions: async () => {},
    };
  }
  type World = ReturnType<typeof world>;

  const reset = (deps: World) => completeReset(deps, { userPoolId: 'pool', userName: 'ada', userId });
  const ways: readonly [string, (deps: World, by: ReturnType<typeof newSession>) => Promise<void>][] = [
    ['a password that was forgotten', reset],
    ['the end of all', endAllSessions],
    ['the end of all others', endOtherSessions],
  ];

  beforeEach(async () => {
    await ProfileEntity.build(PutItemCommand)
      .item({
        userId,
        email: 'ada@example.com',
        fullName: 'Ada Lovelace',
        role: 'client',
        language: 'en',
        createdAt: '',
        updatedAt: '',
      })
      .send();
  });

  test.each(ways)(
    'by %s are those of before within the same second, and none that follows',
    async (_, end) => {
      const deps = world();
      const [mine, other] = [at(START), at(START)];
      await end(deps, mine);
      await expectRefusal(findActiveProfile(other), 'auth.expired');
      if (end === endOtherSessions) await findActiveProfile(mine);
      else await expectRefusal(findActiveProfile(mine), 'auth.expired');
      await findActiveProfile(at(deps.clock().getTime()));
    },
  );

  test.each(ways)('by %s are out for nobody before the second is over', async (_, end) => {
    const [mine, other] = [at(START), at(START)];
    const seen: unknown[] = [];
    await end(
      world(async () => seen.push(await findActiveProfile(other))),
      mine,
    );
    expect(seen).toHaveLength(1);
  });

  test.each(ways)('by %s are not outlived by one that ends all others at the same time', async (_, end) => {
    const [thief, mine] = [at(START), at(START)];
    await expectRefusal(
      endOtherSessions(
        world(() => end(world(), mine)),
        thief,
      ),
      'auth.expired',
    );
    await expectRefusal(findActiveProfile(thief), 'auth.expired');
    await expectRefusal(endAllSessions(world(), thief), 'auth.expired');
  });

  test('are ended by none that was signed out meanwhile', async () => {
    const [thief, mine] = [at(START), at(START)];
    const signedOut = () => signOut({ clock, sockets, poolSessions }, thief);
    await expectRefusal(endOtherSessions(world(signedOut), thief), 'auth.session_ended');
    await findActiveProfile(mine);
  });

  test('end here even where Cognito is away, which is told', async () => {
    const [mine, other] = [at(START), at(START)];
    const away = () => Promise.reject(new Error('Cognito is away'));
    const broken = { ...poolSessions, revokeOthers: away };
    await expect(endOtherSessions({ ...world(), poolSessions: broken }, mine)).rejects.toThrow('Cognito');
    await expectRefusal(findActiveProfile(other), 'auth.expired');
    await findActiveProfile(mine);
    await expect(endAllSessions({ ...world(), endOwnTokens: away }, mine)).rejects.toThrow('Cognito');
    await expectRefusal(findActiveProfile(mine), 'auth.expired');
  });
});
