import { beforeEach, describe, expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { excessWidth, problemsOfBothLooks } from '../../helpers/dashboard';
import { newUser, type TestUser } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { app, cloud, windowOf } from '../setup';

let owner: TestUser;
let bot: Bot;

// Each try has an account of its own: what happened in a former one is shown too.
beforeEach(async () => {
  owner = await newUser(cloud, { name: 'Mira Hohenstein' });
  bot = await owner.call<Bot>('createBot', { body: { name: 'Tents', language: 'en', deploy: true } });
});

describe('the dashboard', () => {
  it('shows what happens while it is looked at, and leads there', async () => {
    const page = await windowOf(owner, { viewport: { width: 1280, height: 800 } });
    await page.goto(app('/dashboard'));
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
});
