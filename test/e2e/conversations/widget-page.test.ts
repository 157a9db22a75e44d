import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { browser as openBrowser } from '../../helpers/browser';
import { sharedCloud } from '../../helpers/cloud';
import { processed, uploadDocument } from '../../helpers/documents';
import { newUser } from '../../helpers/users';
import { problemsOfChat, storedBy } from './widget-chat';

const cloud = sharedCloud();
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

describe('a published configuration', () => {
  test('is what the visitor sees: looks, greeting, starter questions, own rules, another answer', async () => {
    const visitor = await visit();
    const { page, panel, launcher } = visitor;
    const greeting = page.getByRole('button', { name: GREETING });
    await greeting.waitFor();
    await expect.poll(() => style(launcher, 'background-color')).toBe('rgb(1, 2, 3)');
    await expect.poll(() => style(launcher, 'border-radius')).toBe('12px');
    await expect.poll(() => launcher.boundingBox()).toMatchObject({ x: 20, y: 20, width: 64, height: 64 });
    expect(await storedBy(page)).toEqual([0, 0, '']);
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
    await expect.poll(() => problemsOfChat(page)).toEqual([]);

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
    await expect.poll(() => problemsOfChat(page)).toEqual([]);
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
