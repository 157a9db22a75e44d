import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { Bot } from '#contract/bots/bots';
import { problemsOfBothLooks } from '../../helpers/dashboard';
import { newUser, type TestUser } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { waitFor } from '../../helpers/wait-for';
import { join, operatorTable } from '../../integration/table';
import { app, cloud, windowOf } from '../setup';

const table = operatorTable(cloud);

const accountOf = ({ userId }: TestUser) => ({ pk: `ACCOUNT#${userId}`, sk: 'ACCOUNT' });

it('publishes as many bots as the plan has places, takes one away from visitors for another, and follows the plan down and up', async () => {
  const owner = await newUser(cloud, { name: 'Mira Hohenstein' });
  const [first] = [await createBot(owner, 'Reception', true), await createBot(owner, 'Returns', false)];
  const visitor = await openVisitor(cloud, first.widgetId);
  await visitor.ask('Hello');
  await visitor.api.call('askForPerson', { path: { widgetId: first.widgetId }, body: {} });

  const page = await openSignedIn(owner, '/bots');
  const waiting = page.getByText('1 visitor is waiting for an answer');
  await waiting.first().waitFor({ state: 'attached' });
  await beRefused(page);
  await makeRoom(page);
  // The visitor gets a word, the badge goes, and the inbox says why.
  await visitor.event('message.added', ({ message }) => message.kind === 'ended');
  await visitor.event('conversation.state', ({ state }) => state.status === 'ended');
  await waitFor('the badge to go', async () => (await waiting.count()) === 0 || undefined);
  await page.goto(app(`/conversations/${visitor.grant.conversationId}`));
  await page.getByText('Ended because the bot was unpublished.').waitFor();

  const plan = (name: string) => table.set(accountOf(owner), 'plan', name);
  await plan('professional');
  await growInto(owner, first.id);
  await lookAhead(page);
  // Wherever the plan changes, the page follows without a reload.
  await plan('starter');
  await findPaused(page);
  await plan('professional');
  await page.getByText('Your plan has no room for this bot').waitFor({ state: 'detached' });
  await page.goto(app('/bots'));
  for (const name of ['Reception', 'Returns', 'Night desk'])
    await row(page, name).getByText('Active', { exact: true }).waitFor();
  await page.context().close();
});

async function openSignedIn(owner: TestUser, path: string): Promise<Page> {
  const page = await windowOf(owner);
  await page.goto(app(path));
  return page;
}

async function createBot(owner: TestUser, name: string, deploy: boolean): Promise<Bot> {
  return Bot.parse(await owner.call('createBot', { body: { name, deploy } }));
}

async function choose(page: Page, bot: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${bot}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** A second bot has no place. */
async function beRefused(page: Page): Promise<void> {
  await choose(page, 'Returns', 'Deploy');
  const limit = page.getByRole('dialog', { name: 'Limit of your plan' });
  await limit.getByText('Published bots: 1 of 1 in the Starter plan.').waitFor();
  expect(await problemsOfBothLooks(page, '/bots')).toEqual([]);
  await page.keyboard.press('Escape');
  await limit.waitFor({ state: 'detached' });
}

async function makeRoom(page: Page): Promise<void> {
  await choose(page, 'Reception', 'Unpublish');
  const dialog = page.getByRole('dialog', { name: 'Unpublish this bot?' });
  await dialog.getByText('1 conversation is under way.').waitFor();
  await dialog.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByText('The bot is unpublished.').waitFor();
  await choose(page, 'Returns', 'Deploy');
  await page.getByText('The bot is live.').waitFor();
}

/** Of what the larger plan has places for: three bots on the air, and a colleague. */
async function growInto(owner: TestUser, botId: string): Promise<void> {
  await owner.call('actOnBot', { path: { botId }, body: { action: 'deploy' } });
  await createBot(owner, 'Night desk', true);
  const colleague = await newUser(cloud, { name: 'Grace Hopper' });
  await join(cloud, owner, 'member', colleague);
  await table.set(accountOf(owner), 'memberCount', 2);
}

/** What a smaller plan pauses is said before, and chosen. */
async function lookAhead(page: Page): Promise<void> {
  await page.goto(app('/usage'));
  await page.getByText('3 of 5').waitFor();
  expect(await problemsOfBothLooks(page, '/usage')).toEqual([]);
  await page.getByText('Starter', { exact: true }).click();
  await page.getByRole('radio', { name: 'Reception Stays' }).waitFor();
  await page.getByText('Grace Hopper').waitFor();
  await page.getByRole('radio', { name: 'Night desk Pauses' }).check();
  await page.getByRole('radio', { name: 'Night desk Stays' }).waitFor();
  await page.getByRole('radio', { name: 'Reception Pauses' }).waitFor();
  expect(await problemsOfBothLooks(page, '/usage?plan=starter')).toEqual([]);
  await page.getByRole('button', { name: 'Keep this choice' }).click();
  await page.getByText('Your choice is kept for when the plan changes.').waitFor();
}

async function findPaused(page: Page): Promise<void> {
  await page.getByText('2 bots are unpublished').waitFor();
  await page.getByText('1 team member is suspended').waitFor();
  await page.goto(app('/bots'));
  await row(page, 'Night desk').getByText('Active', { exact: true }).waitFor();
  for (const name of ['Reception', 'Returns'])
    await row(page, name).getByText('Paused by your plan').waitFor();
  await row(page, 'Returns').getByRole('link').first().click();
  await page.getByText('Your plan has no room for this bot').waitFor();
}

function row(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ hasText: name });
}
