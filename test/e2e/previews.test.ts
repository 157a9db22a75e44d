import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { accessibilityProblems, excessWidth, newPage, storeSession } from '../helpers/dashboard';
import { processed, uploadDocument } from '../helpers/documents';
import { newUser, signIn, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
const app = (path: string) => `${cloud.addresses.app}${path}`;
const QUESTION = 'When does the library open?';

let browser: Browser;
let owner: TestUser;
let bot: Bot;
beforeAll(async () => {
  browser = await openBrowser();
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
afterAll(() => browser?.close());

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

test('a bot is previewed by its team as a draft, in other looks and devices, and by strangers once it is public', async () => {
  const page = await newPage(browser);
  await storeSession(page, cloud, 'app', await signIn(cloud, owner.email));
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
  await page.context().close();

  const visitor = await newPage(browser, {
    viewport: { width: 375, height: 740 },
    locale: 'de-DE',
    colorScheme: 'dark',
  });
  await visitor.goto(app('/widget'));
  await visitor.getByRole('heading', { level: 1, name: 'Eine Bot-ID wird benötigt' }).waitFor();
  await visitor.getByRole('button', { name: 'Vorschau zeigen' }).click();
  await visitor
    .getByRole('textbox', { name: 'Bot-ID' })
    .and(visitor.locator('[aria-invalid=true]'))
    .waitFor();
  await expect.poll(() => complaints(visitor)).toEqual([]);
  await visitor.getByLabel('Bot-ID').fill(bot.id);
  await visitor.keyboard.press('Enter');
  await visitor.getByRole('heading', { level: 1, name: 'Hier ist kein Bot zu sehen' }).waitFor();
  const signInLink = visitor.getByRole('link', { name: 'Als Teammitglied anmelden' });
  await expect.poll(() => signInLink.getAttribute('href')).toContain(encodeURIComponent(`/widget/${bot.id}`));

  const path = { botId: bot.id };
  const { version } = await owner.call<Bot>('getBot', { path });
  await owner.call('updateBot', { path, body: { version, visibility: 'public' } });
  await owner.call('actOnBot', { path, body: { action: 'deploy' } });
  await visitor.getByRole('button', { name: 'Erneut versuchen' }).click();
  await visitor.getByText('Das ist der veröffentlichte Bot').waitFor();
  await ask(visitor);
  await expect.poll(() => complaints(visitor)).toEqual([]);

  await visitor.route('**/api/bots/*/public', (route) => route.abort());
  await visitor.reload();
  await visitor.getByRole('heading', { name: 'Die Konfiguration konnte nicht geladen werden' }).waitFor();
  await visitor.unroute('**/api/bots/*/public');
  await visitor.getByRole('button', { name: 'Erneut versuchen' }).click();
  await chat(visitor).getByRole('textbox').waitFor();
  await visitor.context().close();
});

test('the demo is open to anyone, on both hosts: it fails with a way on, and then talks over a live connection', async () => {
  const path = { botId: bot.id };
  const { visibility, status, version } = await owner.call<Bot>('getBot', { path });
  // The test before has made it public; alone, this one does.
  if (visibility !== 'public')
    await owner.call('updateBot', { path, body: { version, visibility: 'public' } });
  if (status !== 'active') await owner.call('actOnBot', { path, body: { action: 'deploy' } });

  const page = await newPage(browser);
  let answers: 'nothing' | 'the bot' = 'nothing';
  await page.route('**/api/demo', (route) =>
    answers === 'nothing'
      ? route.abort()
      : route.fulfill({ json: { widgets: { en: bot.widgetId, de: bot.widgetId }, help: null } }),
  );
  await page.clock.install();
  // The policy that the edge sends holds for this page's frame as well.
  await page.goto(`${cloud.addresses.root}/chat-demo`);
  const failure = page.getByRole('heading', { name: 'The demo could not be started' });
  await failure.waitFor();
  // The widget's script comes, and the chat behind it does not.
  await page.route('**/w/en-*.js', (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (call) => call.url().includes('/w/en-'));
  await page.getByRole('button', { name: 'Use the built-in configuration' }).click();
  await lost;
  await page.clock.fastForward(30_000);
  await failure.waitFor();
  await page.unroute('**/w/en-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Use the built-in configuration' }).click();
  await page.getByText('You see the chat with its built-in configuration').waitFor();
  await chat(page).getByText('Hello! How can I help you today?').waitFor();

  answers = 'the bot';
  await page.getByRole('button', { name: 'Try again' }).click();
  const state = page.getByText('Connects with your first message');
  await state.waitFor();
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
  await page.context().close();
});
