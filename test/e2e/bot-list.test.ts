import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bot, DeletedBotList } from '#contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { accessibilityProblems, newPage, storeSession } from '../helpers/dashboard';
import { newUser, signIn, type TestUser } from '../helpers/users';
import { operatorTable } from '../integration/api/table';

const cloud = sharedCloud();
const at = (path: string) => `${cloud.addresses.app}${path}`;

let browser: Browser;
let owner: TestUser;
let page: Page;

beforeAll(async () => {
  [browser, owner] = await Promise.all([openBrowser(), newUser(cloud, { name: 'Mira Hohenstein' })]);
  // The list says more than one thing only with more bots than the trial has places for.
  const table = await operatorTable(cloud);
  await table.set({ pk: `ACCOUNT#${owner.accountId}`, sk: 'ACCOUNT' }, 'plan', 'professional');
  table.close();
  await owner.call('createBot', {
    body: { name: 'Concierge', type: 'faq', welcomeMessage: 'Welcome aboard', deploy: true },
  });
  page = await newPage(browser);
  await storeSession(page, cloud, 'app', await signIn(cloud, owner.email));
});
afterAll(() => browser?.close());

/** What the server knows of the bot that the page shows. */
async function stored(): Promise<Bot> {
  const [, botId = ''] = /\/bots\/([^/?]+)/.exec(page.url()) ?? [];
  return Bot.parse(await owner.call('getBot', { path: { botId } }));
}
const button = (name: string) => page.getByRole('button', { name, exact: true });

// Each step goes on from the one before, as a person does.
describe('the list of bots', () => {
  it('duplicates a bot, and finds it by words, type and order, all of it in the address', async () => {
    await page.goto(at('/dashboard'));
    await page.getByRole('link', { name: 'From a template' }).first().waitFor();
    await page.goto(at('/bots'));
    await button('Actions for Concierge').press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Duplicate bot' });
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Name of the copy').fill('concierge');
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await dialog.getByText('A bot with this name already exists').waitFor();
    await dialog.getByLabel('Name of the copy').fill('Night desk');
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Night desk', level: 1 }).waitFor();
    await expect
      .poll(() => stored())
      .toMatchObject({ status: 'draft', welcomeMessage: 'Welcome aboard', type: 'faq' });

    await page.goto(at('/bots?sort=name'));
    const names = page.getByRole('main').getByRole('heading', { level: 2 });
    await names.filter({ hasText: 'Night desk' }).waitFor();
    await expect.poll(() => names.allInnerTexts()).toEqual(['Concierge', 'Night desk']);
    await page.getByLabel('Search bots').fill('night');
    await page.getByText('1 bot', { exact: true }).waitFor();
    await expect.poll(() => names.allInnerTexts()).toEqual(['Night desk']);
    await page.getByLabel('Status').selectOption('active');
    await page.getByText('No bot matches').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?q=night&status=active&sort=name');
    await page.reload();
    await button('Clear filters').click();
    await names.filter({ hasText: 'Concierge' }).waitFor();
  });

  it('pauses a bot and unpublishes it', async () => {
    const card = page.getByRole('listitem').filter({ hasText: 'Concierge' });
    const choose = async (name: string) => {
      await card.getByRole('button', { name: 'Actions for Concierge' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Pause');
    await page.getByText('The bot is paused.').waitFor();
    await choose('Resume');
    await page.getByText('The bot answers again.').waitFor();
    await choose('Unpublish');
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('The bot is unpublished.').waitFor();
    await card.getByText('Ready', { exact: true }).waitFor();
  });

  it('deletes a bot whose name was typed, and brings it back', async () => {
    await button('Actions for Night desk').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this bot?' });
    await dialog.getByLabel('Type its name').fill('Night');
    await dialog.getByRole('button', { name: 'Delete bot' }).click();
    await dialog.getByText('This is not its name.').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel('Type its name').fill('Night desk');
    await dialog.getByRole('button', { name: 'Delete bot' }).click();
    await page.getByText('The bot has been deleted.').waitFor();
    const restore = page.getByRole('button', { name: 'Restore Night desk' });
    await restore.waitFor();
    const { items } = DeletedBotList.parse(await owner.call('listDeletedBots'));
    expect(items.map(({ name }) => name)).toEqual(['Night desk']);
    await restore.click();
    await page.getByText('The bot is back.').waitFor();
    await button('Actions for Night desk').waitFor();
    await restore.waitFor({ state: 'detached' });
  });
});
