import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Locator, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '../../functions/contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { processed, uploadDocument } from '../helpers/documents';
import { newUser } from '../helpers/users';

const cloud = sharedCloud();
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const QUESTION = 'Within how many days can I return a tent?';
const ANSWER = 'within forty days';

let browser: Browser;
let bot: Bot;

beforeAll(async () => {
  browser = await openBrowser();
  const owner = await newUser(cloud);
  bot = await owner.call<Bot>('createBot', {
    body: {
      name: 'Tents <b>&',
      language: 'en',
      welcomeMessage: '<img src=x onerror="document.title=1"> Hello!',
    },
  });
  const document = await uploadDocument(owner, bot.id, {
    fileName: 'returns.md',
    content:
      '# Returns\n\nYou can return a tent within forty days after you bought it. Wet tents are dried for 9 euros.\n\n# Hours\n\nThe shop opens at nine in the morning.',
  });
  expect(await processed(owner, document)).toMatchObject({ status: 'success' });
});
afterAll(() => browser?.close());

interface Visit {
  readonly page: Page;
  readonly dialog: Locator;
  readonly frames: string[];
  readonly errors: string[];
}

/** A visitor of her own on the customer's website. */
async function visit(
  path = '/',
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<void>,
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  const frames: string[] = [];
  const errors: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(payload.toString())));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await prepare?.(page);
  await page.goto(`${cloud.addresses.customer}${path}?widget=${bot.widgetId}`);
  return { page, dialog: page.getByRole('dialog'), frames, errors };
}

const openChat = ({ page }: Visit) => page.getByRole('button', { name: 'Open chat' }).click();

async function ask({ dialog }: Visit, question = QUESTION): Promise<void> {
  await dialog.getByRole('textbox').fill(question);
  await dialog.getByRole('textbox').press('Enter');
}

const answered = ({ dialog }: Visit) => dialog.locator('li.bot p').filter({ hasText: ANSWER }).waitFor();
const sent = ({ frames }: Visit) => frames.filter((frame) => frame.includes('message.send'));

describe('before the first action', () => {
  test('nothing is stored, no cookie is set, and the chat itself is not loaded', async () => {
    const asked: string[] = [];
    const visitor = await visit('/', {}, async (page) => {
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    });
    await visitor.page.getByRole('button', { name: 'Open chat' }).waitFor();
    expect(
      await visitor.page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]),
    ).toEqual([0, 0, '']);
    expect(asked.filter((path) => path.startsWith('/api/') || path.endsWith('.js'))).toEqual(['/widget.js']);
    await visitor.page.context().close();
  });
});

describe('on a website with a strict content security policy', () => {
  test('it opens, asks and answers without a violation', async () => {
    const visitor = await visit('/strict');
    await openChat(visitor);
    await ask(visitor);
    await answered(visitor);
    expect(visitor.errors).toEqual([]);
    await visitor.page.context().close();
  });
});

describe('on a website with hostile style sheets', () => {
  test('it keeps its own size, colour and place', async () => {
    const hostile =
      '* { all: unset !important; display: none; color: red !important; width: 3px !important; position: static }';
    const visitor = await visit('/', {}, async (page) => {
      await page.addInitScript((css) => {
        addEventListener('DOMContentLoaded', () => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets = [sheet];
        });
      }, hostile);
    });
    const button = visitor.page.getByRole('button', { name: 'Open chat' });
    const box = await button.boundingBox();
    expect(box).toMatchObject({ width: 56, height: 56 });
    await openChat(visitor);
    expect((await visitor.dialog.boundingBox())?.width).toBe(380);
    await visitor.page.context().close();
  });
});

describe('texts that carry markup', () => {
  test('are shown as they are, and nothing of them runs', async () => {
    const visitor = await visit();
    await openChat(visitor);
    await visitor.dialog.getByText('Tents <b>&').waitFor();
    await visitor.dialog.getByText('<img src=x onerror="document.title=1"> Hello!').waitFor();
    await ask(visitor, '<script>document.title=2</script> <img src=x onerror=document.title=3>');
    await visitor.dialog.locator('li.visitor').getByText('<script>').waitFor();
    expect(await visitor.dialog.locator('img, script').count()).toBe(0);
    expect(['1', '2', '3']).not.toContain(await visitor.page.title());
    await visitor.page.context().close();
  });
});

describe('a message of a hundred kilobytes', () => {
  test('is not sent, and the visitor reads by how much it is too long', async () => {
    const visitor = await visit();
    await openChat(visitor);
    await ask(visitor, 'x'.repeat(100_000));
    await visitor.dialog.getByText('96000 characters too long').waitFor();
    expect(await visitor.dialog.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    expect(await visitor.dialog.locator('li.visitor').count()).toBe(0);
    expect(sent(visitor)).toEqual([]);
    await ask(visitor);
    await answered(visitor);
    await visitor.page.context().close();
  });
});

describe('a connection that is lost', () => {
  test('loses no message and doubles none', async () => {
    const sockets: WebSocketRoute[] = [];
    const visitor = await visit('/', {}, (page) =>
      page.routeWebSocket(/\/socket/, (socket) => {
        socket.connectToServer();
        sockets.push(socket);
      }),
    );
    await openChat(visitor);
    await ask(visitor);
    await answered(visitor);
    const context = visitor.page.context();
    // Chromium leaves open sockets alone when it goes offline.
    await context.setOffline(true);
    await sockets.at(-1)?.close({ code: 1001 });
    await ask(visitor, 'When does the shop open?');
    await visitor.dialog.getByText('No connection. Your message is sent as soon as it is back.').waitFor();
    await context.setOffline(false);
    await visitor.dialog.locator('li.bot p').filter({ hasText: 'opens at nine' }).waitFor();
    expect(await visitor.dialog.locator('li.visitor').count()).toBe(2);
    await visitor.page.reload();
    await openChat(visitor);
    await visitor.dialog.locator('li.bot p').filter({ hasText: 'opens at nine' }).waitFor();
    expect(await visitor.dialog.locator('li.visitor').count()).toBe(2);
    await context.close();
  });
});

describe('a network that blocks sockets', () => {
  test('gets its answers by HTTP', async () => {
    const visitor = await visit('/', {}, (page) =>
      page.routeWebSocket(/\/socket/, (socket) => socket.close()),
    );
    await openChat(visitor);
    await ask(visitor);
    await answered(visitor);
    expect(await visitor.dialog.locator('li.visitor').count()).toBe(1);
    await visitor.page.context().close();
  });
});

describe('by keyboard and screen reader', () => {
  test('everything is reached, Escape closes, and the focus comes back to the launcher', async () => {
    const visitor = await visit();
    const { page, dialog } = visitor;
    await page.getByRole('button', { name: 'Open chat' }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.type(QUESTION);
    await page.keyboard.press('Enter');
    await answered(visitor);
    expect(await dialog.locator('[aria-live=polite]').textContent()).toContain(ANSWER);
    const source = dialog.getByRole('button', { name: 'Source 1' });
    for (let presses = 0; presses < 10 && !(await focused(source)); presses++)
      await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await dialog.getByText('1. returns').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused(page.getByRole('button', { name: 'Open chat' }))).toBe(true);
    await page.context().close();
  });

  test.each([
    ['light', 'en-GB', { width: 1280, height: 800 }],
    ['dark', 'de-DE', { width: 375, height: 740 }],
  ] as const)('axe finds nothing in %s, %s', async (colorScheme, locale, viewport) => {
    const visitor = await visit('/', { colorScheme, locale, viewport });
    await visitor.page.getByRole('button', { name: /Open chat|Chat öffnen/ }).click();
    await ask(visitor);
    await answered(visitor);
    await visitor.dialog.locator('summary').click();
    await visitor.page.evaluate(await readFile(AXE, 'utf8'));
    const violations = await visitor.page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run(context: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const result = await axe.run({ include: [[['div[data-position]', '.panel']]] });
      return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
    expect(violations).toEqual([]);
    await visitor.page.context().close();
  });
});

function focused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element);
}
