import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { confirmIdentity, fillCredentials, goWithin, problemsOfBothLooks } from '../../helpers/dashboard';
import { newestMail } from '../../helpers/inbox';
import { newUser, PASSWORD, type TestUser } from '../../helpers/users';
import { app, cloud, windowOf } from '../setup';

async function open(person: TestUser, path: string): Promise<Page> {
  const page = await windowOf(person, { viewport: { width: 1280, height: 900 } });
  await page.goto(app(path));
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

it('ends the session of another browser, which is out at once and comes back by a new address', async () => {
  const person = await newUser(cloud);
  const other = await open(person, '/bots');
  const page = await open(person, '/settings/security');
  const another = page.getByRole('button', { name: /^Sign out: Chrome/ });
  await another.waitFor();
  expect(await problemsOfBothLooks(page, 'sessions')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await another.click();
  await page.getByText('The session has ended.').waitFor();
  await other.waitForURL(/\/auth\/login/);
  await page.goto(app('/settings/alpha'));
  await page.getByRole('button', { name: 'Join' }).waitFor();
  expect(await problemsOfBothLooks(page, 'the alpha programme')).toEqual([]);
  await page.goto(app('/settings/general'));
  await page.getByText('2026-12-31').waitFor();
  expect(await problemsOfBothLooks(page, 'general settings')).toEqual([]);
  for (const [section, part] of [
    ['appearance', 'Density'],
    ['accessibility', 'Text size'],
    ['notifications', 'Invitations'],
  ] as const) {
    await goWithin(page, `/settings/${section}`);
    await page.getByText(part, { exact: true }).first().waitFor();
    expect(await problemsOfBothLooks(page, `${section} settings`)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  const email = await changeAddress(page);
  await page.context().close();

  await fillCredentials(other, email);
  await other.waitForURL(app('/bots'));
  await changePassword(other, 'Another-horse-2');
  await fillCredentials(other, email, 'Another-horse-2');
  await other.waitForURL(app('/settings/security'));
  await other.context().close();
});

/** The window is out with all others, and says so where one signs in. */
async function changePassword(page: Page, password: string): Promise<void> {
  await page.goto(app('/settings/security'));
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel(/Repeat|Confirm/).fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL(/\/auth\/login/);
  await page.getByText('Please sign in with your new password.').waitFor();
}

/** By the code that the new one is mailed. */
async function changeAddress(page: Page): Promise<string> {
  const email = `${crypto.randomUUID()}@example.net`;
  await goWithin(page, '/profile');
  await page.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change e-mail address' });
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await dialog.getByText('Please enter a valid e-mail address.').waitFor();
  await dialog.getByLabel('New e-mail address').fill(email);
  expect(await problemsOfBothLooks(page, 'a new address')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await confirmIdentity(page, 'Wrong-horse-1');
  await page.getByText('The password is wrong.').waitFor();
  expect(await problemsOfBothLooks(page, 'the question for the password')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await confirmIdentity(page);
  await dialog.getByText(`We have mailed a code to ${email}.`).waitFor();
  expect(await problemsOfBothLooks(page, 'the code for it')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  const mail = await newestMail(cloud, email);
  await dialog.getByLabel('Six-digit code').fill(/>\s*(\d{6})\s*</.exec(mail.html ?? '')?.[1] ?? '');
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await page.getByText('Your address is changed.').waitFor();
  await page.locator('main').getByText(email).first().waitFor();
  await page.reload();
  await page.locator('main').getByText(email).first().waitFor();
  return email;
}
