import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityProblems, adminTokens, storeSession } from '../helpers/dashboard';
import { newUser, signIn } from '../helpers/users';
import { app, cloud, newWindow, root } from './setup';

it('the question about cookies takes no focus and hides nothing, on both hosts, and is answered and changed', async () => {
  const page = await newWindow({ consent: false, viewport: { width: 375, height: 640 } });
  await page.goto(root('/impressum'));
  await expectNothingTaken(page);
  await openSettingsByKeyboard(page);
  await expectSignUpUncovered(page);
  await answerInGerman(page);
  await changeAnswer(page);
  await answerOnAppHost(page);
  await page.context().close();
});

it('code and texts that are gone are made up for, and what fails then is reported to administrators', async () => {
  const page = await newWindow();
  await reloadForCode(page);
  await sayThatCodeIsGone(page);
  await readInEnglishMeanwhile(page);
  await reportFault(page);
  await page.context().close();
});

const stored = (page: Page) =>
  page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }));
const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
const consentOf = async (page: Page) => JSON.parse((await stored(page)).local.cookieConsent ?? 'null');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const bottomOf = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().bottom);

async function expectNothingTaken(page: Page): Promise<void> {
  await banner(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  const last = page.getByRole('button', { name: 'Cookie settings' });
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const bar = await banner(page).boundingBox();
  expect(await bottomOf(last)).toBeLessThanOrEqual(bar?.y ?? 0);
}

/** The keyboard comes to it last. */
async function openSettingsByKeyboard(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link').last().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('Settings');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => focused(page)).toBe('Settings');
  await expect.poll(() => banner(page).count()).toBe(1);
}

/** It is a slim bar, above which every field and button can be reached. */
async function expectSignUpUncovered(page: Page): Promise<void> {
  await page.goto(root('/auth/signup'));
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 1280, height: 720 },
    { width: 375, height: 667 },
  ]) {
    await page.setViewportSize(viewport);
    await page.reload();
    await banner(page).waitFor();
    const bar = await banner(page).boundingBox();
    expect(bar?.height).toBeLessThan(viewport.height / 5);
    const edge = bar?.y ?? 0;
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
  }
}

/** What is chosen without leave to keep it lasts as long as the window. */
async function answerInGerman(page: Page): Promise<void> {
  await page.goto(root('/auth/login'));
  await banner(page).getByRole('button', { name: 'Accept necessary only' }).click();
  await page.getByText('DE', { exact: true }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'DE' }).isEnabled()).toBe(true);
  const { local, session } = await stored(page);
  expect(Object.keys(local)).toEqual(['cookieConsent']);
  expect(session['parley.language']).toBe('de');
  await page.reload();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
  await expect.poll(() => banner(page).count()).toBe(0);
}

async function changeAnswer(page: Page): Promise<void> {
  await page.goto(root('/impressum'));
  await page.getByRole('button', { name: 'Cookie-Einstellungen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Alle akzeptieren' }).click();
  await expect.poll(async () => (await stored(page)).local['parley.language']).toBe('de');
  expect((await stored(page)).session).not.toHaveProperty('parley.language');
  expect(await consentOf(page)).toMatchObject({ necessary: true, analytics: true, preferences: true });
}

/** There it stands above the bar of a phone, and is changed in the account menu. */
async function answerOnAppHost(page: Page): Promise<void> {
  const { email } = await newUser(cloud, { name: 'Jo Example' });
  await page.setViewportSize({ width: 375, height: 700 });
  await storeSession(page, cloud, 'app', await signIn(cloud, email));
  await page.goto(app('/bots'));
  await banner(page).waitFor();
  const isClear = async () => {
    const [question, bar] = await Promise.all([
      banner(page).boundingBox(),
      page.getByRole('navigation', { name: 'Main' }).boundingBox(),
    ]);
    return (question?.y ?? 0) + (question?.height ?? 0) <= (bar?.y ?? 0);
  };
  // The bar comes with the dashboard, and the question makes room for it then.
  await expect.poll(isClear).toBe(true);
  await banner(page).getByRole('button', { name: 'Accept necessary only' }).click();
  await expect.poll(() => consentOf(page)).toMatchObject({ analytics: false });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('button', { name: 'Cookie settings' }).click();
  await page.getByRole('dialog', { name: 'Cookie settings' }).waitFor();
}

const CODE = '**/assets/ImprintPage*.js';
const goToImprint = async (page: Page) => {
  await page.route(CODE, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.getByRole('link', { name: 'Imprint' }).click();
};

/** As after a deployment, when the page before it asks for what is there under another name. */
async function reloadForCode(page: Page): Promise<void> {
  await page.goto(root('/privacy'));
  page.once('load', () => void page.unroute(CODE));
  await goToImprint(page);
  await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();
}

/** In another window, where a reload by itself does not help either. */
async function sayThatCodeIsGone(before: Page): Promise<void> {
  const page = await before.context().newPage();
  await page.goto(root('/privacy'));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await goToImprint(page);
  await page.getByRole('heading', { name: 'Component Loading Failed' }).waitFor();
  expect(loads).toBe(1);
  await expect.poll(() => page.url()).toBe(root('/impressum'));
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await page.unroute(CODE);
  await page.getByRole('button', { name: 'Try Again', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();
  await page.close();
}

/** English texts stand in for those that don't come, never the names of texts, with the way to load again. */
async function readInEnglishMeanwhile(page: Page): Promise<void> {
  await page.goto(root('/auth/login'));
  await page.getByText('DE', { exact: true }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  const texts = '**/locales/de/auth.json';
  await page.route(texts, (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('erscheinen auf Englisch').waitFor();
  await page.unroute(texts);
  await page.getByRole('button', { name: 'Neu laden' }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();

  // Outside development nobody is told of a text that is missing.
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  await page.route('**/locales/*/auth.json', (route) => route.fulfill({ json: {} }));
  await page.reload();
  await page.locator('button[type=submit]').waitFor();
  expect(posted.filter((path) => path.startsWith('/locales/'))).toEqual([]);
  await page.unroute('**/locales/*/auth.json');
}

/** Once, without what is nobody's business. */
async function reportFault(page: Page): Promise<void> {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) sent.push(request.postData() ?? '');
  });
  await page.goto(root('/auth/login?redirect=%2Fbots'));
  await page.locator('button[type=submit]').waitFor();
  const taken = page.waitForResponse((response) => response.url().endsWith('/api/client-errors'));
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
  expect((await taken).ok()).toBe(true);
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toMatch(/123456|jo@example/);
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({ name: mark, page: '/auth/login', language: 'de' });

  const admin = await newWindow();
  await storeSession(admin, cloud, 'app', await adminTokens(cloud));
  await admin.goto(app('/admin/errors'));
  await admin.getByText(mark, { exact: true }).waitFor();
  await admin.context().close();
}
