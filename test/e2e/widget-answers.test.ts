import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { newUser } from '../helpers/users';

const cloud = sharedCloud();
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const QUESTION = 'How do I wash the tent?';
const ANSWER = `Wash the tent **by hand**:

1. Shake it out.
2. Use cold water:
   - no softener
   - no bleach

| Fabric | Degrees |
| --- | --- |
| Cotton | 30 |
| Nylon | 20 |

Then run:

\`\`\`
dry --slow tent
\`\`\``;
const STARTER = 'How do I fold the tent?';

let browser: Browser;
let bot: Bot;

beforeAll(async () => {
  browser = await openBrowser();
  const owner = await newUser(cloud);
  bot = await owner.call<Bot>('createBot', {
    body: { name: 'Tents', deploy: true, language: 'en', starterQuestions: [QUESTION, STARTER] },
  });
  const path = { botId: bot.id };
  await owner.call('writeFaq', { path, body: { question: QUESTION, answer: ANSWER } });
  await owner.call('writeFaq', { path, body: { question: STARTER, answer: 'Fold it along its seams.' } });
});
afterAll(() => browser?.close());

/** A visitor with the chat open in a window that is so low that an answer does not fit. */
async function visit(): Promise<{ readonly page: Page; readonly panel: Locator }> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 560 } });
  const page = await context.newPage();
  await page.goto(`${cloud.addresses.customer}/?widget=${bot.widgetId}`);
  await page.getByRole('button', { name: 'Open chat' }).click();
  return { page, panel: page.locator('div[data-widget-id] .panel') };
}

async function ask(panel: Locator, question: string): Promise<void> {
  await panel.getByRole('textbox').first().fill(question);
  await panel.getByRole('textbox').first().press('Enter');
}

/** Whether all of an element stands within the list of messages, and none of it below the input. */
const isInView = (target: Locator) =>
  target.evaluate((element) => {
    const list = element.closest('.log')?.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return !!list && box.height > 0 && box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
  });

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(context: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const result = await axe.run({ include: [[['div[data-widget-id]', '.panel']]] });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

describe('a typed-in answer', () => {
  test('keeps its lists, table and code in the chat, and what opens below it comes into view', async () => {
    const { page, panel } = await visit();
    await ask(panel, QUESTION);
    const answer = panel.locator('li.bot').filter({ hasText: 'by hand' });
    await answer.locator('pre').getByText('dry --slow tent').waitFor();
    expect(await answer.locator('ol > li').count()).toBe(2);
    expect(await answer.locator('ol > li > ul > li').allTextContents()).toEqual(['no softener', 'no bleach']);
    expect(await answer.locator('th').allTextContents()).toEqual(['Fabric', 'Degrees']);
    expect(await answer.locator('td').allTextContents()).toEqual(['Cotton', '30', 'Nylon', '20']);
    expect(await answer.textContent()).not.toMatch(/\*\*|```|---/);

    await answer.getByText('1 source').click();
    // The quote is as long as the answer, and taller than the chat: it begins in view.
    await expect.poll(() => isInView(answer.locator('.source b').first())).toBe(true);

    // Not the end of the list: what opens has to come into view by itself.
    await answer.getByRole('button', { name: 'Not helpful' }).click();
    const comment = answer.getByRole('textbox', { name: 'What was missing?' });
    await comment.waitFor();
    await expect.poll(() => isInView(comment)).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

describe('a question without an answer', () => {
  test('is followed by a person and other questions, and by a new chat in one click', async () => {
    const { page, panel } = await visit();
    const starters = panel.getByRole('group', { name: 'Next steps' });
    await ask(panel, 'Who won the Danish football league in 1987?');
    await starters.getByRole('button', { name: 'Talk to a person' }).waitFor();
    expect(await starters.getByRole('button').allTextContents()).toEqual([
      'Talk to a person',
      QUESTION,
      STARTER,
    ]);
    await expect.poll(() => isInView(starters)).toBe(true);
    expect(await violations(page)).toEqual([]);

    await starters.getByRole('button', { name: STARTER }).click();
    await panel.getByText('Fold it along its seams.').first().waitFor();
    await expect.poll(() => starters.count()).toBe(0);

    await panel.getByRole('button', { name: 'Start a new chat' }).click();
    await expect.poll(() => panel.locator('li.visitor').count()).toBe(0);
    expect(await panel.getByRole('button', { name: 'Start a new chat' }).count()).toBe(0);
    // Nothing is lost by it.
    await panel.getByRole('button', { name: 'Continue the last conversation' }).click();
    await panel.getByText('Fold it along its seams.').first().waitFor();

    await ask(panel, 'Who won the Danish football league in 1988?');
    await starters.getByRole('button', { name: 'Talk to a person' }).click();
    await panel.getByText('Our team will answer you.').waitFor();
    await expect.poll(() => starters.count()).toBe(0);
    await page.context().close();
  });
});
