import { expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { confirmIdentity, fillCredentials, problemsOfBothLooks } from '../../helpers/dashboard';
import { newestMail } from '../../helpers/inbox';
import { newUser } from '../../helpers/users';
import { operatorTable } from '../../integration/table';
import { app, cloud, enter, newWindow } from '../setup';

const table = operatorTable(cloud);

it('a team is invited, works in its roles, changes while all look, and is left', async () => {
  const owner = await newUser(cloud, { name: 'Mira Hohenstein' });
  await table.set({ pk: `ACCOUNT#${owner.userId}`, sk: 'ACCOUNT' }, 'plan', 'professional');
  const bot = await owner.call<Bot>('createBot', { body: { name: 'Helper' } });
  const [page, guest, viewer] = await Promise.all([newWindow(), newWindow(), newWindow()]);
  await enter(page, owner);

  // Two are invited at once; what is no address is said before anything is sent.
  const emails = ['guest', 'viewer'].map((name) => `${name}-${owner.userId}@example.com`);
  const [guestEmail = '', viewerEmail = ''] = emails;
  await page.goto(app('/team'));
  await page.getByText('1 of 5 team members').waitFor();
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail addresses').fill(`${guestEmail}, nobody`);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await dialog.getByText('Please enter valid e-mail addresses').waitFor();
  await dialog.getByLabel('E-mail addresses').fill(emails.join('\n'));
  await dialog.getByLabel('Personal message').fill('Welcome!');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('2 invitations were sent.').waitFor();
  expect(await problemsOfBothLooks(page, '/team')).toEqual([]);

  // A stranger opens the link, signs in under an account that is new, and accepts.
  const mail = await newestMail(cloud, guestEmail);
  expect(mail.text).toContain('Welcome!');
  const link = /http\S+\/invitations#[\w-]+/.exec(mail.text ?? '')?.[0] ?? '';
  await guest.goto(link);
  await guest.getByRole('heading', { name: /^Join .+ on Parley$/ }).waitFor();
  await expect.poll(() => guest.url()).toBe(app('/invitations'));
  expect(await problemsOfBothLooks(guest, '/invitations')).toEqual([]);
  const [joiner, other] = await Promise.all([
    newUser(cloud, { email: guestEmail, name: 'Grace Hopper' }),
    newUser(cloud, { name: 'Vera Viewer' }),
  ]);
  await guest.getByRole('link', { name: 'Continue to accept' }).click();
  await guest.waitForURL(/\/auth\/login/);
  await fillCredentials(guest, joiner.email);
  await guest.waitForURL(app('/invitations/accept'));
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await guest.waitForURL(app('/dashboard'));

  // The owner sees it without a reload. The link works once.
  const row = (email: string) => page.getByRole('listitem').filter({ hasText: email });
  await row(guestEmail).getByText('Grace Hopper').waitFor();
  await page.getByText('2 of 5 team members').waitFor();
  const late = await newWindow();
  await late.goto(link);
  await late.getByText('This invitation was answered already.').waitFor();
  await late.context().close();

  // Another one accepts with an address that was not invited: they are told so.
  await enter(viewer, other);
  const second = (await newestMail(cloud, viewerEmail)).text ?? '';
  await viewer.goto(/http\S+\/invitations#[\w-]+/.exec(second)?.[0] ?? '');
  await viewer.getByRole('link', { name: 'Continue to accept' }).click();
  await viewer.getByText(`You are signed in as ${other.email}`).waitFor();
  expect(await problemsOfBothLooks(viewer, '/invitations/accept')).toEqual([]);
  await viewer.getByRole('button', { name: 'Accept invitation' }).click();
  await viewer.waitForURL(app('/dashboard'));

  // A member sees the bots and edits none; made an admin, they do without a reload.
  await guest.goto(app('/bots'));
  await guest.getByRole('link', { name: 'Helper' }).first().waitFor();
  expect(await guest.getByRole('link', { name: 'New bot' }).count()).toBe(0);
  await guest.goto(app('/team'));
  await guest.getByRole('button', { name: 'Leave team' }).waitFor();
  expect(await guest.getByRole('button', { name: 'Invite people' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Make Admin' }).click();
  await confirmIdentity(page);
  await guest.getByRole('button', { name: 'Invite people' }).waitFor();

  // In their own account there is nothing of the other; a link to its bot offers to switch.
  await viewer.setViewportSize({ width: 1280, height: 900 });
  const account = viewer.getByRole('button', { name: /^Account/ });
  await account.click();
  await viewer
    .getByRole('navigation', { name: 'Accounts' })
    .getByRole('button', { name: /Vera Viewer/ })
    .click();
  await viewer.waitForURL(app('/dashboard'));
  await viewer.goto(app(`/bots/${bot.id}`));
  await viewer.getByRole('heading', { name: 'This is in another account' }).waitFor();
  await viewer.getByRole('button', { name: /^Switch to/ }).click();
  await viewer.getByRole('heading', { name: 'Helper' }).waitFor();
  await viewer.reload();
  await viewer.getByRole('heading', { name: 'Helper' }).waitFor();

  // Whoever is removed is out at once, and is told so in their own account.
  await page.getByRole('button', { name: 'Actions for Vera Viewer' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await viewer.getByText(/You are no longer a member of/).waitFor();

  // The ownership goes to the admin; the former owner sees what is left to them.
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Transfer ownership' }).click();
  await page
    .getByRole('dialog')
    .getByText(/The card that pays now stays in use/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Transfer ownership' }).click();
  await page.getByRole('button', { name: 'Leave team' }).waitFor();
  await row(guestEmail).getByText('Owner', { exact: true }).waitFor();
});
