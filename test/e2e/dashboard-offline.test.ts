import type { Browser, Page, Response, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bot } from '#contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { accessibilityProblems, newPage as newPageOf, storeSession } from '../helpers/dashboard';
import { processed, uploadDocument } from '../helpers/documents';
import { newUser, signIn as signInByApi, type TestUser } from '../helpers/users';
import { operatorTable } from '../integration/api/table';

const cloud = sharedCloud();
const at = (path: string) => `${cloud.addresses.app}${path}`;
const newPage = (options?: Parameters<typeof newPageOf>[1]) => newPageOf(browser, options);
/** Opens a page signed in, without going through the sign-in: other tests do. */
const openSignedIn = async (page: Page, email: string, path: string) => {
  await storeSession(page, cloud, 'app', await signInByApi(cloud, email));
  await page.goto(at(path));
};

let browser: Browser;
let table: Awaited<ReturnType<typeof operatorTable>>;
let owner: TestUser;
let bot: Bot;

beforeAll(async () => {
  [browser, table] = await Promise.all([openBrowser(), operatorTable(cloud)]);
  owner = await newUser(cloud, { name: 'Mira Hohenstein' });
  bot = Bot.parse(
    await owner.call('createBot', { body: { name: 'Kundenservice', language: 'de', deploy: true } }),
  );
  const documents = await Promise.all(
    [
      {
        fileName: 'Allgemeine Geschäftsbedingungen und Widerrufsbelehrung.md',
        content: '# Rückgabe\n\nRückgaben sind innerhalb von dreißig Tagen möglich.\n',
      },
      { fileName: 'broken.pdf', content: '%PDF-1.4 and nothing that follows from it' },
    ].map((file) => uploadDocument(owner, bot.id, file)),
  );
  await Promise.all(documents.map((document) => processed(owner, document)));
});
afterAll(async () => {
  table?.close();
  await browser?.close();
});

describe('a lost connection', () => {
  it('is said while the browser is offline; what was typed stays and is saved after it', async () => {
    const page = await newPage();
    await openSignedIn(page, owner.email, `/bots/${bot.id}/settings?tab=messaging`);
    const greeting = page.getByLabel('Welcome message');
    await greeting.fill('Typed before');
    await page.context().setOffline(true);
    const notice = page.getByText('You are offline.');
    await notice.waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await greeting.fill('Typed while offline');
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    const failure = page.getByText('Unable to connect. Please check your internet connection.');
    await failure.waitFor();
    // In the window, wherever on the page one saves from.
    await page.evaluate(() => scrollTo(0, 0));
    await expect
      .poll(() => failure.evaluate((told) => told.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true);
    await expect.poll(() => greeting.inputValue()).toBe('Typed while offline');

    const readAgain = page.waitForResponse((response) => response.url().endsWith(`/api/bots/${bot.id}`));
    await page.context().setOffline(false);
    await readAgain;
    await notice.waitFor({ state: 'detached' });
    await expect.poll(() => greeting.inputValue()).toBe('Typed while offline');
    await save.click();
    await page.getByText('Saved.').waitFor();
    await page.context().close();
  });

  it('keeps a page that was not loaded yet from being shown, until it is back', async () => {
    const page = await newPage();
    await openSignedIn(page, owner.email, '/dashboard');
    const link = page
      .getByRole('region', { name: 'Your bots' })
      .getByRole('link', { name: 'Kundenservice', exact: true })
      .last();
    await link.waitFor();
    await page.context().setOffline(true);
    await link.click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Kundenservice', level: 1 }).waitFor();
    await page.context().close();
  });

  it('refuses to delete while offline, rather than later and unseen', async () => {
    const page = await newPage();
    await openSignedIn(page, owner.email, `/bots/${bot.id}/knowledge`);
    await page.getByRole('button', { name: 'Delete broken' }).click();
    await page.context().setOffline(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Unable to connect.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: 'broken' }).waitFor();
    await page.context().close();
  });

  it('is said when only live updates are lost for a while, and asks for what was missed', async () => {
    const page = await newPage();
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/socket/, (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
    await openSignedIn(page, owner.email, '/bots');
    await page.getByRole('heading', { name: 'Kundenservice' }).waitFor();
    await expect.poll(() => sockets.length).toBeGreaterThan(0);
    await page.route('**/api/socket-tickets', (route) => route.abort());
    await sockets.at(-1)?.close({ code: 1001 });
    const notice = page.getByText('Live updates are interrupted.');
    await notice.waitFor();
    // Listened for from here on: it may come before the way to it is open again is told.
    // The longest pause between two attempts is half a minute.
    const timeout = 90_000;
    const isList = (response: Response) => new URL(response.url()).pathname === '/api/bots';
    const asked = page.waitForResponse(isList, { timeout });
    await page.unroute('**/api/socket-tickets');
    await asked;
    await notice.waitFor({ state: 'detached', timeout });
    await page.context().close();
  });
});

describe('long names', () => {
  const longest = 'Gewährleistungsauskunft '.repeat(9).slice(0, 80).trim();
  const title = 'Allgemeine Geschäftsbedingungen und Widerrufsbelehrung '.repeat(4).slice(0, 200).trim();

  it.each([375, 1280])(
    'take two lines at most on a page %i wide, and show whole on hover and focus',
    async (width) => {
      const person = await newUser(cloud, { name: 'Dr. Ada Lovelace' });
      const { id: botId } = Bot.parse(
        await person.call('createBot', { body: { name: longest, deploy: true } }),
      );
      await processed(
        person,
        await uploadDocument(person, botId, { fileName: `${title}.txt`, content: 'A tent can be returned.' }),
      );
      const page = await newPage({ viewport: { width, height: 800 } });
      await openSignedIn(page, person.email, '/dashboard');
      await page.getByRole('heading', { name: 'Hello, Dr. Ada Lovelace' }).waitFor();
      await expect.poll(() => page.title()).toBe('Dashboard · Parley');

      const lines = (text: string) =>
        page.getByTitle(text, { exact: true }).evaluate((element) => {
          const { lineHeight } = getComputedStyle(element);
          return Math.round(element.getBoundingClientRect().height / Number.parseFloat(lineHeight));
        });
      await page.goto(at('/bots'));
      await page.getByTitle(longest, { exact: true }).waitFor();
      await expect.poll(() => lines(longest)).toBeLessThanOrEqual(2);
      await page.goto(at(`/bots/${botId}/knowledge`));
      await page.getByTitle(title, { exact: true }).waitFor();
      await expect.poll(() => lines(longest)).toBeLessThanOrEqual(2);
      await expect.poll(() => lines(title)).toBeLessThanOrEqual(2);
      const menu = page.getByRole('button', { name: `Actions for ${title}` });
      // The name shows whole while anything of its row has the focus.
      await menu.focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      const whole = await page
        .getByTitle(title, { exact: true })
        .evaluate((element) => getComputedStyle(element, '::after').content);
      expect(whole).toBe(`"${title}"`);
      await menu.press('Enter');
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect.poll(() => accessibilityProblems(page)).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('The document has been deleted.').waitFor();
      await page.context().close();
    },
  );
});
