import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { newUser } from '../helpers/users';

const cloud = sharedCloud();
let browser: Browser;
let axe: string;
let bot: Bot;

beforeAll(async () => {
  [browser, axe] = await Promise.all([
    openBrowser(),
    readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  ]);
  const owner = await newUser(cloud);
  bot = await owner.call<Bot>('createBot', { body: { name: 'Helper', deploy: true } });
});
afterAll(() => browser?.close());

type Look = readonly [colours: 'light' | 'dark', language: string, width: number];
const LOOKS: readonly Look[] = [
  ['light', 'en', 1280],
  ['dark', 'de', 375],
];

async function open(address: string, [colorScheme, locale, width]: Look): Promise<Page> {
  // The strict page would not let axe in either.
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ colorScheme, locale, viewport, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** What axe finds on the whole page, good practice included, short enough to read. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run(document)')) as AxeResults;
  await page.context().close();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

describe.each(LOOKS)('in the %s, in %s, %i pixels wide', (...look) => {
  test("the customer's page is accessible before it has a bot, and when it was given none", async () => {
    expect(await findings(await open(`${cloud.addresses.customer}/`, look))).toEqual([]);
    expect(await findings(await open(`${cloud.addresses.customer}/?embed=nonsense`, look))).toEqual([]);
  });

  test("the customer's page is accessible with a bot on it, closed and open", async () => {
    const address = `${cloud.addresses.customer}/?widget=${bot.widgetId}`;
    const launcher = (page: Page) => page.locator('div[data-position]').getByRole('button').first();
    const closed = await open(address, look);
    await launcher(closed).waitFor();
    expect(await findings(closed)).toEqual([]);
    const opened = await open(address, look);
    await launcher(opened).click();
    await opened.getByRole('dialog').getByRole('textbox').waitFor();
    expect(await findings(opened)).toEqual([]);
  });

  test('the inbox is accessible, with and without an open mail', async () => {
    expect(await findings(await open(cloud.addresses.mail, look))).toEqual([]);
    const reader = await open(cloud.addresses.mail, look);
    await reader.locator('a.mail').first().click();
    await reader.locator('h1').waitFor();
    expect(await findings(reader)).toEqual([]);
  });
});
