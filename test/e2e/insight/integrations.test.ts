import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { isWell } from '../../helpers/dashboard';
import { newUser } from '../../helpers/users';
import { app, cloud, enter, newWindow } from '../setup';

let receiver: Server;
let answer = 200;
let hook: string;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(answer).end(answer === 200 ? 'thank you' : 'no room');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  hook = `http://customer.localhost:${(receiver.address() as AddressInfo).port}/parley`;
});
afterAll(async () => {
  receiver?.closeAllConnections();
  await new Promise((resolve) => receiver?.close(resolve));
});

it('a webhook is added, tried, looked into, changed and deleted; the secret of identities is shown; a page is checked', async () => {
  const [page, mira] = await Promise.all([newWindow(), newUser(cloud, { name: 'Mira Hohenstein' })]);
  await enter(page, mira);
  const bot = await mira.call<Bot>('createBot', { body: { name: 'Helper', deploy: true } });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const settings = app(`/bots/${bot.id}/settings`);
  // What can't be posted to is refused at its field.
  await page.goto(`${settings}?tab=integrations`);
  await button('Add webhook').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('http://example.com/');
  for (const event of [
    'Conversation begins',
    'Conversation is passed on to a person',
    'Contact details are given',
  ])
    await dialog.getByText(event).click();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByText('Please choose at least one.').waitFor();
  await dialog.getByText('Every message').click();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByText('Please enter an address that begins with https://').waitFor();
  await dialog.getByLabel('Address').fill(hook);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();

  // Its secret is shown once.
  await dialog.getByText(/^whsec_/).waitFor();
  await isWell(page);
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('heading', { name: hook }).waitFor();
  await expect.poll(() => page.getByText(/^whsec_/).count()).toBe(0);

  // A test that arrives, and one that does not; the log tells both.
  await button('Send a test event').click();
  await page.getByText('Delivered. The receiver answered 200.').waitFor();
  answer = 503;
  await button('Send a test event').click();
  await page.getByText('Not delivered. The receiver answered 503.').waitFor();
  await button('Log').click();
  const log = page.getByRole('list', { name: 'Log' });
  await expect.poll(() => log.getByRole('button', { name: /^Test event/ }).count()).toBe(2);
  await log.getByRole('button', { name: /Failed/ }).click();
  await expect.poll(() => log.getByLabel('Answer of the receiver').inputValue()).toBe('no room');
  await expect.poll(() => log.getByLabel('What was sent').inputValue()).toContain('"type": "test"');
  answer = 200;
  await button('Send again').click();
  await log.getByText('Delivered').nth(1).waitFor();
  await isWell(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await isWell(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  // It is switched off, changed, and goes.
  const menu = async (item: string) => {
    await button(`More for ${hook}`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Switch off');
  await page.getByText('The webhook is off.').waitFor();
  await menu('Change');
  await dialog.getByText('Conversation ends').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Conversation ends' }).waitFor();
  await menu('New secret');
  await dialog.getByRole('button', { name: 'New secret' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByText('signed with the previous secret').waitFor();
  await menu('Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();

  // The secret of identities is made when it is first asked for, and replaced.
  await button('Show the secret').click();
  const secret = page.getByText(/^[\w-]{43}$/);
  const first = await secret.textContent();
  await button('New secret').click();
  await dialog.getByRole('button', { name: 'New secret' }).click();
  await page.getByText('the previous secret is valid as well').waitFor();
  await expect.poll(() => secret.textContent()).not.toBe(first);
  await button('Hide the secret').click();
  await expect.poll(() => secret.count()).toBe(0);

  // The example customer's page carries the bot, another, or none.
  await page.goto(`${settings}?tab=deployment`);
  const check = async (url: string, result: string) => {
    await page.getByLabel('Page', { exact: true }).fill(url);
    await button('Check').click();
    await page.getByText(result).waitFor();
  };
  const { customer } = cloud.addresses;
  await check(customer, 'The page has no embed code.');
  await check(`${customer}/?widget=abcd1234`, 'The page has the embed code of another bot.');
  await check(`${customer}/?widget=${bot.widgetId}`, 'The chat is live on this page.');
  // What was found elsewhere says nothing of what is no address.
  await check('https://', 'Please enter the address of a page.');
  await page.getByText('The chat is live on this page.').waitFor({ state: 'detached' });
  const path = { botId: bot.id };
  const { version } = await mira.call<Bot>('getBot', { path });
  await mira.call('updateBot', { path, body: { version, visibility: 'private' } });
  await mira.call('actOnBot', { path, body: { action: 'publish' } });
  await check(`${customer}/?widget=${bot.widgetId}`, 'But the bot is not public.');
  await page.getByText('The bot is not public: until its visibility is').waitFor();
  await page.getByText('Not public', { exact: true }).waitFor();
  await check('https://169.254.169.254/', 'The page could not be read.');
  await isWell(page);
});
