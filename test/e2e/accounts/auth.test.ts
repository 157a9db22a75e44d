import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { asOperator } from '../../helpers/cloud';
import { fillCredentials, fillSignUp, linkIn, watchScreens } from '../../helpers/dashboard';
import { mailsTo, newestMail } from '../../helpers/inbox';
import { newUser, PASSWORD, type TestUser } from '../../helpers/users';
import { app, cloud, newWindow, root } from '../setup';

let jo: TestUser;

beforeAll(async () => {
  jo = await newUser(cloud);
});

it('is accessible and fits, whatever the auth screen shows, and says nothing of who has an account', async () => {
  const page = await newWindow({ locale: 'de-DE' });
  const { complaints, look } = watchScreens(page);
  for (const path of ['/auth/login', '/auth/signup?alpha=true', '/auth/reset']) {
    await page.goto(root(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(path);
    await page.locator('button[type=submit]').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await look(`${path}, refused`);
  }
  const stranger = `${crypto.randomUUID()}@example.net`;
  const said = await askForLink(page, stranger);
  await look('link sent');
  await page.goto(root('/reset-password#username=u&code=123456&email=jo%40example.net'));
  await page.locator('input[name=password]').waitFor();
  await look('new password');
  await page.goto(root('/auth/confirm'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await look('dead link');
  await page.goto(root('/auth/login'));
  await fillCredentials(page, 'nobody@example.net');
  await page.getByRole('alert').waitFor();
  await look('failure');
  await page.goto(root('/auth/signup'));
  await fillSignUp(page, jo.email);
  await page.getByRole('button', { name: /30/ }).waitFor();
  await look('check mail');
  // Only the mail says that the address has an account.
  const mail = await newestMail(cloud, jo.email, ({ subject }) => subject.includes('schon ein'));
  expect(mail.html).toContain(`href="${root('/auth/login')}"`);
  expect(mail.html).not.toContain('code=');
  await page.reload();
  await page.getByText(jo.email).waitFor();

  await page.goto(root('/auth/reset'));
  expect(await askForLink(page, jo.email)).toBe(said);
  // In the language of the page, though they had signed up in English.
  await newestMail(cloud, jo.email, ({ subject }) => subject === 'Neues Passwort für Parley');
  expect(await mailsTo(cloud, stranger)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('signs in and says so, leads to the page that was asked for, and there again when the session ends', async () => {
  const page = await newWindow();
  await page.goto(root('/auth/login?redirect=%2Fbots'));
  const ended = page.getByText('Your session has ended. Please sign in again.');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect.poll(() => ended.count()).toBe(0);
  const said = page.waitForFunction(() => document.body.textContent?.includes('Redirecting to dashboard...'));
  await fillCredentials(page, jo.email);
  await said;
  await page.waitForURL(app('/bots'));
  // Whoever is signed in has nothing to do there.
  await page.goto(root('/auth/signup?redirect=%2Fprofile'));
  await page.waitForURL(app('/profile'));

  // As the API's authorizer turns away a token that has expired or was forged.
  const asked: string[] = [];
  await page.route('**/api/**', (route) => {
    asked.push(route.request().headers().authorization ?? '');
    return route.fulfill({ status: 401, json: { message: 'Unauthorized' } });
  });
  await page.goto(app('/bots?from=mail'));
  await page.waitForURL(/\/auth\/login\?redirect=/);
  await ended.waitFor();
  expect(asked.length).toBeGreaterThan(1);
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /auth/i.test(key))))
    .toEqual([]);
  await page.unroute('**/api/**');
  await fillCredentials(page, jo.email);
  await page.waitForURL(app('/bots?from=mail'));
  await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
  await page.context().close();
  await chooseOwnPassword();
});

it('signs up by keyboard alone, and signs in by itself once the address is confirmed, here or elsewhere', async () => {
  const page = await newWindow();
  const email = `${crypto.randomUUID()}@example.net`;
  await page.goto(root('/auth/login'));
  await page.evaluate('window.notReloaded = true');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await tabTo(page, 'Create one');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  expect(await page.evaluate('window.notReloaded')).toBe(true);
  // The focus has come along, to the first field.
  await expect.poll(() => focused(page)).toBe('fullName');
  await page.keyboard.type('Ada Example');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await tabTo(page, 'confirmPassword');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page
    .getByText('Account created successfully! Please check your email to verify your account.')
    .waitFor();
  await expect.poll(() => stored(page)).not.toContain(PASSWORD);

  const other = await page.context().newPage();
  await other.goto(await linkIn(cloud, email, '/auth/confirm'));
  await other.getByText(email).waitFor();
  // The code is out of the address at once, and nothing is confirmed without a click.
  await expect.poll(() => other.url()).toBe(root('/auth/confirm'));
  await tabTo(other, 'Confirm address');
  await other.keyboard.press('Enter');
  await other.waitForURL(app('/dashboard'));
  await other.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
  await other.evaluate('window.notReloaded = true');
  // The first window has noticed, and goes on to the start of the application.
  await page.waitForURL(app('/'));
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
  // Its session is of another sign-in, and takes the second window's place without putting it out.
  expect(await other.evaluate('window.notReloaded')).toBe(true);
  await page.context().close();
  await confirmOnPhone();
});

/** Whoever signs in with a password that an operator gave is asked for one of their own first. */
async function chooseOwnPassword(): Promise<void> {
  const { email, password } = await createByOperator('Grace Example');
  const page = await newWindow();
  await page.goto(root('/auth/login'));
  await fillCredentials(page, email, password);
  await page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
  await page.locator('input[name=password]').fill('Abc12');
  await page.keyboard.press('Enter');
  await page.getByText('Password must be at least 6 characters long.').waitFor();
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('input[name=confirmPassword]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(app('/dashboard'));
  await page.getByRole('heading', { name: 'Hello, Grace' }).waitFor();
  await page.context().close();
}

/** Confirmed on another device: there the sign-in has the address, and the first window goes on. */
async function confirmOnPhone(): Promise<void> {
  const page = await newWindow();
  const email = `${crypto.randomUUID()}@example.net`;
  await page.goto(root('/auth/signup?alpha=true&redirect=%2Fbots'));
  await fillSignUp(page, email);
  await page.getByText('Account created successfully!').waitFor();
  const link = await linkIn(cloud, email, '/auth/confirm');
  expect(link).toContain('alpha=true');

  const phone = await newWindow({ viewport: { width: 375, height: 740 }, hasTouch: true });
  await phone.goto(link);
  // Phones load pages anew.
  await phone.waitForURL(root('/auth/confirm'));
  await phone.reload();
  await phone.getByRole('button', { name: 'Confirm address' }).click();
  await phone.getByText('Your e-mail address is confirmed. You can sign in now.').waitFor();
  await expect.poll(() => phone.getByLabel('E-mail').inputValue()).toBe(email);
  await phone.context().close();

  await page.getByRole('button', { name: 'I have confirmed it' }).click();
  await page.waitForURL(app('/bots'));
  await page.context().close();
}

/** What the page says once somebody has asked for a new password, without the address. */
async function askForLink(page: Page, email: string): Promise<string> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('button[type=submit]').click();
  await page.getByText('Gibt es zu dieser Adresse ein Konto').waitFor();
  // Not the button, which counts seconds.
  const texts = await page.locator('main :is(h1, p)').allTextContents();
  return texts.join('\n').replaceAll(email, '…');
}

async function createByOperator(
  name: string,
): Promise<{ readonly email: string; readonly password: string }> {
  const email = `${crypto.randomUUID()}@example.net`;
  const administrator = new CognitoIdentityProviderClient(asOperator(cloud));
  await administrator.send(
    new AdminCreateUserCommand({
      UserPoolId: cloud.userPoolId,
      Username: crypto.randomUUID(),
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'name', Value: name },
      ],
    }),
  );
  administrator.destroy();
  const { html, subject } = await newestMail(cloud, email);
  expect(subject).toBe('Your Parley account');
  return { email, password: /<p class="code"[^>]*>([^<]+)</.exec(html ?? '')?.[1] ?? '' };
}

/** Presses Tab until the element of this text or name has the focus. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === wanted) return;
  }
  throw new Error(`The keyboard doesn't reach ${wanted}`);
}

/** Name of the field, or text of the control, that has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.name || document.activeElement.textContent');
}

function stored(page: Page): Promise<string> {
  return page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])');
}
