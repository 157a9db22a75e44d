import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AnswerRecord } from '#contract/answers/answer-record';
import { messageIdOf } from '#contract/base/message-ids';
import type { Bot } from '#contract/bots/bots';
import type { ConversationPage } from '#contract/conversations/inbox';

import { conversationChannel } from '#core/accounts/sockets/entity';
import { accessibilityProblems, excessWidth } from '../../helpers/dashboard';
import { newUser, type TestUser } from '../../helpers/users';
import { waitFor } from '../../helpers/wait-for';
import { operatorTable } from '../../integration/table';
import { app, cloud, enter, newWindow, windowOf } from '../setup';

/** A visitor who has not said their name: their page, and a number. */
const UNNAMED = /#\d{4}$/;

describe('a visitor who needs a person', () => {
  it('is seen by an agent, who takes over, answers live, hands back and closes', async () => {
    const owner = await newUser(cloud, { name: 'Ada Agent' });
    const bot = await owner.call<Bot>('createBot', {
      body: { name: 'Tents', deploy: true, escalationTrigger: 'keywords', escalationKeywords: ['complaint'] },
    });
    const agent = await newWindow();
    const complaints: unknown[] = [];
    agent.on('pageerror', (error) => complaints.push(error.message));
    agent.on('console', (message) => {
      const expected = message.text().includes('Service Worker');
      if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text());
    });
    await enter(agent, owner);
    await agent.goto(app('/conversations'));
    await agent.getByRole('heading', { name: 'Nobody is waiting' }).waitFor();

    const visitor = await newWindow({ viewport: { width: 900, height: 700 } });
    await visitor.goto(`${cloud.addresses.customer}/?widget=${bot.widgetId}`);
    await visitor.getByRole('button', { name: 'Open chat' }).click();
    const chat = visitor.getByRole('dialog');
    const say = async (text: string) => {
      await chat.getByRole('textbox').fill(text);
      await chat.getByRole('textbox').press('Enter');
    };
    await say('How much is a tent?');
    await chat.locator('li').filter({ hasText: bot.fallbackMessage }).first().waitFor();
    await say('I have a <b>complaint</b> about a tent');
    const heard = (text: string) => chat.locator('li').filter({ hasText: text }).first().waitFor();
    await heard(bot.escalationMessage);

    // It comes by itself, and the navigation says that somebody waits.
    const waiting = agent.getByText('1 visitor is waiting for an answer');
    await agent.getByRole('link', { name: UNNAMED }).waitFor();
    await waiting.first().waitFor();
    await agent.getByRole('listitem').filter({ hasText: 'I have a <b>complaint</b>' }).waitFor();

    await recordAnswer(owner);

    // By keys alone: to the conversation, to the field, and sent.
    await agent.getByRole('link', { name: UNNAMED }).focus();
    await agent.keyboard.press('Enter');
    await agent.getByRole('heading', { level: 1, name: /^Visitor \d{4}$/ }).waitFor();
    const log = agent.getByRole('log', { name: 'Messages' });
    await log.getByText('I have a <b>complaint</b> about a tent').waitFor();
    await log.getByText('Passed on to a person').waitFor();
    // How the bot came to its answer is told to those who answer for it, and what no passage supports.
    await log.getByText('How this answer came to be').click();
    await log.getByText('Amazon Nova Pro').waitFor();
    await log.getByText('1,204 in, 58 out').waitFor();
    await log.getByText('No passage of your documents supports the marked sentence.').waitFor();
    expect(await log.locator('mark').textContent()).toContain(bot.fallbackMessage.slice(0, 20));
    // Beside a talk that has room stands why; here a button shows it.
    await agent.getByRole('button', { name: 'About this conversation' }).click();
    await agent.getByRole('dialog').getByText('A keyword was named').waitFor();
    await agent.keyboard.press('Escape');
    await more(agent, 'Take over');
    await agent.getByText('You have taken over.').waitFor();
    await chat.getByText('Ada Agent').first().waitFor();
    const field = agent.getByLabel('Your reply');
    await field.focus();
    await agent.keyboard.type('Hello, this is Ada.');
    await agent.keyboard.press('Enter');
    await log.getByText('Hello, this is Ada.').waitFor();
    await waitFor('the empty field', async () => (await field.inputValue()) === '' || undefined);
    await heard('Hello, this is Ada.');
    await agent.getByText('Answered').filter({ visible: true }).first().waitFor();
    await waitFor('the badge to go', async () => (await waiting.count()) === 0 || undefined);

    // Back and forth, live, and read on both sides.
    await say('The zip is broken.');
    await log.getByText('The zip is broken.').waitFor();
    await waiting.first().waitFor();
    await log.getByText('Read by the visitor').waitFor();

    await expect.poll(() => accessibilityProblems(agent)).toEqual([]);
    await more(agent, 'Hand back to the bot');
    await agent.getByRole('button', { name: 'Take over' }).waitFor();
    await more(agent, 'Resolve');
    await agent.getByText('This conversation is closed.').waitFor();
    await agent.getByRole('main').getByRole('button', { name: 'Reopen' }).click();
    await agent.getByLabel('Your reply').waitFor();
    const address = agent.url();
    await agent.getByRole('button', { name: 'Resolve' }).click();
    await agent.getByText('This conversation is closed.').waitFor();

    // The list finds it by what is in the address; of the bot's page, too.
    await agent.goto(app('/conversations?status=resolved'));
    await agent.getByRole('link', { name: UNNAMED }).waitFor();
    await agent.getByRole('button', { name: /^Filter/ }).click();
    await agent.getByLabel('Status').selectOption('active');
    await agent.getByText('No matching conversations').waitFor();
    await expect.poll(() => new URL(agent.url()).searchParams.get('status')).toBe('active');
    await agent.getByLabel('Started', { exact: true }).selectOption('custom');
    await agent.getByLabel('Started on or before').fill('2020-01-01');
    await agent.keyboard.press('Escape');
    await agent.getByRole('button', { name: 'Show all' }).click();
    await agent.getByRole('link', { name: UNNAMED }).waitFor();
    await agent.goto(app(`/bots/${bot.id}/conversations`));
    await agent.getByRole('link', { name: UNNAMED }).click();
    await agent.waitForURL(address);
    await agent.goto(app('/conversations/unknown'));
    await agent.getByText('Conversation not found').first().waitFor();
    expect(complaints.filter((text) => !String(text).includes('404'))).toEqual([]);

    // On a phone, in German, in the dark.
    const phone = await windowOf(owner, {
      viewport: { width: 375, height: 740 },
      locale: 'de-DE',
      colorScheme: 'dark',
    });
    const problems: unknown[] = [];
    for (const path of [
      '/conversations?view=all',
      `/bots/${bot.id}/conversations`,
      new URL(address).pathname,
    ]) {
      await phone.goto(app(path));
      await phone.getByText('Erledigt').filter({ visible: true }).last().waitFor();
      problems.push(...(await accessibilityProblems(phone)).map((problem) => ({ path, ...problem })));
      const excess = await excessWidth(phone);
      if (excess > 0) problems.push({ path, excess });
    }
    expect(problems).toEqual([]);
    await Promise.all([agent, visitor, phone].map((page) => page.context().close()));
  });
});

/** What is done now and then stands behind 'More'. */
async function more(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Has the bot's answer look as if a model had written a sentence of its own: the local one only quotes. */
async function recordAnswer({ accountId, call }: TestUser): Promise<void> {
  const [conversation] = (await call<ConversationPage>('listConversations')).items;
  const conversationId = conversation?.id ?? '';
  const table = operatorTable(cloud);
  const record: AnswerRecord = {
    model: 'eu.amazon.nova-pro-v1:0',
    modelFailure: null,
    inputTokens: 1_204,
    outputTokens: 58,
    costUsd: 0.0011488,
    retrievedMs: 24,
    firstTextMs: 612,
    doneMs: 1_480,
    searchedFor: null,
    unsupported: [{ start: 0, end: 40 }],
  };
  await table.set(
    {
      pk: conversationChannel(accountId, conversationId),
      sk: `MESSAGE#${messageIdOf(conversationId, 2)}`,
    },
    'record',
    record,
  );
}
