import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { answeringBot } from '#test/helpers/bursts';
import { problemsOfBothLooks } from '../../helpers/dashboard';
import type { TestUser } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { waitFor } from '../../helpers/wait-for';
import { app, cloud, windowOf } from '../setup';

it('shows what visitors asked, by link, keeps a dashboard of one’s own, and each view is accessible and fits', async () => {
  const { owner, bot } = await answeringBot(cloud);
  await askThreeQuestions(owner, bot.widgetId);
  const page = await windowOf(owner);
  await page.goto(app('/dashboard'));
  await page.getByRole('link', { name: 'Analytics', exact: true }).first().click();
  await card(page, 'Conversations').getByText('1', { exact: true }).waitFor();
  await card(page, 'Resolution rate').getByText('0%', { exact: true }).waitFor();
  await shareByLink(page);
  await renameTopic(page);
  await page.goBack();
  expect(new URL(page.url()).searchParams.get('view')).toBeNull();
  await arrangeDashboard(page, owner);

  await page.getByRole('link', { name: 'Live' }).click();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page.getByText(/The test event of .* has arrived/).waitFor();
  await openHour(page);
  await page.context().close();

  const phone = await windowOf(owner, { locale: 'de-DE', viewport: { width: 375, height: 800 } });
  expect(await problemsOfViews(phone)).toEqual([]);
  await phone.context().close();
});

async function askThreeQuestions(owner: TestUser, widgetId: string): Promise<void> {
  const visitor = await openVisitor(cloud, widgetId);
  await visitor.ask('Within how many days may I return the bicycle?');
  await visitor.ask('How long is the frame guaranteed?');
  await visitor.ask('Do you sell helicopters?');
  visitor.close();
  await waitFor('the conversation to be counted', async () => {
    const { totals } = await owner.call<{ totals: { answered: number; abstained: number } }>('getAnalytics', {
      query: { range: '7d' },
    });
    return totals.answered === 2 && totals.abstained === 1 ? true : undefined;
  });
}

/** The view and the range are in the address, and a window that gets it shows the same. */
async function shareByLink(page: Page): Promise<void> {
  await page.getByLabel('Time range').selectOption('7d');
  await page.getByRole('link', { name: 'Knowledge', exact: true }).last().click();
  await page.waitForURL(/view=topics&range=7d/);
  await page.getByRole('rowheader', { name: /Returns/ }).waitFor();
  await page.reload();
}

async function renameTopic(page: Page): Promise<void> {
  const returns = page.getByRole('row').filter({ hasText: 'Returns' });
  await returns.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('New name').fill('Sending back');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('rowheader', { name: /Sending back/ }).waitFor();
}

async function arrangeDashboard(page: Page, owner: TestUser): Promise<void> {
  await page.getByRole('link', { name: 'My dashboard' }).click();
  await page.getByLabel('Add a widget').selectOption('metric_card/answered');
  await card(page, 'Answered questions').waitFor();
  await page.getByLabel('Add a widget').selectOption('chart/conversations');
  await page.getByRole('figure').waitFor();
  await page.getByRole('button', { name: 'Move back' }).last().click();
  await waitFor('the dashboard to be saved', async () => {
    const { widgets } = await owner.call<{ widgets: { shows: string }[] }>('getLayout');
    return widgets.map(({ shows }) => shows).join() === 'conversations,answered' ? true : undefined;
  });
  await page.reload();
  await card(page, 'Answered questions').getByText('2', { exact: true }).waitFor();
}

/** A bar leads to the conversations that it counts, also by a tap, whose first move and click come together. */
async function openHour(page: Page): Promise<void> {
  await page.goto(app('/analytics?view=conversations&range=7d'));
  const hours = page.getByRole('figure').filter({ hasText: 'Conversations by hour' });
  await hours.locator('.recharts-bar-rectangle').first().click();
  await page.waitForURL(/counted=DAY%3Ahour\d+$/);
  await page.getByRole('listitem').filter({ hasText: 'Do you sell helicopters?' }).waitFor();
}

async function problemsOfViews(page: Page): Promise<readonly unknown[]> {
  const problems: unknown[] = [];
  for (const view of ['overview', 'topics', 'gaps', 'funnel', 'compare', 'cost', 'live']) {
    await page.goto(app(`/analytics?view=${view}`));
    // A figure says its name in its caption, a table or a card in a heading.
    await page.locator('main :is(h2, figure)').first().waitFor();
    problems.push(...(await problemsOfBothLooks(page, view)));
  }
  return problems;
}

function card(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}
