import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Locator, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '../../functions/contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { inDays } from '../helpers/days';
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

/** That somebody is back then, as the widget says it by the visitor's own clock. */
function sayingWhen(time: string, timeZone: string): RegExp {
  const words = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(time));
  const said = (type: Intl.DateTimeFormatPartTypes) => words.find((part) => part.type === type)?.value;
  return new RegExp(`Back ${said('weekday')}.*${said('day')} ${said('month')}.*${said('hour')}:00`);
}

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
    const opensAt = `${inDays(30)}T08:00:00.000Z`;
    const late = await visit({
      config: { greetingMessage: '', offlineMessage: 'We have closed.' },
      grant: { open: false, opensAt },
      context: { timezoneId: 'America/New_York' },
    });
    await late.launcher.click();
    await late.panel.getByRole('button', { name: QUESTION }).click();
    await answered(late);
    await late.panel.getByText('We have closed.').waitFor();
    await late.panel.getByText(sayingWhen(opensAt, 'America/New_York')).waitFor();
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

describe('standing in the page', () => {
  test('embedded it fills its place, under a strict policy and hostile style sheets, and hides no launcher behind', async () => {
    const visitor = await visit({
      path: '/strict',
      attributes: { mode: 'embedded', target: '#parley-chat' },
      prepare: (page) =>
        page.addInitScript(() => {
          addEventListener('DOMContentLoaded', () => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(
              'div, a, p { all: unset !important; display: none !important; width: 3px !important; position: fixed !important }',
            );
            document.adoptedStyleSheets = [sheet];
            // The element that the page gives is the page's; what is in it is ours.
            for (const [name, value] of Object.entries({
              display: 'block',
              position: 'static',
              width: 'auto',
            }))
              document.getElementById('parley-chat')?.style.setProperty(name, value, 'important');
          });
        }),
    });
    const { page, panel, launcher } = visitor;
    await panel.waitFor();
    await expect.poll(() => panel.boundingBox()).toMatchObject({ width: 480, height: 420 });
    await expect.poll(() => page.locator('#parley-chat div[data-widget-id]').count()).toBe(1);
    await expect.poll(() => launcher.isVisible()).toBe(false);
    await expect.poll(() => panel.getAttribute('role')).toBe('region');
    await expect.poll(() => panel.getByRole('button', { name: 'Close chat' }).isVisible()).toBe(false);
    await expect.poll(() => isFocusInside(page)).toBe(false);
    await panel.getByRole('button', { name: QUESTION }).click();
    await answered(visitor);
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.isVisible()).toBe(true);
    await expect.poll(() => violations(visitor)).toEqual([]);
    // The narrow page makes it narrow too.
    await page.setViewportSize({ width: 375, height: 740 });
    expect((await panel.boundingBox())?.width).toBeLessThanOrEqual(375);
    expect(visitor.errors).toEqual([]);
    await page.context().close();
  });

  test('hybrid it stands in the page where that is on screen, and floats elsewhere', async () => {
    const visitor = await visit({ attributes: { mode: 'hybrid', target: 'parley-chat' } });
    const { page, panel, launcher } = visitor;
    await launcher.waitFor();
    const inPage = page.locator('#parley-chat div[data-widget-id]');
    await page.locator('#parley-chat').scrollIntoViewIfNeeded();
    await inPage.locator('.panel').waitFor();
    await expect.poll(() => launcher.isVisible()).toBe(false);
    await panel.getByRole('button', { name: QUESTION }).click();
    await answered(visitor);
    await panel.getByRole('textbox').fill('A draft');

    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await launcher.waitFor();
    await expect.poll(() => panel.isVisible()).toBe(false);
    await launcher.click();
    await answered(visitor);
    await expect.poll(() => panel.getByRole('textbox').inputValue()).toBe('A draft');
    // Open, it stays with who reads it; closed, it goes back into the page.
    await page.locator('#parley-chat').scrollIntoViewIfNeeded();
    await expect.poll(() => inPage.count()).toBe(0);
    await panel.getByRole('button', { name: 'Close chat' }).click();
    await inPage.locator('.panel').waitFor();
    await expect.poll(() => panel.getByRole('textbox').inputValue()).toBe('A draft');
    expect(visitor.errors).toEqual([]);
    await page.context().close();
  });
});

describe('commands of the page', () => {
  test('bring no widget back that nobody published, or that was taken off, however late its parts come', async () => {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await page.addInitScript(() => Object.assign(window, { Parley: { q: [['open']] } }));
    const host = page.locator('div[data-widget-id]');
    const gone = page.waitForResponse('**/w/yyyyyyyy.json').then(() => host.waitFor({ state: 'detached' }));
    const part = '**/w/commands.*.js';
    await page.route(part, (route) => gone.then(() => route.continue()));
    const arrived = page.waitForEvent('requestfinished', (request) => request.url().includes('/w/commands.'));
    await page.goto(address('/', { widget: 'yyyyyyyy' }));
    const file = (await arrived).url();
    // The same file again waits for the first import, and for what came of it.
    await page.evaluate(`import(${JSON.stringify(file)})`);
    expect(await host.count()).toBe(0);
    await page.context().close();
  });

  test('given before and after the script, to one of two widgets or to both, with events out', async () => {
    const visitor = await visit({
      config: { greetingMessage: '' },
      prepare: async (page) => {
        await page.route('**/w/commands.*.js', (route) => route.abort(), { times: 1 });
        await page.addInitScript(() => {
          const q: unknown[] = [];
          const heard: unknown[] = [];
          Object.assign(window, {
            heard,
            Parley: Object.assign((...call: unknown[]) => q.push(call), { q }),
          });
          for (const event of ['ready', 'open', 'close', 'message', 'destroy'])
            q.push(['on', event, (detail: object) => heard.push({ event, ...detail })]);
          q.push(['open']);
        });
      },
    });
    const { page, panel, launcher } = visitor;
    const run = (...call: unknown[]) =>
      page.evaluate(
        (args) => (window as unknown as { Parley(...call: unknown[]): void }).Parley(...args),
        call,
      );
    // What runs them doesn't come at first: they wait for the next.
    await expect.poll(() => visitor.errors.some((error) => error.includes('ERR_FAILED'))).toBe(true);
    await run('set', {});
    await panel.waitFor();
    const heard = () => page.evaluate(() => (window as unknown as { heard: { event: string }[] }).heard);
    await expect
      .poll(async () => (await heard()).map(({ event }) => event).sort())
      .toEqual(['open', 'ready']);

    await panel.getByRole('textbox').fill(QUESTION);
    await panel.getByRole('textbox').press('Enter');
    await answered(visitor);
    await expect
      .poll(heard)
      .toEqual(
        expect.arrayContaining([
          { event: 'message', widget: bot.widgetId, author: 'visitor', text: QUESTION },
          expect.objectContaining({ event: 'message', author: 'bot' }),
        ]),
      );

    const warned = page.waitForEvent('console', (message) => message.text().includes('welcomeMessage'));
    await run('set', { welcomeMessage: { en: 'Hi' }, starterQuestions: null, botName: 7, opening: {} });
    await warned;
    await run('set', { botName: 'Tents for you', theme: 'light', position: 'bottom-left' });
    await panel.getByText('Tents for you').waitFor();
    await expect.poll(() => style(panel, 'background-color')).toBe('rgb(255, 255, 255)');
    expect((await launcher.boundingBox())?.y).toBeGreaterThan(300);
    const add = (widgetId: string) =>
      page.evaluate(
        ([src, id]) =>
          new Promise((loaded) => {
            const script = document.createElement('script');
            script.onload = loaded;
            script.src = src;
            Object.assign(script.dataset, { widgetId: id, botName: 'The other', position: 'top-right' });
            document.body.append(script);
          }).then(() => {}),
        [`${cloud.addresses.app}/widget.js`, widgetId] as const,
      );
    const widgets = page.locator('div[data-widget-id]');
    // The same one again, as a page's tag manager may add it, is no second that would close the first.
    await add(bot.widgetId);
    expect(await widgets.count()).toBe(1);
    await run('toggle');
    await panel.waitFor({ state: 'hidden' });
    await launcher.click();
    await panel.waitFor();
    await run('toggle');
    await panel.waitFor({ state: 'hidden' });

    // A second one, whose configuration doesn't come: the script's attributes are all it has, whatever the page's own
    // variables are called.
    await page.route('**/w/zzzzzzzz.json', (route) => route.abort());
    await page.evaluate(() => {
      for (const name of ['font-size', 'radius', 'shadow', 'accent', 'font'])
        document.documentElement.style.setProperty(`--${name}`, '3px');
    });
    await add('zzzzzzzz');
    const other = page.locator('div[data-widget-id="zzzzzzzz"] .panel');
    await other.waitFor();
    expect([await style(other, 'font-size'), await style(other, 'border-radius')]).toEqual(['15px', '16px']);
    await expect.poll(() => panel.isVisible()).toBe(false);
    await run('close');
    await other.waitFor({ state: 'hidden' });
    await run('open', { widget: bot.widgetId, focus: false });
    await panel.waitFor();
    await expect.poll(() => isFocusInside(page)).toBe(false);
    await expect.poll(() => other.isVisible()).toBe(false);
    await run('destroy', { widget: 'zzzzzzzz' });
    await expect.poll(() => page.locator('div[data-widget-id]').count()).toBe(1);
    // What a page calls that has nothing to set, or nobody signed in, and what no command is.
    for (const call of [['nonsense'], ['set'], ['identify', null], ['constructor'], ['__defineGetter__']])
      await run(...call);
    await run('destroy');
    await expect.poll(() => widgets.count()).toBe(0);
    // Taken down before its chat is there, and put up again at once, as a page of an app does that is left and entered.
    await add(bot.widgetId);
    await page.evaluate(() => (window as unknown as { Parley(call: string): void }).Parley('destroy'));
    await add(bot.widgetId);
    // What was called before the first script still opens it.
    await panel.waitFor();
    expect(await widgets.count()).toBe(1);
    expect(visitor.errors.filter((error) => !error.includes('ERR_FAILED') && !error.includes('404'))).toEqual(
      [],
    );
    await page.context().close();
  });
});
