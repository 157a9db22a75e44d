import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import type { ConversationPage } from '#contract/conversations/inbox';
import { browser as openBrowser } from '../../helpers/browser';
import { newUser, type TestUser } from '../../helpers/users';
import { cloud } from '../setup';
import { panelOf, said, write } from './widget-chat';
import { ANSWER, QUESTION, readReturns } from './widget-visit';

const browser = await openBrowser();

const OFFLINE = 'We are <b>away</b>.';

let owner: TestUser;
let plain: Bot;

beforeAll(async () => {
  owner = await newUser(cloud);
  plain = await owner.call<Bot>('createBot', {
    body: { name: 'Plain', deploy: true, language: 'en', offlineMessage: OFFLINE },
  });
  await readReturns(owner, plain);
});
// What failed while its bot was paused would make the others fail, and its own second try.
afterEach(async () => {
  const path = { botId: plain.id };
  const { status } = await owner.call<Bot>('getBot', { path });
  if (status === 'inactive') await owner.call('actOnBot', { path, body: { action: 'activate' } });
});

const shop = (bot: Bot) => `${cloud.addresses.customer}/?widget=${bot.widgetId}`;

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

    await owner.call('actOnBot', { path: { botId: plain.id }, body: { action: 'undeploy' } });
    await write(first, 'Are you still there?');
    await said(first, 'This chat is not available at the moment.').waitFor();
    await said(first, OFFLINE).waitFor();
    // It takes nothing more, until what it did not take has gone through.
    await expect.poll(() => panelOf(first).locator('.input').isVisible()).toBe(false);
    await write(second, 'And here?');
    await said(second, OFFLINE).waitFor();
    await owner.call('actOnBot', { path: { botId: plain.id }, body: { action: 'deploy' } });
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
    await owner.call('actOnBot', { path: { botId: plain.id }, body: { action: 'deactivate' } });
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
    await owner.call('actOnBot', { path: { botId: plain.id }, body: { action: 'activate' } });
    await first.keyboard.press('Escape');
    await first.getByRole('button', { name: 'Open chat' }).click();
    await panelOf(first).locator('.input').waitFor();
    await panelOf(first).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => panelOf(first).getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await isOver();
    await panelOf(second).getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => panelOf(second).getByText('And here?').count()).toBe(0);

    // Whoever signs out leaves nothing to who is next, also where the chat was not opened on that page.
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
});

test('outside business hours a German visitor reads when they are back, by their own clock, and leaves an address', async () => {
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
  const next = days[(new Date().getUTCDay() + 3) % 7] ?? 'monday';
  const closed = Object.fromEntries(days.map((day) => [day, []]));
  const week = { ...closed, [next]: [{ start: '09:00', end: '17:00' }] };
  const { businessHours } = await owner.call<Bot>('getBot', { path: { botId: plain.id } });
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
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'America/New_York' });
  const page = await context.newPage();
  await page.goto(shop(untouched));
  await page.getByRole('button', { name: 'Chat öffnen' }).click();
  const panel = panelOf(page);
  await write(page, 'Wann öffnet das Museum?');
  await said(page, 'Dazu habe ich in unseren Unterlagen leider keine Antwort gefunden.').waitFor();
  await said(page, 'Wir sind gerade nicht da.').waitFor();
  // Without the year, which is this one, or begins within the week.
  await said(
    page,
    /^Wieder da: (Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag), \d+\. \p{L}+ um 0[45]:00/u,
  ).waitFor();
  await panel.getByRole('button', { name: 'Mehr', exact: true }).click();
  await panel.getByRole('button', { name: 'Mit einem Menschen sprechen' }).click();
  const sheet = panel.locator('form.sheet');
  await sheet.getByRole('textbox').fill('late@example.org');
  await sheet.getByRole('button', { name: 'Mit einem Menschen sprechen' }).click();
  await panel.getByText('Unser Team antwortet Ihnen.').waitFor();
  await expect
    .poll(async () => {
      const query = { botId: untouched.id };
      return (await another.call<ConversationPage>('listConversations', { query })).items;
    })
    .toEqual([expect.objectContaining({ status: 'escalated', visitorName: 'late@example.org' })]);
  await context.close();
});

async function tab(context: BrowserContext, prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await context.newPage();
  await prepare(page);
  await page.goto(shop(plain));
  await page.getByRole('button', { name: 'Open chat' }).click();
  await panelOf(page).waitFor();
  return page;
}
