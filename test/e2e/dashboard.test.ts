import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bot } from '../../functions/contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import {
  accessibilityProblems,
  excessWidth,
  newPage as newPageOf,
  signIn as signInTo,
} from '../helpers/dashboard';
import { processed, uploadDocument } from '../helpers/documents';
import { newUser, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
const at = (path: string) => `${cloud.addresses.app}${path}`;
const root = (path = '/') => `${cloud.addresses.root}${path}`;
const newPage = (options?: Parameters<typeof newPageOf>[1]) => newPageOf(browser, options);
const signIn = (page: Page, email: string) => signInTo(page, cloud, email);

let browser: Browser;
let owner: TestUser;
let bot: Bot;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await newUser(cloud, { name: 'Mira Hohenstein' });
  bot = Bot.parse(await owner.call('createBot', { body: { name: 'Kundenservice', language: 'de' } }));
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
afterAll(() => browser?.close());

describe('every page', () => {
  const publicPages = ['/', '/auth/login', '/auth/signup', '/auth/reset', '/auth/confirm', '/reset-password'];
  const signedInPages = () => [
    '/dashboard',
    '/bots',
    '/bots/new',
    '/bots/none-such',
    ...['', '/knowledge', '/settings'].map((page) => `/bots/${bot.id}${page}`),
  ];

  // Under the headers that CloudFront would send, so its policy is tried as well.
  it.each([
    { name: 'a phone, German, light', width: 375, locale: 'de-DE', colorScheme: 'light' },
    { name: 'a tablet, German, dark', width: 768, locale: 'de-DE', colorScheme: 'dark' },
    { name: 'a desktop, English, dark', width: 1280, locale: 'en-GB', colorScheme: 'dark' },
  ] as const)('is accessible and fits on $name', async ({ width, locale, colorScheme }) => {
    const page = await newPage({ viewport: { width, height: 800 }, locale, colorScheme });
    const complaints: unknown[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const visit = async (address: string) => {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // Skeletons are statuses too: the page counts when they have gone.
      await page.waitForFunction(() => !document.querySelector('[role=status][aria-label]'));
      complaints.push(...(await accessibilityProblems(page)).map((problem) => ({ address, ...problem })));
      const excess = await excessWidth(page);
      if (excess > 0) complaints.push({ address, excess });
    };
    for (const path of publicPages) await visit(root(path));
    await signIn(page, owner.email);
    for (const path of signedInPages()) await visit(at(path));
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('a bot', () => {
  it('needs a name, one that is free, and room in the plan', async () => {
    const page = await newPage();
    await signIn(page, owner.email);
    await page.goto(at('/bots/new'));
    await page.getByRole('button', { name: 'Create bot' }).click();
    await page.getByText('Bot name is required').waitFor();
    await page.getByLabel('Name').fill('kundenservice ');
    await page.getByRole('button', { name: 'Create bot' }).click();
    await page.getByText(/A bot with this name already exists|Your plan holds no more bots/).waitFor();
    await page.getByLabel('Name').fill('One too many');
    await page.getByRole('button', { name: 'Create bot' }).click();
    await page.getByText('The Starter plan includes 1 bot.').waitFor();
    await page.context().close();
  });

  it('edited in two windows keeps the changes of both, and asks where they differ', async () => {
    const page = await newPage();
    await signIn(page, owner.email);
    const other = await page.context().newPage();
    const settings = at(`/bots/${bot.id}/settings`);
    await Promise.all([page.goto(settings), other.goto(settings)]);
    const save = (window: Page) => window.getByRole('button', { name: 'Save changes' }).click();

    await other.getByLabel('Welcome message').fill('Theirs');
    await other.getByLabel('Company name').fill('Their company');
    await save(other);
    await other.getByText('Saved.').waitFor();
    await page.getByLabel('Welcome message').fill('Mine');
    await page.getByLabel('Fallback message').fill('My fallback');
    await save(page);
    await page.getByText('Another user changed this bot meanwhile.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await save(page);
    await page.getByText('Saved.').waitFor();

    expect(await owner.call('getBot', { path: { botId: bot.id } })).toMatchObject({
      welcomeMessage: 'Mine',
      fallbackMessage: 'My fallback',
      companyName: 'Their company',
    });
    await page.context().close();
  });
});

describe('knowledge', () => {
  it('says why a file failed, refuses the same file again, opens the original, and deletes', async () => {
    const page = await newPage();
    await signIn(page, owner.email);
    await page.goto(at(`/bots/${bot.id}/knowledge`));
    const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await row('broken').getByText('The file is damaged.').waitFor();

    const choose = page.locator('input[type=file]');
    const text = { mimeType: 'text/plain', buffer: Buffer.from('We are open from nine to six.\n') };
    await choose.setInputFiles([
      { name: 'hours.txt', ...text },
      { name: 'program.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ]);
    await row('program.exe').getByText('This file type is not supported.').waitFor();
    await row('nothing.txt').getByText('This file is empty.').waitFor();
    await row('hours').getByText('Ready').waitFor();
    await choose.setInputFiles([{ name: 'hours again.txt', ...text }]);
    await row('hours again.txt').getByText('already been uploaded').waitFor();
    await page.getByRole('button', { name: 'Remove hours again.txt from the list' }).click();

    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Open the original of hours' }).click();
    await (await opened).getByText('We are open from nine to six.').waitFor();

    await page.getByRole('button', { name: 'Delete hours' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“hours” has been deleted.').waitFor();
    await row('hours').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('shows in one window what another uploads', async () => {
    const page = await newPage();
    await signIn(page, owner.email);
    // Only the socket can tell this page: its own calls for the list are answered once.
    let lists = 0;
    await page.route(`**/api/bots/${bot.id}/documents`, (route) =>
      route.request().method() === 'GET' && lists++ > 0 ? route.abort() : route.continue(),
    );
    const socket = page.waitForEvent('websocket');
    await page.goto(at(`/bots/${bot.id}/knowledge`));
    await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor();
    await socket;
    await uploadDocument(owner, bot.id, {
      fileName: 'from elsewhere.txt',
      content: 'Sent by another window.\n',
    });
    await page.getByRole('listitem').filter({ hasText: 'from elsewhere' }).getByText('Ready').waitFor();
    await page.context().close();
  });
});
