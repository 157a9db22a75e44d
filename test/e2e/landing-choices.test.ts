import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { newPage } from '../helpers/dashboard';

const cloud = sharedCloud();
const root = (path = '/') => `${cloud.addresses.root}${path}`;
const TITLES = {
  en: 'Your documents know the answer. Now your website does too.',
  de: 'Ihre Dokumente kennen die Antwort. Ihre Website jetzt auch.',
};
const CONSENT = 'cookieConsent';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** The page, and what goes wrong on it: errors, and whatever its policy refuses. */
async function visit(
  path = '/',
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly faults: string[] }> {
  const page = await newPage(browser, { consent: false, reducedMotion: 'reduce', ...options });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  await page.goto(root(path));
  return { page, faults };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();
const stored = (page: Page, key: string) =>
  page.evaluate((name) => [localStorage.getItem(name), sessionStorage.getItem(name)], key);
const acceptAll = (page: Page) => page.locator('.consent [data-consent=all]').click();

describe('the language of the landing page', () => {
  it.each([
    { locale: 'en-GB', language: 'en' },
    { locale: 'de-AT', language: 'de' },
    { locale: 'fr-FR', language: 'en' },
  ] as const)('is $language for who reads $locale', async ({ locale, language }) => {
    const { page, faults } = await visit('/', { locale });
    await expect.poll(() => heading(page)).toBe(TITLES[language]);
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
    await expect.poll(() => page.url()).toBe(root('/'));
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('depends on the request for the root alone, and each page says where it is to be had', async () => {
    const { page } = await visit();
    const answer = await page.request.get(root('/'), { headers: { 'accept-language': 'de' } });
    expect(answer.headers().vary).toContain('Accept-Language');
    expect(answer.headers()['cache-control']).toBe('no-cache');
    const german = await page.request.get(root('/de'), { headers: { 'accept-language': 'en' } });
    expect(german.headers().vary ?? '').not.toContain('Accept-Language');
    expect(await german.text()).toContain(`<link rel="canonical" href="${root('/de')}">`);
    expect(await german.text()).toContain(`hreflang="x-default" href="${root('/')}"`);
    const sitemap = await page.request.get(root('/sitemap.xml'));
    expect(sitemap.headers()['content-type']).toContain('application/xml');
    expect(await sitemap.text()).toContain(`<loc>${root('/de')}</loc>`);
    expect(await (await page.request.get(root('/robots.txt'))).text()).toContain(root('/sitemap.xml'));
    const app = await page.goto(`${cloud.addresses.app}/robots.txt`);
    expect(await app?.text()).toContain('Disallow: /\n');
    await page.context().close();
  });

  it('is chosen in a menu, by keyboard too, and stays chosen, also on the other pages', async () => {
    const { page } = await visit();
    const menu = page.locator('.lang summary');
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.lang').getAttribute('open')).toBeNull();
    await expect.poll(() => menu.evaluate((summary) => summary === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(root('/de'));
    await expect.poll(() => heading(page)).toBe(TITLES.de);
    // Nothing lasting without the visitor's leave.
    await expect.poll(() => stored(page, 'parley.language')).toEqual([null, 'de']);
    await page.goto(root('/auth/login'));
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    await page.goto(root('/'));
    await page.waitForURL(root('/de'));
    await page.context().close();
  });

  it('is held by the pages that it leads to, for this window only, whatever the browser prefers', async () => {
    const { page } = await visit('/de', { locale: 'fr-FR' });
    await page
      .getByRole('navigation', { name: 'Hauptnavigation' })
      .getByRole('link', { name: 'Preise' })
      .click();
    await page.waitForURL(root('/pricing'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
    await expect.poll(() => stored(page, 'parley.language')).toEqual([null, 'de']);
    await page.reload();
    await page.getByRole('link', { name: 'Jetzt starten' }).first().waitFor();
    await page.context().close();
  });

  it('moves who chose before to her language before anything is painted, and keeps the query', async () => {
    const { page } = await visit();
    await acceptAll(page);
    await page.locator('.lang summary').click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.waitForURL(root('/de'));
    await expect.poll(() => stored(page, 'parley.language')).toEqual(['de', null]);

    const other = await page.context().newPage();
    await other.addInitScript(() => {
      addEventListener('pagehide', () => {
        const paints = performance.getEntriesByType('paint').length;
        sessionStorage.setItem('painted', `${location.pathname} ${paints}`);
      });
    });
    await other.goto(root('/?from=mail#plans'));
    await other.waitForURL(root('/de?from=mail#plans'));
    await expect.poll(() => heading(other)).toBe(TITLES.de);
    await expect.poll(() => other.evaluate(() => sessionStorage.getItem('painted'))).toBe('/ 0');
    // An address that names a language is what somebody wanted to show.
    await other.goto(root('/en'));
    await expect.poll(() => heading(other)).toBe(TITLES.en);
    await page.context().close();
  });
});

describe('the notice of the alpha programme', () => {
  it('leads to its sign-up', async () => {
    const { page } = await visit();
    await page.getByRole('link', { name: 'Join the alpha' }).click();
    await page.waitForURL(root('/auth/signup?alpha=true'));
    await page.context().close();
  });

  it('once dismissed is gone, at once on the next visit, and asks the other places anew', async () => {
    const { page } = await visit();
    await acceptAll(page);
    await page.getByRole('button', { name: 'Dismiss the alpha notice' }).click();
    await expect.poll(() => page.getByRole('complementary').isVisible()).toBe(false);
    await expect.poll(() => stored(page, 'parley.alphaBanner.landing')).toEqual(['dismissed', null]);
    await expect.poll(() => stored(page, 'parley.alphaBanner.dashboard')).toEqual([null, null]);
    const later = await page.context().newPage();
    await shiftsFrom(later);
    await later.goto(root('/'));
    await expect.poll(() => later.getByRole('complementary').isVisible()).toBe(false);
    await expect.poll(() => shifts(later)).toEqual([]);
    await page.context().close();
  });
});

describe('the question about cookies', () => {
  it('stands at the bottom until it is answered, and stores nothing before', async () => {
    const { page } = await visit();
    const banner = page.getByRole('region', { name: 'Cookies' });
    await expect.poll(() => banner.isVisible()).toBe(true);
    await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    await expect.poll(() => page.context().cookies()).toEqual([]);
    await banner.getByRole('button', { name: 'Accept necessary only' }).click();
    await expect.poll(() => banner.isVisible()).toBe(false);
    await page.reload();
    await expect.poll(() => banner.isVisible()).toBe(false);
    await expect
      .poll(() => record(page))
      .toMatchObject({ necessary: true, analytics: false, preferences: false });
    await page.context().close();
  });

  it('takes a choice of each kind in its dialog, which opens again with what was chosen', async () => {
    const { page, faults } = await visit();
    await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
    const necessary = dialog.getByRole('switch', { name: /^Necessary/ });
    expect([await necessary.isChecked(), await necessary.isDisabled()]).toEqual([true, true]);
    await dialog.getByRole('switch', { name: /^Preferences/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => record(page))
      .toMatchObject({ necessary: true, analytics: false, preferences: true });
    await expect.poll(() => page.getByRole('region', { name: 'Cookies' }).isVisible()).toBe(false);

    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click();
    await expect.poll(() => dialog.getByRole('switch', { name: /^Preferences/ }).isChecked()).toBe(true);
    await expect.poll(() => dialog.getByRole('switch', { name: /^Analytics/ }).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.isVisible()).toBe(false);
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click();
    await dialog.getByRole('button', { name: 'Accept all' }).click();
    await expect
      .poll(() => record(page))
      .toMatchObject({ necessary: true, analytics: true, preferences: true });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is asked again where what is stored can not be read', async () => {
    const { page } = await visit();
    for (const text of ['', '{', '{"necessary":true}', '{"necessary":false,"analytics":true}', 'null']) {
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), [CONSENT, text] as const);
      await page.reload();
      await expect
        .poll(() => page.getByRole('region', { name: 'Cookies' }).isVisible(), { message: text })
        .toBe(true);
    }
    await page.context().close();
  });

  it('is a slim bar that hides neither what the page is for nor what has the focus', async () => {
    const { page } = await visit('/', { viewport: { width: 375, height: 740 }, locale: 'de-DE' });
    const banner = page.getByRole('region', { name: 'Cookies' });
    const bar = await banner.boundingBox();
    expect(bar?.height).toBeLessThan(740 / 5);
    const edge = bar?.y ?? 0;
    for (const name of ['Kostenlos starten', 'Demo ansehen']) {
      const button = await page.locator('.hero').getByRole('link', { name }).boundingBox();
      expect((button?.y ?? edge) + (button?.height ?? 0), name).toBeLessThanOrEqual(edge);
    }
    // By keyboard through the whole page, to its very end.
    const hidden: unknown[] = [];
    for (let last = false; !last; ) {
      await page.keyboard.press('Tab');
      last = await page.evaluate(() => document.activeElement?.closest('.consent') !== null);
      const focused = await page.evaluate(() => {
        const { bottom } = document.activeElement?.getBoundingClientRect() ?? { bottom: 0 };
        return [document.activeElement?.textContent, bottom] as const;
      });
      if (!last && focused[1] > edge) hidden.push(focused);
    }
    expect(hidden).toEqual([]);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const end = await page.getByRole('contentinfo').boundingBox();
    expect((end?.y ?? edge) + (end?.height ?? 0)).toBeLessThanOrEqual(edge + 1);
    await page.context().close();
  });

  it('explains itself on the page about privacy', async () => {
    const { page } = await visit();
    await page.getByRole('link', { name: 'Learn more' }).click();
    await page.waitForURL(root('/privacy'));
    await page.context().close();
  });

  const record = (page: Page): Promise<unknown> =>
    page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, CONSENT);
});

/** Watches from now on for what moves by itself. */
async function shiftsFrom(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: unknown[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        if (!entry.hadRecentInput)
          seen.push(
            entry.value,
            ...entry.sources.map(({ node, previousRect, currentRect }) => [
              node?.textContent?.slice(0, 60),
              previousRect.toJSON(),
              currentRect.toJSON(),
            ]),
          );
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function shifts(page: Page): Promise<unknown> {
  // Observers are told after the frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return page.evaluate(() => (window as unknown as { seen: unknown[] }).seen);
}
