import { randomUUID } from 'node:crypto';
import { DeleteItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import { CreateProfile } from '#contract/accounts/profile';
import { AccountId, UserId } from '#contract/base/ids';
import { createProfile } from '#core/accounts/create-profile';
import { AccountEntity, MembershipEntity, membershipIndex, ProfileEntity } from '#core/accounts/entity';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { getMe, updateMe } from '#core/accounts/profiles/me';
import { completeReset } from '#core/accounts/reset';
import { checkSignUp, completeSignUp } from '#core/accounts/sign-up';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';

const clock = () => new Date('2030-01-01T00:00:00.000Z');
const sleep = async () => {};

withLocalTable();

const newUser = () => ({
  userId: UserId.parse(randomUUID()),
  sessionId: randomUUID(),
  signedInAt: 1_000,
  accessToken: 'token',
});

function depsFor(email: string, emailVerified = true) {
  return {
    clock,
    adminEmails: ['Root@Example.com'],
    readIdentity: async () => ({ email, emailVerified, fullName: null, companyName: null }),
  };
}

const profileOf = ({ userId }: { userId: UserId }, more: object = {}) =>
  CreateProfile.parse({ userId, fullName: 'Ada Lovelace', companyName: 'Engines', ...more });

test('a profile comes with an account of its own on a trial of 14 days', async () => {
  const user = newUser();
  const { profile } = await createProfile(depsFor('ada@example.com'), user, profileOf(user));
  expect(profile).toMatchObject({
    id: user.userId,
    email: 'ada@example.com',
    full_name: 'Ada Lovelace',
    company_name: 'Engines',
    role: 'client',
  });
  const me = await getMe(clock, user);
  expect(me.accounts).toEqual([
    {
      id: user.userId,
      name: 'Engines',
      role: 'owner',
      plan: 'starter',
      standing: { state: 'trial', plan: 'starter', at: '2030-01-15T00:00:00.000Z', discount: null },
      logoUrl: null,
      timeZone: 'Europe/Berlin',
      limits: { bots: 1, allBots: 20, teamMembers: 1, documents: 10, conversations: 1000 },
      usage: { bots: 0, allBots: 0, teamMembers: 1, documents: 0, conversations: 0 },
      modelUse: [],
    },
  ]);
});

test('a member of the alpha programme has three months', async () => {
  const user = newUser();
  await createProfile(depsFor('ada@example.com'), user, profileOf(user, { alpha: true }));
  expect((await getMe(clock, user)).accounts[0]?.standing.at).toBe('2030-04-01T00:00:00.000Z');
});

test('creating it again, even at the same time, changes nothing', async () => {
  const user = newUser();
  const created = await Promise.all(
    ['First Name', 'Second Name', 'Third Name'].map((fullName) =>
      createProfile(depsFor('ada@example.com'), user, profileOf(user, { fullName })),
    ),
  );
  expect(new Set(created.map(({ profile }) => profile.full_name)).size).toBe(1);
  expect((await getMe(clock, user)).accounts).toHaveLength(1);
});

test('a role in the payload is ignored; the stage decides, for a verified address only', async () => {
  const [client, admin, unverified] = [newUser(), newUser(), newUser()];
  const role = async (user: typeof client, deps: ReturnType<typeof depsFor>) =>
    (await createProfile(deps, user, profileOf(user, { role: 'admin', email: 'root@example.com' }))).profile
      .role;
  expect(await role(client, depsFor('ada@example.com'))).toBe('client');
  expect(await role(admin, depsFor('root@example.com'))).toBe('admin');
  expect(await role(unverified, depsFor('root@example.com', false))).toBe('client');
});

test("somebody else's profile is refused", async () => {
  const [user, other] = [newUser(), newUser()];
  await expectRefusal(
    createProfile(depsFor('ada@example.com'), user, profileOf(other)),
    'profile.user_mismatch',
  );
});

test('an empty company is stored as none', async () => {
  const user = newUser();
  await createProfile(depsFor('ada@example.com'), user, profileOf(user));
  expect(
    (await updateMe({ clock, writeNames: async () => {} }, user, { companyName: '' })).company_name,
  ).toBeNull();
  expect(await updateMe({ clock, writeNames: async () => {} }, user, { fullName: 'Ada King' })).toMatchObject(
    {
      full_name: 'Ada King',
      company_name: null,
    },
  );
});

test('without a profile there is no actor and no me', async () => {
  const user = newUser();
  await expectRefusal(loadActor(user, undefined, 'bots.view'), 'profile.not_found');
  await expectRefusal(getMe(clock, user), 'profile.not_found');
  await expectRefusal(updateMe({ clock, writeNames: async () => {} }, user, {}), 'profile.not_found');
});

test('an account is acted for by its members only, and only as long as they are', async () => {
  const [owner, member] = [newUser(), newUser()];
  for (const user of [owner, member]) await createProfile(depsFor('a@example.com'), user, profileOf(user));
  const accountId = AccountId.parse(owner.userId);
  await expectRefusal(loadActor(member, accountId, 'bots.view'), 'auth.forbidden');

  const membership = { accountId, userId: member.userId };
  await MembershipEntity.build(PutItemCommand)
    .item({ ...membership, role: 'viewer', createdAt: '', ...membershipIndex(member.userId, accountId) })
    .send();
  expect(await loadActor(member, accountId, 'bots.view')).toEqual({
    userId: member.userId,
    sessionId: member.sessionId,
    signedInAt: member.signedInAt,
    accountId,
    profileRole: 'client',
    teamRole: 'viewer',
  });
  expect((await getMe(clock, member)).accounts.map(({ id, role }) => [id, role])).toEqual([
    [member.userId, 'owner'],
    [accountId, 'viewer'],
  ]);
  await MembershipEntity.build(DeleteItemCommand).key(membership).send();
  await expectRefusal(loadActor(member, accountId, 'bots.view'), 'auth.forbidden');
});

test('a ban holds at once, everywhere', async () => {
  const user = newUser();
  await createProfile(depsFor('ada@example.com'), user, profileOf(user));
  await ProfileEntity.build(UpdateItemCommand).item({ userId: user.userId, bannedAt: 'now' }).send();
  const banned = { code: 'account.banned' };
  await expect(loadActor(user, undefined, 'bots.view')).rejects.toMatchObject(banned);
  await expect(getMe(clock, user)).rejects.toMatchObject(banned);
  await expect(updateMe({ clock, writeNames: async () => {} }, user, {})).rejects.toMatchObject(banned);
  await expect(createProfile(depsFor('x@example.com'), user, profileOf(user))).rejects.toMatchObject(banned);
});

test('sessions from before a new password have ended, those from after go on', async () => {
  const user = newUser();
  await createProfile(depsFor('ada@example.com'), user, profileOf(user));
  const ended: string[] = [];
  const endUserSessions = async (pool: string, name: string) => {
    ended.push(`${pool} ${name}`);
  };
  const reset = { userPoolId: 'pool', userName: 'ada', userId: user.userId };
  await completeReset({ clock, sleep, endUserSessions }, reset);
  expect(ended).toEqual(['pool ada']);
  const seconds = clock().getTime() / 1000;
  const expired = { code: 'auth.expired' };
  const before = { ...user, signedInAt: seconds };
  await expect(loadActor(before, undefined, 'bots.view')).rejects.toMatchObject(expired);
  await expect(getMe(clock, before)).rejects.toMatchObject(expired);
  await expect(createProfile(depsFor('x@example.com'), before, profileOf(user))).rejects.toMatchObject(
    expired,
  );
  await getMe(clock, { ...user, signedInAt: seconds + 1 });
});

test('a new password holds, whatever becomes of the old sessions', async () => {
  const endUserSessions = () => Promise.reject(new Error('Cognito is away'));
  const user = newUser();
  const reset = { userPoolId: 'pool', userName: 'ada', userId: user.userId };
  await completeReset({ clock, sleep, endUserSessions }, reset);
  await expectRefusal(getMe(clock, user), 'profile.not_found');
});

test('a trial that has ended shows as the free plan', async () => {
  const user = newUser();
  await createProfile(depsFor('ada@example.com'), user, profileOf(user));
  const accountId = AccountId.parse(user.userId);
  await AccountEntity.build(UpdateItemCommand)
    .item({ accountId, trialEndsAt: '2029-01-01T00:00:00.000Z' })
    .send();
  expect((await getMe(clock, user)).accounts[0]?.plan).toBe('free');
});

test('a confirmed sign-up makes the profile from its attributes, once', async () => {
  const { userId } = newUser();
  const attributes = {
    sub: userId,
    email: 'Root@example.com',
    email_verified: 'true',
    name: ' Ada Lovelace ',
    locale: 'de-AT',
    'custom:company': '',
    'custom:role': 'admin',
  };
  const deps = { clock, adminEmails: [] };
  for (const _ of [1, 2]) await completeSignUp(deps, attributes, { alpha: true });
  const me = await getMe(clock, { userId, sessionId: 's', signedInAt: 1, accessToken: '' });
  expect(me.profile).toMatchObject({
    email: 'root@example.com',
    full_name: 'Ada Lovelace',
    company_name: null,
    role: 'client',
  });
  expect(me.accounts[0]?.name).toBe('Ada Lovelace');
});

test.each([
  ['no address', randomUUID(), { name: 'Ada Lovelace' }],
  ['a name of one letter', randomUUID(), { email: 'a@example.com', name: 'A' }],
  [
    'a company too long',
    randomUUID(),
    { email: 'a@example.com', name: 'Ada', 'custom:company': 'x'.repeat(161) },
  ],
  ['the address as user name', 'a@example.com', { email: 'a@example.com', name: 'Ada' }],
])('a sign-up with %s is refused', (_, userName, attributes) => {
  expect(() => checkSignUp(userName, attributes)).toThrow();
});

test('a sign-up as the form sends it passes', () => {
  expect(() => checkSignUp(randomUUID(), { email: 'a@example.com', name: 'Ada' })).not.toThrow();
});
