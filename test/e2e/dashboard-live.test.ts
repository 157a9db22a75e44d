import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnalyticsReport } from '#contract/analytics';
import type { Bot } from '#contract/bots';
import type { ActivityPage, Dashboard } from '#contract/dashboard';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { excessWidth, newPage, problemsOfBothLooks, storeSession } from '../helpers/dashboard';
import { awayFromMidnight } from '../helpers/days';
import { apiClient, newUser, signIn, type TestUser } from '../helpers/users';
import { openVisitor } from '../helpers/visitor';
import { waitFor } from '../helpers/wait-for';

const cloud = sharedCloud();
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let browser: Browser;
let owner: TestUser;
let bot: Bot;

beforeAll(async () => {
  browser = await openBrowser();
});
// Each try has an account of its own: what happened in a former one is shown too.
beforeEach(async () => {
  owner = await newUser(cloud, { name: 'Mira Hohenstein' });
  bot = await owner.call<Bot>('createBot', { body: { name: 'Tents', language: 'en', deploy: true } });
});
afterAll(() => browser?.close());

describe('the dashboard', () => {
  it('shows what happens while it is looked at, and leads there', async () => {
    const page = await newPage(browser, { viewport: { width: 1280, height: 800 } });
    await storeSession(page, cloud, 'app', await signIn(cloud, owner.email));
    await page.goto(`${cloud.addresses.app}/dashboard`);
    const activity = page.getByRole('region', { name: 'Recent activity' });
    await activity.getByText('Tents was created').waitFor();
    expect(await activity.getByText('New conversation with Tents').count()).toBe(0);
    const visitor = await openVisitor(cloud, bot.widgetId);
    await visitor.ask('When do you open?');
    const link = activity.getByRole('link', { name: 'New conversation with Tents' });
    await link.waitFor();
    expect(await page.getByText('It has no documents to answer from.').count()).toBe(1);
    for (const width of [375, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await excessWidth(page), `${width}`).toBeLessThanOrEqual(0);
    }
    expect(await problemsOfBothLooks(page, 'dashboard')).toEqual([]);
    await link.click();
    await page.waitForURL(`**/conversations/${visitor.grant.conversationId}`);
    await page.context().close();
  });

  it('gives the trial that the alpha banner promises, once', async () => {
    const page = await newPage(browser, { viewport: { width: 1280, height: 800 } });
    await storeSession(page, cloud, 'app', await signIn(cloud, owner.email));
    await page.goto(`${cloud.addresses.app}/dashboard`);
    const claim = page.getByRole('button', { name: 'Start your 3-month trial' });
    await claim.click();
    await page.getByText(/Your trial now runs until/).waitFor();
    await claim.waitFor({ state: 'detached' });
    await expect(owner.call('claimAlphaTrial')).rejects.toThrow(/409|alpha_not_open/);
    await page.context().close();
  });

  it('shows nothing of another tenant, and nothing to a stranger', async () => {
    const stranger = await newUser(cloud);
    expect(await stranger.call<ActivityPage>('listActivity')).toEqual({ items: [], cursor: null });
    expect((await stranger.call<Dashboard>('getDashboard')).health).toEqual([]);
    expect((await apiClient(cloud).send('getDashboard')).status).toBe(401);
  });
});

describe('the widget', () => {
  beforeEach(awayFromMidnight);

  const counted = async () => {
    const { totals } = await owner.call<AnalyticsReport>('getAnalytics', { query: { range: 'today' } });
    return { visits: totals.visits, openings: totals.openings, visitors: totals.visitors };
  };

  it('counts pages and openings of people, and stores nothing in their browser', async () => {
    const context = await browser.newContext({ userAgent: PERSON });
    const page = await context.newPage();
    const shop = `${cloud.addresses.customer}/?widget=${bot.widgetId}`;
    await page.goto(shop);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await page.getByRole('dialog').waitFor();
    await page.goto(shop);
    await page.getByRole('button', { name: 'Open chat' }).waitFor();
    await waitFor('both visits and the opening', async () => {
      const { visits, openings } = await counted();
      return (visits >= 2 && openings >= 1) || undefined;
    });
    expect(await counted()).toEqual({ visits: 2, openings: 1, visitors: 1 });
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    await context.close();
  });

  it('counts no program, and refuses what is no beacon', async () => {
    const before = await counted();
    const beacon = (body: object, agent: string) =>
      apiClient(cloud).send('countVisit', {
        path: { widgetId: bot.widgetId },
        body,
        headers: { 'user-agent': agent },
      });
    const shown = { event: 'shown' };
    expect((await beacon(shown, 'Googlebot/2.1 (+http://www.google.com/bot.html)')).status).toBe(204);
    expect((await beacon({ event: 'bought' }, PERSON)).status).toBe(400);
    expect((await beacon({ ...shown, more: ' '.repeat(100_000) }, PERSON)).status).toBe(413);
    // What is sent after them is counted after them.
    expect((await beacon(shown, PERSON)).status).toBe(204);
    await waitFor('the visit', async () => (await counted()).visits > before.visits || undefined);
    expect((await counted()).visits).toBe(before.visits + 1);
  });
});
