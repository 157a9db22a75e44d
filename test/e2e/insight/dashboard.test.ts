import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { Bot } from '#contract/bots/bots';
import { accessibilityProblems, chooseAction, goWithin, problemsOfBothLooks } from '../../helpers/dashboard';
import { processed, uploadDocument } from '../../helpers/documents';
import { newUser, type TestUser } from '../../helpers/users';
import { app, cloud, enter, newWindow } from '../setup';

/** What is said of a document that answers: for a moment, that reading it has succeeded. */
const READ = /^(Ready|Successfully read)$/;

// Under the headers that CloudFront would send, so its policy is tried as well.
it('every page is accessible, fits and has nothing to complain of', async () => {
  const owner = await newUser(cloud, { name: 'Mira Hohenstein' });
  const bot = await botWithDocuments(owner);
  const page = await newWindow({ locale: 'de-DE' });
  const complaints: unknown[] = [];
  page.on('console', (message) => {
    // The browser itself reports what was not found, which for one of these pages is the point.
    const expected = message.text().includes('404') && message.location().url.endsWith('/bots/none-such');
    const ofTheTest = message.text() === 'Service Worker registration blocked by Playwright';
    if (['error', 'warning'].includes(message.type()) && !expected && !ofTheTest)
      complaints.push({ address: page.url(), said: message.text() });
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const look = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Skeletons are statuses too: the page counts when they have gone.
    await page.waitForFunction(() => !document.querySelector('[role=status][aria-label]'));
    complaints.push(...(await problemsOfBothLooks(page, page.url())));
  };
  await enter(page, owner);
  await page.goto(app('/dashboard'));
  await look();
  const ofTheBot = ['', '/knowledge', '/settings'].map((part) => `/bots/${bot.id}${part}`);
  for (const path of ['/bots', '/usage', '/bots/none-such', ...ofTheBot]) {
    const before = await page.title();
    await goWithin(page, path);
    await expect.poll(() => page.title()).not.toBe(before);
    await look();
  }
  for (const tab of ['appearance', 'messaging', 'ai', 'integrations', 'deployment']) {
    await page.locator(`a[href$="?tab=${tab}"]`).click();
    await page.locator(`a[href$="?tab=${tab}"][aria-current]`).waitFor();
    await look();
  }
  // Its form watches over what is typed, and so leaves with the window alone.
  await page.goto(app('/bots/new'));
  await look();
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('a draft learns from a file in sight of another window, is tried, and is edited in both', async () => {
  const owner = await newUser(cloud, { name: 'Mira Hohenstein' });
  // The dashboard is none of the websites that the bot is allowed on, and may show it all the same.
  const bot = Bot.parse(
    await owner.call('createBot', { body: { name: 'Tents', allowedDomains: ['shop.example'] } }),
  );
  const page = await newWindow();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await enter(page, owner);
  await page.goto(app(`/bots/${bot.id}/knowledge`));
  const other = await openListening(page, bot);
  await upload(page);
  await row(other, 'Opening hours').getByText(READ).waitFor();
  await replace(page);
  await row(other, 'Opening hours').getByText('hours 2.txt').waitFor();
  await openAndSave(page);
  await tryQuestion(page);
  await find(page);
  await talkToDraft(page, bot);
  await deleteDocument(page, bot);
  await row(other, 'Opening hours').waitFor({ state: 'detached' });
  await editInBoth(page, other, bot);
  expect(await owner.call('getBot', { path: { botId: bot.id } })).toMatchObject({
    welcomeMessage: 'Mine',
    fallbackMessage: 'My fallback',
    companyName: 'Their company',
  });
  expect(errors.filter((text) => !text.includes('409'))).toEqual([]);
  await page.context().close();
});

async function botWithDocuments(owner: TestUser): Promise<Bot> {
  const bot = Bot.parse(
    await owner.call('createBot', { body: { name: 'Kundenservice', language: 'de', deploy: true } }),
  );
  const files = [
    {
      fileName: 'Allgemeine Geschäftsbedingungen und Widerrufsbelehrung.md',
      content: '# Rückgabe\n\nRückgaben sind innerhalb von dreißig Tagen möglich.\n',
    },
    { fileName: 'broken.pdf', content: '%PDF-1.4 and nothing that follows from it' },
  ];
  for (const document of await Promise.all(files.map((file) => uploadDocument(owner, bot.id, file))))
    await processed(owner, document);
  return bot;
}

const row = (window: Page, title: string) => window.getByRole('listitem').filter({ hasText: title });
const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

/** A window that asks for the documents once: of all that comes after, only the socket can tell it. */
async function openListening(page: Page, bot: Bot): Promise<Page> {
  const other = await page.context().newPage();
  let lists = 0;
  await other.route(`**/api/bots/${bot.id}/documents`, (route) =>
    route.request().method() === 'GET' && lists++ > 0 ? route.abort() : route.continue(),
  );
  const socket = other.waitForEvent('websocket');
  await other.goto(page.url());
  await other.getByRole('heading', { name: 'Give your bot something to read' }).waitFor();
  await socket;
  return other;
}

async function upload(page: Page): Promise<void> {
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles(textFile('hours.txt', 'We are open from nine to six.\n'));
  const dialog = page.getByRole('dialog', { name: 'Add documents' });
  await dialog.getByLabel('Title').fill('Opening hours');
  await dialog.getByLabel('Category').fill('Shop');
  await dialog.getByLabel('Tags').fill('times, week');
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await row(page, 'Opening hours').getByText(READ).waitFor();
  await row(page, 'Opening hours').getByText('hours.txt').waitFor();
  await expect
    .poll(() => row(page, 'Opening hours').getByRole('list').getByRole('listitem').allTextContents())
    .toEqual(['Shop', 'times', 'week']);
}

async function replace(page: Page): Promise<void> {
  await page
    .locator('input[type=file][aria-label="Upload a new version of Opening hours"]')
    .setInputFiles(textFile('hours 2.txt', 'We are open from ten to six.\n'));
  // No visitor has asked yet.
  const question = page.getByRole('dialog', { name: 'Replace this document?' });
  await question.getByText('No answer to a visitor cites it so far.').waitFor();
  await question.getByRole('button', { name: 'Upload a new version' }).click();
  await row(page, 'Opening hours').getByText('hours 2.txt').waitFor();
  await page.getByText('hours.txt', { exact: true }).waitFor({ state: 'detached' });
  await row(page, 'Opening hours').getByText(READ).waitFor();
}

async function openAndSave(page: Page): Promise<void> {
  const opened = page.context().waitForEvent('page');
  await chooseAction(page, 'Opening hours', 'Open original');
  const original = await opened;
  await original.getByText('We are open from ten to six.').waitFor();
  await original.close();
  const download = page.waitForEvent('download');
  await chooseAction(page, 'Opening hours', 'Download');
  expect((await download).suggestedFilename()).toBe('hours 2.txt');
}

async function tryQuestion(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill('When are you open?');
  await page.getByRole('button', { name: 'Ask your bot' }).click();
  await page.getByText('Your bot would answer from these passages.').waitFor();
  await page
    .getByRole('list', { name: 'Passages found' })
    .getByText('We are open from ten to six.')
    .waitFor();
  await page.getByText('Used in the answer as [1]').waitFor();
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
}

/** What stands in the text is found there, also before it is typed to its end; what is said of it, at once. */
async function find(page: Page): Promise<void> {
  await page.getByLabel('Search').fill('six ope');
  const passages = page.getByRole('list', { name: 'Found in Opening hours' });
  await expect.poll(() => passages.locator('mark').allTextContents()).toEqual(['open', 'six']);
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('six ope');
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await passages.waitFor();
  await page.getByLabel('Search').fill('shop WEEK');
  await passages.waitFor({ state: 'detached' });
  await row(page, 'Opening hours').waitFor();
}

/** In the real widget, whose connection ends when the chat is closed. */
async function talkToDraft(page: Page, bot: Bot): Promise<void> {
  await goWithin(page, `/bots/${bot.id}`);
  const chat = page.frameLocator('iframe[title="Try it"]').getByRole('dialog', { name: 'Tents' });
  await page.getByRole('button', { name: 'Open the chat' }).click();
  const socket = page.waitForEvent('websocket');
  await chat.getByRole('textbox').fill('When are you open?');
  const visitors = await socket;
  await chat.getByRole('textbox').press('Enter');
  await chat.locator('li.bot').filter({ hasText: 'open from ten to six' }).waitFor();
  const hungUp = visitors.waitForEvent('close');
  await page.getByRole('button', { name: 'Close the chat' }).click();
  await hungUp;
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
}

async function deleteDocument(page: Page, bot: Bot): Promise<void> {
  await goWithin(page, `/bots/${bot.id}/knowledge`);
  await chooseAction(page, 'Opening hours', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The document has been deleted.').waitFor();
  await row(page, 'Opening hours').waitFor({ state: 'detached' });
}

/** What both windows changed is asked; what only one did is kept by itself. */
async function editInBoth(page: Page, other: Page, bot: Bot): Promise<void> {
  const save = (window: Page) => window.getByRole('button', { name: 'Save changes' }).click();
  for (const window of [page, other]) {
    await goWithin(window, `/bots/${bot.id}/settings?tab=messaging`);
    await window.getByLabel('Welcome message').waitFor();
  }
  await page.getByLabel('Welcome message').fill('Mine');
  await page.getByLabel('Fallback message').fill('My fallback');
  await other.getByLabel('Welcome message').fill('Theirs');
  await other.getByRole('link', { name: 'General' }).click();
  await other.getByLabel('Company name').fill('Their company');
  await save(other);
  await other.getByText('Saved.').waitFor();
  await save(page);
  const question = page
    .getByRole('alert')
    .filter({ hasText: 'This bot was changed in another window or by somebody else.' });
  await question.waitFor();
  await expect.poll(() => question.evaluate((notice) => notice === document.activeElement)).toBe(true);
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await save(page);
  await page.getByText('Saved.').waitFor();
}
