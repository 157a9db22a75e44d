import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bot } from '#contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import {
  accessibilityProblems,
  goWithin,
  newPage as newPageOf,
  problemsOfBothLooks,
  storeSession,
} from '../helpers/dashboard';
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

/** What is said of a document that answers: for a moment, that reading it has succeeded. */
const READ = /^(Ready|Successfully read)$/;

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

describe('every page', () => {
  const signedInPages = () => [
    '/dashboard',
    '/bots',
    '/usage',
    '/bots/none-such',
    ...['', '/knowledge', '/settings'].map((page) => `/bots/${bot.id}${page}`),
  ];
  const settingsTabs = ['appearance', 'messaging', 'ai', 'integrations', 'deployment'];

  // Under the headers that CloudFront would send, so its policy is tried as well.
  it('is accessible, fits and has nothing to complain of', async () => {
    const page = await newPage({ locale: 'de-DE' });
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
    await storeSession(page, cloud, 'app', await signInByApi(cloud, owner.email));
    const [first = '', ...others] = signedInPages();
    await page.goto(at(first));
    await look();
    for (const path of others) {
      const before = await page.title();
      await goWithin(page, path);
      await expect.poll(() => page.title()).not.toBe(before);
      await look();
    }
    for (const tab of settingsTabs) {
      await page.locator(`a[href$="?tab=${tab}"]`).click();
      await page.locator(`a[href$="?tab=${tab}"][aria-current]`).waitFor();
      await look();
    }
    // Its form watches over what is typed, and so leaves with the window alone.
    await page.goto(at('/bots/new'));
    await look();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('a bot', () => {
  it('needs a name, one that is free, and room in the plan', async () => {
    const person = await newUser(cloud);
    const page = await newPage();
    await openSignedIn(page, person.email, '/bots/new');
    await page.getByRole('button', { name: 'Create bot' }).click();
    await page.getByText('Bot name is required').waitFor();
    // Another window is faster: what the plan held when the form was opened is the server's to judge again.
    await person.call('createBot', { body: { name: 'Helpdesk', language: 'en', deploy: true } });
    await table.set({ pk: `ACCOUNT#${person.userId}`, sk: 'ACCOUNT' }, 'botCount', 20);
    await page.getByLabel('Name', { exact: true }).fill('helpdesk ');
    await page.getByRole('button', { name: 'Create bot' }).click();
    await page.getByText(/A bot with this name already exists|You have as many bots and drafts/).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('One too many');
    await page.getByRole('button', { name: 'Create bot' }).click();
    await page.getByText(/Bots and drafts: 20 of 20 in the Starter plan\./).waitFor();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('One too many');
    await page.context().close();
  });

  it('is not asked for where the plan has no room: the page says so at once', async () => {
    const page = await newPage();
    const person = await newUser(cloud);
    await person.call('createBot', { body: { name: 'Helpdesk' } });
    await table.set({ pk: `ACCOUNT#${person.userId}`, sk: 'ACCOUNT' }, 'botCount', 20);
    await openSignedIn(page, person.email, '/bots/new');
    await page.getByText(/Bots and drafts: 20 of 20 in the Starter plan\./).waitFor();
    await page.getByText('The Professional plan includes 100.').waitFor();
    await expect.poll(() => page.getByRole('textbox').count()).toBe(0);
    const plans = page.getByRole('link', { name: 'Upgrade plan' });
    await expect.poll(() => plans.getAttribute('href')).toBe('/billing');
    await page.getByRole('link', { name: 'To your bots' }).click();
    // The way to another bot is no main action there, and says why.
    await page.getByText('You have as many bots and drafts as your plan allows').waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'New bot' }).getAttribute('class'))
      .not.toContain('primary');
    await page.context().close();
  });

  it('is tried in the real widget while it is a draft; its connection ends when the chat is closed', async () => {
    const person = await newUser(cloud);
    const { id: botId } = Bot.parse(
      // The dashboard is none of the websites that the bot is allowed on, and may show it all the same.
      await person.call('createBot', { body: { name: 'Tents', allowedDomains: ['shop.example'] } }),
    );
    await processed(
      person,
      await uploadDocument(person, botId, {
        fileName: 'a.txt',
        content: 'A tent can be returned within forty days.',
      }),
    );
    const page = await newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await openSignedIn(page, person.email, `/bots/${botId}`);
    const chat = page.frameLocator('iframe[title="Try it"]').getByRole('dialog', { name: 'Tents' });
    await page.getByRole('button', { name: 'Open the chat' }).click();
    const socket = page.waitForEvent('websocket');
    await chat.getByRole('textbox').fill('Within how many days can I return a tent?');
    const visitors = await socket;
    await chat.getByRole('textbox').press('Enter');
    await chat.locator('li.bot').filter({ hasText: 'forty days' }).waitFor();
    const hungUp = visitors.waitForEvent('close');
    await page.getByRole('button', { name: 'Close the chat' }).click();
    await hungUp;
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('edited in two windows keeps the changes of both, and asks where they differ', async () => {
    const page = await newPage();
    const settings = `/bots/${bot.id}/settings?tab=messaging`;
    await openSignedIn(page, owner.email, settings);
    const other = await page.context().newPage();
    await other.goto(at(settings));
    const save = (window: Page) => window.getByRole('button', { name: 'Save changes' }).click();

    await other.getByLabel('Welcome message').fill('Theirs');
    await other.getByRole('link', { name: 'General' }).click();
    await other.getByLabel('Company name').fill('Their company');
    await save(other);
    await other.getByText('Saved.').waitFor();
    await page.getByLabel('Welcome message').fill('Mine');
    await page.getByLabel('Fallback message').fill('My fallback');
    await save(page);
    const question = page
      .getByRole('alert')
      .filter({ hasText: 'This bot was changed in another window or by somebody else.' });
    await question.waitFor();
    await expect.poll(() => question.evaluate((notice) => notice === document.activeElement)).toBe(true);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    // Why nothing can be saved now stands where one would save, with the way to what is asked.
    await page.getByText('Saving waits for one decision.').waitFor();
    await page.getByLabel('Fallback message').focus();
    await page.getByRole('button', { name: 'Decide now' }).click();
    await expect.poll(() => question.evaluate((notice) => notice === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await save(page);
    await page.getByText('Saved.').waitFor();

    expect(await owner.call('getBot', { path: { botId: bot.id } })).toMatchObject({
      welcomeMessage: 'Mine',
      fallbackMessage: 'My fallback',
      companyName: 'Their company',
    });

    // What is typed while a save is under way is not part of it, and stays to be saved.
    const welcome = page.getByLabel('Welcome message');
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(`**/api/bots/${bot.id}`, async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    });
    const saving = page.waitForRequest((request) => request.method() === 'PATCH');
    await welcome.fill('Mine first');
    await save(page);
    await saving;
    await welcome.fill('Mine first, then more');
    goOn();
    const stored = async () => (await owner.call('getBot', { path: { botId: bot.id } })) as Bot;
    await expect.poll(async () => (await stored()).welcomeMessage).toBe('Mine first');
    await page.getByText('You have unsaved changes').waitFor();
    await expect.poll(() => welcome.inputValue()).toBe('Mine first, then more');
    await save(page);
    await expect.poll(async () => (await stored()).welcomeMessage).toBe('Mine first, then more');

    // Both add to the same list, and change other days of the same week: nobody is asked.
    await page.getByLabel('New question').fill('Mine?');
    await page.getByLabel('Use business hours').check();
    await page.getByLabel('Monday, to').fill('17:00');
    const { version, businessHours } = await stored();
    const week = { ...businessHours.week, tuesday: [{ start: '10:00', end: '20:00' }] };
    await owner.call('updateBot', {
      path: { botId: bot.id },
      body: { version, starterQuestions: ['Theirs?'], businessHours: { ...businessHours, week } },
    });
    await save(page);
    await expect.poll(async () => (await stored()).starterQuestions).toEqual(['Theirs?', 'Mine?']);
    expect((await stored()).businessHours).toMatchObject({
      enabled: true,
      week: { ...week, monday: [{ start: '09:00', end: '17:00' }] },
    });
    await page.context().close();
  });
});

describe('knowledge', () => {
  it('says why a file failed, refuses the same file again, opens the original, and deletes', async () => {
    const page = await newPage();
    await openSignedIn(page, owner.email, `/bots/${bot.id}/knowledge`);
    const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await row('broken').getByText('The file is damaged.').waitFor();
    // What is said of it would answer nothing.
    expect(await row('broken').getByRole('button', { name: 'Edit the details of broken' }).count()).toBe(0);

    const choose = page.locator('input[type=file][multiple]');
    const text = { mimeType: 'text/plain', buffer: Buffer.from('We are open from nine to six.\n') };
    await choose.setInputFiles([
      { name: 'hours.txt', ...text },
      { name: 'program.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ]);
    // What is said of a file is asked first, of those that can be read.
    const dialog = page.getByRole('dialog', { name: 'Add documents' });
    const title = dialog.getByLabel('Title');
    await title.fill('');
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog.getByText('Please enter a title.').waitFor();
    await title.fill('Opening hours');
    await dialog.getByLabel('Category').fill('Shop');
    await dialog.getByLabel('Tags').fill('times, week, times');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await row('program.exe').getByText('This file type is not supported.').waitFor();
    await row('nothing.txt').getByText('This file is empty.').waitFor();
    await row('Opening hours').getByText(READ).waitFor();
    await row('Opening hours').getByText('hours.txt').waitFor();
    await expect
      .poll(() => row('Opening hours').getByRole('list').getByRole('listitem').allTextContents())
      .toEqual(['Shop', 'times', 'week']);
    await choose.setInputFiles([{ name: 'hours again.txt', ...text }]);
    await dialog.getByText('“Opening hours” already has the same content').waitFor();
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await row('hours again.txt').getByText('already been uploaded').waitFor();
    await page.getByRole('button', { name: 'Remove hours again.txt from the list' }).click();

    // What is there already, or chosen twice, is told before anything is sent.
    const other = { mimeType: 'text/plain', buffer: Buffer.from('We are open from ten to six.\n') };
    await choose.setInputFiles([
      { name: 'hours.txt', ...other },
      { name: 'copy.txt', ...other },
    ]);
    await dialog.getByText('A file with this name is here already: “Opening hours”.').waitFor();
    await dialog.getByText('The same content as hours.txt').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Leave out copy.txt' }).click();
    await dialog.getByRole('button', { name: 'Upload', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Edit the details of Opening hours' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Times');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('The details have been saved.').waitFor();

    await page.locator('input[type=file][aria-label="Upload a new version of Times"]').setInputFiles({
      name: 'hours 2.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('We are open from ten to six.\n'),
    });
    // No visitor has asked yet.
    const replacement = page.getByRole('dialog', { name: 'Replace this document?' });
    await replacement.getByText('No answer to a visitor cites it so far.').waitFor();
    await replacement.getByRole('button', { name: 'Upload a new version' }).click();
    await row('Times').getByText('hours 2.txt').waitFor();
    await page.getByText('hours.txt', { exact: true }).waitFor({ state: 'detached' });
    await row('Times').getByText(READ).waitFor();

    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Open the original of Times' }).click();
    await (await opened).getByText('We are open from ten to six.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Times' }).click();
    expect((await download).suggestedFilename()).toBe('hours 2.txt');

    // Of several at once those without a file are told, and all stay chosen for what comes next.
    for (const title of ['Times', 'broken']) await page.getByLabel(`Select ${title}`).check();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    expect((await saved).suggestedFilename()).toBe('hours 2.txt');
    await page.getByText('1 document that could not be read: its file is not kept').waitFor();
    await page.getByText('2 selected', { exact: true }).waitFor();
    for (const title of ['Times', 'broken']) await page.getByLabel(`Select ${title}`).uncheck();

    await page.getByRole('textbox', { name: 'Question' }).fill('When are you open?');
    await page.getByRole('button', { name: 'Ask your bot' }).click();
    await page.getByText('Your bot would answer from these passages.').waitFor();
    await page
      .getByRole('list', { name: 'Passages found' })
      .getByText('We are open from ten to six.')
      .waitFor();
    await page.getByText('Used in the answer as [1]').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);

    // What stands in the text is found there, also before it is typed to its end; what is said of it, at once.
    await page.getByLabel('Search').fill('six ope');
    const passages = page.getByRole('list', { name: 'Found in Times' });
    await expect.poll(() => passages.locator('mark').allTextContents()).toEqual(['open', 'six']);
    await row('broken').waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('six ope');
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await passages.waitFor();
    await page.getByLabel('Search').fill('shop WEEK');
    await passages.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete Times' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The document has been deleted.').waitFor();
    await row('Times').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('shows in one window what another uploads', async () => {
    const page = await newPage();
    // Only the socket can tell this page: its own calls for the list are answered once.
    let lists = 0;
    await page.route(`**/api/bots/${bot.id}/documents`, (route) =>
      route.request().method() === 'GET' && lists++ > 0 ? route.abort() : route.continue(),
    );
    const socket = page.waitForEvent('websocket');
    await openSignedIn(page, owner.email, `/bots/${bot.id}/knowledge`);
    await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor();
    await socket;
    await uploadDocument(owner, bot.id, {
      fileName: 'from elsewhere.txt',
      content: 'Sent by another window.\n',
    });
    await page.getByRole('listitem').filter({ hasText: 'from elsewhere' }).getByText(READ).waitFor();
    await page.context().close();
  });
});
