import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { adminTokens, goWithin, newPage, problemsOfBothLooks, storeSession } from '../helpers/dashboard';

const cloud = sharedCloud();
const app = (path: string) => `${cloud.addresses.app}${path}`;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe('pages in the place of screens that come later', () => {
  it('are accessible and fit', async () => {
    const page = await newPage(browser, { locale: 'de-DE' });
    await storeSession(page, cloud, 'app', await adminTokens(cloud));
    const complaints: unknown[] = [];
    const paths = [
      '/settings',
      '/billing?canceled=true',
      '/thank-you',
      '/analytics',
      '/team',
      '/help',
      '/thank-you?success=true&plan=professional',
      '/admin',
      '/developer-tools',
      '/chat-demo',
      '/widget/some-bot',
    ];
    await page.goto(app('/dashboard'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const path of paths) {
      const before = await page.getByRole('heading', { level: 1 }).elementHandle();
      await goWithin(page, path);
      // The page before stays until the next one is there.
      await before?.waitForElementState('hidden');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[role=status][aria-label]'));
      complaints.push(...(await problemsOfBothLooks(page, path)));
      // Who is signed in is not asked to sign in or up, neither by the page nor at its foot.
      const strangers = await page.locator('a[href*="/auth/"]').allTextContents();
      if (strangers.length > 0) complaints.push({ path, strangers });
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
