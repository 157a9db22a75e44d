import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import {
  accessibilityProblems,
  addressesDuring,
  fillCredentials,
  goWithin,
  storeSession,
} from '../helpers/dashboard';
import { apiClient, newUser, signIn as signInByApi, type TestUser } from '../helpers/users';
import { app, cloud, newWindow, root } from './setup';

// What one host shows of a session's states: test/component/app/session-states.test.tsx. From signing up to the
// application: test/e2e/site/public-roadmap.test.ts.

let jo: TestUser;

beforeAll(async () => {
  jo = await newUser(cloud, { name: 'Jo Example' });
});

it('a person on both hosts comes back to the page that they asked for last, finds their choices, and is signed out everywhere', async () => {
  const page = await newWindow({ consent: false });
  await page.goto(app('/profile'));
  await page.getByLabel('E-mail').waitFor();
  await page.goto(app('/bots?x=1#y'));
  await page.waitForURL(/\/auth\/login\?redirect=/);
  await page.getByRole('button', { name: 'Accept all' }).click();
  await page.getByText('DE', { exact: true }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await fillCredentials(page, jo.email);
  await page.waitForURL(app('/bots?x=1#y'));
  await expectLook(page, { lang: 'de' });
  await expect.poll(() => page.getByRole('button', { name: 'Alle akzeptieren' }).count()).toBe(0);

  await page.goto(app('/profile'));
  await page.getByRole('main').getByText('English', { exact: true }).click();
  await page.getByRole('main').getByText('Dark', { exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(root());
  await expectLook(page, { lang: 'en', theme: 'dark' });

  await signOutOfAppInAllWindows(page);
  await signOutOfRoot(page);
  await signOutOffline(page);
  await page.context().close();
});

async function expectLook(page: Page, look: { readonly lang: string; readonly theme?: string }) {
  await expect
    .poll(() =>
      page.evaluate(() => ({
        lang: document.documentElement.lang,
        theme: document.documentElement.dataset.theme,
      })),
    )
    .toMatchObject(look);
}

/** Nothing of the session stays on either host. */
async function signOutOfAppInAllWindows(page: Page): Promise<void> {
  await storeOnBoth(page);
  await page.goto(app('/dashboard'));
  const [second, about] = [await page.context().newPage(), await page.context().newPage()];
  await second.goto(app('/bots'));
  await second.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
  await about.goto(root('/about'));
  await about.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.evaluate(() => {
    for (const key of ['supabase.auth.token', 'my-auth-thing']) localStorage.setItem(key, 'x');
    sessionStorage.setItem('supabase.session', 'x');
  });
  await pressSignOut(page);
  await page.waitForURL(root());
  for (const window of [second, about]) {
    await window.getByText('You were signed out in another window.').waitFor();
    await expect.poll(() => window.url().startsWith(root('/auth/login'))).toBe(true);
    await window.close();
  }
  await expect.poll(() => storedSession(page)).toBeNull();
  await page.goto(app('/favicon.svg'));
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(keys).toEqual(expect.arrayContaining(['cookieConsent', 'parley.language', 'parley.theme']));
  expect(keys.filter((key) => /auth|supabase/i.test(key))).toEqual([]);
}

/** The app host's session ends with it. */
async function signOutOfRoot(page: Page): Promise<void> {
  await storeOnBoth(page);
  await page.goto(app('/bots'));
  await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
  const about = await page.context().newPage();
  await about.goto(root('/about'));
  await pressSignOut(about);
  await about.waitForURL(root());
  await about.close();
  await page.getByText('You were signed out in another window.').waitFor();
  await expect.poll(() => page.url()).toBe(root('/auth/login?redirect=%2Fbots'));
  await page.goto(app('/favicon.svg'));
  await expect.poll(() => storedSession(page)).toBeNull();
}

/** While the server cannot be reached. */
async function signOutOffline(page: Page): Promise<void> {
  await storeOnBoth(page);
  await page.goto(app('/dashboard'));
  await page.route('**/api/sign-out', (route) => route.abort());
  await pressSignOut(page);
  await page.waitForURL(root());
  await expect.poll(() => storedSession(page)).toBeNull();
}

it('an address leads nobody round in circles, to another site or out of their session, and strangers’ hosts show nothing', async () => {
  const led = await newWindow();
  await followLinksOfOthers(led);
  await led.context().close();

  const page = await newWindow();
  const asked = await addressesDuring(page, async () => {
    await page.goto(app('/auth/handoff?redirect=%2Fbots'));
    await page.getByLabel('E-mail').waitFor();
  });
  await expect.poll(() => page.url()).toBe(root('/auth/login?redirect=%2Fbots'));
  expect(visits(asked, app('/bots'))).toBe(1);
  await failToHandOver(page);
  for (const hosts of [['root'], ['root', 'app']] as const) await meetEndedSession(page, hosts);
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await fillCredentials(page, jo.email);
  await page.waitForURL(app('/bots'));
  await meetSuspension(page);
  await page.context().close();
  await meetUnknownHost();
});

/** Whoever makes a link can neither sign them out nor lead them or their session elsewhere. */
async function followLinksOfOthers(page: Page): Promise<void> {
  await page.goto(root('/auth/login?redirect=/%5Cevil.example/'));
  await fillCredentials(page, jo.email);
  await page.waitForURL(app('/dashboard'));
  await page.goto(root('/auth/signed-out#not-her-session'));
  await page.waitForURL(root());
  await expect.poll(() => storedSession(page)).toBe(jo.userId);
  for (const [address, end] of [
    [root('/auth/login?reason=signedOut'), app('/dashboard')],
    // Nor can they be kept out of the application.
    [root('/auth/login?handoff=failed'), app('/dashboard')],
    [root('/bots'), app('/bots')],
    [root('/auth/handoff?nonce=n&redirect=//evil.example/'), app('/dashboard')],
    [app('/auth/handoff?redirect=//evil.example/'), app('/dashboard')],
  ] as const) {
    const passed = await addressesDuring(page, async () => {
      await page.goto(address);
      await page.waitForURL(end);
    });
    expect(passed.filter((each) => new URL(each).hostname === 'evil.example')).toEqual([]);
  }
  await expectRefusalsAccessible(page);
}

async function failToHandOver(page: Page): Promise<void> {
  await storeSession(page, cloud, 'root', await signInByApi(cloud, jo.email));
  await page.context().route('**/.well-known/jwks.json', (route) => route.abort());
  const handed = await addressesDuring(page, async () => {
    await page.goto(root('/bots'));
    await page.getByRole('heading', { name: 'The application could not be opened' }).waitFor();
  });
  expect(visits(handed, app('/bots#session='))).toBe(1);
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await page.context().unroute('**/.well-known/jwks.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL(app('/bots'));
  await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
}

/** Ends at the sign-in, with a word that is said once. */
async function meetEndedSession(page: Page, hosts: readonly ('root' | 'app')[]): Promise<void> {
  const tokens = await signInByApi(cloud, jo.email);
  for (const host of hosts) await storeSession(page, cloud, host, tokens);
  await apiClient(cloud, tokens.accessToken).call('signOut');
  await page.goto(hosts.includes('app') ? app('/bots') : root('/bots'));
  await page.getByText('You were signed out in another window.').waitFor();
  await page.getByLabel('E-mail').waitFor();
  await expect.poll(() => page.url()).toBe(root('/auth/login?redirect=%2Fbots'));
  await page.reload();
  await page.getByLabel('E-mail').waitFor();
  await expect.poll(() => page.getByText('You were signed out in another window.').count()).toBe(0);
}

/** Is told so at the login, before and after signing in. */
async function meetSuspension(page: Page): Promise<void> {
  await page.context().route('**/api/me', (route) => route.fulfill(refusal(403, 'account.banned')));
  const word = page.getByText('This account has been suspended.');
  await page.goto(app('/bots'));
  await word.waitFor();
  await page.reload();
  await fillCredentials(page, jo.email);
  await word.waitFor();
  await expect.poll(() => page.url()).toBe(root('/auth/login?redirect=%2Fbots'));
  await expect.poll(() => storedSession(page)).toBeNull();
}

async function expectRefusalsAccessible(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Hello, Jo' }).waitFor();
  for (const path of ['/admin', '/developer-tools']) {
    await goWithin(page, path);
    await page.getByRole('heading', { name: 'Administrator Access Required' }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  }
  await page.getByRole('link', { name: 'Go back' }).click();
  await page.waitForURL(app('/dashboard'));
  // Refused data are not sent again two seconds later, as what failed is.
  const refusals = {
    '/api/me': 'request.invalid',
    '/api/functions/create-user-profile': 'server.failed',
    '/api/create-profile': 'server.failed',
  };
  for (const [path, code] of Object.entries(refusals))
    await page.route(`**${path}`, (route) =>
      route.fulfill(
        route.request().method() === 'GET' ? refusal(404, 'profile.not_found') : refusal(400, code),
      ),
    );
  await page.goto(app('/dashboard'));
  await page.getByText('Profile creation deferred - will be created on first login').waitFor();
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
}

/** A host that the stage does not know points to the product's site, and asks nothing. */
async function meetUnknownHost(): Promise<void> {
  const page = await newWindow({ consent: false });
  await page.route('http://stranger.example/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: root(pathname) }) });
  });
  await page.goto('http://stranger.example/dashboard');
  await page.getByRole('heading', { name: 'Domain Not Configured' }).waitFor();
  // The question about cookies would come a moment after the page.
  await page.waitForLoadState('networkidle');
  const link = page.getByRole('link');
  await expect.poll(() => link.getAttribute('href')).toBe(cloud.addresses.root);
  await expect.poll(() => page.getByRole('region', { name: 'Cookies' }).count()).toBe(0);
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await page.context().close();
}

function refusal(status: number, code: string) {
  return {
    status,
    contentType: 'application/json',
    body: JSON.stringify({ error: { code, message: '' } }),
  };
}

/** How often the window came to an address; a page's own changes of it are not counted twice. */
function visits(addresses: readonly string[], start: string): number {
  return addresses.filter((address, index) => address.startsWith(start) && addresses[index - 1] !== address)
    .length;
}

/** Id of the person whose session this host stores. */
function storedSession(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken'));
    const payload = key && localStorage.getItem(key)?.split('.')[1];
    return payload ? JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub : null;
  });
}

async function storeOnBoth(page: Page): Promise<void> {
  const tokens = await signInByApi(cloud, jo.email);
  for (const host of ['root', 'app'] as const) await storeSession(page, cloud, host, tokens);
}

async function pressSignOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Account/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}
