import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { fillCredentials, newPage, problemsOfBothLooks } from '../helpers/dashboard';
import { mailsTo, newestMail } from '../helpers/inbox';
import { newUser, PASSWORD, type TestUser } from '../helpers/users';
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

describe('the auth screen', () => {
  it('is accessible and fits, whatever it shows', async () => {
    const page = await newPage(browser, { locale: 'de-DE' });
    const complaints: unknown[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    const look = async (what: string) => complaints.push(...(await problemsOfBothLooks(page, what)));
    for (const path of ['/auth/login', '/auth/signup?alpha=true', '/auth/reset']) {
      await page.goto(root(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(path);
      await page.locator('button[type=submit]').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      await look(`${path}, refused`);
    }
    await page.locator('input[name=email]').fill(`${crypto.randomUUID()}@example.net`);
    await page.locator('button[type=submit]').click();
    await page.locator('input[name=email]').waitFor({ state: 'detached' });
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
    await fillSignUp(page, `${crypto.randomUUID()}@example.net`);
    await page.getByRole('button', { name: /30/ }).waitFor();
    await look('check mail');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('switches its mode in place: the address follows, and back, forward and what was typed work', async () => {
    const page = await newPage(browser);
    await page.goto(root('/auth?redirect=%2Fbots'));
    await page.evaluate('window.notReloaded = true');
    await page.getByLabel('E-mail').fill('typed@example.net');
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await expect.poll(() => page.url()).toBe(root('/auth/signup?redirect=%2Fbots'));
    await expect.poll(() => page.title()).toContain('Create your account');
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('typed@example.net');
    await page.getByLabel('E-mail').fill('other@example.net');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await expect.poll(() => page.url()).toBe(root('/auth/reset?redirect=%2Fbots'));
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('other@example.net');

    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('other@example.net');
    await expect.poll(() => page.evaluate('window.notReloaded')).toBe(true);
    await page.context().close();
  });

  it('is headed by its mode, and leads to the terms and to the words about privacy', async () => {
    const page = await newPage(browser);
    for (const [path, heading] of [
      ['/auth', 'Sign in'],
      ['/auth/register', 'Create your account'],
      ['/auth/reset', 'Reset your password'],
    ] as const) {
      await page.goto(root(path));
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByRole('link', { name: /^Terms of Service/ }).waitFor();
      await expect
        .poll(() => page.getByRole('link', { name: /^Privacy Policy/ }).getAttribute('href'))
        .toBe(root('/privacy'));
    }
    await page.context().close();
  });

  it('says what is missing or wrong at each field, and takes the focus to the first', async () => {
    const page = await newPage(browser);
    await page.goto(root('/auth/login'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Please enter your e-mail address.').waitFor();
    await page.getByText('Please enter a password.').waitFor();
    await expect.poll(() => focused(page)).toBe('email');
    await page.getByLabel('E-mail').fill('jo@');
    await page.getByLabel('Password', { exact: true }).fill('12345');
    await page.getByText('Please enter a valid e-mail address.').waitFor();
    await page.getByText('The password must have at least 6 characters.').waitFor();

    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByLabel('Full name').fill('J');
    await page.getByLabel('E-mail').fill('jo@example.net');
    await page.getByLabel('Password', { exact: true }).fill('abcdefgh');
    await page.getByLabel('Confirm password').fill('abcdefg');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Your full name must have at least 2 characters.').waitFor();
    await page.getByText('The password does not meet all rules yet.').waitFor();
    await page.getByText('The passwords do not match.').waitFor();
    await expect.poll(() => focused(page)).toBe('fullName');
    const met = page.locator('li[data-met=true]');
    await expect.poll(() => met.count()).toBe(2);
    await page.getByLabel('Password', { exact: true }).fill('Abcdefg1');
    await met.nth(3).waitFor();
    await page.context().close();
  });

  it('helps with typing passwords: shows them, and tells of a locked shift', async () => {
    const page = await newPage(browser);
    await page.goto(root('/auth/login'));
    const password = page.locator('input[name=password]');
    await password.fill('Secret-1');
    await page.getByRole('switch', { name: 'Show password' }).click();
    await expect.poll(() => password.getAttribute('type')).toBe('text');
    await password.focus();
    const press = (locked: boolean) =>
      page.evaluate(`document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'a', modifierCapsLock: ${locked}, bubbles: true }))`);
    await press(true);
    await page.getByText('Caps Lock is on.').waitFor();
    await press(false);
    await page.getByText('Caps Lock is on.').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('is known to password managers', async () => {
    const page = await newPage(browser);
    const fields = () =>
      page.evaluate(`[...document.forms].map((form) =>
        [...form.querySelectorAll('input')].map((input) => input.name + ' ' + input.autocomplete))`);
    await page.goto(root('/auth/login'));
    await page.locator('form').waitFor();
    await expect.poll(() => fields()).toEqual([['email username', 'password current-password']]);
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByLabel('Full name').waitFor();
    await expect
      .poll(() => fields())
      .toEqual([
        [
          'fullName name',
          'companyName organization',
          'email username',
          'password new-password',
          'confirmPassword new-password',
        ],
      ]);
    await page.goto(root('/reset-password#username=u&code=123456&email=jo%40example.net'));
    await page.locator('form').waitFor();
    await expect
      .poll(() => fields())
      .toEqual([['email username', 'password new-password', 'confirmPassword new-password']]);
    await expect.poll(() => page.locator('input[name=email]').inputValue()).toBe('jo@example.net');
    await page.context().close();
  });
});

describe('signing in', () => {
  it('says so, then leads to the page that was asked for', async () => {
    const page = await newPage(browser);
    await page.goto(root('/auth/login?redirect=%2Fbots'));
    const said = page.waitForFunction(() =>
      document.body.textContent?.includes('Redirecting to dashboard...'),
    );
    await fillCredentials(page, jo.email);
    await said;
    await page.waitForURL(app('/bots'));
    await page.context().close();
  });

  it('shows what the server answers', async () => {
    const page = await newPage(browser);
    let [name, message] = ['', ''];
    await page.route(COGNITO, (route) =>
      route.fulfill({
        status: 400,
        headers: { 'access-control-allow-origin': '*', 'x-amzn-errortype': name },
        contentType: 'application/x-amz-json-1.1',
        body: JSON.stringify({ __type: name, message }),
      }),
    );
    await page.goto(root('/auth/login'));
    // No two alike one after the other: the answer before would be taken for this one.
    for (const [type, said, text] of [
      ['TooManyRequestsException', 'Rate exceeded', 'Too many attempts.'],
      ['ForbiddenException', 'Request blocked by the firewall.', 'Request blocked by the firewall.'],
      ['TooManyFailedAttemptsException', 'Attempts', 'Too many attempts.'],
      ['InternalErrorException', 'Oops', 'An unexpected error occurred. Please try again.'],
      ['LimitExceededException', 'Attempt limit exceeded, please try after some time.', 'Too many attempts.'],
      ['ForbiddenException', 'Not from here.', 'Not from here.'],
      ['NotAuthorizedException', 'Password attempts exceeded', 'Too many attempts.'],
    ] as const) {
      [name, message] = [type, said];
      await fillCredentials(page, jo.email);
      await page.getByRole('alert').getByText(text).waitFor();
    }
    await page.context().close();
  });

  it('says the same of a wrong password and of an unknown address, and waits at the password', async () => {
    const page = await newPage(browser);
    for (const email of [jo.email, `${crypto.randomUUID()}@example.net`]) {
      await page.goto(root('/auth/login'));
      await fillCredentials(page, email, 'Not-the-password-1');
      await page.getByText('E-mail address or password is wrong.').waitFor();
      await page.locator('input[name=password]:focus').waitFor();
    }
    await page.context().close();
  });

  it('with a password that an operator gave asks for one of one’s own first', async () => {
    const email = `${crypto.randomUUID()}@example.net`;
    const administrator = new CognitoIdentityProviderClient({
      endpoint: cloud.addresses.aws,
      region: cloud.region,
      credentials: cloud.operator,
    });
    await administrator.send(
      new AdminCreateUserCommand({
        UserPoolId: cloud.userPoolId,
        Username: crypto.randomUUID(),
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'name', Value: 'Grace Example' },
        ],
      }),
    );
    administrator.destroy();
    const { html, subject } = await newestMail(cloud, email);
    expect(subject).toBe('Your Parley account');
    const temporary = /<p class="code"[^>]*>([^<]+)</.exec(html ?? '')?.[1] ?? '';
    const page = await newPage(browser);
    await page.goto(root('/auth/login'));
    await fillCredentials(page, email, temporary);
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
  });

  it('is of no use to who is signed in: she goes on at once', async () => {
    const page = await newPage(browser);
    await page.goto(root('/auth/login'));
    await fillCredentials(page, jo.email);
    await page.waitForURL(app('/dashboard'));
    await page.goto(root('/auth/signup?redirect=%2Fbots'));
    await page.waitForURL(app('/bots'));
    await page.context().close();
  });
});

describe('signing up', () => {
  it('works by keyboard alone, and signs in by itself once the address is confirmed', async () => {
    const page = await newPage(browser);
    const email = `${crypto.randomUUID()}@example.net`;
    await page.goto(root('/auth/login'));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await tabTo(page, 'Create one');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
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
    await other.goto(await linkIn(email, '/auth/confirm'));
    await other.getByText(email).waitFor();
    // The code is out of the address at once, and nothing is confirmed without a click.
    await expect.poll(() => other.url()).toBe(root('/auth/confirm'));
    await tabTo(other, 'Confirm address');
    await other.keyboard.press('Enter');
    await other.waitForURL(app('/dashboard'));
    await other.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
    // The first window has noticed, and goes on to the start of the application.
    await page.waitForURL(app('/'));
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
    await page.context().close();
  });

  it('confirmed elsewhere leads to the sign-in with the address filled in, and the first window goes on', async () => {
    const page = await newPage(browser);
    const email = `${crypto.randomUUID()}@example.net`;
    await page.goto(root('/auth/signup?redirect=%2Fbots'));
    await fillSignUp(page, email);
    await page.getByText('Account created successfully!').waitFor();
    await page.getByRole('button', { name: 'I have confirmed it' }).click();
    await page.getByText('Your e-mail address is not confirmed yet.').waitFor();

    const phone = await newPage(browser, { viewport: { width: 375, height: 740 }, hasTouch: true });
    await phone.goto(await linkIn(email, '/auth/confirm'));
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
  });

  it('waits for its mail over a reload, sends it again after a while, and lets the address be changed', async () => {
    const page = await newPage(browser);
    const email = `${crypto.randomUUID()}@example.net`;
    await page.clock.install();
    await page.goto(root('/auth/signup'));
    await fillSignUp(page, email);
    await page.getByText('Account created successfully!').waitFor();
    await page.reload();
    await page.getByText(email).waitFor();
    const again = page.getByRole('button', { name: /^Send / });
    await expect.poll(() => again.getAttribute('aria-disabled')).toBe('true');
    await page.clock.fastForward('00:31');
    await page.getByRole('button', { name: 'Send the mail again' }).click();
    await page.getByText('The mail is on its way again.').waitFor();
    await waitFor('the second mail', async () => (await mailsTo(cloud, email)).length === 2 || undefined);
    await expect.poll(() => again.getAttribute('aria-disabled')).toBe('true');
    await page.goBack();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.context().close();
  });

  it('doesn’t tell that an address has an account; its mail does', async () => {
    const page = await newPage(browser);
    await page.goto(root('/auth/signup'));
    await fillSignUp(page, jo.email);
    await page
      .getByText('Account created successfully! Please check your email to verify your account.')
      .waitFor();
    const mail = await newestMail(cloud, jo.email, ({ subject }) => subject.includes('already'));
    expect(mail.html).toContain(`href="${root('/auth/login')}"`);
    expect(mail.html).not.toContain('code=');
    await page.getByRole('button', { name: 'I have confirmed it' }).click();
    await page.getByText('Your e-mail address is not confirmed yet.').waitFor();
    await page.context().close();
  });

  it('twice before confirming: the second link says that there is an account', async () => {
    const email = `${crypto.randomUUID()}@example.net`;
    const page = await newPage(browser);
    await page.goto(root('/auth/signup'));
    await fillSignUp(page, email);
    await page.getByText('Account created successfully!').waitFor();
    const link = await linkIn(email, '/auth/confirm');
    await newUser(cloud, { email });
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByRole('heading', { name: 'You already have an account' }).waitFor();
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(email);
    await page.context().close();
  });

  it('shows what the alpha programme offers, and hands it on with the link', async () => {
    const page = await newPage(browser);
    const email = `${crypto.randomUUID()}@example.net`;
    await page.goto(root('/auth/signup?alpha=true'));
    await page.getByText('20% off your first year').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByText('Three months free instead of 14 days').waitFor();
    await fillSignUp(page, email);
    await page.getByText('Account created successfully!').waitFor();
    expect(await linkIn(email, '/auth/confirm')).toContain('alpha=true');
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
