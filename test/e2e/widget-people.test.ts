import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Locator, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '../../functions/contract/bots';
import type { DataField } from '../../functions/contract/flow';
import type { Conversation, ConversationMessages, ConversationPage } from '../../functions/contract/inbox';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { inDays } from '../helpers/days';
import { processed, uploadDocument } from '../helpers/documents';
import { newUser, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const QUESTION = 'Within how many days can I return a tent?';
const ANSWER = 'within forty days';
const OFFLINE = 'We are <b>away</b>.';

let browser: Browser;
let owner: TestUser;
let other: TestUser;
let guide: Bot;
let plain: Bot;

beforeAll(async () => {
  browser = await openBrowser();
  owner = await newUser(cloud, { name: 'Jo <i>Agent</i>' });
  other = await newUser(cloud);
  const body = { deploy: true, language: 'en', offlineMessage: OFFLINE };
  plain = await other.call<Bot>('createBot', { body: { ...body, name: 'Plain' } });
  guide = await owner.call<Bot>('createBot', {
    body: { ...body, name: 'Guide', enableFileUpload: true, flow: flow() },
  });
  for (const [user, bot] of [
    [owner, guide],
    [other, plain],
  ] as const) {
    const document = await uploadDocument(user, bot.id, {
      fileName: 'returns.md',
      content:
        '# Returns\n\nYou can return a tent within forty days after you bought it. Wet tents are dried for 9 euros.',
    });
    expect(await processed(user, document)).toMatchObject({ status: 'success' });
  }
});
afterAll(() => browser?.close());

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
const panelOf = (page: Page) => page.locator('.panel');
const write = async (page: Page, text: string) => {
  await panelOf(page).locator('.input').fill(text);
  await panelOf(page).locator('.input').press('Enter');
};
/** In the messages, not where they are read out. */
const said = (page: Page, text: string | RegExp) =>
  panelOf(page).locator('.log').getByText(text).filter({ visible: true }).last();

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
    await expect.poll(() => violations(page)).toEqual([]);
    await choose('Confirm').click();
    await said(page, 'Tent, Mat').waitFor();
    await panel.locator('input[type=date]').fill(inDays(30));
    await choose('Confirm').click();
    await said(page, 'May we call you?').waitFor();
    await expect.poll(() => panel.locator('.input').getAttribute('inputmode')).toBe('tel');
    await choose('Skip').click();
    await said(page, 'How can we write to you?').waitFor();
    await write(page, 'nowhere');
    await said(page, 'doesn’t look like an e-mail address').waitFor();
    await write(page, 'visitor@example.org');

    // A name that turns itself round and carries markup; then one that is refused before it is sent.
    await choose('Choose a file').waitFor();
    const picker = panel.locator('input[type=file]');
    const text = (name: string, mimeType = 'text/plain') => ({
      name,
      mimeType,
      buffer: Buffer.from('A receipt.'),
    });
    // One that is not what it seems is refused when it is there; the question stays, with its way to answer.
    await picker.setInputFiles(text('bill.pdf', 'application/pdf'));
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
    await picker.setInputFiles(text('run.exe', 'application/x-msdownload'));
    await panel.getByText('Please send PDF, PNG').waitFor();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await said(page, 'Now ask, then go on.').waitFor();

    // Of refused files the newest choice is told, until something is said.
    await picker.setInputFiles(text('first.exe', 'application/x-msdownload'));
    await panel.getByText('first.exe').waitFor();
    await picker.setInputFiles(text('second.exe', 'application/x-msdownload'));
    await panel.getByText('second.exe').waitFor();
    await expect.poll(() => panel.getByText('first.exe').count()).toBe(0);
    await write(page, QUESTION);
    await expect.poll(() => panel.getByText('second.exe').count()).toBe(0);
    await said(page, ANSWER).waitFor();
    await panel.getByRole('button', { name: 'Not helpful' }).click();
    await panel.getByRole('textbox', { name: 'What was missing?' }).fill('<b>More</b>');
    await panel.getByRole('textbox', { name: 'What was missing?' }).locator('..').getByRole('button').click();
    await choose('Continue').click();
    await said(page, 'That was all.').waitFor();

    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await expect.poll(() => violations(page)).toEqual([]);
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
    await page.reload();
    await owner.call('replyToVisitor', {
      path,
      body: { id: crypto.randomUUID(), text: 'Yes, <i>here</i>.' },
    });
    await page.getByRole('button', { name: 'Open chat, 1 unread' }).click();
    await said(page, 'Yes, <i>here</i>.').waitFor();
    await panel.getByText('You are talking to Jo <i>Agent</i>.').waitFor();
    // A quote marks its place in bold; what people type stays as they typed it.
    await expect.poll(() => panel.locator('img, .log p i, .log .visitor b, .log .agent b').count()).toBe(0);

    // She goes on with who has it, since the bot that is paused is not asked.
    await write(page, 'Good to know.');
    await expect
      .poll(messages)
      .toContainEqual(expect.objectContaining({ author: 'visitor', text: 'Good to know.' }));
    await expect.poll(() => said(page, OFFLINE).count()).toBe(0);
    await pause('activate');
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
    await panel.getByText('There is no such e-mail address.').waitFor();
    await email.fill('visitor@example.org');
    await sheet.getByRole('button', { name: 'Send', exact: true }).click();
    await panel.getByText('On its way to visitor@example.org.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.isVisible()).toBe(true);

    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await choose('End chat').click();
    await panel.getByText('This chat has ended.').waitFor();
    await expect.poll(() => violations(page)).toEqual([]);
    await panel.getByText('★').nth(3).click();
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

    // Who signs out leaves nothing of what she was about to say, to send or to have sent to her.
    await choose('A return').click();
    await panel.getByRole('checkbox', { name: 'Tent' }).waitFor();
    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await choose('Send transcript by e-mail').click();
    await panel.getByRole('textbox', { name: 'E-mail address' }).fill('ada@example.org');
    await picker.setInputFiles(text('payslip.exe', 'application/x-msdownload'));
    await panel.getByText('payslip.exe').waitFor();
    await panel.locator('.input').fill('My account number is');
    await expect.poll(() => panel.locator('output').textContent()).not.toBe('');
    await page.evaluate(() => (window as unknown as { Parley(name: string): void }).Parley('reset'));
    await choose('A return').waitFor();
    await expect.poll(() => panel.locator('.input').inputValue()).toBe('');
    await expect.poll(() => panel.getByText('payslip.exe').count()).toBe(0);
    // What was read out to her too.
    await expect.poll(() => panel.locator('output').textContent()).toBe('');
    await expect.poll(() => panel.locator('form.sheet').isVisible()).toBe(false);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe('what goes wrong', () => {
  test('a socket lost in the middle of an answer, two tabs, clocks that are years off, a bot taken off the air', async () => {
    const context = await browser.newContext({ locale: 'en-GB' });
    const sockets: WebSocketRoute[] = [];
    let isCut = false;
    const first = await tab(context, async (page) => {
      await page.clock.setSystemTime(new Date('2031-01-01T00:00:00Z'));
      await page.routeWebSocket(/\/socket/, (socket) => {
        sockets.push(socket);
        const server = socket.connectToServer();
        server.onMessage((frame) => {
          if (isCut) return;
          socket.send(frame);
          if (!String(frame).includes('answer.delta') || sockets.length > 1) return;
          isCut = true;
          setTimeout(() => socket.close({ code: 1001 }).then(() => (isCut = false)), 200);
        });
      });
    });
    await write(first, QUESTION);
    await said(first, ANSWER).waitFor();
    await panelOf(first).getByText('Read', { exact: true }).waitFor();
    expect(sockets.length).toBeGreaterThan(1);
    await expect.poll(() => panelOf(first).locator('li.visitor').count()).toBe(1);

    const second = await tab(context, (page) => page.clock.setSystemTime(new Date('2031-01-01T00:01:00Z')));
    await said(second, ANSWER).waitFor();
    // Asked in one, read in both, once each.
    await write(first, 'How much is drying a wet tent?');
    await said(second, 'How much is drying a wet tent?').waitFor();
    await said(second, '9 euros').waitFor();
    await expect.poll(() => panelOf(second).locator('li.visitor').count()).toBe(2);
    await write(second, QUESTION);
    await expect.poll(() => panelOf(first).locator('li.visitor').count()).toBe(3);

    await other.call('actOnBot', { path: { botId: plain.id }, body: { action: 'undeploy' } });
    await write(first, 'Are you still there?');
    await said(first, 'This chat is not available at the moment.').waitFor();
    await said(first, OFFLINE).waitFor();
    // It takes nothing more, until what it did not take has gone through.
    await expect.poll(() => panelOf(first).locator('.input').isVisible()).toBe(false);
    await write(second, 'And here?');
    await said(second, OFFLINE).waitFor();
    await other.call('actOnBot', { path: { botId: plain.id }, body: { action: 'deploy' } });
    await panelOf(first).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => panelOf(first).getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await panelOf(first).locator('.input').waitFor();
    // What went through in one tab says in the other that it is over.
    const isOver = async () => {
      await panelOf(second).locator('.input').waitFor();
      await expect.poll(() => panelOf(second).locator('.notice').count()).toBe(0);
    };
    await isOver();

    // Paused, it still shows on the next page what was said, and what it did not take.
    await other.call('actOnBot', { path: { botId: plain.id }, body: { action: 'deactivate' } });
    await write(first, 'And on Sundays?');
    await said(first, OFFLINE).waitFor();
    for (const page of [first, second]) {
      await page.reload();
      await page.getByRole('button', { name: 'Open chat' }).click();
      await said(page, '9 euros').waitFor();
      await said(page, OFFLINE).waitFor();
    }
    await said(first, 'And on Sundays?').getByText('Not sent.').waitFor();
    await expect.poll(() => panelOf(first).locator('.input').isVisible()).toBe(false);
    await other.call('actOnBot', { path: { botId: plain.id }, body: { action: 'activate' } });
    await first.keyboard.press('Escape');
    await first.getByRole('button', { name: 'Open chat' }).click();
    await panelOf(first).locator('.input').waitFor();
    await panelOf(first).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => panelOf(first).getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await isOver();
    await panelOf(second).getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => panelOf(second).getByText('And here?').count()).toBe(0);

    // Who signs out leaves nothing to who is next, also where the chat was not opened on that page.
    const kept = () =>
      first.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('parley.widget.')));
    await second.close();
    await first.reload();
    await expect.poll(async () => (await kept()).length).toBe(1);
    await first.evaluate(() => (window as unknown as { Parley(name: string): void }).Parley('reset'));
    await expect.poll(kept).toEqual([]);
    await first.getByRole('button', { name: 'Open chat' }).click();
    await panelOf(first).locator('.input').waitFor();
    await expect.poll(() => panelOf(first).locator('li.visitor').count()).toBe(0);
    await context.close();
  });

  test('too many messages go on by themselves; past the plan it is offline; attributes are texts; two share a corner', async () => {
    const context = await browser.newContext({ locale: 'en-GB' });
    let refusal: { status: number; code: string } | null = { status: 429, code: 'request.rate_limited' };
    const page = await tab(context, async (prepared) => {
      await prepared.clock.install();
      await prepared.route(/\/sessions$/, (route) =>
        refusal
          ? route.fulfill({
              status: refusal.status,
              headers: { 'access-control-allow-origin': '*' },
              json: { error: { code: refusal.code, message: '' } },
            })
          : route.continue(),
      );
    });
    await write(page, QUESTION);
    await panelOf(page).getByText('It goes on by itself in a moment.').waitFor();
    refusal = null;
    await page.clock.fastForward(20_000);
    await said(page, ANSWER).waitFor();
    await expect.poll(() => panelOf(page).getByText('It goes on by itself').count()).toBe(0);

    // What did not work is said until something else is.
    const failed = panelOf(page).getByText('That did not work.');
    await page.route('**/end', (route) => route.abort(), { times: 1 });
    await panelOf(page).getByRole('button', { name: 'More' }).click();
    await panelOf(page).getByRole('button', { name: 'End chat' }).click();
    await failed.waitFor();
    await write(page, 'And wet ones?');
    await expect.poll(() => failed.count()).toBe(0);

    // On a website that is not allowed she reads it before she has written.
    refusal = { status: 403, code: 'widget.site_not_allowed' };
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByRole('button', { name: 'Open chat' }).click();
    await panelOf(page).getByRole('textbox').fill('W');
    await panelOf(page).getByText('This chat is not set up for this website.').waitFor();

    refusal = { status: 402, code: 'plan.conversations_exceeded' };
    await write(page, QUESTION);
    await said(page, OFFLINE).waitFor();
    await said(page, 'This chat is not available at the moment.').waitFor();

    // Its configuration doesn't come, so that it has what the script says.
    await page.route('**/w/zzzzzzz1.json', (route) => route.abort());
    await page.evaluate((src) => {
      const script = document.createElement('script');
      script.src = src;
      Object.assign(script.dataset, {
        widgetId: 'zzzzzzz1',
        botName: '<img src=x onerror="document.title=7">',
        companyName: '"><script>document.title=8</script>',
        greeting: '<svg onload=document.title=9> [x](javascript:document.title=10)',
        logo: 'javascript:document.title=11',
        primaryColor: 'red;} * { display: none',
        position: 'bottom-right',
        mode: 'floating',
      });
      document.body.append(script);
    }, `${cloud.addresses.app}/widget.js`);
    const launchers = page.locator('div[data-widget-id] button.launcher');
    await expect.poll(() => launchers.count()).toBe(2);
    await launchers.last().evaluate((button) => (button as HTMLElement).click());
    const beside = page.locator('div[data-widget-id=zzzzzzz1] .panel');
    await beside.getByText('<img src=x onerror="document.title=7">').waitFor();
    await beside.getByText('<svg onload=document.title=9>').waitFor();
    await expect.poll(() => beside.locator('svg[onload], script, a[href^=javascript]').count()).toBe(0);
    await expect.poll(() => page.title()).toMatch(/Birkenhof/);
    await expect
      .poll(async () => {
        const [one, two] = await Promise.all([
          launchers.first().boundingBox(),
          launchers.last().boundingBox(),
        ]);
        return one && two ? Math.abs(one.x - two.x) >= one.width : false;
      })
      .toBe(true);
    await context.close();
  });
});

test('outside business hours the visitor reads when they are back, and leaves an address for the answer', async () => {
  const path = { botId: plain.id };
  const { version, businessHours } = await other.call<Bot>('getBot', { path });
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
  const next = days[(new Date().getUTCDay() + 3) % 7] ?? 'monday';
  const closed = Object.fromEntries(days.map((day) => [day, []]));
  const week = { ...closed, [next]: [{ start: '09:00', end: '17:00' }] };
  await other.call('updateBot', {
    path,
    body: { version, timezone: 'UTC', businessHours: { ...businessHours, enabled: true, week } },
  });
  await other.call('actOnBot', { path, body: { action: 'publish' } });
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await tab(context, async () => {});
  const panel = panelOf(page);
  await write(page, QUESTION);
  await said(page, ANSWER).waitFor();
  await said(page, OFFLINE).waitFor();
  // Without the year, which is this one, or begins within the week.
  await panel.getByText(new RegExp(`^Back ${next},? \\d+ \\p{L}+ at \\d`, 'iu')).waitFor();
  // Before what is said, not below a right answer.
  await expect.poll(() => panel.locator('.notice ~ .visitor').count()).toBe(1);
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await panel.getByRole('button', { name: 'Talk to a person' }).click();
  await panel.getByRole('textbox', { name: 'Your e-mail address, for our answer' }).fill('late@example.org');
  await panel.locator('form.sheet').getByRole('button', { name: 'Talk to a person' }).click();
  await panel.getByText('Our team will answer you.').waitFor();

  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await panel.getByRole('button', { name: 'End chat' }).click();
  await expect.poll(() => panel.locator('.input').isVisible()).toBe(false);
  await panel.getByRole('button', { name: 'Start a new chat' }).click();
  await panel.locator('.input').waitFor();
  await expect.poll(() => panel.getByText('This chat has ended.').isVisible()).toBe(false);
  await context.close();

  // A bot whose texts somebody wrote speaks its own language, of which the chat is as a whole.
  const german = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await german.goto(shop(plain));
  await german.getByRole('button', { name: 'Open chat' }).click();
  await said(german, 'Hello! How can I help you today?').waitFor();
  await german.getByPlaceholder('Ask a question …').waitFor();
  // What is asked in it: an answer is in its question's language.
  await write(german, QUESTION);
  await said(german, ANSWER).waitFor();
  await said(german, OFFLINE).waitFor();
  await expect
    .poll(() => panelOf(german).textContent())
    .not.toMatch(/Hallo|Dazu habe|Wir sind|Wieder da|Gesendet|Zugestellt|Gelesen|Neue Antwort/);

  // One for which nobody wrote any speaks the visitor's, from the first word to the person who takes over.
  const another = await newUser(cloud);
  const untouched = await another.call<Bot>('createBot', {
    body: {
      name: 'Untouched',
      deploy: true,
      language: 'en',
      timezone: 'UTC',
      businessHours: { ...businessHours, enabled: true, week },
    },
  });
  await german.goto(shop(untouched));
  await german.getByRole('button', { name: 'Chat öffnen' }).click();
  await said(german, 'Hallo! Wie kann ich Ihnen heute helfen?').waitFor();
  await german.getByPlaceholder('Stellen Sie eine Frage …').waitFor();
  await write(german, 'Wann öffnet das Museum?');
  await said(german, 'Dazu habe ich in unseren Unterlagen leider keine Antwort gefunden.').waitFor();
  await said(german, 'Wir sind gerade nicht da.').waitFor();
  await said(
    german,
    /^Wieder da: (Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag), \d+\. \p{L}+ um \d/u,
  ).waitFor();
  await panelOf(german).getByRole('button', { name: 'Mehr', exact: true }).click();
  await panelOf(german).getByRole('button', { name: 'Mit einem Menschen sprechen' }).click();
  const sheet = panelOf(german).locator('form.sheet');
  await sheet.getByRole('button', { name: 'Mit einem Menschen sprechen' }).click();
  await panelOf(german).getByText('Unser Team antwortet Ihnen.').waitFor();
  await expect
    .poll(() => panelOf(german).textContent())
    .not.toMatch(/Hello|We are|Back|Our team|Sent|Delivered|Read|New answer/);
  await german.context().close();
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

async function tab(context: BrowserContext, prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await context.newPage();
  await prepare(page);
  await page.goto(shop(plain));
  await page.getByRole('button', { name: 'Open chat' }).click();
  await panelOf(page).waitFor();
  return page;
}

function isFocused(locator: ReturnType<Page['locator']>): Promise<boolean> {
  return locator.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element);
}
