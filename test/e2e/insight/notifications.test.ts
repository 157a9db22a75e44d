import { expect, it } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { problemsOfBothLooks } from '../../helpers/dashboard';
import { newUser } from '../../helpers/users';
import { openVisitor } from '../../helpers/visitor';
import { app, cloud, windowOf } from '../setup';

it('tells of a visitor who waits, leads to them, and finds the bot by the keyboard', async () => {
  const owner = await newUser(cloud, { name: 'Mira Hohenstein' });
  const bot = await owner.call<Bot>('createBot', { body: { name: 'Tents', language: 'en', deploy: true } });
  const page = await windowOf(owner, { viewport: { width: 1280, height: 800 } });
  await page.goto(app('/notifications'));
  await page.getByText('Nothing yet').waitFor();
  expect(await problemsOfBothLooks(page, 'notifications, none')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  const visitor = await openVisitor(cloud, bot.widgetId);
  await visitor.ask('When do you open?');
  await visitor.api.call('askForPerson', { path: { widgetId: bot.widgetId }, body: {} });
  const link = page.getByRole('link', { name: 'A visitor of Tents is waiting for a person' });
  await link.waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByText('1 unread notification').waitFor();
  expect(await problemsOfBothLooks(page, 'notifications')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await link.click();
  await page.waitForURL(`**/conversations/${visitor.grant.conversationId}`);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByText('1 unread notification')
    .waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
  await page.keyboard.type('tent');
  await page.getByRole('option', { name: 'Tents', exact: true }).filter({ visible: true }).waitFor();
  expect(await problemsOfBothLooks(page, 'palette')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/bots/${bot.id}`);
  await page.context().close();
  visitor.close();
});
