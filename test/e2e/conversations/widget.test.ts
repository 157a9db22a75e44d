import type { BrowserContextOptions, Locator, Page, WebSocketRoute } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { browser as openBrowser } from '../../helpers/browser';
import { newUser } from '../../helpers/users';
import { cloud } from '../setup';
import { isFocused, isInView, problemsOfChat, storedBy } from './widget-chat';
import { ANSWER, QUESTION, readReturns } from './widget-visit';

const browser = await openBrowser();

const LONG_QUESTION = 'How do I wash the tent?';
const LONG_ANSWER = `Wash the tent **by hand**:\n\n${Array.from({ length: 14 }, (_, step) => `${step + 1}. Rinse it once more.`).join('\n')}`;

let bot: Bot;

beforeAll(async () => {
  const owner = await newUser(cloud);
  bot = await owner.call<Bot>('createBot', {
    body: { name: 'Tents', deploy: true, language: 'en', enableFileUpload: true },
  });
  await owner.call('writeFaq', {
    path: { botId: bot.id },
    body: { question: LONG_QUESTION, answer: LONG_ANSWER },
  });
  await readReturns(owner, bot);
});

interface Visit {
  readonly page: Page;
  readonly dialog: Locator;
  readonly launcher: Locator;
}

/** A visitor of their own on the customer's website. */
async function visit(
  path: string,
  options: BrowserContextOptions,
  prepare: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(`${cloud.addresses.customer}${path}?widget=${bot.widgetId}`);
  return {
    page,
    dialog: page.getByRole('dialog'),
    launcher: page.locator('div[data-widget-id] button').first(),
  };
}

async function ask({ dialog }: Visit, question = QUESTION): Promise<void> {
  await dialog.locator('.input').fill(question);
  await dialog.locator('.input').press('Enter');
}

const answered = ({ dialog }: Visit, text = ANSWER) =>
  dialog.locator('li.bot p').filter({ hasText: text }).first().waitFor();

test('on a hostile page from right to left, in a low window, a visitor asks by keyboard, sends a file, sees what opens, and loses no message with their connection', async () => {
  const asked: string[] = [];
  const errors: string[] = [];
  const sockets: WebSocketRoute[] = [];
  const visitor = await visit('/strict', { viewport: { width: 1280, height: 520 } }, async (page) => {
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.addInitScript(beHostile);
    await page.routeWebSocket(/\/socket/, (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
  });
  const { page, dialog, launcher } = visitor;
  await launcher.waitFor();
  await expect.poll(() => launcher.boundingBox()).toMatchObject({ width: 56, height: 56 });
  expect(await launcher.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
    'rgb(79, 70, 229)',
  );
  // That the page was shown is told when the browser has time for it, and stores nothing.
  await expect
    .poll(() => asked.filter((path) => path.startsWith('/api/') || path.endsWith('.js')))
    .toEqual(['/widget.js', expect.stringMatching(/^\/api\/widget\/\w+\/beacon$/)]);
  expect(await storedBy(page)).toEqual([0, 0, '']);

  await openByKeyboard(visitor);
  await askByKeyboard(visitor);
  const receipt = { name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('A receipt.') };
  await dialog.locator('input[type=file]').setInputFiles(receipt);
  await dialog.getByRole('button', { name: 'receipt.txt' }).waitFor();
  await scrollThroughSources(visitor);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(launcher)).toBe(true);
  expect(errors).toEqual([]);

  await launcher.click();
  await loseConnection(visitor, sockets);
  await page.context().close();
});

test('on a German phone in the dark it fills the window, keeps the focus, fits all content and has edges in forced colours', async () => {
  const options = { viewport: { width: 375, height: 740 }, hasTouch: true, locale: 'de-DE' } as const;
  const visitor = await visit('/', { ...options, colorScheme: 'dark' }, (page) =>
    answering(
      page,
      [
        '| Country | Days |\n|---|---:|\n| Germany | **2** |\n| Austria | 5 |',
        '```\nnpm install --a-very-long-option=and-a-value-that-is-even-longer\n*not bold*\n```',
        `https://example.com/${'x'.repeat(200)}`,
        'Donaudampfschiff'.repeat(12),
        'مرحبا، يمكنك إرجاع الخيمة.',
      ].join('\n\n'),
    ),
  );
  const { page, dialog } = visitor;
  await page.getByRole('button', { name: 'Chat öffnen' }).click();
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 740 });
  await expect.poll(() => dialog.getAttribute('aria-modal')).toBe('true');
  await keepFocusInside(visitor);
  await ask(visitor);
  await expect
    .poll(() => dialog.getByRole('row').allTextContents())
    .toEqual(['CountryDays', 'Germany2', 'Austria5']);
  expect(await dialog.locator('.log').evaluate((log) => log.scrollWidth - log.clientWidth)).toBe(0);
  await expectRightToLeft(dialog.locator('li p', { hasText: 'مرحبا' }));
  await dialog.locator('summary').click();
  expect(await problemsOfChat(page)).toEqual([]);
  // Above an on-screen keyboard.
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 420, configurable: true });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(420);

  // Zoomed in to 200 %, where the reader has colours of their own.
  await page.evaluate(() => Reflect.deleteProperty(visualViewport ?? {}, 'height'));
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 640, height: 400 });
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 640, height: 400 });
  expect(await withoutEdges(page)).toEqual([]);
  await page.context().close();
});

/** Of a website whose rules are meant to reach everything. */
function beHostile(): void {
  addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { --primary: red !important; all: unset !important; display: none; color: red !important; width: 3px !important; position: static }',
    );
    document.adoptedStyleSheets = [sheet];
    document.documentElement.dir = 'rtl';
  });
}

/** The launcher shows what it does now; the chat is written as its own language is. */
async function openByKeyboard({ page, dialog, launcher }: Visit): Promise<void> {
  const picture = () => launcher.evaluate((button) => getComputedStyle(button, '::before').clipPath);
  const closed = await picture();
  await launcher.focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  expect((await dialog.boundingBox())?.width).toBe(380);
  expect(await picture()).not.toBe(closed);
  const name = await dialog.getByText('Tents', { exact: true }).boundingBox();
  const close = await dialog.getByRole('button', { name: 'Close chat' }).boundingBox();
  expect(name?.x).toBeLessThan(close?.x ?? 0);
}

async function askByKeyboard(visitor: Visit): Promise<void> {
  const { page, dialog } = visitor;
  await page.keyboard.type(QUESTION);
  await page.keyboard.press('Enter');
  await answered(visitor);
  await expect.poll(() => dialog.locator('output').textContent()).toContain(ANSWER);
  const source = dialog.getByRole('button', { name: 'Source 1' });
  for (let presses = 0; presses < 10 && !(await isFocused(source)); presses++)
    await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await dialog.getByText('1. returns').waitFor();
  expect(await problemsOfChat(page)).toEqual([]);
}

/** What opens below a message comes into view, and the page stays where it is. */
async function scrollThroughSources(visitor: Visit): Promise<void> {
  const { page, dialog } = visitor;
  for (const question of [QUESTION, LONG_QUESTION, QUESTION]) {
    const before = await dialog.locator('summary').count();
    await ask(visitor, question);
    await expect.poll(() => dialog.locator('summary').count()).toBe(before + 1);
  }
  const before = await page.evaluate(() => scrollY);
  expect(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight)).toBe(true);
  await dialog.locator('summary').last().click();
  await expect.poll(() => isInView(dialog.locator('.source button').last())).toBe(true);
  // A number in the first answer, far above, shows its own source.
  await dialog.getByRole('button', { name: 'Source 1' }).first().click();
  await expect.poll(() => isInView(dialog.locator('.source').first())).toBe(true);
  const long = dialog.locator('li.bot').filter({ hasText: 'by hand' });
  await long.locator('summary').click();
  // The quote is as long as the answer: it begins in view.
  await expect.poll(() => isInView(long.locator('.source b').first())).toBe(true);
  await long.getByRole('button', { name: 'Not helpful' }).click();
  await expect.poll(() => isInView(long.getByRole('textbox', { name: 'What was missing?' }))).toBe(true);
  expect(await problemsOfChat(page)).toEqual([]);
  expect(await page.evaluate(() => scrollY)).toBe(before);
}

/** What was said meanwhile is sent once, and is there on the next page. */
async function loseConnection(visitor: Visit, sockets: readonly WebSocketRoute[]): Promise<void> {
  const { page, dialog, launcher } = visitor;
  await dialog.waitFor();
  const said = (await dialog.locator('li.visitor').count()) + 1;
  // Chromium leaves open sockets alone when it goes offline.
  await page.context().setOffline(true);
  await sockets.at(-1)?.close({ code: 1001 });
  await ask(visitor, 'When does the shop open?');
  await dialog.getByText('No connection. Your message will be sent once it is back.').waitFor();
  await page.context().setOffline(false);
  await answered(visitor, 'opens at nine');
  await expect.poll(() => dialog.locator('li.visitor').count()).toBe(said);
  await page.reload();
  await launcher.click();
  await answered(visitor, 'opens at nine');
  await expect.poll(() => dialog.locator('li.visitor').count()).toBe(said);
  expect(await dialog.locator('output').textContent()).toBe('');
}

/** Around, in both directions, and never to the page behind. */
async function keepFocusInside({ page, dialog }: Visit): Promise<void> {
  const menu = dialog.getByRole('button', { name: 'Mehr' });
  // Where the opened chat puts it, and after that it is the visitor's.
  await expect.poll(() => isFocused(dialog.getByRole('textbox'))).toBe(true);
  await menu.focus();
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => isFocused(dialog.getByRole('link', { name: 'Läuft mit Parley' }))).toBe(true);
  await page.keyboard.press('Tab');
  await expect.poll(() => isFocused(menu)).toBe(true);
}

/** Lets the visitor's socket through, with other words in the answers. */
async function answering(page: Page, text: string): Promise<void> {
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      const event = JSON.parse(String(frame)) as { type: string; text?: string; message?: { text: string } };
      if (event.type === 'answer.delta') return;
      if (event.type === 'answer.done' && event.message) event.message.text = text;
      socket.send(JSON.stringify(event));
    });
  });
}

async function expectRightToLeft(paragraph: Locator): Promise<void> {
  const indent = () =>
    paragraph.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return text.left - box.left - (box.right - text.right);
    });
  // Its message is built anew when its sources come.
  await expect.poll(indent).toBeGreaterThan(0);
}

/** What has no line around it that the browser could colour where it takes the backgrounds away. */
function withoutEdges(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('div[data-widget-id]')?.shadowRoot;
    return ['button', '.panel', '.log > .bot', '.log > .visitor', '.send'].filter((selector) => {
      const style = getComputedStyle(root?.querySelector(selector) as Element);
      const drawn = style.borderStyle === 'solid' ? style.borderWidth : style.outlineWidth;
      return style.borderStyle === style.outlineStyle || Number.parseFloat(drawn) <= 0;
    });
  });
}
