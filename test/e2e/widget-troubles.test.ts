import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots';
import type { DataField } from '#contract/flow';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { processed, uploadDocument } from '../helpers/documents';
import { newUser, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
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
// What failed while its bot was paused would make the others fail, and its own second try.
afterEach(async () => {
  const path = { botId: plain.id };
  const { status } = await other.call<Bot>('getBot', { path });
  if (status === 'inactive') await other.call('actOnBot', { path, body: { action: 'activate' } });
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
const panelOf = (page: Page) => page.locator('.panel');
const write = async (page: Page, text: string) => {
  await panelOf(page).locator('.input').fill(text);
  await panelOf(page).locator('.input').press('Enter');
};
/** In the messages, not where they are read out. */
const said = (page: Page, text: string | RegExp) =>
  panelOf(page).locator('.log').getByText(text).filter({ visible: true }).last();

describe('what goes wrong', () => {
  test('a socket lost in the middle of an answer, two tabs, clocks that are years off, a bot taken off the air', async () => {
    const context = await browser.newContext({ locale: 'en-GB' });
    const sockets: WebSocketRoute[] = [];
    let isCut = false;
    const later = Date.now() + 5 * 365 * 86_400_000;
    const first = await tab(context, async (page) => {
      await page.clock.setSystemTime(later);
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

    const second = await tab(context, (page) => page.clock.setSystemTime(later + 60_000));
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
    await said(first, 'And on Sundays?').getByText('Failed to send message. Please try again.').waitFor();
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
    await panelOf(page).getByText('It continues by itself in a moment.').waitFor();
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

async function tab(context: BrowserContext, prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await context.newPage();
  await prepare(page);
  await page.goto(shop(plain));
  await page.getByRole('button', { name: 'Open chat' }).click();
  await panelOf(page).waitFor();
  return page;
}
