import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import type { DataField } from '#contract/bots/flow';
import type { Conversation, ConversationMessages, ConversationPage } from '#contract/conversations/inbox';
import { browser as openBrowser } from '../../helpers/browser';
import { nextYear } from '../../helpers/days';
import { newUser, type TestUser } from '../../helpers/users';
import { cloud } from '../setup';
import { isFocused, panelOf, problemsOfChat, said, write } from './widget-chat';
import { ANSWER, QUESTION, readReturns } from './widget-visit';

const browser = await openBrowser();

const OFFLINE = 'We are <b>away</b>.';

let owner: TestUser;
let guide: Bot;

beforeAll(async () => {
  owner = await newUser(cloud, { name: 'Jo <i>Agent</i>' });
  guide = await owner.call<Bot>('createBot', {
    body: {
      name: 'Guide',
      deploy: true,
      language: 'en',
      offlineMessage: OFFLINE,
      enableFileUpload: true,
      flow: flow(),
    },
  });
  await readReturns(owner, guide);
});

/** One question of each kind that is not simply typed, then the documents, then the end. */
function flow() {
  const place = { x: 0, y: 0 };
  const field = (key: string, type: DataField['type'], more: Partial<DataField> = {}): DataField => ({
    key,
    label: key,
    type,
    required: true,
    options: [],
    min: null,
    max: null,
    ...more,
  });
  const question = (id: string, text: string, asked: DataField) =>
    ({ id, type: 'question', place, text, field: asked }) as const;
  const steps = [
    question(
      'topic',
      'What is it about?',
      field('topic', 'select', { options: ['A return', '<b>Advice</b>'] }),
    ),
    question(
      'gear',
      'What do you have?',
      field('gear', 'multiselect', { options: ['Tent', 'Stove', 'Mat'] }),
    ),
    question('when', 'When do you travel?', field('when', 'date')),
    question('phone', 'May we call you?', field('phone', 'phone', { required: false })),
    question('mail', 'How can we write to you?', field('mail', 'email')),
    question('file', 'Is there a receipt?', field('file', 'file', { required: false })),
    { id: 'ask', type: 'message', place, text: 'Now ask, then go on.', answers: true } as const,
    { id: 'end', type: 'message', place, text: 'That was all.', answers: false } as const,
  ];
  const edges = steps.slice(1).map(({ id }, index) => ({ from: steps[index]?.id, to: id, branch: 'next' }));
  return { start: 'topic', steps, edges };
}

const shop = (bot: Bot) => `${cloud.addresses.customer}/?widget=${bot.widgetId}`;

describe('a guided conversation', () => {
  test('asks in its own way for each field, takes a file, answers, hands over to a person and is rated', async () => {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript(() => {
      const heard: string[] = [];
      const q: unknown[] = [];
      for (const event of ['answer', 'escalated', 'ended', 'rated'])
        q.push(['on', event, () => heard.push(event)]);
      q.push(
        ['identify', { userId: 'u1', hash: 'nonsense' }],
        ['set', { variables: { plan: 'gold', seats: 3 } }],
      );
      Object.assign(window, { heard, Parley: Object.assign((...call: unknown[]) => q.push(call), { q }) });
    });
    await page.goto(shop(guide));
    await page.getByRole('button', { name: 'Open chat' }).click();
    const panel = panelOf(page);
    const choose = (name: string) => panel.getByRole('button', { name, exact: true });
    const heard = () => page.evaluate(() => [...new Set((window as unknown as { heard: string[] }).heard)]);

    // By keyboard alone: from the input back to the choices, and on from there.
    await said(page, 'What is it about?').waitFor();
    await choose('<b>Advice</b>').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
    await page.keyboard.press('Shift+Tab');
    for (let presses = 0; presses < 5 && !(await isFocused(choose('A return'))); presses++)
      await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(panel.getByRole('checkbox', { name: 'Tent' }))).toBe(true);
    await expect.poll(() => choose('Confirm').isDisabled()).toBe(true);
    await page.keyboard.press('Space');
    await panel.getByRole('checkbox', { name: 'Mat' }).check();
    await expect.poll(() => problemsOfChat(page)).toEqual([]);
    await choose('Confirm').click();
    await said(page, 'Tent, Mat').waitFor();
    await panel.locator('input[type=date]').fill(nextYear('12-24'));
    await choose('Confirm').click();
    await said(page, 'May we call you?').waitFor();
    await expect.poll(() => panel.locator('.input').getAttribute('inputmode')).toBe('tel');
    await choose('Skip').click();
    await said(page, 'How can we write to you?').waitFor();
    await write(page, 'nowhere');
    await said(page, 'doesn’t look like an e-mail address').waitFor();
    await write(page, 'visitor@example.org');

    await choose('Choose a file').waitFor();
    const picker = panel.locator('input[type=file]');
    // One that is not what it seems is refused when it is there; the question stays, with its way to answer.
    await picker.setInputFiles({
      name: 'bill.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('A receipt.'),
    });
    await panel.locator('.tray').getByText('The file is not what its name says.').waitFor();
    await choose('Choose a file').waitFor();
    // It is told where those are that were refused before: not as a message, too.
    await expect.poll(() => panel.locator('li.visitor').getByText('bill.pdf').count()).toBe(0);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => panel.getByText('bill.pdf').count()).toBe(0);
    await choose('Choose a file').waitFor();

    // What is pasted is on its way until it is cancelled; what is dropped, and breaks off, is sent again.
    let posts = 0;
    await page.route(`${cloud.addresses.aws}/**`, (route) => {
      posts++;
      if (posts === 2) return route.abort();
      return posts > 2 ? route.continue() : undefined;
    });
    await bring(panel, 'paste', 'note.txt');
    await panel.getByRole('progressbar', { name: 'Uploading note.txt' }).waitFor();
    await expect.poll(() => posts).toBe(1);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => panel.getByText('note.txt').count()).toBe(0);
    await bring(panel, 'dragover', 'x');
    await expect.poll(() => page.locator('[data-drop]').count()).toBe(1);
    await bring(panel, 'drop', 'bill\u202Efdp <img src=x onerror=document.title=1>.txt');
    await expect.poll(() => page.locator('[data-drop]').count()).toBe(0);
    await panel.getByText('That did not work. Please try again.').waitFor();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.getByRole('button', { name: 'billfdp <img src=x onerror=document.title=1>.txt' }).waitFor();
    await said(page, 'Now ask, then go on.').waitFor();

    await write(page, QUESTION);
    await said(page, ANSWER).waitFor();
    await panel.getByRole('button', { name: 'Not helpful' }).click();
    await panel.getByRole('textbox', { name: 'What was missing?' }).fill('<b>More</b>');
    await panel.getByRole('textbox', { name: 'What was missing?' }).locator('..').getByRole('button').click();
    await choose('Continue').click();
    await said(page, 'That was all.').waitFor();

    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await expect.poll(() => problemsOfChat(page)).toEqual([]);
    await choose('Talk to a person').click();
    await panel.getByText('Our team will answer you.').waitFor();
    await write(page, 'Is anybody there?');
    const [head] = (await owner.call<ConversationPage>('listConversations', { query: { botId: guide.id } }))
      .items;
    const path = { conversationId: head?.id ?? '' };
    await panel.getByText('Delivered', { exact: true }).waitFor();
    const messages = async () =>
      (await owner.call<ConversationMessages>('listConversationMessages', { path })).items;
    await owner.call('markConversationRead', {
      path,
      body: { through: (await messages()).at(-1)?.id ?? '' },
    });
    await panel.getByText('Read', { exact: true }).waitFor();
    expect((await messages()).find(({ thumb }) => thumb !== null)).toMatchObject({ thumb: 'down' });
    await expect
      .poll(() => owner.call<Conversation>('getConversation', { path }))
      .toMatchObject({
        status: 'escalated',
        variables: { plan: 'gold', seats: '3' },
        visitor: { userId: null, email: 'visitor@example.org' },
        providedContact: true,
      });

    expect(await heard()).toEqual(['answer', 'escalated']);

    const pause = async (action: 'deactivate' | 'activate') => {
      await owner.call('actOnBot', { path: { botId: guide.id }, body: { action } });
      await expect
        .poll(() =>
          page.evaluate(async (id) => {
            const { src } = document.querySelector('script[data-widget-id]') as HTMLScriptElement;
            const answer = await fetch(new URL(`/w/${id}.json`, src), { cache: 'reload' });
            return (await answer.json()).paused;
          }, guide.widgetId),
        )
        .toBe(action === 'deactivate');
    };

    // What an agent says on another page, where the chat was not opened yet, is counted, also while the bot is paused.
    await pause('deactivate');
    // Another attempt begins with a bot that answers.
    let isPaused = true;
    onTestFinished(async () => {
      if (isPaused) await pause('activate');
    });
    await page.reload();
    await owner.call('replyToVisitor', {
      path,
      body: { id: crypto.randomUUID(), text: 'Yes, <i>here</i>.' },
    });
    await page.getByRole('button', { name: 'Open chat, 1 unread' }).click();
    await said(page, 'Yes, <i>here</i>.').waitFor();
    await panel.getByText('You are talking to Jo <i>Agent</i>.').waitFor();
    // A quote marks its place in bold; what people type stays as they typed it.
    await expect
      .poll(() => panel.locator('.log img, .log p i, .log .visitor b, .log .agent b').count())
      .toBe(0);

    // They go on with who has it, since the bot that is paused is not asked.
    await write(page, 'Good to know.');
    await expect
      .poll(messages)
      .toContainEqual(expect.objectContaining({ author: 'visitor', text: 'Good to know.' }));
    await expect.poll(() => said(page, OFFLINE).count()).toBe(0);
    await pause('activate');
    isPaused = false;
    await page.reload();
    await page.getByRole('button', { name: 'Open chat' }).click();
    await said(page, 'Good to know.').waitFor();

    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await choose('Send transcript by e-mail').click();
    // What was said last is not behind the form.
    await expect
      .poll(() =>
        panel.locator('.log').evaluate((log) => {
          const isLong = log.scrollHeight > log.clientHeight;
          return isLong && log.scrollHeight - log.scrollTop - log.clientHeight < 2;
        }),
      )
      .toBe(true);
    const email = panel.getByRole('textbox', { name: 'E-mail address' });
    await email.fill('visitor@example');
    const sheet = panel.locator('form.sheet');
    await sheet.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.getByText('Please check the e-mail address.').waitFor();
    await email.fill('visitor@example.org');
    await sheet.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.getByText('On its way to visitor@example.org.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.isVisible()).toBe(true);

    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await choose('End chat').click();
    await panel.getByText('This chat has ended.').waitFor();
    await expect.poll(() => problemsOfChat(page)).toEqual([]);
    await panel.locator('label.star').nth(3).click();
    await panel.getByRole('textbox', { name: 'What should we know?' }).fill('Quick');
    const card = panel.locator('div.sheet');
    await card.getByRole('button', { name: 'Send' }).click();
    await card.getByText('Thank you!').waitFor();
    await expect
      .poll(() => owner.call<Conversation>('getConversation', { path }))
      .toMatchObject({
        status: 'ended',
        stars: 4,
        ratingComment: 'Quick',
      });
    await expect.poll(heard).toEqual(['ended', 'rated']);
    await choose('Start a new chat').click();
    await choose('A return').waitFor();
    await expect.poll(() => panel.locator('li.visitor').count()).toBe(0);

    // Whoever signs out leaves nothing that was read out to them.
    await choose('A return').click();
    await panel.getByRole('checkbox', { name: 'Tent' }).waitFor();
    const readOut = () => panel.locator('output').textContent();
    await expect.poll(readOut).not.toBe('');
    await page.evaluate(() => (window as unknown as { Parley(name: string): void }).Parley('reset'));
    await choose('A return').waitFor();
    await expect.poll(readOut).toBe('');
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

/** As a person does who has the file elsewhere: its bytes come with the event. */
function bring(panel: Locator, type: 'paste' | 'dragover' | 'drop', file: string): Promise<void> {
  return panel.evaluate(
    (element, [event, name]) => {
      const data = new DataTransfer();
      data.items.add(new File(['A receipt.'], name, { type: 'text/plain' }));
      const init = { bubbles: true, cancelable: true };
      const target = event === 'paste' ? element.querySelector('.input') : element;
      target?.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent(event, { ...init, clipboardData: data })
          : new DragEvent(event, { ...init, dataTransfer: data }),
      );
    },
    [type, file] as const,
  );
}
