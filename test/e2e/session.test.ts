import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { newUser, PASSWORD, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
const at = (path: string) => `${cloud.addresses.app}${path}`;

let browser: Browser;
let user: TestUser;
beforeAll(async () => {
  browser = await openBrowser();
  user = await newUser(cloud);
});
afterAll(() => browser?.close());

test('a session that the server no longer accepts ends at the sign-in page, with a word, and goes on where it was', async () => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  const signIn = async () => {
    await page.getByLabel('E-Mail').fill(user.email);
    await page.locator('input[autocomplete=current-password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
  };
  await page.goto(`${cloud.addresses.root}/auth/login`);
  const notice = page.getByText('Your session has ended. Please sign in again.');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect.poll(() => notice.count()).toBe(0);
  await signIn();
  await page.waitForURL(at('/dashboard'));

  // As the API's authorizer turns away a token that has expired or was forged.
  const asked: string[] = [];
  await page.route('**/api/**', (route) => {
    asked.push(route.request().headers().authorization ?? '');
    return route.fulfill({ status: 401, json: { message: 'Unauthorized' } });
  });
  await page.goto(at('/bots?from=mail'));
  await page.waitForURL(/\/auth\/login\?redirect=/);
  await notice.waitFor();
  expect(asked.length).toBeGreaterThan(1);
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /auth/i.test(key))))
    .toEqual([]);

  await page.unroute('**/api/**');
  await signIn();
  await page.waitForURL(at('/bots?from=mail'));
  await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
  await context.close();
});
