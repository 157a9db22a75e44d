import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots';
import type { ConversationPage } from '#contract/inbox';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { newUser, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
let browser: Browser;
let owner: TestUser;

beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  owner = await newUser(cloud);
});
afterAll(() => browser?.close());

const panelOf = (page: Page) => page.locator('.panel');

async function openChat(bot: Bot, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await prepare?.(page);
  await page.goto(`${cloud.addresses.customer}/?widget=${bot.widgetId}`);
  await page.getByRole('button', { name: 'Open chat' }).click();
  return page;
}

async function conversationsOf(bot: Bot) {
  const { items } = await owner.call<ConversationPage>('listConversations', { query: { botId: bot.id } });
  return items;
}

describe('a visitor whom nobody answers', () => {
  test('is asked for an address after a minute, and is answered there', async () => {
    const bot = await owner.call<Bot>('createBot', {
      body: { name: 'Patience', deploy: true, language: 'en' },
    });
    const page = await openChat(bot, (prepared) => prepared.clock.install());
    const panel = panelOf(page);
    await panel.locator('.input').fill('I want to talk to a person.');
    await panel.locator('.input').press('Enter');
    await panel.getByText('Our team will answer you.').waitFor();
    const asked = panel.getByText('Nobody has been able to answer yet.');
    await page.clock.fastForward(30_000);
    expect(await asked.count()).toBe(0);
    // Its minute begins when the part of the chat that counts it has come.
    await expect
      .poll(async () => {
        await page.clock.fastForward(61_000);
        return asked.isVisible();
      })
      .toBe(true);
    const email = panel.getByRole('textbox', { name: 'E-mail address' });
    await email.fill('visitor@example');
    await email.press('Enter');
    await panel.getByText('Please check the e-mail address.').waitFor();
    await email.fill('visitor@example.org');
    await email.press('Enter');
    await panel.getByText('Our answer comes here and by e-mail.').waitFor();
    await expect
      .poll(() => conversationsOf(bot))
      .toEqual([expect.objectContaining({ status: 'escalated', visitorName: 'visitor@example.org' })]);
    await page.context().close();
  });

  test('leaves a message while the bot is paused, and the team has it', async () => {
    const bot = await owner.call<Bot>('createBot', {
      body: { name: 'Paused', deploy: true, language: 'en' },
    });
    await owner.call('actOnBot', { path: { botId: bot.id }, body: { action: 'deactivate' } });
    const page = await openChat(bot);
    const panel = panelOf(page);
    await panel.getByRole('button', { name: 'Leave a message' }).click();
    const sheet = panel.locator('form.sheet');
    await sheet.getByRole('textbox', { name: 'Your message' }).fill('Do you repair stoves?');
    await sheet.getByRole('textbox', { name: 'E-mail address' }).fill('visitor@example.org');
    await sheet.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.locator('.log').getByText('Do you repair stoves?').waitFor();
    await panel.getByText('Our team will answer you.').waitFor();
    await expect
      .poll(() => conversationsOf(bot))
      .toEqual([
        expect.objectContaining({
          status: 'escalated',
          visitorName: 'visitor@example.org',
          lastMessage: expect.objectContaining({ text: 'Do you repair stoves?' }),
        }),
      ]);
    // She can write on.
    await panel.locator('.input').fill('It is an old one.');
    await panel.locator('.input').press('Enter');
    await expect
      .poll(async () => (await conversationsOf(bot))[0]?.lastMessage?.text)
      .toBe('It is an old one.');
    await page.context().close();
  });
});
