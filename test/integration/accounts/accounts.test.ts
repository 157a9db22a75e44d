import { beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_HEADER } from '#contract/base/headers';
import { sharedCloud } from '#test/helpers/cloud';
import { newestMail } from '#test/helpers/inbox';
import { request } from '#test/helpers/request';
import { newUser, type TestUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { pngOf } from '#test/unit/base/pictures/pictures';
import { ok, refused } from '../responses';
import { join, operatorTable } from '../table';

const cloud = sharedCloud();
let user: TestUser;
beforeAll(async () => {
  user = await newUser(cloud, { name: 'Ada Lovelace' });
});

test('a confirmed address gets a profile and an account on a trial', async () => {
  const me = await ok(user, 'getMe');
  expect(me.profile).toMatchObject({
    id: user.userId,
    email: user.email,
    full_name: 'Ada Lovelace',
    role: 'client',
  });
  expect(me.accounts).toMatchObject([
    { id: user.accountId, role: 'owner', plan: 'starter', standing: { state: 'trial' } },
  ]);
});

test('a person has a picture and their account a logo, which its owner alone changes', async () => {
  const [owner, member] = [await newUser(cloud), await newUser(cloud)];
  await join(cloud, owner, 'member', member);
  const headers = { [ACCOUNT_HEADER]: owner.accountId };
  const body = { data: pngOf(48, 48).toString('base64') };
  await refused(member, 'uploadLogo', 'auth.forbidden', { body, headers });
  await refused(owner, 'uploadLogo', 'avatar.invalid', { body: { data: 'AAAA' } });
  await refused(owner, 'uploadPicture', 'request.invalid', { body: { data: 'no base64!' } });

  const { logoUrl } = await ok(owner, 'uploadLogo', { body });
  expect((await request(logoUrl ?? '')).headers).toMatchObject({ 'content-type': 'image/png' });
  const { avatar_url: picture } = await ok(member, 'uploadPicture', { body });
  expect((await ok(member, 'uploadPicture', { body })).avatar_url).toBe(picture);
  expect((await ok(member, 'getMe')).profile.avatar_url).toBe(picture);
  // Whose member somebody is, an index tells.
  const account = await waitFor('the account among theirs', async () =>
    (await ok(member, 'getMe')).accounts.find(({ id }) => id === owner.accountId),
  );
  expect(account.logoUrl).toBe(logoUrl);
  const team = await ok(owner, 'getTeam');
  expect(team.items.find(({ id }) => id === member.userId)?.avatar_url).toBe(picture);
  const { items: agents } = await ok(owner, 'listAgents');
  expect(agents.find(({ userId }) => userId === member.userId)?.avatarUrl).toBe(picture);

  for (let times = 0; times < 2; times += 1) {
    expect(await ok(member, 'removePicture')).toMatchObject({ avatar_url: null });
    expect(await ok(owner, 'removeLogo')).toEqual({ logoUrl: null });
  }
});

/** The ways a browser tries, one after the other. */
describe.each(['createMe', 'createUserProfile', 'createProfile'] as const)('%s', (name) => {
  test('again changes nothing, and grants nothing', async () => {
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
    expect(before.profile).toMatchObject(profile);
    expect(await ok(user, 'getMe')).toEqual(before);
  });

  test('makes what is missing, with the role and the address that are theirs', async () => {
    const person = await newUser(cloud);
    const table = operatorTable(cloud);
    const account = `ACCOUNT#${person.accountId}`;
    await table.remove({ pk: `USER#${person.userId}`, sk: 'PROFILE' });
    await table.remove({ pk: account, sk: 'ACCOUNT' });
    await table.remove({ pk: account, sk: `MEMBER#${person.userId}` });
    await refused(person, 'getMe', 'profile.not_found');
    const { profile } = await ok(person, name, {
      body: { userId: person.userId, email: 'other@example.net', fullName: 'Ada King', role: 'admin' },
    });
    expect(profile).toMatchObject({ role: 'client', email: person.email, full_name: 'Ada King' });
    expect((await ok(person, 'getMe')).accounts).toHaveLength(1);
  });

  test("for somebody else's id is refused", async () => {
    await refused(user, name, 'profile.user_mismatch', {
      body: { userId: 'somebody', fullName: 'Ada Lovelace' },
    });
  });

  test('with a name too short is refused', async () => {
    const { fields } = await refused(user, name, 'request.invalid', {
      body: { userId: user.userId, fullName: 'A' },
    });
    expect(fields).toHaveProperty('fullName');
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

test('signing up with an address that has an account tells the address so, and nobody else', async () => {
  await expect(newUser(cloud, { email: user.email })).rejects.toThrow();
  expect((await newestMail(cloud, user.email)).subject).toBe('You already have a Parley account');
});

test('mails come in the language of the person', async () => {
  const german = await newUser(cloud, { language: 'de' });
  expect((await newestMail(cloud, german.email)).subject).toMatch(/^Bestätigen Sie Ihre E-Mail-Adresse/);
});
