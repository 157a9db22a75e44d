import type { Page, Response, WebSocketRoute } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { Bot } from '#contract/bots/bots';
import { accessibilityProblems, chooseAction, goWithin } from '../../helpers/dashboard';
import { processed, uploadDocument } from '../../helpers/documents';
import { newUser, type TestUser } from '../../helpers/users';
import { app, cloud, enter, newWindow } from '../setup';

/** Opens a page signed in, without going through the sign-in: other tests do. */
const openSignedIn = async (page: Page, person: TestUser, path: string) => {
  await enter(page, person);
  await page.goto(app(path));
};

const WIDTHS = [375, 1280];

let owner: TestUser;
let bot: Bot;

beforeAll(async () => {
  owner = await newUser(cloud, { name: 'Dr. Ada Lovelace' });
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

it('a lost connection is said, loses nothing that was typed and deletes nothing; what was missed is read after it', async () => {
  const page = await newWindow();
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/socket/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await openSignedIn(page, owner, '/dashboard');
  await page.getByRole('heading', { name: 'Hello, Dr. Ada Lovelace' }).waitFor();
  await expect.poll(() => page.title()).toBe('Dashboard · Parley');
  await followLinkOffline(page);
  await goWithin(page, `/bots/${bot.id}/settings?tab=messaging`);
  await saveOffline(page);
  await goWithin(page, `/bots/${bot.id}/knowledge`);
  await deleteOffline(page);
  await goWithin(page, '/bots');
  await page.getByRole('heading', { name: 'Kundenservice' }).waitFor();
  await loseLiveUpdates(page, sockets);
  await page.context().close();
});

it('long names take two lines at most, on a phone as well, and show whole on focus', async () => {
  const longest = 'Gewährleistungsauskunft '.repeat(9).slice(0, 80).trim();
  const title = 'Allgemeine Geschäftsbedingungen und Widerrufsbelehrung '.repeat(4).slice(0, 200).trim();
  const person = await newUser(cloud);
  const { id: botId } = Bot.parse(await person.call('createBot', { body: { name: longest, deploy: true } }));
  await processed(
    person,
    await uploadDocument(person, botId, { fileName: `${title}.txt`, content: 'A tent can be returned.' }),
  );
  const page = await newWindow();
  await openSignedIn(page, person, '/bots');
  await expectTwoLines(page, longest);
  await goWithin(page, `/bots/${botId}/knowledge`);
  await expectTwoLines(page, longest);
  await expectTwoLines(page, title);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectWholeOnFocus(page, title);
    await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
  await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The document has been deleted.').waitFor();
  await page.context().close();
});

/** A page that was not loaded yet is not shown until the connection is back. */
async function followLinkOffline(page: Page): Promise<void> {
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
}

async function saveOffline(page: Page): Promise<void> {
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
}

/** It is refused, rather than done later and unseen. */
async function deleteOffline(page: Page): Promise<void> {
  await chooseAction(page, 'broken', 'Delete');
  await page.context().setOffline(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Unable to connect.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('listitem').filter({ hasText: 'broken' }).waitFor();
}

/** Of the connection these alone are lost for a while. */
async function loseLiveUpdates(page: Page, sockets: readonly WebSocketRoute[]): Promise<void> {
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
}

async function expectTwoLines(page: Page, text: string): Promise<void> {
  const shown = page.getByTitle(text, { exact: true });
  await shown.waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() =>
        shown.evaluate((element) => {
          const { lineHeight } = getComputedStyle(element);
          return Math.round(element.getBoundingClientRect().height / Number.parseFloat(lineHeight));
        }),
      )
      .toBeLessThanOrEqual(2);
  }
}

/** While anything of its row has the focus. */
async function expectWholeOnFocus(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const whole = await page
    .getByTitle(title, { exact: true })
    .evaluate((element) => getComputedStyle(element, '::after').content);
  expect(whole).toBe(`"${title}"`);
}
