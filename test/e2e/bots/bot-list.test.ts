import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { Bot, DeletedBotList } from '#contract/bots/bots';
import { accessibilityProblems } from '../../helpers/dashboard';
import { newUser, type TestUser } from '../../helpers/users';
import { operatorTable } from '../../integration/table';
import { app, cloud, windowOf } from '../setup';

let owner: TestUser;
let page: Page;

beforeAll(async () => {
  owner = await newUser(cloud, { name: 'Mira Hohenstein' });
  // The list says more than one thing only with more bots than the trial has places for.
  const table = operatorTable(cloud);
  await table.set({ pk: `ACCOUNT#${owner.accountId}`, sk: 'ACCOUNT' }, 'plan', 'professional');
  await owner.call('createBot', {
    body: { name: 'Concierge', type: 'faq', welcomeMessage: 'Welcome aboard', deploy: true },
  });
  page = await windowOf(owner);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('a bot is copied, deleted by its name and brought back', async () => {
  await page.goto(app('/bots'));
  await copyByKeyboard('Concierge', 'Night desk');
  await page.goto(app('/bots'));
  await deleteByName('Night desk');
  await bringBack('Night desk');
});

async function copyByKeyboard(name: string, copy: string): Promise<void> {
  await button(`Actions for ${name}`).press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Duplicate bot' });
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel('Name of the copy').fill(copy);
  await dialog.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { name: copy, level: 1 }).waitFor();
  const [, botId = ''] = /\/bots\/([^/?]+)/.exec(page.url()) ?? [];
  const made = Bot.parse(await owner.call('getBot', { path: { botId } }));
  expect(made).toMatchObject({ status: 'draft', welcomeMessage: 'Welcome aboard', type: 'faq' });
}

async function deleteByName(name: string): Promise<void> {
  await button(`Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this bot?' });
  await dialog.getByRole('button', { name: 'Delete bot' }).click();
  await dialog.getByText('This is not its name.').waitFor();
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel('Type its name').fill(name);
  await dialog.getByRole('button', { name: 'Delete bot' }).click();
  await page.getByText('The bot has been deleted.').waitFor();
  const { items } = DeletedBotList.parse(await owner.call('listDeletedBots'));
  expect(items.map((bot) => bot.name)).toEqual([name]);
}

async function bringBack(name: string): Promise<void> {
  const restore = button(`Restore ${name}`);
  await restore.click();
  await page.getByText('The bot is back.').waitFor();
  await button(`Actions for ${name}`).waitFor();
  await restore.waitFor({ state: 'detached' });
}
