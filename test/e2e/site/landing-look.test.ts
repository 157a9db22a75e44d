import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, excessWidth } from '../../helpers/dashboard';
import { root } from '../setup';
import { shifts, visit } from './landing-visit';

const PHONE = { width: 375, height: 740 };

describe('the landing page', () => {
  // Each width, language and scheme with each other would be twelve; these have all but one width, and take on the
  // others in the end.
  it('is accessible, fits and shifts by nothing that is seen, in both languages and schemes, with a slim bar about cookies', async () => {
    const { page, faults } = await visit('about:blank', { viewport: PHONE });
    for (const look of [
      { language: 'de', colorScheme: 'light', viewport: PHONE },
      { language: 'en', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
    ] as const) {
      await page.emulateMedia({ colorScheme: look.colorScheme });
      await page.setViewportSize(look.viewport);
      await page.goto(root(`/${look.language}`));
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      await expectStill(page);
      if (look.viewport === PHONE) await expectSlimBar(page);
      await expectAccessible(page);
      await expectShort(page);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('keeps still when the brand’s typefaces come late, and has them at the next view', async () => {
    const { page } = await visit('about:blank');
    for (const { language, width } of [
      { language: 'en', width: 375 },
      { language: 'de', width: 375 },
      { language: 'de', width: 768 },
      { language: 'en', width: 1280 },
      { language: 'de', width: 1280 },
    ]) {
      const fonts: string[] = [];
      const late = async (route: Route) => {
        fonts.push(route.request().url());
        // On a slow line: the page has long been read when they come.
        await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue();
      };
      await page.setViewportSize({ width, height: 800 });
      await page.route('**/*.woff2', late);
      await page.goto(root(`/${language}`), { waitUntil: 'networkidle' });
      expect(new Set(fonts).size).toBe(2);
      expect(await shifts(page)).toEqual([]);
      await page.unroute('**/*.woff2', late);
      await page.reload();
      expect(await familyOf(page, 'h1')).toMatch(/^Bricolage/);
      expect(await familyOf(page, 'h1 ~ p')).toMatch(/^Figtree/);
    }
    await page.context().close();
  });
});

/** Down to its end and back. */
async function expectStill(page: Page): Promise<void> {
  await expect.poll(() => excessWidth(page)).toBe(0);
  for (const edge of ['bottom', 'top'] as const)
    await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), edge);
  // By a few pixels a bubble's edge goes when the typeface arrives.
  await expect.poll(() => shifts(page, 0.02)).toEqual([]);
}

/** It hides neither what the page is for nor what has the focus. */
async function expectSlimBar(page: Page): Promise<void> {
  const bar = await page.getByRole('region', { name: 'Cookies' }).boundingBox();
  expect(bar?.height).toBeLessThan(PHONE.height / 5);
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
}

/** As it opens, with the settings of cookies, and with all open that opens. */
async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await page.locator('.consent [data-consent=settings]').click();
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await page.locator('dialog [data-consent=all]').click();
  await page.locator('.lang summary').click();
  for (const summary of await page.locator('.turn:nth-child(1) summary').all()) await summary.click();
  await page.locator('label[for=ask2]').click();
  await page.locator('label[for=year]').click();
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => excessWidth(page), { message: String(width) }).toBe(0);
  }
}

/** At most some seven screens of a phone, as it opens. */
async function expectShort(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_100);
}

/** The typeface in which the text of an element is drawn. */
async function familyOf(page: Page, selector: string): Promise<string | undefined> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  await devtools.detach();
  return fonts[0]?.familyName;
}
