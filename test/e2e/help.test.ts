import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provisionLocally } from '#bin/local/demo';
import { LOCAL_STAGE } from '#infra/config/stage';
import { ROOT } from '../helpers/assembly';
import { browser as openBrowser } from '../helpers/browser';
import { type OwnCloud, startCloud } from '../helpers/cloud';
import { newPage, problemsOfBothLooks, storeSession } from '../helpers/dashboard';
import { newestMail } from '../helpers/inbox';
import { newUser, signIn, type TestUser } from '../helpers/users';

/** A cloud of its own: the help bots are provisioned on it, and the shared one has none. */
let own: OwnCloud;
let browser: Browser;
let user: TestUser;
beforeAll(async () => {
  own = await startCloud();
  browser = await openBrowser();
  user = await newUser(own, { name: 'Jo Example' });
  const log: string[] = [];
  await provisionLocally(ROOT, own.cloud, { state: own.state, log: (line) => log.push(line) }).done;
  expect(log).toEqual(['demo  the demo bots have read their articles']);
});
afterAll(async () => {
  await browser?.close();
  await own?.remove();
});

async function openHelp(path: string, locale: 'en-GB' | 'de-DE'): Promise<Page> {
  const page = await newPage(browser, { locale });
  await storeSession(page, own, 'app', await signIn(own, user.email));
  await page.goto(`${own.addresses.app}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const chat = (page: Page): FrameLocator => page.frameLocator('iframe');

describe('the help centre', () => {
  it.each([
    {
      locale: 'en-GB',
      search: 'Search the help centre',
      searched: 'public holidays',
      hit: /Business hours and public holidays/,
      title: 'Business hours and public holidays',
    },
    {
      locale: 'de-DE',
      search: 'Hilfe durchsuchen',
      searched: 'Feiertage',
      hit: /Geschäftszeiten und Feiertage/,
      title: 'Geschäftszeiten und Feiertage',
    },
  ] as const)(
    'finds an article in $locale and shows it',
    async ({ locale, search, searched, hit, title }) => {
      const page = await openHelp('/help', locale);
      await page.getByRole('searchbox', { name: search }).fill(searched);
      await page.getByRole('link', { name: hit }).first().click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.context().close();
    },
  );

  it('shows its pictures', async () => {
    const page = await openHelp('/help/unanswered-questions', 'de-DE');
    const picture = page.getByRole('img', { name: 'Fragen, die Besucher vergeblich gestellt haben' });
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1280);
    await page.context().close();
  });

  it('is accessible and fits, in both languages, on a phone and in the dark', async () => {
    const problems: object[] = [];
    for (const [path, locale] of [
      ['/help', 'de-DE'],
      ['/help?q=website', 'en-GB'],
      ['/help/plans-and-limits', 'de-DE'],
      ['/help/embed-code', 'en-GB'],
      ['/help/contact', 'de-DE'],
      ['/help/ask', 'en-GB'],
    ] as const) {
      const page = await openHelp(path, locale);
      await page.waitForFunction(() => !document.querySelector('[role=status][aria-label]'));
      problems.push(...(await problemsOfBothLooks(page, path)));
      await page.context().close();
    }
    expect(problems).toEqual([]);
  });
});

describe('the help bot', () => {
  it.each([
    {
      locale: 'en-GB',
      question: 'How do I put the chat on my website?',
      says: /copy code/i,
      source: /Put the chat on your website/,
      address: '/help/embed-code',
    },
    {
      locale: 'de-DE',
      question: 'Wie lade ich jemanden ins Team ein?',
      says: /Einladung|Einladen/,
      source: /Im Team arbeiten/,
      address: '/help/team',
    },
  ] as const)(
    'answers in $locale from the articles, and opens them as its sources',
    async ({ locale, question, says, source, address }) => {
      const page = await openHelp('/help/ask', locale);
      await chat(page).getByRole('textbox').fill(question);
      await page.keyboard.press('Enter');
      await chat(page).getByText(says).first().waitFor();
      const opened = page.context().waitForEvent('page');
      await openSource(page, source);
      await (await opened).waitForURL(`${own.addresses.app}${address}`);
      await page.context().close();
    },
  );

  it('does not guess what no article says', async () => {
    const page = await openHelp('/help/ask', 'en-GB');
    await chat(page).getByRole('textbox').fill('Who won the chess championship in 1972?');
    await page.keyboard.press('Enter');
    await chat(page).getByText("I couldn't find that in the help centre").first().waitFor();
    await page.context().close();
  });
});

/** Sources are folded below an answer. */
async function openSource(page: Page, title: RegExp): Promise<void> {
  const sources = chat(page).locator('details.sources').last();
  await sources.locator('summary').click();
  await sources.locator('.source').filter({ hasText: title }).first().getByRole('button').click();
}

describe('what is written to the operator', () => {
  it('arrives there with the plan, is confirmed, and shows its status to who wrote', async () => {
    const page = await openHelp('/help/contact', 'en-GB');
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
    await page.context().close();
  });

  it('as feedback is listed with its status too', async () => {
    const page = await openHelp('/help/contact', 'de-DE');
    await page.getByRole('button', { name: 'Feedback geben' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: '4 von 5 Sternen' }).check({ force: true });
    await dialog.getByRole('textbox').first().fill('Die Hilfe gefällt mir gut.');
    await dialog.getByRole('button', { name: 'Feedback senden' }).click();
    await dialog.getByText(/F-[0-9A-F]{8}/).waitFor();
    await page.keyboard.press('Escape');
    const sent = page.getByRole('listitem').filter({ hasText: 'Die Hilfe gefällt mir gut.' });
    await sent.getByText('Eingegangen').waitFor();
    await page.context().close();
  });
});
