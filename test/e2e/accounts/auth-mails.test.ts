import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fillCredentials, fillSignUp, linkIn } from '../../helpers/dashboard';
import { mailsTo } from '../../helpers/inbox';
import { refresh, signIn as signInByApi } from '../../helpers/users';
import { waitFor } from '../../helpers/wait-for';
import { app, cloud, newWindow, root } from '../setup';

it('a mailed link that no longer works gets a new one in one step: of a sign-up, and of a password, which ends old sessions', async () => {
  const email = `${crypto.randomUUID()}@example.net`;
  const page = await newWindow();
  await signUp(page, email);
  const other = await newWindow();
  await confirmByNewLink(other, email);
  await page.context().close();

  const { refreshToken } = await signInByApi(cloud, email);
  await askForPassword(other, email);
  const link = await linkIn(cloud, email, '/reset-password');
  await setPassword(other, link, 'Another-horse-1');
  await other.getByText('Your password has been changed. Sign in with the new one.').waitFor();
  await expect.poll(() => other.getByLabel('E-mail').inputValue()).toBe(email);
  await expect(refresh(cloud, refreshToken)).rejects.toThrow();
  await replaceUsedLink(other, email, link);
  await fillCredentials(other, email, 'A-third-horse-1');
  await other.waitForURL(app('/dashboard'));
  await other.context().close();
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(root('/auth/signup'));
  await fillSignUp(page, email);
  await page.getByText('Account created successfully!').waitFor();
}

async function confirmByNewLink(page: Page, email: string): Promise<void> {
  const link = await linkIn(cloud, email, '/auth/confirm');
  const confirm = async (address: string) => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Confirm address' }).click();
  };
  await confirm(link.replace(/code=\d/, (digit) => (digit.endsWith('1') ? 'code=2' : 'code=1')));
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await page.getByText('The link has already been used, or a newer one has replaced it.').waitFor();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await page.getByText('The mail is on its way again.').waitFor();
  await waitFor('the second mail', async () => (await mailsTo(cloud, email)).length === 2 || undefined);
  // In the same window, where only the fragment differs; and whoever clicks it once more is told what is so.
  for (const _ of ['once', 'once more']) {
    await confirm(await linkIn(cloud, email, '/auth/confirm'));
    await page.getByText('Your e-mail address is confirmed.').waitFor();
  }
}

async function askForPassword(page: Page, email: string): Promise<void> {
  await page.goto(root('/auth/reset'));
  await page.getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  await page.getByText(`a link is on its way to ${email}`).waitFor();
}

async function setPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=confirmPassword]').fill(password);
  await page.keyboard.press('Enter');
}

async function replaceUsedLink(page: Page, email: string, link: string): Promise<void> {
  await setPassword(page, link, 'A-third-horse-1');
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await page.getByText('The mail is on its way again.').waitFor();
  const second = await waitFor('another link', async () => {
    const newest = await linkIn(cloud, email, '/reset-password');
    return newest === link ? undefined : newest;
  });
  await setPassword(page, second, 'A-third-horse-1');
  await page.getByText('Your password has been changed.').waitFor();
}
