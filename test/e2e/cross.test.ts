import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import {
  accessibilityProblems,
  adminTokens,
  excessWidth,
  newPage as newPageOf,
  storeSession,
} from '../helpers/dashboard';
import { newUser, signIn as signInByApi, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
const root = (path = '/') => `${cloud.addresses.root}${path}`;
const app = (path = '/') => `${cloud.addresses.app}${path}`;
const newPage = (options?: Parameters<typeof newPageOf>[1]) => newPageOf(browser, options);

let browser: Browser;
let jo: TestUser;

beforeAll(async () => {
  browser = await openBrowser();
  jo = await newUser(cloud, { name: 'Jo Example' });
});
afterAll(() => browser?.close());

/** A window of a signed-in person, on the app host. */
async function signedIn(page: Page, path: string): Promise<Page> {
  await storeSession(page, cloud, 'app', await signInByApi(cloud, jo.email));
  await page.goto(app(path));
  return page;
}

const stored = (page: Page) =>
  page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }));
const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
const consentOf = async (page: Page) => JSON.parse((await stored(page)).local.cookieConsent ?? 'null');

describe('the question about cookies', () => {
  it.each([
    ['Accept necessary only', false],
    ['Accept all', true],
  ])('is answered once, by "%s"', async (button, allowed) => {
    const page = await newPage({ consent: false });
    await page.goto(root('/auth/login'));
    await banner(page).getByRole('button', { name: button }).click();
    await banner(page).waitFor({ state: 'hidden' });
    await expect
      .poll(() => consentOf(page))
      .toMatchObject({
        necessary: true,
        analytics: allowed,
        preferences: allowed,
      });
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expect.poll(() => banner(page).count()).toBe(0);
    await page.context().close();
  });

  it('can be answered in detail, and changed at the foot of a public page', async () => {
    const page = await newPage({ consent: false });
    await page.goto(root('/impressum'));
    await banner(page).getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
    await expect.poll(() => dialog.getByRole('switch', { name: 'Necessary' }).isChecked()).toBe(true);
    await expect.poll(() => dialog.getByRole('switch', { name: 'Necessary' }).isDisabled()).toBe(true);
    await dialog.getByRole('switch', { name: 'Preferences' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => banner(page).count()).toBe(0);
    await expect
      .poll(() => consentOf(page))
      .toMatchObject({ necessary: true, analytics: false, preferences: true });

    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await expect.poll(() => dialog.getByRole('switch', { name: 'Preferences' }).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Accept all' }).click();
    await expect
      .poll(() => consentOf(page))
      .toMatchObject({ necessary: true, analytics: true, preferences: true });
    await page.context().close();
  });

  it('comes again where the saved answer cannot be read', async () => {
    const page = await newPage({ consent: false });
    await page.goto(root('/favicon.svg'));
    await page.evaluate(() => localStorage.setItem('cookieConsent', '{"necessary":true}'));
    await page.goto(root('/auth/login'));
    await banner(page).waitFor();
    await page.context().close();
  });

  it('is asked on the app host as well, above the bar of a phone, and answered there in the account menu', async () => {
    const page = await newPage({ consent: false, viewport: { width: 375, height: 700 } });
    await signedIn(page, '/bots');
    await banner(page).waitFor();
    const bottom = await banner(page).evaluate((element) => element.getBoundingClientRect().bottom);
    const bar = await page
      .getByRole('navigation', { name: 'Main' })
      .evaluate((element) => element.getBoundingClientRect().top);
    expect(bottom).toBeLessThanOrEqual(bar);
    await banner(page).getByRole('button', { name: 'Accept necessary only' }).click();
    await expect.poll(() => consentOf(page)).toMatchObject({ analytics: false });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await page.getByRole('dialog', { name: 'Cookie settings' }).waitFor();
    await page.context().close();
  });

  it.each([
    { width: 1366, height: 768 },
    { width: 1280, height: 720 },
    { width: 375, height: 667 },
  ])('is a slim bar that hides nothing of signing up at $width × $height', async (viewport) => {
    const page = await newPage({ consent: false, viewport });
    await page.goto(root('/auth/signup'));
    await banner(page).waitFor();
    const bar = await banner(page).boundingBox();
    expect(bar?.height).toBeLessThan(viewport.height / 5);
    const edge = bar?.y ?? 0;
    const bottomOf = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().bottom);
    const submit = page.getByRole('button', { name: 'Create account' });
    // On a desktop all of the form is to be seen at once.
    if (viewport.width > 1024) expect(await bottomOf(submit)).toBeLessThanOrEqual(edge);
    for (const field of await page.getByRole('main').locator('input, button').all()) {
      await field.focus();
      await expect.poll(() => bottomOf(field)).toBeLessThanOrEqual(edge);
    }
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => bottomOf(page.getByRole('main'))).toBeLessThanOrEqual(edge + 1);
    await submit.click({ trial: true });
    await page.context().close();
  });

  it('takes no focus, is reached by keyboard, closes on Esc and hides nothing for good', async () => {
    const page = await newPage({ consent: false, viewport: { width: 375, height: 640 } });
    await page.goto(root('/impressum'));
    await banner(page).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    const last = page.getByRole('button', { name: 'Cookie settings' });
    await last.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const [lastBottom, bannerTop] = await Promise.all([
      last.evaluate((element) => element.getBoundingClientRect().bottom),
      banner(page).evaluate((element) => element.getBoundingClientRect().top),
    ]);
    expect(lastBottom).toBeLessThanOrEqual(bannerTop);
    await page.getByRole('contentinfo').getByRole('link').last().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Settings');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Settings');
    await expect.poll(() => banner(page).count()).toBe(1);
    await page.context().close();
  });
});

describe('what a person prefers', () => {
  it('is kept for the window only where no more is allowed, and moves when that changes', async () => {
    const page = await newPage({ consent: false });
    await page.goto(root('/auth/login'));
    await banner(page).getByRole('button', { name: 'Accept necessary only' }).click();
    await page.getByText('DE', { exact: true }).click();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    const before = await stored(page);
    expect(Object.keys(before.local)).toEqual(['cookieConsent']);
    expect(before.session['parley.language']).toBe('de');
    await page.reload();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();

    await page.goto(root('/impressum'));
    await page.getByRole('button', { name: 'Cookie-Einstellungen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Alle akzeptieren' }).click();
    await expect.poll(async () => (await stored(page)).local['parley.language']).toBe('de');
    expect((await stored(page)).session).not.toHaveProperty('parley.language');
    await page.context().close();
  });
});

describe('a page that cannot be shown', () => {
  const assets = '**/assets/ImprintPage*.js';

  it('is loaded again once by itself when its code is gone, and then says so', async () => {
    const page = await newPage();
    await page.goto(root('/privacy'));
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.route(assets, (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.getByRole('link', { name: 'Imprint' }).click();
    await page.getByRole('heading', { name: 'Component Loading Failed' }).waitFor();
    await page
      .getByText('Failed to load the requested component. This might be a temporary issue.')
      .waitFor();
    expect(loads).toBe(1);
    await expect.poll(() => page.url()).toBe(root('/impressum'));
    for (const tip of ['Refresh the page', 'Check your internet connection', 'Clear your browser’s cache'])
      await page.getByText(tip).waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href'))
      .toBe('/dashboard');
    await expect
      .poll(() => page.getByRole('link', { name: 'Get Help' }).getAttribute('href'))
      .toBe('/contact');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.unroute(assets);
    await page.getByRole('button', { name: 'Try Again', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();
    await page.context().close();
  });

  it('comes back by itself after a deployment', async () => {
    const page = await newPage();
    await page.goto(root('/privacy'));
    await page.route(assets, (route) => route.fulfill({ status: 404, body: 'gone' }));
    page.on('load', () => void page.unroute(assets));
    await page.getByRole('link', { name: 'Imprint' }).click();
    await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();
    await page.context().close();
  });

  it('has a card of its kind', async () => {
    const page = await newPage();
    await signedIn(page, '/profile');
    // What may be gone at the next attempt is asked again for seconds first: all at once, each in a tab of its own.
    await Promise.all(
      (
        [
          ['none', 'Connection Problem', null],
          ['server.failed', 'The server made a mistake', 500],
          ['server.unavailable', 'Please try later', 503],
          ['request.invalid', 'Please check the form', 400],
          ['auth.forbidden', 'Access denied', 403],
          ['bot.not_found', 'Bot not found', 404],
        ] as const
      ).map(async ([code, title, status]) => {
        const tab = await page.context().newPage();
        await tab.route('**/api/bots/any', (route) =>
          status === null
            ? route.abort()
            : route.fulfill({ status, json: { error: { code, message: code } } }),
        );
        await tab.goto(app('/bots/any'));
        await tab.getByRole('heading', { level: 1, name: title }).waitFor();
        expect((await tab.getByText('Bot not found').count()) > 0).toBe(code === 'bot.not_found');
        await expect.poll(() => tab.getByRole('navigation', { name: 'Main' }).count()).toBe(1);
        await expect.poll(() => tab.getByRole('link', { name: 'Get Help' }).count()).toBe(1);
        await expect.poll(() => accessibilityProblems(tab)).toEqual([]);
      }),
    );
    await page.context().close();
  });

  it.each([
    { locale: 'de-DE', colorScheme: 'dark', title: 'Bot nicht gefunden', width: 375 },
    { locale: 'en-GB', colorScheme: 'light', title: 'Bot not found', width: 768 },
  ] as const)('says that there is no such bot, with a way on: $locale', async (options) => {
    const { locale, colorScheme, title, width } = options;
    const page = await newPage({ locale, colorScheme, viewport: { width, height: 800 } });
    await signedIn(page, '/bots/none-such/knowledge');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await expect.poll(() => excessWidth(page)).toBeLessThanOrEqual(0);
    await page.getByRole('main').getByRole('link').last().waitFor();
    await page.getByRole('main').locator('a[href="/bots"]').last().click();
    await page.waitForURL(app('/bots'));
    await page.context().close();
  });
});

describe('a fault in the browser', () => {
  it('is reported once, without what is nobody’s business, and shown to administrators', async () => {
    const page = await newPage();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/client-errors')) sent.push(request.postData() ?? '');
    });
    await page.goto(root('/auth/login?redirect=%2Fbots'));
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const stored = page.waitForResponse((response) => response.url().endsWith('/api/client-errors'));
    const mark = `Fault${crypto.randomUUID().replaceAll('-', '').slice(0, 8)}`;
    await page.evaluate((name) => {
      for (let time = 0; time < 3; time++) {
        const error = new Error(`no /reset-password#code=123456&email=jo@example.net for jo@example.net`);
        error.name = name;
        setTimeout(() => {
          throw error;
        });
      }
    }, mark);
    expect((await stored).ok()).toBe(true);
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toMatch(/123456|jo@example/);
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({ name: mark, page: '/auth/login', language: 'en' });

    const admin = await newPage();
    await storeSession(admin, cloud, 'app', await adminTokens(cloud));
    await admin.goto(app('/admin/errors'));
    await admin.getByText(mark, { exact: true }).waitFor();
    await Promise.all([page.context().close(), admin.context().close()]);
  });

  it('never becomes another by being reported', async () => {
    const page = await newPage();
    let asked = 0;
    await page.route('**/api/client-errors', (route) => {
      asked += 1;
      return route.abort();
    });
    const faults: string[] = [];
    await page.goto(root('/auth/login'));
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.evaluate(() => void Promise.reject(new Error('Nobody waits for this')));
    await expect.poll(() => asked).toBe(1);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(asked).toBe(1);
    expect(faults).toEqual(['Nobody waits for this']);
    await page.context().close();
  });
});

describe('the language', () => {
  it('changes with its control held, for page and direction, and stays', async () => {
    const page = await newPage();
    await page.goto(root('/auth/login'));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // Where its texts don't come the page stays as it is.
    const texts = '**/locales/de/auth.json';
    await page.route(texts, (route) => route.abort());
    await page.getByText('DE', { exact: true }).click();
    await page.getByText('The language could not be loaded. Please try again.').waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Sign in' }).isVisible()).toBe(true);
    await page.unroute(texts);
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(texts, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByText('DE', { exact: true }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'DE' }).isDisabled()).toBe(true);
    go();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]))
      .toEqual(['de', 'ltr']);
    await expect.poll(() => page.getByRole('radio', { name: 'DE' }).isDisabled()).toBe(false);
    await page.reload();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();

    // English ones stand in for those that don't come, never the names of texts, with the way to load again.
    await page.unroute(texts);
    await page.route(texts, (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByText('erscheinen auf Englisch').waitFor();
    await page.unroute(texts);
    await page.getByRole('button', { name: 'Neu laden' }).click();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await page.context().close();
  });

  it('tells nobody of a text that is missing, outside development', async () => {
    const page = await newPage();
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
    });
    await page.route('**/locales/*/auth.json', (route) => route.fulfill({ json: {} }));
    await page.goto(root('/auth/login'));
    await page.locator('button[type=submit]').waitFor();
    expect(posted.filter((path) => path.startsWith('/locales/'))).toEqual([]);
    await page.context().close();
  });
});
