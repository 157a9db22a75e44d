import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots';
import type { ConversationPage } from '#contract/inbox';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { newUser, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
let browser: Browser;
let owner: TestUser;
let bot: Bot;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await newUser(cloud);
  bot = await owner.call<Bot>('createBot', {
    body: { name: 'Discreet', deploy: true, language: 'en', maskEmails: true },
  });
});
afterAll(() => browser?.close());

test('a visitor takes her conversation away as a file, without what is not stored, and deletes it', async () => {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await page.goto(`${cloud.addresses.customer}/?widget=${bot.widgetId}`);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const panel = page.locator('.panel');
  const choose = async (name: string) => {
    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await panel.getByRole('button', { name, exact: true }).click();
  };
  await panel.locator('.input').fill('I am jo@example.com. Do you sell tents?');
  await panel.locator('.input').press('Enter');
  await panel.getByText('I am [e-mail address]. Do you sell tents?').filter({ visible: true }).waitFor();
  await panel.getByText(bot.fallbackMessage).filter({ visible: true }).last().waitFor();

  const saved = page.waitForEvent('download');
  await choose('Download chat');
  const file = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(file.messages.map(({ text }: { readonly text: string }) => text)).toEqual([
    'I am [e-mail address]. Do you sell tents?',
    bot.fallbackMessage,
  ]);

  const listed = async () =>
    (await owner.call<ConversationPage>('listConversations')).items.map(({ id }) => id);
  await expect.poll(listed).toEqual([file.conversationId]);
  await choose('Delete chat');
  await panel.getByText('for us as well').waitFor();
  await panel.locator('form.sheet').getByRole('button', { name: 'Delete chat' }).click();
  await expect.poll(() => panel.locator('li.visitor').count()).toBe(0);
  await expect.poll(listed).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await panel.locator('.input').waitFor();
  expect(await panel.locator('li.visitor').count()).toBe(0);
  await page.context().close();
});
