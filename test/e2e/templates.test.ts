import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bot } from '#contract/bots';
import { runs } from '#contract/flow-check';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { accessibilityProblems, newPage, problemsOfBothLooks, storeSession } from '../helpers/dashboard';
import { newUser, signIn, type TestUser } from '../helpers/users';
import { operatorTable } from '../integration/api/table';

const cloud = sharedCloud();
const at = (path: string) => `${cloud.addresses.app}${path}`;

let browser: Browser;
let table: Awaited<ReturnType<typeof operatorTable>>;
beforeAll(async () => {
  [browser, table] = await Promise.all([openBrowser(), operatorTable(cloud)]);
});
afterAll(async () => {
  table?.close();
  await browser?.close();
});

/** A window of somebody new. */
async function openWindow(
  options: Parameters<typeof newPage>[1] = {},
): Promise<{ readonly page: Page; readonly mira: TestUser }> {
  const [page, mira] = await Promise.all([
    newPage(browser, options),
    newUser(cloud, { name: 'Mira Hohenstein' }),
  ]);
  await storeSession(page, cloud, 'app', await signIn(cloud, mira.email));
  return { page, mira };
}

/** What browsers complain of, other than what the test itself does. */
function complaintsOf(page: Page): unknown[] {
  const complaints: unknown[] = [];
  page.on('console', (message) => {
    const expected = message.text().includes('409') || message.text().includes('Service Worker');
    if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

describe('a template', () => {
  it('is found, tried, rated, made into a bot, and its flow is built on', async () => {
    const { page, mira } = await openWindow({ timezoneId: 'America/New_York' });
    const complaints = complaintsOf(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(at('/bots/new'));
    await page.getByRole('link', { name: 'From a template' }).click();
    await page.getByText('12 templates').waitFor();

    // What is searched is in the address, and is found again on the way back.
    await page.getByLabel('Search').fill('advanced booking');
    await page.getByText('1 template', { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('advanced booking');
    await page.getByLabel('Category').selectOption('ecommerce');
    await page.getByText('No matching templates').waitFor();
    await button('Show all').click();
    await page.getByLabel('Difficulty').selectOption('beginner');
    await page.getByLabel('Sort by').selectOption('quick');
    await page.getByText('5 templates').waitFor();
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).first().textContent())
      .toBe('FAQ assistant');
    await page.getByRole('link', { name: 'Contact request' }).click();

    // The conversation runs: it asks again, answers in between, and keeps what it was told.
    const log = page.getByRole('log');
    const say = async (text: string) => {
      await page.getByRole('textbox', { name: /Name|Request|E-mail|Phone|Message/ }).fill(text);
      await page.keyboard.press('Enter');
    };
    await log.getByText('Who am I talking to?').waitFor();
    await say('Ada');
    await log.getByText('Nice to meet you, Ada.').waitFor();
    await say('An offer for two hundred chairs');
    await log.getByText('Which e-mail address').waitFor();
    await say('ada@');
    await log.getByText('That doesn’t look like an e-mail address.').waitFor();
    await say('Do you deliver to Austria?');
    await log.getByText('Here the bot answers “Do you deliver to Austria?”').waitFor();
    await say('ada@example.net');
    await button('Skip').click();
    await log.getByText('Thank you, Ada.').waitFor();
    await page.getByText('skipped').waitFor();
    await page.getByRole('definition').filter({ hasText: 'ada@example.net' }).waitFor();
    await page.getByRole('radio', { name: 'German' }).check({ force: true });
    await log.getByText('Mit wem spreche ich?').waitFor();

    // Nobody judges what she has not used.
    expect(await page.getByRole('radio', { name: '4 stars' }).count()).toBe(0);

    // Made one's own.
    await page.getByRole('link', { name: 'Use this template' }).click();
    // The name is suggested, as the conversation shows it.
    await expect.poll(() => page.getByLabel('Name of the bot').inputValue()).not.toBe('');
    await page.getByLabel('Name of the bot').fill('');
    await button('Save as draft').click();
    await page.getByText('Bot name is required').waitFor();
    await page.getByLabel('Name of the bot').fill('Empfang');
    await page.getByLabel('Welcome message').fill('Guten Tag, hier ist der Empfang.');
    await page.getByRole('radio', { name: 'Violet' }).check({ force: true });
    // Or any other; one on which white is not read is mended by the nearest that is.
    await page.getByLabel('Or any other').fill('#ffee55');
    await page.getByText('hard to read on the main colour').waitFor();
    await page.getByRole('button', { name: /^Use main colour #/ }).click();
    await expect.poll(() => page.getByText('hard to read on the main colour').count()).toBe(0);
    const colour = await page.getByLabel('Or any other').inputValue();
    expect(colour).not.toBe('#ffee55');
    await log.getByText('Guten Tag, hier ist der Empfang.').waitFor();
    await button('Save as draft').click();
    await page.getByText('Saved as a draft.').waitFor();
    await page.waitForURL('**/knowledge');
    const botId = /\/bots\/([^/]+)\/knowledge$/.exec(page.url())?.[1] ?? '';
    const stored = async () => Bot.parse(await mira.call('getBot', { path: { botId } }));
    const created = await stored();
    expect(created).toMatchObject({
      name: 'Empfang',
      status: 'draft',
      language: 'de',
      primaryColor: colour,
      welcomeMessage: 'Guten Tag, hier ist der Empfang.',
      // Of the browser: business hours are those of the place.
      timezone: 'America/New_York',
    });
    expect(runs(created.flow)).toBe(true);
    await page.goto(at('/templates/contact-request'));
    await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
    await page.getByText('your rating is saved').waitFor();
    await page.getByText('(1 rating)').waitFor();
    await page.goto(at(`/bots/${botId}`));

    // A step more, by keyboard and lists alone: what is wrong with it is said where it is, until it is right.
    await page.getByRole('link', { name: 'Flow', exact: true }).click();
    await page.getByText('The flow is complete.').waitFor();
    await page.getByLabel('Steps', { exact: true }).selectOption('thanks');
    await button('Condition').click();
    await page.getByText('1 thing keeps this flow from running:').waitFor();
    await button('Undo').click();
    await page.getByText('The flow is complete.').waitFor();
    await button('Redo').click();
    await page
      .getByRole('button', { name: /^Step \d+: This condition does not say yet which answer/ })
      .click();
    await page.getByLabel('Answer to').selectOption('phone');
    await page.getByRole('group', { name: 'Edit step' }).getByLabel('Condition').selectOption('filled');
    await page.getByText('The flow is complete.').waitFor();
    await page.getByLabel('If so').selectOption('name');
    await page
      .getByRole('button', { name: /Circular reference/ })
      .first()
      .waitFor();
    await button('Undo').click();
    await button('Message').click();
    await page.getByLabel('Text', { exact: true }).fill('Wir rufen Sie an, {name}.');
    await page.getByText('The flow is complete.').waitFor();

    await button('Try it').click();
    const trial = page.getByRole('dialog');
    for (const answer of ['Ada', 'Stühle', 'ada@example.net', '030 901820']) {
      await trial.getByRole('textbox').fill(answer);
      await page.keyboard.press('Enter');
    }
    await trial.getByText('Wir rufen Sie an, Ada.').waitFor();
    await page.keyboard.press('Escape');

    // Others changed something else meanwhile: both hold. They changed the flow: one is asked.
    await mira.call('updateBot', {
      path: { botId },
      body: { version: created.version, companyName: 'Hohenstein' },
    });
    // Two clicks save once, and make no conflict with each other.
    const attempts: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && attempts.push(request.url()));
    await button('Save flow').dblclick();
    await page.getByText('The flow is saved.').waitFor();
    expect(attempts).toHaveLength(2);
    const saved = await stored();
    expect(saved.companyName).toBe('Hohenstein');
    expect(saved.flow?.steps).toHaveLength((created.flow?.steps.length ?? 0) + 2);
    const steps = saved.flow?.steps.map((step, index, { length }) => {
      const text = { 0: 'Ihre Begrüßung', [length - 1]: 'Wir melden uns.' }[index];
      return text && step.type !== 'condition' ? { ...step, text } : step;
    });
    await mira.call('updateBot', {
      path: { botId },
      body: { version: saved.version, flow: { ...saved.flow, steps } },
    });
    // On the canvas, a step is chosen and deleted by its key.
    const call = page.getByRole('group', { name: /^Message\. Wir rufen Sie an/ });
    // A way is named by what it leads from and to.
    const way = page.getByRole('group', { name: /^Connection from .+ to Message “Wir rufen Sie an/ });
    await way.first().waitFor({ state: 'attached' });
    await call.click();
    await page.keyboard.press('Delete');
    // And comes back by its key, wherever the focus went.
    await call.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await call.waitFor();
    await page.keyboard.press('Control+Shift+z');
    await call.waitFor({ state: 'detached' });
    await button('Save flow').click();
    await page.getByText('This flow was changed in another window or by somebody else.').waitFor();
    // Only the step that both changed, with what either made of it: the other is merged.
    const question = page.getByRole('alert').filter({ hasText: 'This flow was changed' });
    await question.getByText('Removed').waitFor();
    await question.getByText('Message: Wir melden uns.').waitFor();
    expect(await button('Keep mine').count()).toBe(1);
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByText('Saving waits for one decision.').waitFor();
    // Nor is it saved by the way of going live.
    await expect.poll(() => button('Save flow and put the bot live').isDisabled()).toBe(true);
    await button('Take theirs').click();
    // All is as they have it now: there is nothing to check, nor to save.
    await question.waitFor({ state: 'detached' });
    await page.getByRole('group', { name: /^Message\. Wir melden uns/ }).waitFor();
    // What was mine comes back step by step.
    await page.keyboard.press('Control+z');
    await page.getByRole('group', { name: /^Message\. Wir melden uns/ }).waitFor({ state: 'detached' });
    await button('Save flow').click();
    await page.getByText('This flow was changed in another window').waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await stored()).flow?.steps.length)
      .toBe((created.flow?.steps.length ?? 0) + 1);
    expect((await stored()).flow?.steps[0]).toMatchObject({ text: 'Ihre Begrüßung' });

    // The plan has no room for another draft, which is said before a template is chosen; its flow can be had still.
    await table.set({ pk: `ACCOUNT#${mira.userId}`, sk: 'ACCOUNT' }, 'botCount', 20);
    await page.reload();
    await page.getByRole('link', { name: 'Templates', exact: true }).click();
    await page.getByText('You have as many bots and drafts as your plan allows').waitFor();
    await page.getByRole('link', { name: 'Appointment request' }).click();
    await page.getByRole('heading', { level: 1, name: 'Appointment request' }).waitFor();
    await page.getByText('You have as many bots and drafts as your plan allows').waitFor();
    expect(await page.getByRole('link', { name: 'Use this template' }).count()).toBe(0);
    await button('Use flow in an existing bot').click();
    await page.getByText(/^The flow that it has now \(\d+ steps\) is replaced/).waitFor();
    await button('Replace flow').click();
    await page.waitForURL(`**/bots/${botId}/flow`);
    // In the bot's language, whichever the gallery has.
    await page.getByRole('group', { name: /^Message\. Vielen Dank, \{name\}\. Ihr Wunsch/ }).waitFor();
    expect((await stored()).name).toBe('Empfang');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('has pages that are accessible and fit', async () => {
    const { page, mira } = await openWindow({ locale: 'de-DE' });
    const complaints = complaintsOf(page);
    const bot = Bot.parse(
      await mira.call('createFromTemplate', {
        path: { templateId: 'product-feedback' },
        body: { name: 'Empfang', language: 'de' },
      }),
    );
    // Its first step leads back to itself, which is seen, and said to be wrong.
    const first = bot.flow?.start ?? '';
    const edges = [
      ...(bot.flow?.edges ?? []).filter(({ from }) => from !== first),
      { from: first, branch: 'next', to: first },
    ];
    await mira.call('updateBot', {
      path: { botId: bot.id },
      body: { version: bot.version, flow: { ...bot.flow, edges } },
    });
    const paths = ['', '/event-registration', '/support-ticket/customize'].map((path) => `/templates${path}`);
    for (const path of [...paths, `/bots/${bot.id}/flow`]) {
      await page.goto(at(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[role=status][aria-label]'));
      complaints.push(...(await problemsOfBothLooks(page, path)));
    }
    const right = async (part: string) => {
      const box = await page.locator(part).boundingBox();
      return box ? box.x + box.width : Number.NaN;
    };
    await expect
      .poll(async () => {
        const way = await right(`[data-id="${first} next"] .react-flow__edge-path`);
        return way - (await right(`.react-flow__node[data-id="${first}"]`));
      })
      .toBeGreaterThan(5);
    await page.getByText('Zirkelbezug').first().waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
