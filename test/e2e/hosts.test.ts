import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import {
  accessibilityProblems,
  adminTokens,
  fillCredentials,
  goWithin,
  newPage,
  signIn,
  storeSession,
} from '../helpers/dashboard';
import { newestMail } from '../helpers/inbox';
import { apiClient, newUser, PASSWORD, signIn as signInByApi, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
const root = (path = '/') => `${cloud.addresses.root}${path}`;
const app = (path = '/') => `${cloud.addresses.app}${path}`;
let browser: Browser;
let jo: TestUser;

beforeAll(async () => {
  browser = await openBrowser();
  jo = await newUser(cloud, { name: 'Jo Example' });
});
afterAll(() => browser?.close());

describe('from sign-up to the dashboard', () => {
  it('goes over two hosts, which the person does not notice', async () => {
    const page = await newPage(browser);
    const email = `${crypto.randomUUID()}@example.net`;
    await page.goto(root('/auth/signup'));
    await page.getByLabel('Full name').fill('Ada Example');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Please check your email to verify your account.').waitFor();
    const { html } = await newestMail(cloud, email);
    const link = /href="([^"]*\/auth\/confirm#[^"]*)"/.exec(html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByText('Your e-mail address is confirmed.').waitFor();
    await expect.poll(() => page.url().startsWith(root())).toBe(true);
    await fillCredentials(page, email);
    await page.waitForURL(app('/dashboard'));
    await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
    await page.context().close();
  });
});

describe('language, appearance and the cookie choice', () => {
  it('go along to the other host, and back', async () => {
    const page = await newPage(browser, { consent: false });
    await page.goto(root('/auth/login'));
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.getByText('DE', { exact: true }).click();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await fillCredentials(page, jo.email);
    await page.waitForURL(app('/dashboard'));
    await page.getByRole('heading', { name: 'Hallo Jo' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Alle akzeptieren' }).count()).toBe(0);

    await page.goto(app('/profile'));
    await page.getByRole('main').getByText('English', { exact: true }).click();
    await page.getByRole('main').getByText('Dark', { exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(root());
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.context().close();
  });
});

describe('nobody goes round in circles', () => {
  it('when nobody is signed in', async () => {
    const page = await newPage(browser);
    const addresses = await addressesDuring(page, async () => {
      await page.goto(app('/auth/handoff?redirect=%2Fbots'));
      await page.getByLabel('E-mail').waitFor();
    });
    await expect.poll(() => page.url()).toBe(root('/auth/login?redirect=%2Fbots'));
    expect(visits(addresses, app('/bots'))).toBe(1);
    await page.context().close();
  });

  it('when the app host cannot take the session, and says so', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'root', await signInByApi(cloud, jo.email));
    await page.context().route('**/.well-known/jwks.json', (route) => route.abort());
    const addresses = await addressesDuring(page, async () => {
      await page.goto(root('/bots'));
      await page.getByRole('heading', { name: 'The application could not be opened' }).waitFor();
    });
    expect(visits(addresses, app('/bots#session='))).toBe(1);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.context().unroute('**/.well-known/jwks.json');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(app('/bots'));
    await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
    await page.context().close();
  });

  it.each(['root', 'app'] as const)('when the session that the %s host stores has ended', async (host) => {
    const page = await newPage(browser);
    const tokens = await signInByApi(cloud, jo.email);
    for (const each of new Set(['root', host] as const)) await storeSession(page, cloud, each, tokens);
    await apiClient(cloud, tokens.accessToken).call('signOut');
    await page.goto(host === 'root' ? root('/bots') : app('/bots'));
    await page.getByText('You were signed out in another window.').waitFor();
    await page.getByLabel('E-mail').waitFor();
    await expect.poll(() => page.url()).toBe(root('/auth/login?redirect=%2Fbots'));
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    // Said once.
    await page.reload();
    await page.getByLabel('E-mail').waitFor();
    await expect.poll(() => page.getByText('You were signed out in another window.').count()).toBe(0);
    await fillCredentials(page, jo.email);
    await page.waitForURL(app('/bots'));
    await page.context().close();
  });
});

describe('an account that was suspended', () => {
  it('is told so at the login, before and after signing in', async () => {
    const page = await newPage(browser);
    const tokens = await signInByApi(cloud, jo.email);
    for (const host of ['root', 'app'] as const) await storeSession(page, cloud, host, tokens);
    await page.context().route('**/api/me', (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: 'account.banned', message: '' } }),
      }),
    );
    const word = page.getByText('This account has been suspended.');
    await page.goto(app('/bots'));
    await word.waitFor();
    await page.reload();
    await fillCredentials(page, jo.email);
    await word.waitFor();
    await expect.poll(() => page.url()).toBe(root('/auth/login?redirect=%2Fbots'));
    await expect.poll(() => storedSession(page)).toBeNull();
    await page.context().close();
  });
});

describe('a link that says an account was suspended', () => {
  it('is not believed', async () => {
    const page = await newPage(browser);
    await page.goto(root('/auth/login?reason=suspended'));
    await page.getByText('Your session has ended.').waitFor();
    await expect.poll(() => page.getByText('suspended').count()).toBe(0);
    await page.context().close();
  });
});

describe('the way back', () => {
  it('leads to the page that was asked for last', async () => {
    const page = await newPage(browser);
    await page.goto(app('/profile'));
    await page.getByLabel('E-mail').waitFor();
    await page.goto(app('/bots?x=1#y'));
    await page.waitForURL(/\/auth\/login\?redirect=/);
    await fillCredentials(page, jo.email);
    await page.waitForURL(app('/bots?x=1#y'));
    await page.context().close();
  });

  it('never leads to another site', async () => {
    const page = await newPage(browser);
    await page.goto(root('/auth/login?redirect=/%5Cevil.example/'));
    await fillCredentials(page, jo.email);
    await page.waitForURL(app('/dashboard'));
    await page.context().close();
  });

  it('never hands a session to another site', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'root', await signInByApi(cloud, jo.email));
    for (const address of [
      root('/auth/handoff?nonce=n&redirect=//evil.example/'),
      app('/auth/handoff?redirect=//evil.example/'),
    ]) {
      const addresses = await addressesDuring(page, async () => {
        await page.goto(address);
        await page.waitForURL(app('/dashboard'));
      });
      expect(addresses.filter((each) => new URL(each).hostname === 'evil.example')).toEqual([]);
    }
    await page.context().close();
  });
});

describe('signing out', () => {
  it('on the app host ends the root host’s session, in every window, with a word', async () => {
    const page = await newPage(browser);
    await signIn(page, cloud, jo.email);
    const second = await page.context().newPage();
    await second.goto(app('/bots'));
    await second.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
    const about = await page.context().newPage();
    await about.goto(root('/about'));
    await about.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.evaluate(() => {
      localStorage.setItem('cookieConsent', '{"necessary":true,"analytics":false,"preferences":true}');
      localStorage.setItem('parley.language', 'en');
      localStorage.setItem('supabase.auth.token', 'x');
      localStorage.setItem('my-auth-thing', 'x');
      sessionStorage.setItem('supabase.session', 'x');
    });
    await pressSignOut(page);
    await page.waitForURL(root());
    for (const window of [second, about]) {
      await window.getByText('You were signed out in another window.').waitFor();
      await expect.poll(() => window.url().startsWith(root('/auth/login'))).toBe(true);
    }
    await expect.poll(() => storedSession(page)).toBeNull();
    await page.goto(app('/favicon.svg'));
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).sort()))
      .toEqual(['cookieConsent', 'parley.language']);
    await expect
      .poll(() => page.evaluate(() => Object.keys(sessionStorage)))
      .not.toContain('supabase.session');
    await page.context().close();
  });

  it('on the root host ends the app host’s session, with a word', async () => {
    const page = await newPage(browser);
    await signIn(page, cloud, jo.email);
    await page.goto(app('/bots'));
    await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
    const about = await page.context().newPage();
    await about.goto(root('/about'));
    await pressSignOut(about);
    await about.waitForURL(root());
    await page.getByText('You were signed out in another window.').waitFor();
    await expect.poll(() => page.url()).toBe(root('/auth/login?redirect=%2Fbots'));
    await page.goto(app('/favicon.svg'));
    await expect.poll(() => storedSession(page)).toBeNull();
    await page.context().close();
  });

  it('works while the server cannot be reached', async () => {
    const page = await newPage(browser);
    await signIn(page, cloud, jo.email);
    await page.route('**/api/sign-out', (route) => route.abort());
    await pressSignOut(page);
    await page.waitForURL(root());
    await expect.poll(() => storedSession(page)).toBeNull();
    await page.context().close();
  });

  it('cannot be done to somebody by a link', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'root', await signInByApi(cloud, jo.email));
    await page.goto(root('/auth/signed-out#not-her-session'));
    await page.waitForURL(root());
    await expect.poll(() => storedSession(page)).toBe(jo.userId);
    await page.goto(root('/auth/login?reason=signedOut'));
    await page.waitForURL(app('/dashboard'));
    // Nor can she be kept out of the application.
    await page.goto(root('/auth/login?handoff=failed'));
    await page.waitForURL(app('/dashboard'));
    await page.goto(root('/bots'));
    await page.waitForURL(app('/bots'));
    await page.context().close();
  });
});

describe('a page for other roles', () => {
  it('says that the permissions are insufficient, and leads back', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'app', await signInByApi(cloud, jo.email));
    await page.goto(app('/bots'));
    await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
    for (const path of ['/admin', '/developer-tools']) {
      await goWithin(page, path);
      await page.getByRole('heading', { name: 'Administrator Access Required' }).waitFor();
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    }
    await page.getByRole('link', { name: 'Go back' }).click();
    await page.waitForURL(app('/dashboard'));
    await page.context().close();
  });

  it('opens for an administrator', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'app', await adminTokens(cloud));
    await page.goto(app('/admin'));
    await page.getByRole('heading', { name: 'Administration' }).waitFor();
    await goWithin(page, '/developer-tools');
    await page.getByRole('heading', { name: 'Developer tools' }).waitFor();
    await page.context().close();
  });
});

describe('the profile of a first sign-in', () => {
  it('is tried in every way before it is put off, and made by a click later', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'app', await signInByApi(cloud, jo.email));
    const refused = (status: number, code: string) => ({
      status,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code, message: '' } }),
    });
    const tries: string[] = [];
    await page.route('**/api/me', (route) => {
      const isWrite = route.request().method() === 'POST';
      if (isWrite) tries.push('POST /api/me');
      return route.fulfill(isWrite ? refused(403, 'auth.forbidden') : refused(404, 'profile.not_found'));
    });
    for (const path of ['/api/functions/create-user-profile', '/api/create-profile'])
      await page.route(`**${path}`, (route) => {
        tries.push(`POST ${path}`);
        return route.fulfill(refused(500, 'server.failed'));
      });
    await page.goto(app('/dashboard'));
    await page.getByText('Profile creation deferred - will be created on first login').waitFor();
    await page.getByText('Reason: Something went wrong.').waitFor();
    expect(tries).toEqual([
      'POST /api/me',
      'POST /api/me',
      'POST /api/functions/create-user-profile',
      'POST /api/create-profile',
    ]);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Create profile now' }).click();
    await page.getByRole('heading', { name: 'Hello, Jo' }).waitFor();
    await page.context().close();
  });
});

describe('a host that the stage does not know', () => {
  it('points to the product’s site, and asks nothing', async () => {
    const page = await newPage(browser, { consent: false });
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
  });
});

/** Every address that the page's window went through. */
async function addressesDuring(page: Page, work: () => Promise<void>): Promise<readonly string[]> {
  const addresses: string[] = [];
  const listen = (frame: { url(): string }) => {
    if (frame === page.mainFrame()) addresses.push(frame.url());
  };
  page.on('framenavigated', listen);
  await work();
  page.off('framenavigated', listen);
  return addresses;
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

async function pressSignOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Account/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}
