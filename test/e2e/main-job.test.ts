import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { closeWindows, browser as openBrowser } from '../helpers/browser';
import { freePort, type StartedCommand, startCommand } from '../helpers/command';
import { chooseAction } from '../helpers/dashboard';
import { request } from '../helpers/request';
import { waitFor } from '../helpers/wait-for';

const EMAIL = 'ada@client.example';
const PASSWORD = 'Correct-horse-9';
const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);

/** Chapter and page of the handbook, and section of the Word document, that hold what is asked for. */
const ENGLISH = {
  question: 'Within how many days may I return the bicycle?',
  answer: 'within 45 days after delivery',
  source: "Nordwind Cycles Owner's Handbook",
  page: 'page 25',
};
const GERMAN = {
  question: 'Wie lang ist die Kündigungsfrist?',
  answer: 'drei Monate zum Monatsende',
  source: 'Mieterhandbuch der Wohnungsgenossenschaft Lindenhof',
};

const state = temporaryFolder();
let port: number;
let parley: StartedCommand;
let browser: Browser;
/** The owner's browser, and that of a visitor to their website. */
let owner: BrowserContext;
let visitor: BrowserContext;
let dashboard: Page;
let website: Page;
/** All that came over the sockets of the visitor's page. */
let heard: readonly string[];

const at = (host: '' | 'app' | 'mail' | 'customer') => `http://${host && `${host}.`}localhost:${port}`;

beforeAll(async () => {
  port = await freePort();
  [browser, parley] = await Promise.all([openBrowser(), startCommand(port, state)]);
  owner = await browser.newContext({ locale: 'en-GB' });
  visitor = await browser.newContext({ locale: 'en-GB' });
});

afterAll(async () => {
  await closeWindows();
  await parley?.kill();
});

test('a business signs up, uploads documents, puts its bot on a website, and has all of it after a stop and a kill', async () => {
  await signUp();
  await signOutAndIn();
  await createBot();
  await uploadDocuments();
  await putOnWebsite();
  await askInEnglish();
  await askInGerman();
  await readWhatDocumentAnswered();
  expect(parley.output()).not.toMatch(/ERROR|not authorized|Timedout|OutOfMemory/);
  await restart();
  await expectAllThere();
  await killAmidQuestion();
  await expectAllThere();
});

/** Confirms by the mail that arrives. */
async function signUp(): Promise<void> {
  dashboard = await owner.newPage();
  await dashboard.goto(at('app'));
  await dashboard.getByRole('link', { name: 'Create one' }).click();
  await dashboard.getByLabel('Full name').fill('Ada Example');
  await dashboard.getByLabel('Company (optional)').fill('Nordwind Cycles');
  await dashboard.getByLabel('E-mail').fill(EMAIL);
  await dashboard.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dashboard.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await dashboard.getByRole('button', { name: 'Create account' }).click();
  await dashboard.getByRole('heading', { name: 'Check your mail' }).waitFor();

  const inbox = await owner.newPage();
  await inbox.goto(at('mail'));
  await inbox.getByRole('link', { name: /Confirm your e-mail address/ }).click();
  const opened = owner.waitForEvent('page');
  await inbox.frameLocator('iframe').getByRole('link', { name: 'Confirm address' }).click();
  const confirmation = await opened;
  await confirmation.getByRole('button', { name: 'Confirm address' }).click();
  // The window that signed up knows the password: it signs in, and this one goes on.
  await confirmation.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
  await Promise.all([inbox.close(), dashboard.close()]);
  dashboard = confirmation;
}

async function signOutAndIn(): Promise<void> {
  await dashboard
    .getByRole('button', { name: /^Account/ })
    .first()
    .click();
  await dashboard.getByRole('button', { name: 'Sign out' }).click();
  await dashboard.waitForURL(`${at('')}/`);
  await dashboard.getByRole('link', { name: 'Sign in' }).first().click();
  await dashboard.getByLabel('E-mail').fill(EMAIL);
  await dashboard.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dashboard.getByRole('button', { name: 'Sign in' }).click();
  await dashboard.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
}

async function createBot(): Promise<void> {
  await dashboard.getByRole('link', { name: 'Create bot' }).click();
  await dashboard.getByLabel('Name', { exact: true }).fill('Handbooks');
  await dashboard.getByRole('radio', { name: /Deploy at once/ }).check();
  await dashboard.getByRole('button', { name: 'Create bot' }).click();
  await dashboard.getByRole('heading', { name: 'Give your bot something to read' }).waitFor();
}

/** Watches a PDF and a Word document being read. */
async function uploadDocuments(): Promise<void> {
  const statuses: string[] = [];
  dashboard.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const event = JSON.parse(payload.toString()) as {
        type: string;
        document?: { fileName: string; status: string };
      };
      if (event.document) statuses.push(`${event.document.fileName} ${event.document.status}`);
    }),
  );
  await dashboard.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(...address: ConstructorParameters<typeof WebSocket>) {
        super(...address);
        this.addEventListener('open', () => document.documentElement.setAttribute('data-socket', 'open'));
      }
    };
  });
  // The socket was opened before anybody listened: opened anew, all it says is heard. Before it is open again, a
  // document could be read without a word.
  await dashboard.reload();
  await dashboard.locator('html[data-socket=open]').waitFor();
  await dashboard
    .locator('input[type=file][multiple]')
    .setInputFiles([fixture('owners-handbook.pdf'), fixture('mieterhandbuch.docx')]);
  await dashboard.getByRole('button', { name: 'Upload 2 files' }).click();
  for (const title of [ENGLISH.source, GERMAN.source]) {
    await row(title)
      .getByText(/^(Ready|Successfully read)$/)
      .waitFor();
  }
  await row(ENGLISH.source).getByText('33 pages').waitFor();
  for (const file of ['owners-handbook.pdf', 'mieterhandbuch.docx']) {
    // The page asks as well: what it shows may be there before the events are.
    const own = () => statuses.filter((status) => status.startsWith(file));
    await expect.poll(() => own().at(-1)).toBe(`${file} success`);
    expect(own()).toContain(`${file} processing`);
  }
}

/** By the embed code, on one of another origin. */
async function putOnWebsite(): Promise<void> {
  await dashboard.getByRole('link', { name: 'Overview' }).click();
  const code = await dashboard.getByRole('textbox', { name: 'Embed code' }).inputValue();
  expect(code).toContain(`${at('app')}/widget.js`);

  website = await visitor.newPage();
  heard = hear(website);
  await website.goto(at('customer'));
  await website.locator('#embed').fill(code);
  await website.locator('#embed').press('Enter');
  await website.getByRole('button', { name: 'Open chat' }).click();
  await chat(website).getByText('Hello! How can I help you today?').waitFor();
}

/** Reads the answer as it is written, and opens its source. */
async function askInEnglish(): Promise<void> {
  const answer = await ask(website, ENGLISH.question);
  await textOf(answer, ENGLISH.answer);
  expect(count('answer.delta')).toBeGreaterThan(0);
  await answer.getByRole('button', { name: 'Source 1' }).click();
  await answer
    .locator('.source', { hasText: ENGLISH.source })
    .getByText(ENGLISH.page, { exact: true })
    .waitFor();
  await expectOriginal(visitor, answer, 'owners-handbook.pdf');
}

/** Of a widget that speaks German. */
async function askInGerman(): Promise<void> {
  const german = await browser.newContext({ locale: 'de-DE' });
  const page = await german.newPage();
  await page.goto(website.url());
  await page.getByRole('button', { name: 'Chat öffnen' }).click();
  const answer = await ask(page, GERMAN.question);
  await textOf(answer, GERMAN.answer);
  await answer.getByRole('button', { name: 'Quelle 1' }).click();
  await answer.locator('.source b').first().getByText(GERMAN.source).waitFor();
  await expectOriginal(german, answer, 'mieterhandbuch.docx');
  await german.close();
}

/** Is told before a document is deleted or replaced, with the way to those conversations. */
async function readWhatDocumentAnswered(): Promise<void> {
  await dashboard.getByRole('link', { name: 'Knowledge' }).click();
  const question = dashboard.getByRole('dialog', { name: 'Delete this document?' });
  // What cites a document is listed some seconds after the answer, and asked for once a dialog.
  await waitFor('the dialog to tell what cites the document', async () => {
    await chooseAction(dashboard, ENGLISH.source, 'Delete');
    const told = question.getByText('1 answer to a visitor cites it. The wording stays, but the source');
    if (
      await told.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      )
    )
      return true;
    await question.getByRole('button', { name: 'Cancel' }).click();
    return undefined;
  });
  const opened = owner.waitForEvent('page');
  await question.getByRole('link', { name: 'Show these conversations' }).click();
  const conversations = await opened;
  await conversations.getByText('With answers that cite').waitFor();
  await conversations.getByRole('list', { name: 'Conversations' }).getByRole('listitem').waitFor();
  await conversations.close();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dashboard
    .locator(`input[type=file][aria-label="Upload a new version of ${ENGLISH.source}"]`)
    .setInputFiles({
      name: 'handbook 2.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Another handbook.\n'),
    });
  const replacement = dashboard.getByRole('dialog', { name: 'Replace this document?' });
  await replacement.getByText('1 answer to a visitor cites it. It will open the new version.').waitFor();
  await replacement.getByRole('button', { name: 'Cancel' }).click();
}

/** By Ctrl-C. */
async function restart(): Promise<void> {
  await expect.poll(() => parley.stop()).toBe(0);
  parley = await startCommand(port, state);
}

/** The question is answered all the same. */
async function killAmidQuestion(): Promise<void> {
  const accepted = count('message.accepted');
  const question = 'How long is the frame guaranteed?';
  await say(website, question);
  await waitFor('the question to be accepted', () => count('message.accepted') > accepted || undefined);
  await parley.kill();
  parley = await startCommand(port, state);
  await textOf(answers(website).filter({ hasText: 'guaranteed' }), 'guaranteed for ten years');
  await expect.poll(() => chat(website).locator('li.visitor').filter({ hasText: question }).count()).toBe(1);
  await expect.poll(() => answers(website).filter({ hasText: 'guaranteed for ten years' }).count()).toBe(1);
}

/** The owner is still signed in and their documents are ready; the visitor finds their conversation and goes on with it. */
async function expectAllThere(): Promise<void> {
  await dashboard.getByRole('link', { name: 'Knowledge' }).click();
  await dashboard.reload();
  for (const title of [ENGLISH.source, GERMAN.source]) {
    await row(title)
      .getByText(/^(Ready|Successfully read)$/)
      .waitFor();
  }
  await website.reload();
  await website.getByRole('button', { name: 'Open chat' }).click();
  await textOf(answers(website).first(), ENGLISH.answer);
  await textOf(await ask(website, 'What does E07 mean?'), 'overheated motor');
}

/** A document's row in the dashboard. */
function row(title: string): Locator {
  return dashboard.getByRole('listitem').filter({ has: dashboard.getByRole('heading', { name: title }) });
}

function chat(page: Page): Locator {
  return page.getByRole('dialog');
}

async function say(page: Page, question: string): Promise<void> {
  const input = chat(page).getByRole('textbox');
  await input.fill(question);
  await input.press('Enter');
}

/** What the bot has answered with sources: its greeting has none. */
function answers(page: Page): Locator {
  return chat(page).locator('li.bot:has(.sources)');
}

/** Asks, and gives the answer once it is whole. */
async function ask(page: Page, question: string): Promise<Locator> {
  const before = await answers(page).count();
  await say(page, question);
  const answer = answers(page).nth(before);
  await answer.waitFor();
  return answer;
}

/** Waits until an answer says this in its text; its sources quote the same. */
function textOf(answer: Locator, text: string): Promise<void> {
  return answer.locator('p').filter({ hasText: text }).waitFor();
}

function hear(page: Page): readonly string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      frames.push(payload.toString());
    }),
  );
  return frames;
}

/** Events of a kind that the visitor's page has heard. */
function count(type: string): number {
  return heard.filter((frame) => frame.includes(`"type":"${type}"`)).length;
}

/** The source's button opens a tab with the very file that was uploaded. */
async function expectOriginal(context: BrowserContext, answer: Locator, fileName: string): Promise<void> {
  const opened = new Promise<string>((resolve) => {
    const look = (asked: { url(): string }) => {
      if (!asked.url().includes('/uploads/')) return;
      context.off('request', look);
      resolve(asked.url());
    };
    context.on('request', look);
  });
  const tab = context.waitForEvent('page');
  await answer.locator('.source').first().getByRole('button').click();
  const original = await request(await opened);
  await (await tab).close();
  expect(original.status).toBe(200);
  expect(original.body.equals(await readFile(fixture(fileName)))).toBe(true);
}
