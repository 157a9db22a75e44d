import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { fillCredentials, newPage } from '../helpers/dashboard';
import { mailsTo, newestMail } from '../helpers/inbox';
import { newUser, PASSWORD, refresh, signIn as signInByApi, type TestUser } from '../helpers/users';
import { waitFor } from '../helpers/wait-for';

const cloud = sharedCloud();
const root = (path: string) => `${cloud.addresses.root}${path}`;
const app = (path: string) => `${cloud.addresses.app}${path}`;
const COGNITO = `${cloud.addresses.aws}/`;

let browser: Browser;
let jo: TestUser;

beforeAll(async () => {
  browser = await openBrowser();
  jo = await newUser(cloud);
});
afterAll(() => browser?.close());

describe('a mailed link', () => {
  it('of a sign-up that a newer one has replaced gets a new one in one step', async () => {
    const email = `${crypto.randomUUID()}@example.net`;
    const page = await newPage(browser);
    await page.goto(root('/auth/signup'));
    await fillSignUp(page, email);
    await page.getByText('Account created successfully!').waitFor();
    const link = await linkIn(email, '/auth/confirm');
    const dead = link.replace(/code=\d/, (digit) => (digit.endsWith('1') ? 'code=2' : 'code=1'));
    const other = await newPage(browser);
    await other.goto(dead);
    await other.getByRole('button', { name: 'Confirm address' }).click();
    await other.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await other.getByText('The link has already been used, or a newer one has replaced it.').waitFor();
    await other.getByRole('button', { name: 'Send a new link' }).click();
    await other.getByText('The mail is on its way again.').waitFor();
    await waitFor('the second mail', async () => (await mailsTo(cloud, email)).length === 2 || undefined);
    // In the same window, where only the fragment differs.
    await other.goto(await linkIn(email, '/auth/confirm'));
    await other.getByRole('button', { name: 'Confirm address' }).click();
    await other.getByText('Your e-mail address is confirmed.').waitFor();
    // Whoever clicks it once more is told what is so.
    await other.goto(await linkIn(email, '/auth/confirm'));
    await other.getByRole('button', { name: 'Confirm address' }).click();
    await other.getByText('Your e-mail address is confirmed.').waitFor();
    await other.context().close();
    await page.context().close();
  });

  it('that was cut says so, and leads on', async () => {
    const page = await newPage(browser);
    await page.goto(root('/auth/confirm#username=u'));
    await page.getByText('The link is incomplete.').waitFor();
    await page.getByRole('link', { name: 'Go to sign-in' }).waitFor();
    await page.goto(root('/reset-password'));
    await page.getByRole('link', { name: 'Send a new link' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await page.context().close();
  });
});

describe('a forgotten password', () => {
  it('is replaced by mail; the link works once, another comes in one step, and old sessions end', async () => {
    const person = await newUser(cloud);
    const { refreshToken } = await signInByApi(cloud, person.email);
    const page = await newPage(browser);
    await page.goto(root('/auth/reset'));
    await page.getByLabel('E-mail').fill(person.email);
    await page.keyboard.press('Enter');
    await page.getByText(`a link is on its way to ${person.email}`).waitFor();
    const link = await linkIn(person.email, '/reset-password');
    const setPassword = async (address: string, password: string) => {
      await page.goto(address);
      await page.locator('input[name=password]').fill(password);
      await page.locator('input[name=confirmPassword]').fill(password);
      await page.keyboard.press('Enter');
    };
    await setPassword(link, 'Abc12');
    await page.getByText('Password must be at least 6 characters long.').waitFor();
    await page.locator('input[name=password]').fill('Abcde1');
    await page.getByText('The password does not meet all rules yet.').waitFor();
    await setPassword(link, 'Another-horse-1');
    await page.getByText('Your password has been changed. Sign in with the new one.').waitFor();
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(person.email);
    await expect(refresh(cloud, refreshToken)).rejects.toThrow();

    await setPassword(link, 'A-third-horse-1');
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await page.getByText('The mail is on its way again.').waitFor();
    const second = await waitFor('another link', async () => {
      const newest = await linkIn(person.email, '/reset-password');
      return newest === link ? undefined : newest;
    });
    await setPassword(second, 'A-third-horse-1');
    await page.getByText('Your password has been changed.').waitFor();
    await fillCredentials(page, person.email, 'A-third-horse-1');
    await page.waitForURL(app('/dashboard'));
    await page.context().close();
  });

  it('is asked for with the same words whether there is an account or not', async () => {
    const said: string[] = [];
    for (const email of [jo.email, 'nobody@example.net']) {
      const page = await newPage(browser, { locale: 'de-DE' });
      await page.goto(root('/auth/reset'));
      await page.getByLabel('E-Mail').fill(email);
      await page.keyboard.press('Enter');
      await page.getByText('Gibt es zu dieser Adresse ein Konto').waitFor();
      said.push((await page.locator('main').textContent())?.replaceAll(email, '…') ?? '');
      await page.context().close();
    }
    expect(said[0]).toBe(said[1]);
    // In the language of the page, though she had signed up in English.
    await newestMail(cloud, jo.email, ({ subject }) => subject === 'Neues Passwort für Parley');
    expect(await mailsTo(cloud, 'nobody@example.net')).toEqual([]);
  });

  it('says when the link could not be sent', async () => {
    const page = await newPage(browser);
    await page.goto(root('/auth/reset'));
    await page.route(COGNITO, (route) => route.abort());
    await page.getByLabel('E-mail').fill(jo.email);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The link could not be sent.').waitFor();
    await page.context().close();
  });
});

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.locator('input[name=fullName]').fill('Ada Example');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('input[name=confirmPassword]').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function linkIn(email: string, path: string): Promise<string> {
  const { html } = await newestMail(cloud, email);
  const link = new RegExp(`href="([^"]*${path}#[^"]*)"`).exec(html ?? '')?.[1]?.replaceAll('&amp;', '&');
  if (!link?.startsWith(cloud.addresses.root))
    throw new Error(`No link to ${path} of the root host: ${link}`);
  return link;
}
