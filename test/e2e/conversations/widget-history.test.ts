import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import type { IdentitySecret } from '#contract/bots/identity-secret';
import type { ConversationPage } from '#contract/conversations/inbox';
import type { VisitorHistory } from '#contract/conversations/widget';
import { browser as openBrowser } from '../../helpers/browser';
import { apiClient, newUser, type TestUser } from '../../helpers/users';
import { cloud } from '../setup';
import { panelOf, write } from './widget-chat';

const browser = await openBrowser();

let owner: TestUser;
let bot: Bot;
let secret: string;

beforeAll(async () => {
  owner = await newUser(cloud);
  bot = await owner.call<Bot>('createBot', {
    body: { name: 'Concierge', deploy: true, language: 'en', maskEmails: true },
  });
  ({ secret } = await owner.call<IdentitySecret>('revealIdentitySecret', { path: { botId: bot.id } }));
});

const sign = (userId: string) => createHmac('sha256', secret).update(userId).digest('hex');

/** A visitor who is signed in to the customer's website, in a browser of their own, with the chat open. */
async function device(userId: string, hash = sign(userId)) {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await page.addInitScript(
    (identity) => {
      const q: unknown[] = [['identify', identity]];
      Object.assign(window, { Parley: Object.assign((...call: unknown[]) => q.push(call), { q }) });
    },
    { userId, hash },
  );
  await page.goto(`${cloud.addresses.customer}/?widget=${bot.widgetId}`);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await panelOf(page).locator('.input').waitFor();
  return page;
}
/** What the server lists of Ada follows their conversations in a moment. */
const listed = async () => {
  const { items } = await apiClient(cloud, undefined, {
    origin: cloud.addresses.customer,
  }).call<VisitorHistory>('listVisitorHistory', {
    path: { widgetId: bot.widgetId },
    body: { identity: { userId: 'ada', hash: sign('ada') } },
  });
  return items.map(({ open }) => open);
};
const said = (page: Page, text: string) => panelOf(page).locator('li').filter({ hasText: text });
const choose = async (page: Page, name: string) => {
  await panelOf(page).getByRole('button', { name: 'More', exact: true }).click();
  await panelOf(page).getByRole('button', { name, exact: true }).click();
};
const ask = async (page: Page, question: string) => {
  await write(page, question);
  await said(page, bot.fallbackMessage).waitFor();
};

test('a visitor who is signed in to the website goes on with their chat on another device, finds the ones before, takes one away and deletes it', async () => {
  const phone = await device('ada');
  await ask(phone, 'Is breakfast included?');
  await expect.poll(listed, { interval: 500 }).toEqual([true]);
  const laptop = await device('ada');
  await said(laptop, 'Is breakfast included?').waitFor();
  await said(laptop, bot.fallbackMessage).waitFor();

  await choose(laptop, 'End chat');
  await panelOf(laptop).getByText('This chat has ended.').waitFor();
  await expect.poll(listed, { interval: 500 }).toEqual([false]);
  const tablet = await device('ada');
  await findEarlierChat(tablet);
  await ask(tablet, 'I am jo@example.com. Do you sell tents?');
  const conversationId = await download(tablet);
  await deleteChat(tablet, conversationId);
  await findEarlierChat(tablet);

  // Somebody else, and who only says that they are Ada, see nothing of it.
  const forged = await device('ada', '0'.repeat(64));
  for (const page of [await device('ben'), forged]) {
    await ask(page, 'May I bring my dog?');
    expect(await said(page, 'Is breakfast included?').count()).toBe(0);
    await panelOf(page).getByRole('button', { name: 'More', exact: true }).click();
    await panelOf(page).getByRole('button', { name: 'End chat' }).waitFor();
    expect(await panelOf(page).getByRole('button', { name: 'Earlier chats' }).count()).toBe(0);
  }
  await Promise.all(browser.contexts().map((context) => context.close()));
});

async function findEarlierChat(page: Page): Promise<void> {
  await choose(page, 'Earlier chats');
  const sheet = panelOf(page).locator('form.history');
  await sheet.getByRole('button', { name: 'Is breakfast included?' }).click();
  await sheet.getByText(bot.fallbackMessage).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
}

/** As a file, without what is not stored. */
async function download(page: Page): Promise<string> {
  await said(page, 'I am [e-mail address]. Do you sell tents?').waitFor();
  const saved = page.waitForEvent('download');
  await choose(page, 'Download chat');
  const file = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(file.messages.map(({ text }: { readonly text: string }) => text)).toEqual([
    'I am [e-mail address]. Do you sell tents?',
    bot.fallbackMessage,
  ]);
  return file.conversationId;
}

/** From the owner's list, too. */
async function deleteChat(page: Page, conversationId: string): Promise<void> {
  const isListed = async () => {
    const { items } = await owner.call<ConversationPage>('listConversations');
    return items.some(({ id }) => id === conversationId);
  };
  await expect.poll(isListed).toBe(true);
  await choose(page, 'Delete chat');
  await panelOf(page).getByText('for us as well').waitFor();
  await panelOf(page).locator('form.sheet').getByRole('button', { name: 'Delete chat' }).click();
  await expect.poll(() => panelOf(page).locator('li.visitor').count()).toBe(0);
  await expect.poll(isListed).toBe(false);
  await page.reload();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await panelOf(page).locator('.input').waitFor();
  expect(await panelOf(page).locator('li.visitor').count()).toBe(0);
}
