import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { newPage } from '../helpers/dashboard';

const cloud = sharedCloud();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe.each([
  { language: 'en', width: 375 },
  { language: 'de', width: 375 },
  { language: 'de', width: 768 },
  { language: 'en', width: 1280 },
  { language: 'de', width: 1280 },
])('the landing page in $language, $width pixels wide', ({ language, width }) => {
  it('keeps still when the brand’s typefaces come late, and has them at the next view', async () => {
    const page = await newPage(browser, { viewport: { width, height: 800 } });
    const fonts: string[] = [];
    await page.route('**/*.woff2', async (route) => {
      fonts.push(route.request().url());
      // On a slow line: the page has long been read when they come.
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) {
          const { value } = shift as PerformanceEntry & { readonly value: number };
          document.documentElement.dataset.shift = String(
            Number(document.documentElement.dataset.shift ?? 0) + value,
          );
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'));
    await page.goto(`${cloud.addresses.root}/${language}`);
    await arrived;
    await page.waitForTimeout(500);
    expect(new Set(fonts).size).toBe(2);
    expect(await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))).toBe(0);
    await page.unrouteAll();
    await page.reload();
    expect(await familyOf(page, 'h1')).toMatch(/^Bricolage/);
    expect(await familyOf(page, 'h1 ~ p')).toMatch(/^Figtree/);
    await page.context().close();
  });
});

/** The typeface in which the text of an element is drawn. */
async function familyOf(page: Page, selector: string): Promise<string | undefined> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts[0]?.familyName;
}

it.each(['en', 'de'])(
  'the landing page in %s is at most six thousand pixels long on a phone',
  async (language) => {
    const page = await newPage(browser, { viewport: { width: 375, height: 740 } });
    await page.goto(`${cloud.addresses.root}/${language}`);
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_000);
    await page.context().close();
  },
);
