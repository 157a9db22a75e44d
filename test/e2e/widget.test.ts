import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Locator, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots';
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
      deploy: true,
      language: 'en',
      enableFileUpload: true,
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
    await expect
      .poll(() => visitor.page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]))
      .toEqual([0, 0, '']);
    // That the page was shown is told when the browser has time for it, and stores nothing.
    await expect
      .poll(() => asked.filter((path) => path.startsWith('/api/') || path.endsWith('.js')))
      .toEqual(['/widget.js', expect.stringMatching(/^\/api\/widget\/\w+\/beacon$/)]);
    await visitor.page.context().close();
  });
});

test('that the page was shown is told again where too many told it at once', async () => {
  const statuses: number[] = [];
  const visitor = await visit('/', {}, async (page) => {
    await page.route('**/beacon', (route) =>
      statuses.length === 0
        ? route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } })
        : route.continue(),
    );
    page.on('response', (response) => {
      if (response.url().endsWith('/beacon')) statuses.push(response.status());
    });
  });
  await expect.poll(() => statuses).toEqual([503, 204]);
  await visitor.page.context().close();
});

describe('on a website with a strict content security policy', () => {
  test('it opens, asks, answers and takes a file without a violation', async () => {
    const visitor = await visit('/strict');
    await openChat(visitor);
    await ask(visitor);
    await answered(visitor);
    const receipt = { name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('A receipt.') };
    await visitor.dialog.locator('input[type=file]').setInputFiles(receipt);
    await visitor.dialog.getByRole('button', { name: 'receipt.txt' }).waitFor();
    expect(visitor.errors).toEqual([]);
    await visitor.page.context().close();
  });
});

describe('on a website with hostile style sheets', () => {
  test('it keeps its own size, colour and place', async () => {
    const hostile =
      '* { --primary: red !important; all: unset !important; display: none; color: red !important; width: 3px !important; position: static }';
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
    const colour = () => button.evaluate((launcher) => getComputedStyle(launcher).backgroundColor);
    expect(await colour()).toBe('rgb(79, 70, 229)');
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
    await expect.poll(() => visitor.dialog.locator('img, script').count()).toBe(0);
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
    await expect.poll(() => visitor.dialog.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await expect.poll(() => visitor.dialog.locator('li.visitor').count()).toBe(0);
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
    await visitor.dialog.getByText('No connection. Your message will be sent once it is back.').waitFor();
    await context.setOffline(false);
    await visitor.dialog.locator('li.bot p').filter({ hasText: 'opens at nine' }).waitFor();
    await expect.poll(() => visitor.dialog.locator('li.visitor').count()).toBe(2);
    await visitor.page.reload();
    await openChat(visitor);
    await visitor.dialog.locator('li.bot p').filter({ hasText: 'opens at nine' }).waitFor();
    await expect.poll(() => visitor.dialog.locator('li.visitor').count()).toBe(2);
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
    await expect.poll(() => visitor.dialog.locator('li.visitor').count()).toBe(1);
    await visitor.page.context().close();
  });
});

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

describe('sources', () => {
  test('opened at the end of the list are scrolled into view, and the page stays where it is', async () => {
    const visitor = await visit('/', { viewport: { width: 1280, height: 520 } });
    const { page, dialog } = visitor;
    await openChat(visitor);
    for (let turn = 1; turn <= 3; turn++) {
      await ask(visitor);
      await expect.poll(() => dialog.locator('summary').count()).toBe(turn);
    }
    const before = await page.evaluate(() => scrollY);
    const seen = (locator: Locator) =>
      locator.evaluate((element) => {
        const box = element.getBoundingClientRect();
        const frame = element.closest('.log')?.getBoundingClientRect();
        return frame !== undefined && box.top >= frame.top && box.bottom <= frame.bottom;
      });
    await dialog.locator('summary').last().click();
    await expect.poll(() => seen(dialog.locator('.source button').last())).toBe(true);
    // A number in the first answer, far above, shows its own source.
    await dialog.getByRole('button', { name: 'Source 1' }).first().click();
    await expect.poll(() => seen(dialog.locator('.source').first())).toBe(true);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
    await page.context().close();
  });
});

describe('answers with all kinds of content', () => {
  test('fit: tables, code, long words and addresses, and each paragraph in its own direction', async () => {
    const visitor = await visit('/', { viewport: { width: 375, height: 740 } }, (page) =>
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
    await openChat(visitor);
    await ask(visitor);
    await dialog.getByRole('row').nth(2).waitFor();
    await expect
      .poll(() => dialog.getByRole('row').allTextContents())
      .toEqual(['CountryDays', 'Germany2', 'Austria5']);
    await expect.poll(() => dialog.getByRole('columnheader').count()).toBe(2);
    await expect.poll(() => dialog.locator('pre').textContent()).toContain('*not bold*');
    const excess = await dialog.locator('.log').evaluate((log) => log.scrollWidth - log.clientWidth);
    expect(excess).toBe(0);
    const arabic = dialog.locator('li p', { hasText: 'مرحبا' });
    const [left, right] = await arabic.evaluate((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const [text, box] = [range.getBoundingClientRect(), paragraph.getBoundingClientRect()];
      return [text.left - box.left, box.right - text.right];
    });
    expect(left).toBeGreaterThan(right ?? 0);
    await page.context().close();
  });

  test('a page that is written from right to left does not turn the chat round', async () => {
    const visitor = await visit('/', {}, async (page) => {
      await page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => {
          document.documentElement.dir = 'rtl';
        });
      });
    });
    await openChat(visitor);
    const { page, dialog } = visitor;
    const name = await dialog.getByText('Tents <b>&').boundingBox();
    const close = await dialog.getByRole('button', { name: 'Close chat' }).boundingBox();
    expect(name?.x).toBeLessThan(close?.x ?? 0);
    await page.context().close();
  });
});

describe('on a phone', () => {
  const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };

  test('it fills the window, stays above the on-screen keyboard, and keeps the focus', async () => {
    const visitor = await visit('/', phone);
    const { page, dialog } = visitor;
    await openChat(visitor);
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 740 });
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { value: 420, configurable: true });
      visualViewport?.dispatchEvent(new Event('resize'));
    });
    await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(420);
    await expect.poll(() => dialog.getAttribute('aria-modal')).toBe('true');

    // Around, in both directions, and never to the page behind.
    const menu = dialog.getByRole('button', { name: 'More' });
    await menu.focus();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => focused(dialog.getByRole('link', { name: 'Powered by Parley' }))).toBe(true);
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(menu)).toBe(true);
    await page.context().close();
  });

  test('zoomed in to 200 %, it fills the window too', async () => {
    const visitor = await visit('/', { viewport: { width: 640, height: 400 } });
    await openChat(visitor);
    await expect.poll(() => visitor.dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 640, height: 400 });
    await visitor.page.context().close();
  });
});

describe('where the reader has colours of her own', () => {
  test('launcher, panel, bubbles and the send button keep their edges', async () => {
    const visitor = await visit('/', { forcedColors: 'active' });
    const { page, dialog } = visitor;
    await openChat(visitor);
    await ask(visitor);
    await answered(visitor);
    // Invisible lines otherwise; the browser gives them a colour where it takes the backgrounds away.
    const edges = await page.evaluate(() => {
      const root = document.querySelector('div[data-widget-id]')?.shadowRoot;
      return ['button', '.panel', '.log > .bot', '.log > .visitor', '.send'].map((selector) => {
        const style = getComputedStyle(root?.querySelector(selector) as Element);
        const drawn = style.borderStyle === 'solid' ? style.borderWidth : style.outlineWidth;
        return { selector, drawn: style.borderStyle !== style.outlineStyle && Number.parseFloat(drawn) > 0 };
      });
    });
    expect(edges.filter(({ drawn }) => !drawn)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close chat' }).click();
    await page.context().close();
  });
});

describe('taken down by the page', () => {
  test('it is gone and has hung up', async () => {
    const visitor = await visit();
    const { page } = visitor;
    const opened = page.waitForEvent('websocket');
    await openChat(visitor);
    await ask(visitor);
    await answered(visitor);
    const closed = (await opened).waitForEvent('close');
    await page.evaluate(() => {
      document.querySelector('div[data-widget-id]')?.dispatchEvent(new Event('parley:remove'));
    });
    await closed;
    await expect.poll(() => page.locator('div[data-widget-id]').count()).toBe(0);
    await page.context().close();
  });
});

describe('by keyboard and screen reader', () => {
  test('the launcher says whether it opens or closes, and Escape closes from there as well', async () => {
    const visitor = await visit();
    const { page, dialog } = visitor;
    const launcher = page.locator('div[data-widget-id] button').first();
    const state = () =>
      launcher.evaluate((button) => [
        button.getAttribute('aria-label'),
        button.getAttribute('aria-expanded'),
        getComputedStyle(button, '::before').clipPath,
      ]);
    const closed = await state();
    expect(closed.slice(0, 2)).toEqual(['Open chat', null]);
    // While the chat cannot be loaded it says that, and tries again with the next click.
    const complaint = () => launcher.evaluate((button) => (button as HTMLButtonElement).validationMessage);
    await page.route('**/w/en-*.js', (route) => route.abort());
    await openChat(visitor);
    await expect.poll(complaint).toBe('Chat offline');
    await page.unroute('**/w/en-*.js');
    await openChat(visitor);
    await dialog.waitFor();
    expect(await complaint()).toBe('');
    const open = await state();
    expect(open.slice(0, 2)).toEqual(['Close chat', 'true']);
    expect(open[2]).not.toBe(closed[2]);
    await launcher.focus();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => state()).toEqual(['Open chat', 'false', closed[2]]);
    await page.context().close();
  });

  test('an answer is read out once and whole; what was said before the page was opened is not', async () => {
    const visitor = await visit();
    const { page, dialog } = visitor;
    await page.getByRole('button', { name: 'Open chat' }).click();
    const live = dialog.locator('output');
    await live.evaluate((element) => {
      const spoken: string[] = [];
      Object.assign(window, { spoken });
      new MutationObserver(() => spoken.push(element.textContent ?? '')).observe(element, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await ask(visitor);
    await answered(visitor);
    await dialog.locator('summary').waitFor();
    const spoken = await page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
    expect(spoken).toHaveLength(1);
    expect(spoken[0]).toContain(ANSWER);
    expect(spoken[0]).not.toMatch(/\[\d\]|\*\*/);

    await page.reload();
    await openChat(visitor);
    await answered(visitor);
    await expect.poll(() => live.textContent()).toBe('');
    await page.context().close();
  });

  test('everything is reached, Escape closes, and the focus comes back to the launcher', async () => {
    const visitor = await visit();
    const { page, dialog } = visitor;
    await page.getByRole('button', { name: 'Open chat' }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.type(QUESTION);
    await page.keyboard.press('Enter');
    await answered(visitor);
    await expect.poll(() => dialog.locator('output').textContent()).toContain(ANSWER);
    const source = dialog.getByRole('button', { name: 'Source 1' });
    for (let presses = 0; presses < 10 && !(await focused(source)); presses++)
      await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await dialog.getByText('1. returns').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page.getByRole('button', { name: 'Open chat' }))).toBe(true);
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
