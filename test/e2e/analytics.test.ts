import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answeringBot } from '#test/helpers/bursts';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { newPage, problemsOfBothLooks, storeSession } from '../helpers/dashboard';
import { signIn } from '../helpers/users';
import { openVisitor } from '../helpers/visitor';
import { waitFor } from '../helpers/wait-for';

const cloud = sharedCloud();
const app = (path: string) => `${cloud.addresses.app}${path}`;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe('analytics', () => {
  it('shows what visitors asked, by link, and keeps a dashboard of one’s own', async () => {
    const { owner, bot } = await answeringBot(cloud);
    const visitor = await openVisitor(cloud, bot.widgetId);
    await visitor.ask('Within how many days may I return the bicycle?');
    await visitor.ask('How long is the frame guaranteed?');
    await visitor.ask('Do you sell helicopters?');
    visitor.close();
    await waitFor('the conversation to be counted', async () => {
      const { totals } = await owner.call<{ totals: { answered: number; abstained: number } }>(
        'getAnalytics',
        {
          query: { range: '7d' },
        },
      );
      return totals.answered === 2 && totals.abstained === 1 ? true : undefined;
    });

    const page = await newPage(browser);
    await storeSession(page, cloud, 'app', await signIn(cloud, owner.email));
    await page.goto(app('/dashboard'));
    await page.getByRole('link', { name: 'Analytics', exact: true }).first().click();
    const card = (name: string) => page.getByRole('region', { name, exact: true });
    await card('Conversations').getByText('1', { exact: true }).waitFor();
    await card('Resolution rate').getByText('0%', { exact: true }).waitFor();

    // The view and the range are in the address, and a window that gets it shows the same.
    await page.getByLabel('Time range').selectOption('7d');
    await page.getByRole('link', { name: 'Topics' }).click();
    await page.waitForURL(/view=topics&range=7d/);
    await page.getByRole('rowheader', { name: /Returns/ }).waitFor();
    await page.reload();
    const returns = page.getByRole('row').filter({ hasText: 'Returns' });
    await returns.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('New name').fill('Sending back');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: /Sending back/ }).waitFor();
    await page.goBack();
    expect(new URL(page.url()).searchParams.get('view')).toBeNull();

    await page.getByRole('link', { name: 'My dashboard' }).click();
    await page.getByLabel('Add a widget').selectOption('metric_card/answered');
    await card('Answered').waitFor();
    await page.getByLabel('Add a widget').selectOption('chart/conversations');
    await page.getByRole('figure').waitFor();
    await page.getByRole('button', { name: 'Move back' }).last().click();
    await waitFor('the dashboard to be saved', async () => {
      const { widgets } = await owner.call<{ widgets: { shows: string }[] }>('getLayout');
      return widgets.map(({ shows }) => shows).join() === 'conversations,answered' ? true : undefined;
    });
    await page.reload();
    await card('Answered').getByText('2', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Live' }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText(/The test event of .* has arrived/).waitFor();
    await page.context().close();
  });

  it('is accessible in both looks and fits a phone', async () => {
    const { owner, bot } = await answeringBot(cloud);
    const visitor = await openVisitor(cloud, bot.widgetId);
    await visitor.ask('Within how many days may I return the bicycle?');
    visitor.close();
    await waitFor('the conversation to be counted', async () => {
      const { totals } = await owner.call<{ totals: { answered: number } }>('getAnalytics');
      return totals.answered === 1 ? true : undefined;
    });
    const page = await newPage(browser, { locale: 'de-DE', viewport: { width: 375, height: 800 } });
    await storeSession(page, cloud, 'app', await signIn(cloud, owner.email));
    const complaints: unknown[] = [];
    for (const view of ['overview', 'topics', 'gaps', 'funnel', 'compare', 'cost', 'live']) {
      await page.goto(app(`/analytics?view=${view}`));
      // A figure says its name in its caption, a table or a card in a heading.
      await page.locator('main :is(h2, figure)').first().waitFor();
      complaints.push(...(await problemsOfBothLooks(page, view)));
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
