import { randomUUID } from 'node:crypto';
import { DeleteItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import { AccountId, UserId } from '#contract/base/ids';
import { MembershipEntity } from '#core/accounts/entity';
import { broadcast, listenersOf } from '#core/accounts/sockets/broadcast';
import { connect, disconnect, findConnection } from '#core/accounts/sockets/connections';
import { conversationChannel, dashboardChannel } from '#core/accounts/sockets/entity';
import { createDashboardTicket, createTicket } from '#core/accounts/sockets/tickets';
import { closeFormerSockets } from '#core/accounts/team/show-team';
import type { Sockets } from '#platform/sockets';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { enterAccount } from './member';

const clock = () => new Date();
const aMinuteAgo = () => new Date(Date.now() - 60_000);
const deps = { clock, socketUrl: 'wss://app.example.com/socket' };

withLocalTable();

async function newAccount(): Promise<AccountId> {
  const accountId = AccountId.parse(randomUUID());
  await enterAccount(accountId, 'u');
  return accountId;
}

test('a ticket opens one socket, however many try it at once', async () => {
  const accountId = await newAccount();
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
  const { ticket } = await createTicket(deps, await newAccount(), {
    kind: 'dashboard',
    userId: 'u',
    sessionId: 's',
    signedInAt: 1,
  });
  const later = () => new Date(Date.now() + 61_000);
  await expectRefusal(connect(later, { connectionId: 'late', ticket }), 'auth.expired');
});

test.each([undefined, '', 'invented'])('no socket opens for the ticket %j', async (ticket) => {
  await expect(connect(clock, { connectionId: 'x', ticket })).rejects.toMatchObject({ status: 401 });
  expect(await findConnection('x')).toBeUndefined();
});

test('a socket hears its own account or conversation, until it is closed', async () => {
  const [accountId, other] = [await newAccount(), await newAccount()];
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
  const accountId = await newAccount();
  const ids = ['gone', 'failing', 'well'].map((name) => `${name}-${accountId}`);
  for (const connectionId of ids) {
    const { ticket } = await createTicket(deps, accountId, {
      kind: 'dashboard',
      userId: 'u',
      sessionId: 's',
      signedInAt: 1,
    });
    await connect(connectionId.startsWith('gone') ? aMinuteAgo : clock, { connectionId, ticket });
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

test('a socket that is being let in takes nothing yet, and hears what comes later', async () => {
  const accountId = await newAccount();
  const audience = { kind: 'dashboard', userId: 'u', sessionId: 's', signedInAt: 1 } as const;
  const connectionId = randomUUID();
  await connect(clock, { connectionId, ticket: (await createTicket(deps, accountId, audience)).ticket });
  const answers = ['gone', 'sent'] as const;
  const sent: string[] = [];
  const sockets: Sockets = {
    send: async (id) => answers[sent.push(id) - 1] ?? 'gone',
    close: async () => {},
  };
  for (const _ of answers) await broadcast(sockets, dashboardChannel(accountId), { type: 'pong' });
  expect(sent).toEqual([connectionId, connectionId]);
});

test.each(['suspended', 'removed'] as const)(
  'no socket opens for a member who was %s since her ticket',
  async (end) => {
    const accountId = await newAccount();
    const audience = { kind: 'dashboard', userId: 'u', sessionId: 's', signedInAt: 1 } as const;
    const { ticket } = await createTicket(deps, accountId, audience);
    const key = { accountId, userId: 'u' };
    await (end === 'removed'
      ? MembershipEntity.build(DeleteItemCommand).key(key).send()
      : MembershipEntity.build(UpdateItemCommand)
          .item({ ...key, status: 'suspended' })
          .send());
    await expectRefusal(connect(clock, { connectionId: randomUUID(), ticket }), 'auth.forbidden');
    expect(await listenersOf(dashboardChannel(accountId))).toEqual([]);
  },
);

test('the sockets of a former member of the account are told and closed, and no others', async () => {
  const [accountId, other] = [await newAccount(), await newAccount()];
  const audience = { kind: 'dashboard', userId: 'u', sessionId: 's', signedInAt: 1 } as const;
  const open = async (account: AccountId) => {
    const connectionId = randomUUID();
    await connect(clock, { connectionId, ticket: (await createTicket(deps, account, audience)).ticket });
    return connectionId;
  };
  const [here, elsewhere] = [await open(accountId), await open(other)];
  const said: string[] = [];
  const sockets: Sockets = {
    async send(connectionId, { type }) {
      said.push(`${connectionId} ${type}`);
      return 'sent';
    },
    async close(connectionId) {
      said.push(`${connectionId} closed`);
    },
  };
  await closeFormerSockets(sockets, { accountId, userId: 'u' });
  expect(said).toEqual([`${here} membership.ended`, `${here} closed`]);
  expect(await findConnection(here)).toBeUndefined();
  expect(await findConnection(elsewhere)).toBeDefined();
});
