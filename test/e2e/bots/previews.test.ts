import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { accessibilityProblems, excessWidth } from '../../helpers/dashboard';
import { processed, uploadDocument } from '../../helpers/documents';
import { newUser, type TestUser } from '../../helpers/users';
import { app, cloud, newWindow, root, windowOf } from '../setup';

const QUESTION = 'When does the library open?';

let owner: TestUser;
let bot: Bot;
beforeAll(async () => {
  owner = await newUser(cloud);
  bot = await owner.call<Bot>('createBot', {
    body: { name: 'Library', visibility: 'internal', starterQuestions: [QUESTION] },
  });
  const document = await uploadDocument(owner, bot.id, {
    fileName: 'hours.md',
    content: '# Hours\n\nThe library opens at ten in the morning, on Sundays at noon.\n',
  });
  expect(await processed(owner, document)).toMatchObject({ status: 'success' });
});

const chat = (page: Page) => page.frameLocator('iframe');

async function ask(page: Page): Promise<void> {
  await chat(page).getByRole('button', { name: QUESTION }).click();
  await chat(page).getByText('ten in the morning').first().waitFor();
}

/** What axe and a ruler find; inside of the frame is the widget, which its own tests look at. */
async function complaints(page: Page): Promise<readonly unknown[]> {
  const problems = await accessibilityProblems(page);
  const excess = await excessWidth(page);
  return [...problems, ...(excess > 0 ? [{ at: page.url(), excess }] : [])];
}

test('a bot is previewed by its team as a draft, by strangers once it is public, and talks to them in the demo', async () => {
  const member = await windowOf(owner);
  await previewDraft(member);
  await member.context().close();

  const stranger = await newWindow({
    viewport: { width: 375, height: 740 },
    locale: 'de-DE',
    colorScheme: 'dark',
  });
  await findNoBot(stranger);
  await publish();
  await stranger.getByRole('button', { name: 'Erneut versuchen' }).click();
  await stranger.getByText('Das ist der veröffentlichte Bot').waitFor();
  await ask(stranger);
  await expect.poll(() => complaints(stranger)).toEqual([]);
  await stranger.context().close();

  const reader = await newWindow();
  await tryDemo(reader);
  await reader.context().close();
});

/** What a member of its team sees, in other looks and on other devices. */
async function previewDraft(page: Page): Promise<void> {
  await page.goto(app(`/widget/${bot.id}`));
  await page.getByRole('heading', { level: 1, name: 'Preview of Library' }).waitFor();
  await page.getByText('This bot is internal').waitFor();
  await ask(page);

  await page.getByLabel('Main colour').fill('#aa0000');
  const painted = () =>
    page.evaluate(
      `getComputedStyle(document.querySelector('iframe').contentDocument.querySelector('div[data-widget-id]')).getPropertyValue('--primary')`,
    );
  await expect.poll(painted).toBe('#aa0000');
  await page.getByLabel('Position on the page').selectOption('top-left');
  const corner = chat(page).locator('[data-position=top-left]');
  await corner.waitFor({ state: 'attached' });
  await page.getByText('Embedded', { exact: true }).click();
  await chat(page)
    .locator('#chat [data-mode=embedded], [data-mode=embedded]')
    .first()
    .waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(painted).toBe(bot.primaryColor);
  for (const device of ['Tablet', 'Phone']) {
    await page.getByText(device, { exact: true }).click();
    await chat(page).getByRole('textbox').waitFor();
  }
  await expect.poll(() => complaints(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open the bot' }).click();
  await page.waitForURL(app(`/bots/${bot.id}`));
}

/** A stranger is asked which bot, and not told of one that is not theirs to see. */
async function findNoBot(page: Page): Promise<void> {
  await page.goto(app('/widget'));
  await page.getByRole('heading', { level: 1, name: 'Eine Bot-ID wird benötigt' }).waitFor();
  await page.getByRole('button', { name: 'Vorschau zeigen' }).click();
  await page.getByRole('textbox', { name: 'Bot-ID' }).and(page.locator('[aria-invalid=true]')).waitFor();
  await expect.poll(() => complaints(page)).toEqual([]);
  await page.getByLabel('Bot-ID').fill(bot.id);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Hier ist kein Bot zu sehen' }).waitFor();
  const signInLink = page.getByRole('link', { name: 'Als Teammitglied anmelden' });
  await expect.poll(() => signInLink.getAttribute('href')).toContain(encodeURIComponent(`/widget/${bot.id}`));
}

async function publish(): Promise<void> {
  const path = { botId: bot.id };
  const { version } = await owner.call<Bot>('getBot', { path });
  await owner.call('updateBot', { path, body: { version, visibility: 'public' } });
  await owner.call('actOnBot', { path, body: { action: 'deploy' } });
}

/** On the root host, whose policy holds for the chat's frame as well. */
async function tryDemo(page: Page): Promise<void> {
  await page.route('**/api/demo', (route) =>
    route.fulfill({ json: { widgets: { en: bot.widgetId, de: bot.widgetId }, help: null } }),
  );
  await page.goto(root('/chat-demo'));
  await page.getByText('Connects with your first message').waitFor();
  await ask(page);
  await page.getByText('Live connection', { exact: true }).waitFor();
  await expect.poll(() => complaints(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Embedded' }).press('ArrowRight');
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=floating');
  // The conversation goes on where it was.
  await chat(page).getByText('ten in the morning').first().waitFor();
  await page.getByRole('tab', { name: 'Configuration' }).click();
  await page.getByLabel('Main colour').fill('#aa0000');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Code for a website' }).inputValue())
    .toContain('data-primary-color="#aa0000"');
  await expect.poll(() => complaints(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 740 });
  await expect.poll(() => excessWidth(page)).toBe(0);
}
