import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { accessibilityProblems, excessWidth, newPage } from '../helpers/dashboard';

const cloud = sharedCloud();
const root = (path = '/') => `${cloud.addresses.root}${path}`;
const TITLES = {
  en: 'Your documents know the answer. Now your website does too.',
  de: 'Ihre Dokumente kennen die Antwort. Ihre Website jetzt auch.',
};
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
describe('who is signed in', () => {
  it('is led on to the application, from the first paint on, and told nothing of signing up', async () => {
    const { page, faults } = await visit();
    await page.evaluate(() => localStorage.setItem('parley.auth.client.user.accessToken', 'a.b.c'));
    await shiftsFrom(page);
    await page.goto(root('/'));
    await expect.poll(() => page.locator('html').getAttribute('data-session')).toBe('');
    await expect.poll(() => page.locator('a[href^="/auth/"]:visible').count()).toBe(0);
    await expect
      .poll(() => page.locator('a[href="/dashboard"]:visible').allTextContents())
      .toEqual(['Dashboard', 'Dashboard', 'Dashboard', 'Dashboard']);
    await expect.poll(() => shifts(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('the demo conversation', () => {
  it('answers, and a number in the answer opens the passage it stands on, by keyboard', async () => {
    const { page, faults } = await visit();
    const demo = page.getByRole('region', { name: 'Example conversation' });
    await demo.getByText('Can I return shoes that I wore once?').waitFor();
    const second = demo.getByText('the receipt or the order number');
    await expect.poll(() => second.isVisible()).toBe(false);
    await demo.getByRole('link', { name: 'Source 2' }).first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => second.isVisible()).toBe(true);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('Questions at the till');
    await page.keyboard.press('Enter');
    await expect.poll(() => second.isVisible()).toBe(false);

    await demo.getByRole('radio', { name: 'Worn shoes back?' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => demo.getByText('What do new soles cost for hiking boots?').isVisible())
      .toBe(true);
    await expect.poll(() => demo.getByText('Can I return shoes that I wore once?').isVisible()).toBe(false);
    await expect.poll(() => demo.getByText('$79.00').isVisible()).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is complete at the first paint, and writes what is asked for piece by piece, where motion is wanted', async () => {
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      const { page } = await visit('/', { reducedMotion });
      const animations = (turn: number) =>
        page
          .locator(`.turn:nth-child(${turn}) .a p span:not(.vh)`)
          .evaluateAll((pieces) => [
            ...new Set(pieces.map((piece) => getComputedStyle(piece).animationName)),
          ]);
      await expect.poll(() => animations(1)).toEqual(['none']);
      await page.getByText('New soles?').click();
      await expect.poll(() => animations(2)).toEqual([reducedMotion === 'reduce' ? 'none' : 'say']);
      await page.context().close();
    }
  });
});

describe('the plans', () => {
  it.each([
    {
      locale: 'en-US',
      monthly: ['$29', '$99', 'Custom'],
      annual: ['$23.20', '$79.20', 'Custom'],
      year: '$278.40',
    },
    {
      locale: 'de-DE',
      monthly: ['29 €', '99 €', 'Individuell'],
      annual: ['23,20 €', '79,20 €', 'Individuell'],
      year: '278,40 €',
    },
  ])('show what a month costs, paid by the month or by the year: $locale', async (plan) => {
    const { page } = await visit('/', { locale: plan.locale });
    const prices = async () =>
      (await page.locator('.price b:visible').allTextContents()).map((text) =>
        text.replaceAll('\u00a0', ' '),
      );
    await expect.poll(() => prices()).toEqual(plan.monthly);
    const [month, year] = await page.locator('#plans').getByRole('radio').all();
    await month?.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => year?.isChecked()).toBe(true);
    await expect.poll(() => prices()).toEqual(plan.annual);
    expect((await page.locator('.price.year').first().textContent())?.replaceAll('\u00a0', ' ')).toContain(
      plan.year,
    );
    await page.locator('#plans label').first().click();
    await expect.poll(() => prices()).toEqual(plan.monthly);
    await expect.poll(() => page.locator('.professional').textContent()).toMatch(/Popular|Beliebt/);
    await page.context().close();
  });
});

describe('the landing page', () => {
  it('is one request of a size that any line bears, with nothing of a framework, and two typefaces after', async () => {
    const page = await newPage(browser);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(root('/'), { waitUntil: 'networkidle' });
    const [document, ...fonts] = requests.filter((path) => !path.startsWith('/favicon'));
    expect(document).toBe('/');
    expect(fonts.map((path) => path.replace(/-\w{8}\./, '.')).sort()).toEqual([
      '/assets/landing-bricolage.woff2',
      '/assets/landing-figtree.woff2',
    ]);
    await page.context().close();
  });

  it('is complete without a script', async () => {
    const { page } = await visit('/', { javaScriptEnabled: false });
    await expect.poll(() => heading(page)).toBe(TITLES.en);
    await page.locator('.lang summary').click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.waitForURL(root('/de'));
    await page.goto(root('/en'));
    await page.getByText('New soles?').click();
    await expect
      .poll(() => page.getByText('What do new soles cost for hiking boots?').isVisible())
      .toBe(true);
    await page.getByText('Annual', { exact: false }).first().click();
    await expect.poll(() => page.getByText('$23.20').isVisible()).toBe(true);
    // Nothing that would do nothing: a question that can't be answered, buttons that answer to a script.
    await expect.poll(() => page.getByRole('region', { name: 'Cookies' }).isVisible()).toBe(false);
    await expect.poll(() => page.locator('button:visible, select:visible').count()).toBe(0);
    await page.context().close();
  });

  it('leads somewhere real with every link', async () => {
    const { page } = await visit();
    const links = await page
      .locator('a:not(.in)')
      .evaluateAll((anchors) => [...new Set(anchors.map((anchor) => anchor.getAttribute('href') ?? ''))]);
    for (const path of [
      '/auth/login',
      '/auth/signup',
      '/auth/signup?alpha=true',
      '/chat-demo',
      '/about',
      '/impressum',
      '/privacy',
      '/terms',
      '/pricing',
      '/contact',
      '/roadmap',
      '/de',
      '/en',
    ])
      expect(links, path).toContain(path);
    for (const link of links) {
      if (link.startsWith('#')) {
        await expect.poll(() => page.locator(link).count(), { message: link }).toBe(1);
        continue;
      }
      const target = await page.context().newPage();
      await target.goto(root(link));
      await target.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => target.url(), { message: link }).toBe(root(link));
      await target.close();
    }
    await page.context().close();
  });

  it('is where unknown paths end, and where the dashboard’s code hands over to it', async () => {
    const { page } = await visit('/nothing/here', { locale: 'de-DE' });
    await page.waitForURL(root('/'));
    await page.getByRole('heading', { level: 1, name: TITLES.de }).waitFor();
    await page.context().close();
  });

  it('takes the scheme that was chosen, before the first paint', async () => {
    const { page } = await visit();
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole('combobox', { name: 'Appearance' }).selectOption('dark');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.body);
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await expect.poll(() => background()).toBe(dark);
    await page.getByRole('combobox', { name: 'Appearance' }).selectOption('');
    await expect.poll(() => stored(page, 'parley.theme')).toEqual([null, null]);
    await page.context().close();
  });

  // Each width, language and scheme with each other would be twelve windows; these have all but one width, and take
  // on the others in the end.
  it.each([
    [375, 'de-DE', 'light'],
    [1280, 'en-GB', 'dark'],
  ] as const)(
    'is accessible, fits and shifts by nothing that is seen at %i pixels, %s, %s',
    async (width, locale, colorScheme) => {
      const page = await newPage(browser, {
        viewport: { width, height: 800 },
        locale,
        colorScheme,
        reducedMotion: 'reduce',
        consent: false,
      });
      await shiftsFrom(page);
      const faults: string[] = [];
      page.on('console', (message) => faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(root('/'));
      await expect.poll(() => excessWidth(page)).toBe(0);
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
      // Down to its end and back.
      for (const edge of ['bottom', 'top'] as const)
        await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), edge);
      await expect.poll(() => shifts(page)).toEqual([]);
      await page.locator('.consent [data-consent=settings]').click();
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
      await page.locator('dialog [data-consent=all]').click();
      await page.locator('.lang summary').click();
      for (const summary of await page.locator('.turn:nth-child(1) summary').all()) await summary.click();
      await page.locator('label[for=ask2]').click();
      await page.locator('label[for=year]').click();
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
      for (const each of [375, 768, 1280]) {
        await page.setViewportSize({ width: each, height: 800 });
        await expect.poll(() => excessWidth(page), { message: String(each) }).toBe(0);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );
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
        if (!entry.hadRecentInput && entry.value >= 0.02)
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

/** What moved so far that a reader sees it: by a few pixels a bubble's edge goes when the typeface arrives. */
async function shifts(page: Page): Promise<unknown> {
  // Observers are told after the frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return page.evaluate(() => (window as unknown as { seen: unknown[] }).seen);
}
