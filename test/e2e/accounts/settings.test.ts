import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { confirmIdentity, goWithin, problemsOfBothLooks } from '../../helpers/dashboard';
import { apiClient, newUser, type TestUser } from '../../helpers/users';
import { waitFor } from '../../helpers/wait-for';
import { app, cloud, windowOf } from '../setup';

it('makes an API key and revokes it, exports the account, deletes it by its name, and undoes that', async () => {
  const owner = await newUser(cloud, { name: 'Wilma Kessler' });
  const bot = await owner.call<Bot>('createBot', { body: { name: 'Tents', language: 'en', deploy: true } });
  const page = await windowOf(owner, { viewport: { width: 1280, height: 900 } });
  await page.goto(app('/settings/api-keys'));
  await makeAndRevokeKey(page);
  await goWithin(page, '/settings/account');
  await exportAccount(page);
  await deleteAndKeepAccount(page, owner, bot);
  await page.context().close();
});

/** It is shown once, with a line to paste. */
async function makeAndRevokeKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Please enter a name of at most 60 characters.').waitFor();
  await page.getByLabel('Name').fill('CRM import');
  await page.getByRole('checkbox', { name: /^Ask/ }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await confirmIdentity(page);
  const dialog = page.getByRole('dialog', { name: 'Your new key' });
  const key = (await dialog.locator('code').first().textContent()) ?? '';
  expect(key).toMatch(/^pk_/);
  const line = await dialog.getByRole('textbox', { name: 'Ask a bot, with sources' }).inputValue();
  expect(line).toContain(key);
  // What the line would send.
  const address = /curl (\S+)/.exec(line)?.[1] ?? '';
  const body = /-d '(.*)'/.exec(line)?.[1] ?? '';
  const answer = await page.evaluate(
    async (call) =>
      (
        await fetch(call.address, {
          method: 'POST',
          headers: { authorization: `Bearer ${call.key}`, 'content-type': 'application/json' },
          body: call.body,
        })
      ).status,
    { address, key, body },
  );
  expect(answer).toBe(200);
  expect(await problemsOfBothLooks(page, 'a new API key')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await page.getByText('CRM import').waitFor();
  expect(await page.content()).not.toContain(key);
  expect(await problemsOfBothLooks(page, 'API keys')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Revoke: CRM import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No keys yet').waitFor();
  expect((await apiClient(cloud, key).send('listBots')).status).toBe(401);
}

async function exportAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create an export' }).click();
  await page.getByRole('button', { name: /^File 1/ }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^File 1/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^parley-.*\.zip$/);
  expect(await problemsOfBothLooks(page, 'account settings')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function deleteAndKeepAccount(page: Page, owner: TestUser, bot: Bot): Promise<void> {
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
  await dialog.getByLabel('Type the name of the account to confirm').fill('Another');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByText('This is not the name of the account.').waitFor();
  const name = (await dialog.locator('strong').textContent()) ?? '';
  await dialog.getByLabel('Type the name of the account to confirm').fill(name);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText(/^This account is deleted on/).waitFor();
  const status = async () => (await owner.call<Bot>('getBot', { path: { botId: bot.id } })).status;
  await waitFor('the bot to be off the air', async () => ((await status()) === 'ready' ? true : undefined));
  expect(await problemsOfBothLooks(page, 'an account that is to be deleted')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Keep the account' }).click();
  await page.getByRole('button', { name: 'Delete account' }).waitFor();
  await waitFor('the bot to be back', async () => ((await status()) === bot.status ? true : undefined));
}
