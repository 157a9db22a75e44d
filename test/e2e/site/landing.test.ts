import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newWindow, root } from '../setup';
import { shifts, visit } from './landing-visit';

// What a press stores, which languages there are and where links lead: test/unit/web/landing*.test.ts,
// test/integration/site/public-site.test.ts.

const TITLES = {
  en: 'Your documents know the answer. Now your website does too.',
  de: 'Ihre Dokumente kennen die Antwort. Ihre Website jetzt auch.',
};

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();
const banner = (page: Page) => page.getByRole('region', { name: /^Cookies/ });
const stored = (page: Page, key: string) =>
  page.evaluate((name) => [localStorage.getItem(name), sessionStorage.getItem(name)], key);

describe('a visitor of the landing page', () => {
  it('chooses cookies, language, appearance and to dismiss the notice, and finds it so again', async () => {
    const { page, faults, requests } = await visit(root('/'));
    await page.waitForLoadState('networkidle');
    expectFirstView(requests);
    await expect.poll(() => heading(page)).toBe(TITLES.en);
    await expectNothingStored(page);
    await chooseGermanByKeyboard(page);
    await expectGermanElsewhere(page);
    await answerAboutCookies(page);
    await expectMovedUnseen(page);
    await chooseDark(page);
    await dismissNotice(page);
    await expectSessionKnown(page);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('reads answers and their sources, and what a plan costs by the month or the year, by keyboard', async () => {
    const { page, faults } = await visit(root('/nothing/here'), { reducedMotion: 'no-preference' });
    // Where unknown paths end, the dashboard's code hands over.
    await page.waitForURL(root('/'));
    await openSourceByKeyboard(page);
    await expectMotion(page, 'say');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await expectMotion(page, 'none');
    await askByKeyboard(page);
    await comparePrices(page);
    expect(faults).toEqual([]);
    await page.context().close();

    const plain = await newWindow({ consent: false, javaScriptEnabled: false });
    await expectCompleteWithoutScript(plain);
    await plain.context().close();
  });
});

function expectFirstView(requests: readonly string[]): void {
  const [document, ...fonts] = requests.filter((path) => !path.startsWith('/favicon'));
  expect(document).toBe('/');
  expect(fonts.map((path) => path.replace(/-\w{8}\./, '.')).sort()).toEqual([
    '/assets/landing-bricolage.woff2',
    '/assets/landing-figtree.woff2',
  ]);
}

/** Before the question about cookies is answered. */
async function expectNothingStored(page: Page): Promise<void> {
  await expect.poll(() => banner(page).isVisible()).toBe(true);
  await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  await expect.poll(() => page.context().cookies()).toEqual([]);
}

async function chooseGermanByKeyboard(page: Page): Promise<void> {
  const menu = page.locator('.lang summary');
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.lang').getAttribute('open')).toBeNull();
  await expect.poll(() => menu.evaluate((summary) => summary === document.activeElement)).toBe(true);
  for (const key of ['Enter', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL(root('/de'));
  await expect.poll(() => heading(page)).toBe(TITLES.de);
  // Nothing lasting without the visitor's leave.
  await expect.poll(() => stored(page, 'parley.language')).toEqual([null, 'de']);
}

async function expectGermanElsewhere(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Hauptnavigation' })
    .getByRole('link', { name: 'Preise' })
    .click();
  await page.waitForURL(root('/pricing'));
  await page.getByRole('link', { name: 'Jetzt starten' }).first().waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
  await page.goto(root('/'));
  await page.waitForURL(root('/de'));
}

async function answerAboutCookies(page: Page): Promise<void> {
  await banner(page).getByRole('button', { name: 'Einstellungen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cookie-Einstellungen' });
  await dialog.getByRole('switch', { name: /^Präferenzen/ }).check();
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.isVisible()).toBe(false);
  await expect.poll(() => banner(page).isVisible()).toBe(true);
  await banner(page).getByRole('button', { name: 'Alle akzeptieren' }).click();
  await expect.poll(() => banner(page).isVisible()).toBe(false);
  await expect.poll(() => stored(page, 'parley.language')).toEqual(['de', null]);
}

/** Whoever chose before is led to their language before anything is painted, and keeps the query. */
async function expectMovedUnseen(page: Page): Promise<void> {
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
  await other.close();
  // An address that names a language is what somebody wanted to show.
  await page.goto(root('/en'));
  await expect.poll(() => heading(page)).toBe(TITLES.en);
  await expect.poll(() => banner(page).isVisible()).toBe(false);
}

/** It is there before the first paint of the next view. */
async function chooseDark(page: Page): Promise<void> {
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
}

async function dismissNotice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dismiss the alpha notice' }).click();
  await expect.poll(() => page.getByRole('complementary').isVisible()).toBe(false);
  await page.reload();
  await expect.poll(() => page.getByRole('complementary').isVisible()).toBe(false);
  await expect.poll(() => shifts(page)).toEqual([]);
}

/** Whoever is signed in is led on to the application, from the first paint on, and told nothing of signing up. */
async function expectSessionKnown(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('parley.auth.client.user.accessToken', 'a.b.c'));
  await page.reload();
  await expect.poll(() => page.locator('html').getAttribute('data-session')).toBe('');
  await expect.poll(() => page.locator('a[href^="/auth/"]:visible').count()).toBe(0);
  await expect
    .poll(() => page.locator('a[href="/dashboard"]:visible').allTextContents())
    .toEqual(['Dashboard', 'Dashboard', 'Dashboard', 'Dashboard']);
  await expect.poll(() => shifts(page, SEEN)).toEqual([]);
}

/** By a few pixels a bubble's edge goes when the typeface arrives. */
const SEEN = 0.02;

const demo = (page: Page) => page.getByRole('region', { name: 'Example conversation' });

async function openSourceByKeyboard(page: Page): Promise<void> {
  await demo(page).getByText('Can I return shoes that I wore once?').waitFor();
  const second = demo(page).getByText('the receipt or the order number');
  await expect.poll(() => second.isVisible()).toBe(false);
  await demo(page).getByRole('link', { name: 'Source 2' }).first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => second.isVisible()).toBe(true);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Questions at the till');
  await page.keyboard.press('Enter');
  await expect.poll(() => second.isVisible()).toBe(false);
}

/** The first answer is complete at the first paint; one that is asked for is written so. */
async function expectMotion(page: Page, name: 'say' | 'none'): Promise<void> {
  const animations = (turn: number) =>
    page
      .locator(`.turn:nth-child(${turn}) .a p span:not(.vh)`)
      .evaluateAll((pieces) => [...new Set(pieces.map((piece) => getComputedStyle(piece).animationName))]);
  await expect.poll(() => animations(1)).toEqual(['none']);
  await page.getByText('New soles?').click();
  await expect.poll(() => animations(2)).toEqual([name]);
}

async function askByKeyboard(page: Page): Promise<void> {
  const [first, second] = [
    'Can I return shoes that I wore once?',
    'What do new soles cost for hiking boots?',
  ];
  await demo(page).getByRole('radio', { name: 'New soles?' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => demo(page).getByText(first).isVisible()).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => demo(page).getByText(second).isVisible()).toBe(true);
  await expect.poll(() => demo(page).getByText(first).isVisible()).toBe(false);
  await expect.poll(() => demo(page).getByText('$79.00').isVisible()).toBe(true);
}

async function comparePrices(page: Page): Promise<void> {
  const prices = () => page.locator('.price b:visible').allTextContents();
  const monthly = ['$29', '$99', 'Custom'];
  await expect.poll(prices).toEqual(monthly);
  const [month, year] = await page.locator('#plans').getByRole('radio').all();
  await month?.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => year?.isChecked()).toBe(true);
  await expect.poll(prices).toEqual(['$23.20', '$79.20', 'Custom']);
  expect(await page.locator('.price.year').first().textContent()).toContain('$278.40');
  await page.locator('#plans label').first().click();
  await expect.poll(prices).toEqual(monthly);
}

async function expectCompleteWithoutScript(page: Page): Promise<void> {
  await page.goto(root('/'));
  await expect.poll(() => heading(page)).toBe(TITLES.en);
  await page.locator('.lang summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL(root('/de'));
  await page.goto(root('/en'));
  await page.getByText('New soles?').click();
  await expect.poll(() => page.getByText('What do new soles cost for hiking boots?').isVisible()).toBe(true);
  await page.getByText('Annual', { exact: false }).first().click();
  await expect.poll(() => page.getByText('$23.20').isVisible()).toBe(true);
  // Nothing that would do nothing: a question that can't be answered, buttons that answer to a script.
  await expect.poll(() => banner(page).isVisible()).toBe(false);
  await expect.poll(() => page.locator('button:visible, select:visible').count()).toBe(0);
}
