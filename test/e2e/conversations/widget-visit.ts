import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { browser } from '../../helpers/browser';
import { processed, uploadDocument } from '../../helpers/documents';
import { newUser, type TestUser } from '../../helpers/users';
import { cloud } from '../setup';

export const QUESTION = 'Within how many days can I return a tent?';
export const ANSWER = 'within forty days';
export const GREETING = 'Questions about tents?';

/** Gives a bot what answers the question. */
export async function readReturns(owner: TestUser, bot: Bot): Promise<void> {
  const document = await uploadDocument(owner, bot.id, {
    fileName: 'returns.md',
    content:
      '# Returns\n\nYou can return a tent within forty days after you bought it. Wet tents are dried for 9 euros.\n\n# Hours\n\nThe shop opens at nine in the morning.',
  });
  expect(await processed(owner, document)).toMatchObject({ status: 'success' });
}

export interface Visit {
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

/** A bot whose looks are all other than the default ones, of this file alone, and how visitors come to it. */
export function withDressedBot() {
  let bot: Bot;
  beforeAll(async () => {
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
    await readReturns(owner, bot);
  });

  const address = (path = '/', attributes: Readonly<Record<string, string>> = {}) =>
    `${cloud.addresses.customer}${path}?${new URLSearchParams({ widget: bot.widgetId, ...attributes })}`;

  /** A visitor of their own on the customer's website. */
  async function visit({
    path,
    attributes,
    context,
    config,
    grant,
    prepare,
  }: VisitOptions = {}): Promise<Visit> {
    const page = await (await (await browser()).newContext({ locale: 'en-GB', ...context })).newPage();
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
  return { cloud, widgetId: () => bot.widgetId, address, visit };
}

export const answered = ({ panel }: Visit) =>
  panel.locator('li.bot p').filter({ hasText: ANSWER }).first().waitFor();
export const style = (locator: Locator, name: string) =>
  locator.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
