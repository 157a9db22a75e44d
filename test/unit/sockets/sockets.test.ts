import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountId, UserId } from '../../../functions/contract/ids';
import { broadcast, listenersOf } from '../../../functions/core/sockets/broadcast';
import { connect, disconnect, findConnection } from '../../../functions/core/sockets/connections';
import { conversationChannel, dashboardChannel } from '../../../functions/core/sockets/entity';
import { createDashboardTicket, createTicket } from '../../../functions/core/sockets/tickets';
import type { Sockets } from '../../../functions/platform/sockets';
import { startLocalTable } from '../../helpers/local-table';

const clock = () => new Date();
const deps = { clock, socketUrl: 'wss://app.example.com/socket' };

let table: { close(): Promise<void> };
beforeAll(async () => {
  table = await startLocalTable();
});
afterAll(() => table.close());

const newAccount = () => AccountId.parse(randomUUID());

test('a ticket opens one socket, however many try it at once', async () => {
  const accountId = newAccount();
  const { ticket } = await createTicket(deps, accountId, {
    kind: 'dashboard',
    userId: 'u',
    sessionId: 's',
    signedInAt: 1,
  });
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((connectionId) =>
      connect(clock, { connectionId: `${accountId}-${connectionId}`, ticket }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'auth.expired' },
  });
  expect(await listenersOf(dashboardChannel(accountId))).toHaveLength(1);
});

test('a ticket is refused after a minute, before its time to live has removed it', async () => {
  const { ticket } = await createTicket(deps, newAccount(), {
    kind: 'dashboard',
    userId: 'u',
    sessionId: 's',
    signedInAt: 1,
  });
  const later = () => new Date(Date.now() + 61_000);
  await expect(connect(later, { connectionId: 'late', ticket })).rejects.toMatchObject({
    code: 'auth.expired',
  });
});

test.each([undefined, '', 'invented'])('no socket opens for the ticket %j', async (ticket) => {
  await expect(connect(clock, { connectionId: 'x', ticket })).rejects.toMatchObject({ status: 401 });
  expect(await findConnection('x')).toBeUndefined();
});

test('a socket hears its own account or conversation, until it is closed', async () => {
  const [accountId, other] = [newAccount(), newAccount()];
  const owner = {
    userId: UserId.parse('u'),
    sessionId: 's',
    signedInAt: 1,
    accountId,
    profileRole: 'client',
    teamRole: 'owner',
  } as const;
  const [dashboard, visitor] = [randomUUID(), randomUUID()];
  await connect(clock, {
    connectionId: dashboard,
    ticket: (await createDashboardTicket(deps, owner)).ticket,
  });
  const { ticket } = await createTicket(deps, accountId, { kind: 'visitor', conversationId: 'c' });
  await connect(clock, { connectionId: visitor, ticket });

  expect(await listenersOf(dashboardChannel(accountId))).toEqual([dashboard]);
  expect(await listenersOf(conversationChannel(accountId, 'c'))).toEqual([visitor]);
  expect(await listenersOf(dashboardChannel(other))).toEqual([]);
  expect(await listenersOf(conversationChannel(other, 'c'))).toEqual([]);

  for (const _ of [1, 2]) await disconnect(dashboard);
  expect(await listenersOf(dashboardChannel(accountId))).toEqual([]);
  expect(await findConnection(dashboard)).toBeUndefined();
});

test('a socket that is gone is forgotten, and one that fails keeps no other from hearing', async () => {
  const accountId = newAccount();
  const ids = ['gone', 'failing', 'well'].map((name) => `${name}-${accountId}`);
  for (const connectionId of ids) {
    const { ticket } = await createTicket(deps, accountId, {
      kind: 'dashboard',
      userId: 'u',
      sessionId: 's',
      signedInAt: 1,
    });
    await connect(clock, { connectionId, ticket });
  }
  const heard: string[] = [];
  const sockets: Sockets = {
    async send(connectionId) {
      if (connectionId.startsWith('gone')) return 'gone';
      if (connectionId.startsWith('failing')) throw new Error('Too many requests');
      heard.push(connectionId);
      return 'sent';
    },
    async close() {},
  };
  await broadcast(sockets, dashboardChannel(accountId), { type: 'pong' });
  expect(heard).toEqual([`well-${accountId}`]);
  expect([...(await listenersOf(dashboardChannel(accountId)))].sort()).toEqual([
    `failing-${accountId}`,
    `well-${accountId}`,
  ]);
  expect(await findConnection(`gone-${accountId}`)).toBeUndefined();
});
