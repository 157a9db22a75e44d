import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Locator, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { nextYear } from '../helpers/days';
import { processed, uploadDocument } from '../helpers/documents';
import { newUser } from '../helpers/users';

const cloud = sharedCloud();
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const QUESTION = 'Within how many days can I return a tent?';
const ANSWER = 'within forty days';
const GREETING = 'Questions about tents?';

let browser: Browser;
let bot: Bot;

beforeAll(async () => {
  browser = await openBrowser();
  const owner = await newUser(cloud);
  bot = await owner.call<Bot>('createBot', {
    body: {
      name: 'Tents',
      deploy: true,
      language: 'en',
      avatarUrl: `${cloud.addresses.customer}/favicon.svg`,
      theme: 'dark',
      size: 'large',
      buttonStyle: 'square',
      borderRadius: 0,
      fontFamily: 'serif',
      fontSize: 18,
      shadow: 'none',
      position: 'top-left',
      primaryColor: '#123456',
      accentColor: '#123456',
      greetingMessage: GREETING,
      starterQuestions: [QUESTION, 'When does the shop open?'],
      customCss: '.launcher { background: rgb(1, 2, 3) } .visitor { position: fixed; letter-spacing: 1px }',
      embeddedWidth: '480px',
      embeddedHeight: '420px',
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
  readonly panel: Locator;
  readonly launcher: Locator;
  readonly errors: string[];
}

interface VisitOptions {
  readonly path?: string;
  /** Of the script tag. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly context?: BrowserContextOptions;
  /** In place of what was published, and of what a session's grant says. */
  readonly config?: object;
  readonly grant?: object;
  prepare?(page: Page): Promise<unknown>;
}

const address = (path = '/', attributes: Readonly<Record<string, string>> = {}) =>
  `${cloud.addresses.customer}${path}?${new URLSearchParams({ widget: bot.widgetId, ...attributes })}`;

/** A visitor of her own on the customer's website. */
async function visit({
  path,
  attributes,
  context,
  config,
  grant,
  prepare,
}: VisitOptions = {}): Promise<Visit> {
  const page = await (await browser.newContext({ locale: 'en-GB', ...context })).newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  if (config || grant)
    await page.addInitScript(
      (changes) => {
        const { fetch } = window;
        window.fetch = async (...args) => {
          const answer = await fetch(...args);
          const change = changes.find(([ending]) => String(args[0]).endsWith(ending))?.[1];
          return change && answer.ok ? Response.json({ ...(await answer.json()), ...change }) : answer;
        };
      },
      [
        ['.json', config],
        ['/sessions', grant],
      ] as [string, object | undefined][],
    );
  await prepare?.(page);
  await page.goto(address(path, attributes));
  const host = page.locator(`div[data-widget-id="${bot.widgetId}"]`);
  return {
    page,
    panel: host.locator('.panel'),
    launcher: host.locator('button').first(),
    errors,
  };
}

const answered = ({ panel }: Visit) =>
  panel.locator('li.bot p').filter({ hasText: ANSWER }).first().waitFor();
const style = (locator: Locator, name: string) =>
  locator.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
const isFocusInside = (page: Page) =>
  page.evaluate(() => document.activeElement?.hasAttribute('data-widget-id') ?? false);

async function violations({ page }: Visit): Promise<string[]> {
  await page.evaluate(await readFile(AXE, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(context: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const result = await axe.run({ include: [[['div[data-widget-id]', '.panel']]] });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

describe('a published configuration', () => {
  test('is what the visitor sees: looks, greeting, starter questions, own rules, another answer', async () => {
    const visitor = await visit();
    const { page, panel, launcher } = visitor;
    const greeting = page.getByRole('button', { name: GREETING });
    await greeting.waitFor();
    await expect.poll(() => style(launcher, 'background-color')).toBe('rgb(1, 2, 3)');
    await expect.poll(() => style(launcher, 'border-radius')).toBe('12px');
    await expect.poll(() => launcher.boundingBox()).toMatchObject({ x: 20, y: 20, width: 64, height: 64 });
    await expect
      .poll(() => page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]))
      .toEqual([0, 0, '']);
    await greeting.click();
    await panel.waitFor();
    await expect.poll(() => greeting.isVisible()).toBe(false);
    const look = await Promise.all(
      ['width', 'border-radius', 'font-family', 'font-size', 'box-shadow', 'background-color'].map((name) =>
        style(panel, name),
      ),
    );
    expect(look).toEqual(['440px', '0px', 'Georgia, serif', '18px', 'none', 'rgb(22, 23, 31)']);
    await expect
      .poll(() => panel.locator('.avatar').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await expect
      .poll(() => panel.getByRole('link', { name: 'Powered by Parley' }).getAttribute('href'))
      .toBe(cloud.addresses.root);
    await expect.poll(() => violations(visitor)).toEqual([]);

    await panel.getByRole('button', { name: QUESTION }).click();
    await answered(visitor);
    const asked = panel.locator('li.visitor');
    await asked.getByText('Read', { exact: true }).waitFor();
    await expect.poll(() => style(asked, 'letter-spacing')).toBe('1px');
    await expect.poll(() => style(asked, 'position')).not.toBe('fixed');
    await expect
      .poll(() => panel.getByRole('button', { name: 'When does the shop open?' }).isVisible())
      .toBe(false);

    const first = await panel.locator('li.bot').last().elementHandle();
    await panel.getByRole('button', { name: 'New answer' }).click();
    await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
    await answered(visitor);
    await panel.getByRole('button', { name: 'New answer' }).waitFor();
    await expect.poll(() => asked.count()).toBe(1);
    await expect.poll(() => violations(visitor)).toEqual([]);
    expect(visitor.errors).toEqual([]);

    // Dismissed once, the greeting keeps quiet in this tab.
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await page.reload();
    await launcher.waitFor();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => greeting.isVisible()).toBe(false);
    await page.context().close();
  });

  test('of a paused bot says the offline message and takes no question', async () => {
    const visitor = await visit({ config: { paused: true, offlineMessage: 'Back <b>soon</b>.' } });
    await visitor.launcher.click();
    await visitor.panel.getByText('Back <b>soon</b>.').waitFor();
    await expect.poll(() => visitor.panel.getByRole('textbox').isVisible()).toBe(false);
    await expect.poll(() => visitor.panel.getByRole('button', { name: QUESTION }).isVisible()).toBe(false);
    // It is back for who comes back to the page, without a word of hers.
    await visitor.page.evaluate(() => {
      const { fetch } = window;
      window.fetch = async (...args) =>
        Response.json({ ...(await (await fetch(...args)).json()), paused: false });
      dispatchEvent(new Event('focus'));
    });
    await visitor.panel.getByRole('button', { name: QUESTION }).waitFor();
    await visitor.panel.getByRole('textbox').waitFor();
    expect(await visitor.page.evaluate(() => localStorage.length)).toBe(0);
    await visitor.page.context().close();

    // Outside business hours it says so as well, and when somebody is back, by her own clock, and takes messages.
    const opening = new Date(`${nextYear('12-01')}T08:00:00Z`);
    const weekday = opening.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'America/New_York' });
    const late = await visit({
      config: { greetingMessage: '', offlineMessage: 'We have closed.' },
      grant: { open: false, opensAt: opening.toISOString() },
      context: { timezoneId: 'America/New_York' },
    });
    await late.launcher.click();
    await late.panel.getByRole('button', { name: QUESTION }).click();
    await answered(late);
    await late.panel.getByText('We have closed.').waitFor();
    await late.panel.getByText(new RegExp(`Back ${weekday}.*1 December.*03:00`)).waitFor();
    await late.page.context().close();
  });

  test('opens by itself once in a tab, without taking the focus or storing anything, and never on a phone', async () => {
    const config = { autoOpen: true, position: 'bottom-right' };
    const visitor = await visit({ config });
    const { page, panel } = visitor;
    await panel.waitFor();
    await expect.poll(() => isFocusInside(page)).toBe(false);
    await expect
      .poll(() => page.evaluate(() => [localStorage.length, sessionStorage.length]))
      .toEqual([0, 0]);
    // Another page of the same website, reached by a link.
    await page.evaluate(
      (href) => {
        const link = document.createElement('a');
        link.href = href;
        document.body.append(link);
        link.click();
      },
      address('/', { position: 'bottom-left' }),
    );
    await page.getByRole('button', { name: GREETING }).waitFor();
    await expect.poll(() => panel.isVisible()).toBe(false);
    await page.context().close();

    const phone = await visit({ config, context: { viewport: { width: 375, height: 740 } } });
    await phone.page.getByRole('button', { name: GREETING }).waitFor();
    await expect.poll(() => phone.panel.isVisible()).toBe(false);
    await phone.page.context().close();
  });
});

describe('a page that does as it likes', () => {
  test('sends no forms, composes words, replaces and moves its body: the chat goes on', async () => {
    const config = { greetingMessage: '', position: 'bottom-right', buttonStyle: 'circle' };
    const visitor = await visit({ config });
    const { page, panel, launcher } = visitor;
    await launcher.waitFor();
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
      frame.src = src;
      frame.width = '600';
      frame.height = '600';
      document.body.replaceChildren(frame);
    }, address());
    const inner = page.frameLocator('iframe').locator(`div[data-widget-id="${bot.widgetId}"]`);
    await inner.locator('button').first().click();
    const field = inner.locator('textarea');
    await field.fill(QUESTION);
    // As Safari tells of the Enter that ends a composed word.
    await field.evaluate((element) => {
      const key = new KeyboardEvent('keydown', {
        key: 'Enter',
        keyCode: 229,
        bubbles: true,
        cancelable: true,
      });
      element.dispatchEvent(key);
    });
    expect(await field.inputValue()).toBe(QUESTION);
    await field.press('Enter');
    await inner.locator('li.bot p').filter({ hasText: ANSWER }).first().waitFor();

    await page.evaluate(() => {
      const body = document.createElement('body');
      body.style.transform = 'translateY(-40px)';
      body.style.height = '3000px';
      document.body.replaceWith(body);
      window.scrollTo(0, 500);
    });
    const box = await launcher.boundingBox();
    const { height = 0 } = page.viewportSize() ?? {};
    expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBe(20);
    await page.evaluate(() => (window as unknown as { Parley(command: string): void }).Parley('open'));
    await panel.waitFor();
    await page.context().close();
  });
});

describe('an answer that takes its time', () => {
  test('is stopped, or counted while the chat is closed; silence ends the conversation until it is continued', async () => {
    const sockets: WebSocketRoute[] = [];
    const held: (() => void)[] = [];
    let isHeld = true;
    const release = () => {
      isHeld = false;
      for (const send of held.splice(0)) send();
    };
    const visitor = await visit({
      config: { greetingMessage: '', responseDelay: 0.2 },
      prepare: (page) =>
        page.routeWebSocket(/\/socket/, (socket) => {
          sockets.push(socket);
          const server = socket.connectToServer();
          server.onMessage((frame) => {
            if (isHeld && String(frame).includes('answer.')) held.push(() => socket.send(frame));
            else socket.send(frame);
          });
        }),
    });
    const { page, panel, launcher } = visitor;
    await launcher.click();
    const input = panel.getByRole('textbox');
    await input.fill(QUESTION);
    await input.press('Enter');
    await panel.getByText('Sent', { exact: true }).waitFor();
    await panel.getByRole('img', { name: 'Tents is writing' }).waitFor();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await panel.getByRole('button', { name: 'Stop answering' }).click();
    await panel.getByText('Stopped.').waitFor();
    release();
    await expect.poll(() => panel.getByText(ANSWER).count()).toBe(0);

    isHeld = true;
    await input.fill(QUESTION);
    await input.press('Enter');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const title = await page.title();
    await panel.getByRole('button', { name: 'Close chat' }).click();
    release();
    await page.getByRole('button', { name: 'Open chat, 1 unread' }).waitFor();
    await expect.poll(() => page.title()).toBe(`(1) ${title}`);
    await expect.poll(() => launcher.locator('.badge').textContent()).toBe('1');
    await launcher.click();
    await answered(visitor);
    await expect.poll(() => page.title()).toBe(title);
    await expect.poll(() => launcher.getAttribute('aria-label')).toBe('Close chat');

    // As if the visitor came back an hour later.
    await page.evaluate((key) => {
      const stored = JSON.parse(localStorage.getItem(key) ?? '');
      localStorage.setItem(key, JSON.stringify({ ...stored, at: stored.at - 3_600_000 }));
    }, `parley.widget.${bot.widgetId}`);
    await page.reload();
    await launcher.click();
    const last = panel.getByRole('button', { name: 'Continue the last conversation' });
    await last.waitFor();
    await expect.poll(() => panel.locator('li.visitor').count()).toBe(0);
    await last.click();
    await answered(visitor);
    await expect.poll(() => last.isVisible()).toBe(false);
    await page.context().close();
  });
});
