import { UpdateUserAttributesCommand } from '@aws-sdk/client-cognito-identity-provider';
import { expect, it } from 'vitest';
import type { Me } from '#contract/accounts/profile';
import { sharedCloud } from '#test/helpers/cloud';
import { mailsTo, newestMail } from '#test/helpers/inbox';
import { cognitoClient, newUser, passwordProof, signIn, type TestUser } from '#test/helpers/users';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
const newAddress = () => `${crypto.randomUUID()}@example.net`;

const ask = async (user: TestUser, email: string, password?: string) => ({
  body: { email, proof: await passwordProof(cloud, user.email, password) },
});

async function mailedCode(email: string): Promise<string> {
  const mail = await newestMail(cloud, email, ({ subject }) => /confirmation code/i.test(subject));
  const code = />\s*(\d{6})\s*</.exec(mail.html ?? '')?.[1];
  if (!code) throw new Error('the mail has no code');
  return code;
}

const signsIn = async (email: string) => (await signIn(cloud, email).catch(() => null)) !== null;

it('counts once the code that it was mailed is shown; the old address is told, and signs in no more', async () => {
  const user = await newUser(cloud);
  const email = newAddress();
  await ok(user, 'requestEmail', await ask(user, email.toUpperCase().replace('EXAMPLE.NET', 'example.net')));
  const code = await mailedCode(email);
  expect((await ok(user, 'getMe')).profile.email).toBe(user.email);
  expect([await signsIn(user.email), await signsIn(email)]).toEqual([true, false]);
  await refused(user, 'confirmEmail', 'security.code_wrong', {
    body: { code: code === '000000' ? '111111' : '000000' },
  });
  expect((await ok(user, 'confirmEmail', { body: { code } })).email).toBe(email);
  const me: Me = await ok(user, 'getMe');
  expect(me.profile.email).toBe(email);
  expect([await signsIn(user.email), await signsIn(email)]).toEqual([false, true]);
  const told = await newestMail(cloud, user.email, ({ subject }) => /was changed/.test(subject));
  // Marks that are not seen keep mail programs from making a link of it.
  expect(told.html?.replaceAll('\u2060', '')).toContain(email);
  await refused(user, 'confirmEmail', 'security.code_wrong', { body: { code } });
  // The old one is free again, the new one is taken.
  const next = await newUser(cloud, { email: user.email });
  await ok(next, 'requestEmail', await ask(next, email));
  await newestMail(cloud, email, ({ subject }) => subject === 'This address has a Parley account');
});

it("of another person's address nobody is told but that person", async () => {
  const [user, owner] = [await newUser(cloud), await newUser(cloud, { language: 'de' })];
  const free = await user.send('requestEmail', await ask(user, newAddress()));
  const taken = await user.send('requestEmail', await ask(user, owner.email));
  expect([taken.status, taken.text()]).toEqual([free.status, free.text()]);
  await newestMail(
    cloud,
    owner.email,
    ({ subject }) => subject === 'Zu dieser Adresse gibt es ein Parley-Konto',
  );
  expect((await mailsTo(cloud, owner.email)).filter(({ subject }) => /code/i.test(subject))).toEqual([]);
  await refused(user, 'confirmEmail', 'security.code_wrong', { body: { code: '123456' } });
  expect(await signsIn(owner.email)).toBe(true);
  expect((await ok(owner, 'getMe')).profile.email).toBe(owner.email);
});

it('takes the password, and an address that is another and one at all', async () => {
  const [user, other] = [await newUser(cloud), await newUser(cloud)];
  const email = newAddress();
  await refused(user, 'requestEmail', 'security.password_wrong', await ask(user, email, 'Wrong-horse-1'));
  await refused(user, 'requestEmail', 'security.password_wrong', await ask(other, email));
  await refused(user, 'requestEmail', 'email.same', await ask(user, user.email.toUpperCase()));
  await refused(user, 'requestEmail', 'request.invalid', await ask(user, 'nobody'));
  await refused(user, 'confirmEmail', 'request.invalid', { body: { code: '1' } });
  expect(await mailsTo(cloud, email)).toEqual([]);
});

it('mails a few codes an hour, to one address and for one person', async () => {
  const email = newAddress();
  const askers = await Promise.all([1, 2, 3, 4].map(() => newUser(cloud)));
  const statuses: number[] = [];
  for (const asker of askers)
    statuses.push((await asker.send('requestEmail', await ask(asker, email))).status);
  expect(statuses).toEqual([204, 204, 204, 429]);
  const [one] = askers as [TestUser];
  for (let index = 0; index < 4; index++)
    expect((await one.send('requestEmail', await ask(one, newAddress()))).status).toBe(204);
  await refused(one, 'requestEmail', 'request.rate_limited', await ask(one, newAddress()));
});

it('mails no code to who asks Cognito itself, by an access token alone', async () => {
  const user = await newUser(cloud);
  const email = newAddress();
  const client = cognitoClient(cloud);
  try {
    const asked = client.send(
      new UpdateUserAttributesCommand({
        AccessToken: user.accessToken,
        UserAttributes: [{ Name: 'email', Value: email }],
      }),
    );
    await expect(asked).rejects.toThrow('EMAIL_NOT_REQUESTED');
  } finally {
    client.destroy();
  }
  expect(await mailsTo(cloud, email)).toEqual([]);
  expect([await signsIn(user.email), await signsIn(email)]).toEqual([true, false]);
});
