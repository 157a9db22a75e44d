import { expect, it } from 'vitest';
import type { Me } from '#contract/accounts/profile';
import { sharedCloud } from '#test/helpers/cloud';
import { mailsTo, newestMail } from '#test/helpers/inbox';
import { newUser, prove, signIn, type TestUser } from '#test/helpers/users';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
const newAddress = () => `${crypto.randomUUID()}@example.net`;

const asking = (email: string) => ({ body: { email } });

/** A person who has just shown their password. */
async function provenUser(options?: Parameters<typeof newUser>[1]): Promise<TestUser> {
  const user = await newUser(cloud, options);
  await prove(user);
  return user;
}

async function mailedCode(email: string): Promise<string> {
  const mail = await newestMail(cloud, email, ({ subject }) => /confirmation code/i.test(subject));
  const code = />\s*(\d{6})\s*</.exec(mail.html ?? '')?.[1];
  if (!code) throw new Error('the mail has no code');
  return code;
}

const signsIn = async (email: string) => (await signIn(cloud, email).catch(() => null)) !== null;

it('counts once the code that it was mailed is shown; the old address is told, and signs in no more', async () => {
  const user = await provenUser();
  const email = newAddress();
  await ok(user, 'requestEmail', asking(email.toUpperCase().replace('EXAMPLE.NET', 'example.net')));
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
  const next = await provenUser({ email: user.email });
  await ok(next, 'requestEmail', asking(email));
  await newestMail(cloud, email, ({ subject }) => subject === 'This address has a Parley account');
});

it("of another person's address nobody is told but that person", async () => {
  const [user, owner] = [await provenUser(), await newUser(cloud, { language: 'de' })];
  const free = await user.send('requestEmail', asking(newAddress()));
  const taken = await user.send('requestEmail', asking(owner.email));
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

it('takes a fresh proof, and an address that is another and one at all', async () => {
  const user = await newUser(cloud);
  const email = newAddress();
  await refused(user, 'requestEmail', 'auth.proof_needed', asking(email));
  await prove(user);
  await refused(user, 'requestEmail', 'email.same', asking(user.email.toUpperCase()));
  await refused(user, 'requestEmail', 'request.invalid', asking('nobody'));
  await refused(user, 'confirmEmail', 'request.invalid', { body: { code: '1' } });
  expect(await mailsTo(cloud, email)).toEqual([]);
});

it('mails a few codes a day to one address, and an hour for one person', async () => {
  const email = newAddress();
  const askers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => provenUser()));
  const statuses: number[] = [];
  for (const asker of askers) statuses.push((await asker.send('requestEmail', asking(email))).status);
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  const [one] = askers as [TestUser];
  for (let index = 0; index < 4; index++)
    expect((await one.send('requestEmail', asking(newAddress()))).status).toBe(204);
  await refused(one, 'requestEmail', 'request.rate_limited', asking(newAddress()));
});
