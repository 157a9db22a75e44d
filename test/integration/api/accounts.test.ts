import { beforeAll, expect, test } from 'vitest';
import { sharedCloud } from '../../helpers/cloud';
import { newestMail } from '../../helpers/inbox';
import { newUser, type TestUser } from '../../helpers/users';
import { connect } from '../../helpers/visitor';
import { ok, refused } from './responses';

const cloud = sharedCloud();
let user: TestUser;
beforeAll(async () => {
  user = await newUser(cloud, { name: 'Ada Lovelace' });
});

test('who has confirmed her address has a profile and an account on a trial', async () => {
  const me = await ok(user, 'getMe');
  expect(me.profile).toMatchObject({
    id: user.userId,
    email: user.email,
    full_name: 'Ada Lovelace',
    role: 'client',
  });
  expect(me.accounts).toMatchObject([
    { id: user.accountId, role: 'owner', plan: 'starter', subscriptionStatus: 'trialing' },
  ]);
});

test.each(['createProfile', 'createUserProfile'] as const)(
  '%s again changes nothing, and grants nothing',
  async (name) => {
    const before = await ok(user, 'getMe');
    const { success, profile } = await ok(user, name, {
      body: {
        userId: user.userId,
        email: 'other@example.net',
        fullName: 'Somebody Else',
        companyName: null,
        role: 'admin',
      },
    });
    expect(success).toBe(true);
    expect(profile).toEqual(before.profile);
    expect(await ok(user, 'getMe')).toEqual(before);
  },
);

test("a profile for somebody else's id is refused", async () => {
  await refused(user, 'createProfile', 'profile.user_mismatch', {
    body: { userId: 'somebody', fullName: 'Ada Lovelace' },
  });
});

test('the own profile is changed, field by field', async () => {
  const person = await newUser(cloud);
  expect(await ok(person, 'updateMe', { body: { companyName: 'Engines' } })).toMatchObject({
    company_name: 'Engines',
  });
  const changed = await ok(person, 'updateMe', { body: { fullName: 'Ada King', companyName: null } });
  expect(changed).toMatchObject({ full_name: 'Ada King', company_name: null });
  const { fields } = await refused(person, 'updateMe', 'request.invalid', { body: { fullName: 'A' } });
  expect(fields).toHaveProperty('fullName');
});

test('a ticket opens one socket, once', async () => {
  const { ticket, socketUrl } = await ok(user, 'createSocketTicket');
  const address = `${socketUrl}?ticket=${ticket}`;
  const socket = await connect(address, cloud.addresses.app);
  await expect(connect(address, cloud.addresses.app)).rejects.toThrow(/40[13]/);
  await expect(connect(socketUrl, cloud.addresses.app)).rejects.toThrow(/40[13]/);
  socket.close();
});

test('signing up with an address that has an account tells the address so, and nobody else', async () => {
  await expect(newUser(cloud, { email: user.email })).rejects.toThrow();
  expect((await newestMail(cloud, user.email)).subject).toBe('You already have a Parley account');
});

test('mails come in the language of the person', async () => {
  const german = await newUser(cloud, { language: 'de' });
  expect((await newestMail(cloud, german.email)).subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
});
