import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bot } from '#contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { newPage, problemsOfBothLooks, storeSession } from '../helpers/dashboard';
import { newUser, signIn, type TestUser } from '../helpers/users';
import { openVisitor } from '../helpers/visitor';
import { waitFor } from '../helpers/wait-for';
import { membership, operatorTable } from '../integration/api/table';

const cloud = sharedCloud();
let browser: Browser;
let table: Awaited<ReturnType<typeof operatorTable>>;
beforeAll(async () => {
  [browser, table] = await Promise.all([openBrowser(), operatorTable(cloud)]);
});
afterAll(async () => {
  table?.close();
  await browser?.close();
});

const accountOf = ({ userId }: TestUser) => ({ pk: `ACCOUNT#${userId}`, sk: 'ACCOUNT' });
const createBot = async (owner: TestUser, name: string, deploy: boolean) =>
  Bot.parse(await owner.call('createBot', { body: { name, deploy } }));

async function openSignedIn(owner: TestUser, path: string): Promise<Page> {
  const page = await newPage(browser);
  await storeSession(page, cloud, 'app', await signIn(cloud, owner.email));
  await page.goto(`${cloud.addresses.app}${path}`);
  return page;
}

describe('a smaller plan', () => {
  it('says before what stays and what pauses, deletes nothing, and gives all of it back', async () => {
    const owner = await newUser(cloud, { name: 'Mira Hohenstein' });
    const plan = (name: string) => table.set(accountOf(owner), 'plan', name);
    await plan('professional');
    for (const name of ['Reception', 'Returns', 'Night desk']) await createBot(owner, name, true);
    const colleague = await newUser(cloud, { name: 'Grace Hopper' });
    await table.put(membership(owner.accountId, colleague.userId, 'member'));
    await table.set(accountOf(owner), 'memberCount', 2);

    const page = await openSignedIn(owner, '/usage');
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

    // Wherever the plan changes, the page follows without a reload.
    await plan('starter');
    await page.getByText('2 bots are unpublished').waitFor();
    await page.getByText('1 team member is suspended').waitFor();
    await page.goto(`${cloud.addresses.app}/bots`);
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await row('Night desk').getByText('Active', { exact: true }).waitFor();
    for (const name of ['Reception', 'Returns']) await row(name).getByText('Paused by your plan').waitFor();
    await row('Returns').getByRole('link').first().click();
    await page.getByText('Your plan has no room for this bot').waitFor();

    await plan('professional');
    await page.getByText('Your plan has no room for this bot').waitFor({ state: 'detached' });
    await page.goto(`${cloud.addresses.app}/bots`);
    for (const name of ['Reception', 'Returns', 'Night desk'])
      await row(name).getByText('Active', { exact: true }).waitFor();
    await page.context().close();
  });
});

describe('a full plan', () => {
  it('refuses to publish a second bot, and takes it once the first is unpublished, whose chat ends', async () => {
    const owner = await newUser(cloud, { name: 'Mira Hohenstein' });
    const [first] = [await createBot(owner, 'Reception', true), await createBot(owner, 'Returns', false)];
    const visitor = await openVisitor(cloud, first.widgetId);
    await visitor.ask('Hello');
    await visitor.api.call('askForPerson', { path: { widgetId: first.widgetId }, body: {} });

    const page = await openSignedIn(owner, '/bots');
    const choose = async (bot: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${bot}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    const waiting = page.getByText('1 visitor is waiting for an answer');
    await waiting.first().waitFor({ state: 'attached' });
    await choose('Returns', 'Deploy');
    const limit = page.getByRole('dialog', { name: 'Limit of your plan' });
    await limit.getByText('Published bots: 1 of 1 in the Starter plan.').waitFor();
    expect(await limit.getByRole('link', { name: 'Upgrade plan' }).getAttribute('href')).toBe('/billing');
    expect(await problemsOfBothLooks(page, '/bots')).toEqual([]);
    await page.keyboard.press('Escape');
    await limit.waitFor({ state: 'detached' });

    await choose('Reception', 'Unpublish');
    const dialog = page.getByRole('dialog', { name: 'Unpublish this bot?' });
    await dialog.getByText('1 conversation is under way.').waitFor();
    await dialog.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('The bot is unpublished.').waitFor();
    await choose('Returns', 'Deploy');
    await page.getByText('The bot is live.').waitFor();

    // The visitor gets a word, the badge goes, and the inbox says why.
    await visitor.event('message.added', ({ message }) => message.kind === 'ended');
    await visitor.event('conversation.state', ({ state }) => state.status === 'ended');
    await waitFor('the badge to go', async () => (await waiting.count()) === 0 || undefined);
    await page.goto(`${cloud.addresses.app}/conversations/${visitor.grant.conversationId}`);
    await page.getByText('Ended because the bot was unpublished.').waitFor();
    await page.context().close();
  });
});
