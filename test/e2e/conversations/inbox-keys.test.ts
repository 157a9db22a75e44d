import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import type { Conversation } from '#contract/conversations/inbox';
import { newUser } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { waitFor } from '../../helpers/wait-for';
import { app, cloud, windowOf } from '../setup';

const WAITING = 3;
const ANSWER = 'We mend it within a day.';

it('those that wait are opened, answered and resolved by keys alone, one after the other', async () => {
  const agent = await newUser(cloud, { name: 'Ada Agent' });
  const bot = await agent.call<Bot>('createBot', { body: { name: 'Tents', deploy: true } });
  for (let number = 1; number <= WAITING; number += 1) {
    const visitor = await openVisitor(cloud, bot.widgetId, { from: `127.0.7.${number}` });
    await visitor.ask(`Tent ${number} has a hole, who mends it?`);
    await visitor.api.call('askForPerson', { path: { widgetId: bot.widgetId }, body: {} });
    await visitor.close();
  }
  const page = await windowOf(agent, { viewport: { width: 1280, height: 800 } });
  await page.goto(app('/conversations'));
  await page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link')
    .nth(WAITING - 1)
    .waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Resolve').first().waitFor();
  await page.keyboard.press('Escape');

  const seconds: number[] = [];
  const opened: string[] = [];
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  for (let number = 1; number <= WAITING; number += 1) {
    const begin = performance.now();
    // The next one is there once its name has the focus; the page before may stand for a moment longer.
    await page.waitForFunction(() => {
      const name = document.activeElement as HTMLElement | null;
      const isNew = name?.matches('[data-inbox-name]:not([data-seen])') ?? false;
      if (!isNew || !document.querySelector('[data-inbox-reply]')) return false;
      name?.setAttribute('data-seen', '');
      return true;
    });
    opened.push(new URL(page.url()).pathname);
    await page.getByRole('log').getByText('has a hole').first().waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type(ANSWER);
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText(ANSWER).first().waitFor();
    expect(await focusOf(page)).toBe('TEXTAREA');
    await page.keyboard.press('Escape');
    expect(await focusOf(page)).toBe('H1');
    await page.keyboard.press('e');
    // The next one opens by itself.
    if (number < WAITING) await page.waitForURL((url) => !opened.includes(url.pathname));
    seconds.push((performance.now() - begin) / 1_000);
  }
  process.stdout.write(`seconds each by keys: ${seconds.map((each) => each.toFixed(1)).join(' ')}\n`);
  const resolved = await waitFor('the last one to be resolved', async () => {
    const { items } = await agent.call<{ items: Conversation[] }>('listConversations', {
      query: { status: 'resolved' },
    });
    return items.length === WAITING ? items : undefined;
  });
  // Whoever answers has it.
  expect(new Set(resolved.map(({ assignee }) => assignee?.name))).toEqual(new Set(['Ada Agent']));
  expect(await focusOf(page)).not.toBe('BODY');
  await page.context().close();
});

function focusOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.tagName);
}
