import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { provisionLocally } from '#bin/local/demo';
import { publishLocally } from '#bin/local/publish';
import type { Bot } from '#contract/bots/bots';
import { PICTURE_SIZE } from '#features/site/help/picture-size.ts';
import { startLocalCloud } from '#infra/local/start';
import { addressOf, type CloudAddress, prepareAssembly, ROOT } from '../helpers/assembly';
import { ownBrowser } from '../helpers/browser';
import { newPage, storeSession } from '../helpers/dashboard';
import { processed, uploadDocument } from '../helpers/documents';
import { newUser, signIn, type TestUser } from '../helpers/users';

/*
 * `npm run help:pictures [-- NAME …]`: takes the pictures of the help centre anew, of the product as it is: starts a
 * local cloud of its own, fills an account in each language with the demo's bots and conversations, and photographs
 * the pages into web/public/help.
 */

const LANGUAGES = { en: 'en-GB', de: 'de-DE' } as const;
type Language = keyof typeof LANGUAGES;
/** The demo's bot that speaks the language. */
const BUSINESS: Readonly<Record<Language, string>> = { en: 'Northlight Ferries', de: 'Radhaus Lindenau' };
/** Days of the past that are filled: enough for a chart. */
const DAYS = '30';
/** A picture is read beside text: what it weighs more than this no reader sees. */
const MAX_BYTES = 90_000;
const QUALITIES = [82, 70, 55, 40];
/** Pixels of the page that are seen above what a picture is about. */
const ABOVE = 24;
/** What stands in the code to embed in the place of this cloud's own address. */
const PUBLIC_ADDRESS = 'https://app.parley.example';
/** Further documents of the bot, by their files: a list of one shows little. */
const DOCUMENTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'Luggage.md': '# Luggage\n\nEach passenger may take two pieces of luggage of up to 20 kilograms.\n',
    'Price list 2026.csv': 'Ticket,Price\nAdult,24\nChild,12\nBicycle,6\n',
    'Terms of carriage.txt': 'Bookings can be changed free of charge until 24 hours before departure.\n',
  },
  de: {
    'Leihräder.md': '# Leihräder\n\nEin Leihrad kostet 18 Euro am Tag, die Kaution beträgt 100 Euro.\n',
    'Preisliste 2026.csv': 'Leistung,Preis\nKleine Inspektion,59\nGroße Inspektion,119\n',
    'Garantie.txt': 'Auf den Akku gibt es zwei Jahre Garantie ab dem Kauf.\n',
  },
};

interface Scene {
  readonly path: (bots: { readonly bot: Bot; readonly withFlow: Bot }) => string;
  /** What is to stand in the picture's upper part; without it the page's own beginning is there. */
  readonly top?: string;
  /** What has to be there before it is taken. */
  readonly shows: string;
}

const SCENES: Readonly<Record<string, Scene>> = {
  knowledge: {
    path: ({ bot }) => `/bots/${bot.id}/knowledge`,
    shows: 'main li:has(input[type=checkbox])',
  },
  questions: { path: ({ bot }) => `/bots/${bot.id}/questions`, shows: 'main li' },
  embed: { path: ({ bot }) => `/bots/${bot.id}`, shows: 'main textarea', top: 'main section:has(textarea)' },
  appearance: { path: ({ bot }) => `/bots/${bot.id}/settings?tab=appearance`, shows: 'main iframe' },
  flow: { path: ({ withFlow }) => `/bots/${withFlow.id}/flow`, shows: '.react-flow__node' },
  templates: { path: () => '/templates', shows: 'main li' },
  // In one language: the demo's other bot speaks the other one.
  inbox: { path: ({ bot }) => `/conversations?bot=${bot.id}`, shows: 'main li' },
  analytics: { path: () => '/analytics?range=7d', shows: 'main svg.recharts-surface' },
  reports: { path: () => '/analytics/reports', shows: 'main li' },
};

async function main(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.filter((name) => !(name in SCENES));
  if (unknown.length > 0) throw new Error(`There is no picture ${unknown.join(', ')}.`);
  const names = wanted.length > 0 ? wanted : Object.keys(SCENES);
  const state = await mkdtemp(join(tmpdir(), 'parley-pictures-'));
  const cloud = await startLocalCloud({ assembly: await prepareAssembly(), port: 0, state, log: () => {} });
  const browser = await ownBrowser();
  try {
    await publishLocally(ROOT, cloud);
    // Also writes down with which environment the account is filled.
    await provisionLocally(ROOT, cloud, { state, log: console.log }).done;
    for (const language of Object.keys(LANGUAGES) as Language[])
      await photograph(browser, addressOf(cloud), { state, language, names });
  } finally {
    await browser.close();
    await cloud.stop();
    await rm(state, { recursive: true, force: true });
  }
}

async function photograph(
  browser: Browser,
  cloud: CloudAddress,
  { state, language, names }: { state: string; language: Language; names: readonly string[] },
): Promise<void> {
  const name = language === 'de' ? 'Jana Beispiel' : 'Alex Example';
  const user = await newUser(cloud, { name, language, email: `${language}@example.net` });
  await fill(state, user.email);
  const bots = await botsOf(user, language);
  const page = await newPage(browser, {
    locale: LANGUAGES[language],
    timezoneId: 'Europe/Berlin',
    viewport: PICTURE_SIZE,
    colorScheme: 'light',
  });
  await storeSession(page, cloud, 'app', await signIn(cloud, user.email));
  const folder = join(ROOT, 'web', 'public', 'help', language);
  await mkdir(folder, { recursive: true });
  for (const scene of names) {
    const picture = await take(page, cloud, SCENES[scene] as Scene, bots);
    await writeFile(join(folder, `${scene}.webp`), picture);
    console.log(`${language}/${scene}.webp ${picture.byteLength} bytes`);
  }
  await page.context().close();
}

/** Bots, documents and conversations as `npm run demo -- --fill` makes them. */
async function fill(state: string, email: string): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [
      ...['--import', 'tsx', 'bin/demo.ts', '--fill', '--account', email],
      ...['--days', DAYS, '--bots', '2', '--state', state],
    ],
    { cwd: ROOT, maxBuffer: 10_000_000 },
  );
}

async function botsOf(user: TestUser, language: Language): Promise<{ bot: Bot; withFlow: Bot }> {
  const { items } = await user.call<{ items: Bot[] }>('listBots');
  const bot = items.find(({ name }) => name === BUSINESS[language]);
  if (!bot) throw new Error(`The demo has no bot ${BUSINESS[language]}.`);
  for (const [fileName, content] of Object.entries(DOCUMENTS[language]))
    await processed(user, await uploadDocument(user, bot.id, { fileName, content }));
  const withFlow = await user.call<Bot>('createFromTemplate', {
    path: { templateId: 'appointment' },
    body: { name: language === 'de' ? 'Termine' : 'Appointments', language, deploy: false },
  });
  return { bot, withFlow };
}

async function take(
  page: Page,
  cloud: CloudAddress,
  { path, shows, top }: Scene,
  bots: { bot: Bot; withFlow: Bot },
): Promise<Buffer> {
  await page.goto(`${cloud.addresses.app}${path(bots)}`);
  await page.locator(shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  if (top !== undefined)
    await page.evaluate(`document.querySelector(${JSON.stringify(top)}).scrollIntoView();
      scrollBy(0, ${-ABOVE});`);
  // The address of a stage of its own would stand in the picture.
  await page.evaluate(`for (const code of document.querySelectorAll('textarea[readonly]'))
    code.value = code.value.replaceAll(${JSON.stringify(cloud.addresses.app)}, ${JSON.stringify(PUBLIC_ADDRESS)});`);
  // Charts and the widget are drawn after what they show has come.
  await page.waitForTimeout(1_500);
  return compressed(page);
}

/** As WebP, which Playwright itself does not write, as small as it has to be. */
async function compressed(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  try {
    for (const quality of QUALITIES) {
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
      const picture = Buffer.from(data, 'base64');
      if (picture.byteLength <= MAX_BYTES) return picture;
    }
    throw new Error(`The picture of ${page.url()} is too large.`);
  } finally {
    await session.detach();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
