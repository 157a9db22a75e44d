import { PutItemCommand } from 'dynamodb-toolbox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountId, UserId } from '#contract/base/ids';
import { ActOnUser } from '#contract/operator/admin';
import type { ServerEvent } from '#contract/socket';
import { activeProfile } from '#core/accounts/active-profile';
import { ProfileEntity, type StoredProfile } from '#core/accounts/entity';
import { ListenerEntity, userChannel } from '#core/accounts/sockets/entity';
import { findProfile } from '#core/accounts/stored-profile';
import { listUser } from '#core/operator/admin/directory';
import { listAdminLog } from '#core/operator/admin/log';
import { promote } from '#core/operator/admin/promote';
import { actOnUser, listUsers } from '#core/operator/admin/users';
import type { Actor } from '#platform/actor';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';

withLocalTable();

const clock = () => new Date();
let sent: [string, ServerEvent][] = [];
let closed: string[] = [];
const sockets = {
  send: async (connectionId: string, event: ServerEvent) => {
    sent.push([connectionId, event]);
    return 'sent' as const;
  },
  close: async (connectionId: string) => {
    closed.push(connectionId);
  },
};
/** Users whose sessions Cognito was told to end. */
let ended: string[];
const deps = { clock, sockets, endSessions: async (userId: string) => void ended.push(userId) };

async function person(id: string, change: Partial<StoredProfile> = {}): Promise<StoredProfile> {
  const at = clock().toISOString();
  const profile: StoredProfile = {
    userId: id,
    email: `${id}@example.net`,
    fullName: `Person ${id}`,
    role: 'client',
    language: 'en',
    createdAt: at,
    updatedAt: at,
    ...change,
  };
  await ProfileEntity.build(PutItemCommand).item(profile).send();
  await listUser(null, profile);
  return profile;
}

const actorOf = (id: string): Actor => ({
  userId: UserId.parse(id),
  sessionId: 's',
  signedInAt: 1,
  accountId: AccountId.parse(id),
  profileRole: 'admin',
  teamRole: 'owner',
});
const act = (by: string, on: string, body: ActOnUser) => actOnUser(deps, actorOf(by), UserId.parse(on), body);

beforeAll(async () => {
  process.env.STAGE = 'test';
  await person('chief', { role: 'admin' });
});
beforeEach(() => {
  sent = [];
  closed = [];
  ended = [];
});

describe('banning a user', () => {
  it('refuses their calls at once, tells their open windows why, and closes them', async () => {
    await person('ban-1');
    const channel = userChannel('ban-1');
    await ListenerEntity.build(PutItemCommand)
      .item({ channel, connectionId: 'c-1', expiresAt: 9_999_999_999 })
      .send();
    const user = await act('chief', 'ban-1', { action: 'ban', reason: 'Sends spam' });
    expect(user).toMatchObject({ status: 'banned', banReason: 'Sends spam' });
    expect(sent).toEqual([['c-1', { type: 'session.ended', reason: 'suspended' }]]);
    expect(closed).toEqual(['c-1']);
    expect(ended).toEqual(['ban-1']);
    const caller = { userId: UserId.parse('ban-1'), sessionId: 's-1', signedInAt: 1, accessToken: '' };
    await expect(activeProfile(caller)).rejects.toMatchObject({
      code: 'account.banned',
      details: { reason: 'Sends spam' },
    });
  });

  it('is taken back by unbanning, with its reason', async () => {
    await person('ban-2');
    await act('chief', 'ban-2', { action: 'ban', reason: 'A mistake' });
    const user = await act('chief', 'ban-2', { action: 'unban' });
    expect(user).toMatchObject({ status: 'active', banReason: null, bannedAt: null });
  });

  it('is logged once however often it is repeated', async () => {
    await person('ban-3');
    await act('chief', 'ban-3', { action: 'ban', reason: 'Sends spam' });
    await act('chief', 'ban-3', { action: 'ban', reason: 'Sends spam' });
    const { items } = await listAdminLog({ limit: 100, action: 'user_banned' });
    const entries = items.filter(({ subject }) => subject?.id === 'ban-3');
    expect(entries).toMatchObject([{ note: 'Sends spam', actor: { id: 'chief' } }]);
  });

  it('refuses an administrator, and oneself', async () => {
    await person('ban-4', { role: 'admin' });
    await expectRefusal(
      act('chief', 'ban-4', { action: 'ban', reason: 'No reason' }),
      'admin.is_administrator',
    );
    await expectRefusal(act('chief', 'chief', { action: 'ban', reason: 'No reason' }), 'admin.own_account');
  });

  it('takes a reason of three characters at least', () => {
    expect(ActOnUser.safeParse({ action: 'ban', reason: ' a ' }).success).toBe(false);
    expect(ActOnUser.safeParse({ action: 'ban' }).success).toBe(false);
  });
});

describe('roles', () => {
  it('leaves one administrator of two who demote each other at once', async () => {
    for (const round of [1, 2, 3]) {
      const [one, other] = [`one-${round}`, `other-${round}`];
      await Promise.all([person(one, { role: 'admin' }), person(other, { role: 'admin' })]);
      const results = await Promise.allSettled([
        act(one, other, { action: 'demote' }),
        act(other, one, { action: 'demote' }),
      ]);
      const roles = await Promise.all([one, other].map((id) => findProfile(UserId.parse(id))));
      expect(roles.map((profile) => profile?.role).sort()).toEqual(['admin', 'client']);
      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    }
  });

  it('lets nobody demote themselves', async () => {
    await expectRefusal(act('chief', 'chief', { action: 'demote' }), 'admin.own_account');
  });

  it('refuses who is no administrator any more by the time of the write', async () => {
    await person('former');
    await person('target');
    await expectRefusal(act('former', 'target', { action: 'promote' }), 'auth.admin_required');
    expect((await findProfile(UserId.parse('target')))?.role).toBe('client');
  });

  it('says that a user is not there', async () => {
    await expectRefusal(act('chief', 'nobody', { action: 'promote' }), 'admin.user_not_found');
  });

  it('is given once by an operator to the person of an address', async () => {
    const { AddressEntity } = await import('#core/accounts/entity');
    await person('op-1');
    await AddressEntity.build(PutItemCommand).item({ email: 'op-1@example.net', userId: 'op-1' }).send();
    expect(await promote(clock, 'op-1@example.net')).toMatchObject({ isNew: true });
    expect(await promote(clock, 'op-1@example.net')).toMatchObject({ isNew: false });
    await expect(promote(clock, 'nobody@example.net')).rejects.toThrow('Nobody has signed up');
  });
});

describe('finding users', () => {
  const names = async (search: string) =>
    (await listUsers(clock, { search, limit: 50 })).items.map(({ name }) => name);

  it('finds by the beginning of the address, its host, a word of the name or the company', async () => {
    await person('find-1', {
      email: 'Zoe@Rad-Haus.example',
      fullName: 'Zoë Müller-Lüdenscheidt',
      companyName: 'Fahrradhof Köln',
    });
    for (const search of [
      'zoe@',
      'rad-haus',
      'ZOË',
      'muller',
      'Müller',
      'zoe mull',
      'köln',
      'fahrradhof k',
      'Lüdenscheidt',
    ])
      expect(await names(search), search).toEqual(['Zoë Müller-Lüdenscheidt']);
    expect(await names('haus')).toEqual([]);
  });

  it('finds by a text that is longer than what is kept of it', async () => {
    const email = `${'long'.repeat(15)}@company.example`;
    await person('find-3', { email, fullName: 'Lou Long' });
    expect(await names(email)).toEqual(['Lou Long']);
  });

  it('keeps words of which only the last character differs where they are cut', async () => {
    const same = 'w'.repeat(63);
    const person4 = { fullName: `${same}😀 Wu`, companyName: `${same}😁` };
    await person('find-4', person4);
    for (const search of [person4.fullName, person4.companyName, 'wu'])
      expect(await names(search), search).toEqual([person4.fullName]);
  });

  it('follows a new name, and forgets a user who is gone', async () => {
    const before = await person('find-2', { fullName: 'Quentin Old' });
    const after = { ...before, fullName: 'Quentin Xenon' };
    await ProfileEntity.build(PutItemCommand).item(after).send();
    await listUser(before, after);
    expect(await names('xenon')).toEqual(['Quentin Xenon']);
    expect(await names('old')).toEqual([]);
    await listUser(after, null);
    expect(await names('quentin')).toEqual([]);
  });

  it('lists the newest first without a search, page by page', async () => {
    await person('new-1', { createdAt: '2090-01-01T00:00:00.000Z' });
    await person('new-2', { createdAt: '2091-01-01T00:00:00.000Z' });
    const first = await listUsers(clock, { limit: 1 });
    expect(first.items.map(({ id }) => id)).toEqual(['new-2']);
    const second = await listUsers(clock, { limit: 1, ...(first.cursor && { cursor: first.cursor }) });
    expect(second.items.map(({ id }) => id)).toEqual(['new-1']);
  });
});
