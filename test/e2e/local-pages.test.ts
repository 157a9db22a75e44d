import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { browser } from '../helpers/browser';
import { newUser } from '../helpers/users';
import { cloud } from './setup';

let axe: string;
let bot: Bot;

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const owner = await newUser(cloud);
  bot = await owner.call<Bot>('createBot', { body: { name: 'Helper', deploy: true } });
});

test("the customer's page and the inbox are accessible, whatever they show, in both looks and languages", async () => {
  for (const look of [
    { colorScheme: 'light', locale: 'en', width: 1280 },
    { colorScheme: 'dark', locale: 'de', width: 375 },
  ] as const) {
    const { width, ...options } = look;
    const viewport = { width, height: 800 };
    // The strict page would not let axe in either.
    const context = await (await browser()).newContext({ ...options, viewport, bypassCSP: true });
    const page = await context.newPage();
    const customer = cloud.addresses.customer;
    // Before it has a bot, and when it was given none.
    for (const address of [`${customer}/`, `${customer}/?embed=nonsense`]) {
      await page.goto(address);
      expect(await findings(page)).toEqual([]);
    }
    await page.goto(`${customer}/?widget=${bot.widgetId}`);
    const launcher = page.locator('div[data-position]').getByRole('button').first();
    await launcher.waitFor();
    expect(await findings(page)).toEqual([]);
    await launcher.click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    expect(await findings(page)).toEqual([]);

    await page.goto(cloud.addresses.mail);
    expect(await findings(page)).toEqual([]);
    await page.locator('a.mail').first().click();
    await page.locator('h1').waitFor();
    expect(await findings(page)).toEqual([]);
    await context.close();
  }
});

/** What axe finds on the whole page, good practice included, short enough to read. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run(document)')) as AxeResults;
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
