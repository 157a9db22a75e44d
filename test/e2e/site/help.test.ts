import { rm } from 'node:fs/promises';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provisionLocally } from '#bin/local/demo';
import { PLANS } from '#contract/accounts/plans';
import type { Language } from '#contract/accounts/profile';
import type { Demo } from '#contract/bots/previews';
import type { PublicBot } from '#contract/bots/public-bot';
import { LOCAL_STAGE } from '#infra/config/stage';
import { ROOT } from '../../helpers/assembly';
import { closeWindows } from '../../helpers/browser';
import { type OwnCloud, startCloud } from '../../helpers/cloud';
import { goWithin, problemsOfBothLooks, storeSession } from '../../helpers/dashboard';
import { newestMail } from '../../helpers/inbox';
import { apiClient, newUser, signIn, type TestUser } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { operatorTable } from '../../integration/table';
import { newWindow } from '../setup';

/** A cloud of its own: the help bots are provisioned on it, and the shared one has none. */
let own: OwnCloud;
let user: TestUser;
beforeAll(async () => {
  own = await startCloud();
  user = await newUser(own, { name: 'Jo Example' });
  expect(await provision()).toEqual(PROVISIONED);
});
afterAll(async () => {
  await closeWindows();
  await own?.remove();
});

const PROVISIONED = ['demo  the demo bots have read their articles'];

async function provision(): Promise<readonly string[]> {
  const log: string[] = [];
  await provisionLocally(ROOT, own.cloud, { state: own.state, log: (line) => log.push(line) }).done;
  return log;
}

const PRICES = [PLANS.starter, PLANS.professional, PLANS.enterprise].map(({ price }) => price);

/** What an answer has to hold, by question: those that the bots propose, and one for a single plan. */
const TOLD: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en: {
    'What does Parley cost?': [...PRICES.map((price) => `${price} US dollars`), '20%'],
    'Which file formats can I upload?': ['PDF', 'DOCX', 'XLSX', 'CSV', 'TXT', 'Markdown'],
    'How do I put the chat on my website?': ['Copy the embed code', 'paste it'],
    'What does the Starter plan cost?': [`${PLANS.starter.price} US dollars`],
  },
  de: {
    'Was kostet Parley?': [...PRICES.map((price) => `${price} Euro`), '20 %'],
    'Welche Dateiformate kann ich hochladen?': ['PDF', 'DOCX', 'XLSX', 'CSV', 'TXT', 'Markdown'],
    'Wie bringe ich den Chat auf meine Website?': ['Kopieren Sie den Einbettungscode', 'fügen Sie ihn'],
    'Was kostet der Tarif Starter?': [`${PLANS.starter.price} Euro`],
  },
};

it('a fresh stage gets bots that know Parley, in both languages, once', async () => {
  const anyone = apiClient(own);
  const { widgets, help } = await anyone.call<Demo>('getDemo');
  if (!widgets) throw new Error('There are no demo bots.');

  for (const language of ['en', 'de'] as const) {
    const told = TOLD[language];
    const visitor = await openVisitor(own, widgets[language]);
    const { starterQuestions } = await anyone.call<PublicBot>('getPublicBot', {
      path: { botId: widgets[language] },
    });
    expect(Object.keys(told)).toEqual(expect.arrayContaining([...starterQuestions]));
    for (const [question, facts] of Object.entries(told)) {
      const { message, citations } = await visitor.ask(question);
      const text = message.text.replaceAll('\u00a0', ' ');
      for (const fact of facts) expect(text).toContain(fact);
      expect(citations.length).toBeGreaterThan(0);
    }
    await visitor.close();

    if (!help) throw new Error('There are no bots of the help centre.');
    const proposed = await anyone.call<PublicBot>('getPublicBot', { path: { botId: help[language] } });
    const helped = await openVisitor(own, help[language]);
    for (const question of proposed.starterQuestions) {
      const { message } = await helped.ask(question);
      expect({ question, kind: message.kind }).not.toMatchObject({ kind: 'abstained' });
    }
    await helped.close();
  }

  // Nothing has changed since: not even looked at.
  expect(await provision()).toEqual([]);
  // A state that lost what it remembers of it: the same bots, with the same articles.
  const table = operatorTable(own);
  await table.remove({ pk: 'DEMO', sk: 'DEMO' });
  await rm(`${own.state}/demo`);
  expect(await provision()).toEqual(PROVISIONED);
  expect(await anyone.call<Demo>('getDemo')).toEqual({ widgets, help });
});

// What the pages show and find, in both languages: test/component/site/help, test/unit/web/help.test.ts.

const chat = (page: Page): FrameLocator => page.frameLocator('iframe');

describe('the help centre', () => {
  it('finds, shows and answers in both languages, is accessible and fits, and takes messages to the operator', async () => {
    const page = await newWindow();
    await storeSession(page, own, 'app', await signIn(own, user.email));
    await open(page, 'en', '/help');
    await page.getByRole('searchbox', { name: 'Search the help centre' }).fill('public holidays');
    await page
      .getByRole('link', { name: /Business hours and public holidays/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Business hours and public holidays' }).waitFor();
    await expectAccessible(page, ['/help?q=website', '/help/embed-code']);
    await writeToOperator(page);
    await open(page, 'en', '/help/ask');
    await expectAccessible(page, ['/help/ask']);
    await changeLook(page);
    await expectAnswer(page, {
      question: 'How do I put the chat on my website?',
      says: /copy code/i,
      source: /Put the chat on your website|Quick start/,
      // Both articles say it.
      address: /\/help\/(?:embed-code|quick-start)$/,
    });
    await askWhatNoArticleSays(page);

    await open(page, 'de', '/help');
    await expectAccessible(page, ['/help', '/help/plans-and-limits', '/help/contact']);
    await giveFeedback(page);
    await expectPicture(page);
    await open(page, 'de', '/help/ask');
    await expectAnswer(page, {
      question: 'Wie lade ich jemanden ins Team ein?',
      says: /Einladung|Einladen/,
      source: /Im Team arbeiten/,
      address: /\/help\/team$/,
    });
    await page.context().close();
  });
});

async function open(page: Page, language: 'en' | 'de', path: string): Promise<void> {
  await page.evaluate((language) => {
    localStorage.setItem('parley.language', language);
    localStorage.removeItem('parley.theme');
  }, language);
  await page.goto(`${own.addresses.app}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** On a phone and in the dark. */
async function expectAccessible(page: Page, paths: readonly string[]): Promise<void> {
  const problems: object[] = [];
  for (const path of paths) {
    await goWithin(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => !document.querySelector('[role=status][aria-label]'));
    problems.push(...(await problemsOfBothLooks(page, path)));
  }
  expect(problems).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** It arrives there with the plan, is confirmed, and shows its status to who wrote. */
async function writeToOperator(page: Page): Promise<void> {
  await goWithin(page, '/help/contact');
  const email = `${crypto.randomUUID()}@example.net`;
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Subject').fill('My bot says nothing');
  await page
    .getByLabel('Message', { exact: false })
    .last()
    .fill('Since this morning it shows the offline message.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('heading', { name: 'Your message has arrived' }).waitFor();
  const sent = page.getByRole('listitem').filter({ hasText: 'My bot says nothing' });
  await sent.getByText('Received').waitFor();
  const mail = await newestMail(own, LOCAL_STAGE.operator.email, ({ subject }) =>
    subject.includes('says nothing'),
  );
  expect(mail.text).toContain('Plan: starter');
  const confirmation = await newestMail(own, email);
  expect(confirmation.subject).toContain('Your message has arrived');
}

/** From the articles, which its sources open. */
async function expectAnswer(
  page: Page,
  {
    question,
    says,
    source,
    address,
  }: {
    readonly question: string;
    readonly says: RegExp;
    readonly source: RegExp;
    readonly address: RegExp;
  },
): Promise<void> {
  await chat(page).getByRole('textbox').fill(question);
  await page.keyboard.press('Enter');
  await chat(page).getByText(says).first().waitFor();
  const opened = page.context().waitForEvent('page');
  // Sources are folded below an answer.
  const sources = chat(page).locator('details.sources').last();
  await sources.locator('summary').click();
  await sources.locator('.source').filter({ hasText: source }).first().getByRole('button').click();
  const article = await opened;
  await article.waitForURL(address);
  await article.close();
}

/** The bot wears the look of the dashboard as it changes. */
async function changeLook(page: Page): Promise<void> {
  const look = () => chat(page).locator('[data-theme]').first().getAttribute('data-theme');
  await expect.poll(look).toBe('light');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('dark appearance');
  await page.keyboard.press('Enter');
  await expect.poll(look).toBe('dark');
}

async function askWhatNoArticleSays(page: Page): Promise<void> {
  await chat(page).getByRole('textbox').fill('Who won the chess championship in 1972?');
  await page.keyboard.press('Enter');
  await chat(page).getByText("I couldn't find that in the help centre").first().waitFor();
}

async function giveFeedback(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Feedback geben' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: '4 von 5 Sternen' }).check({ force: true });
  await dialog.getByRole('textbox').first().fill('Die Hilfe gefällt mir gut.');
  await dialog.getByRole('button', { name: 'Feedback senden' }).click();
  await dialog.getByText(/F-[0-9A-F]{8}/).waitFor();
  await page.keyboard.press('Escape');
  const sent = page.getByRole('listitem').filter({ hasText: 'Die Hilfe gefällt mir gut.' });
  await sent.getByText('Eingegangen').waitFor();
}

async function expectPicture(page: Page): Promise<void> {
  await goWithin(page, '/help/unanswered-questions');
  const picture = page.getByRole('img', { name: 'Fragen, die Besucher vergeblich gestellt haben' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1280);
}
