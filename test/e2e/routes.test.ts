import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bot } from '#contract/bots';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { adminTokens, goWithin, newPage, storeSession } from '../helpers/dashboard';
import { newUser, signIn, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
const root = (path = '/') => `${cloud.addresses.root}${path}`;
const app = (path = '/') => `${cloud.addresses.app}${path}`;

/** No two alike one after the other. */
const AUTH = {
  '/auth/signup': 'Create account',
  '/auth': 'Sign in',
  '/auth/register': 'Create account',
  '/auth/login': 'Sign in',
  '/auth/reset': 'Send link',
};

/** Guarded pages of both hosts and their headings; BOT stands for a bot's id. */
const GUARDED: Readonly<Record<string, string | RegExp>> = {
  '/dashboard': /^Hello, /,
  '/profile': /./,
  '/settings': 'Settings',
  '/billing': 'Billing',
  '/billing?canceled=true': 'Billing',
  '/analytics': 'Analytics',
  '/conversations': 'Inbox',
  '/bots': 'Bots',
  '/bots/new': 'New bot',
  '/bots/BOT': 'Concierge',
  '/bots/BOT/edit': 'Concierge',
  '/bots/BOT/settings': 'Concierge',
  '/bots/BOT/conversations': 'Concierge',
  '/bots/BOT/knowledge': 'Concierge',
  '/bots/BOT/analytics': 'Concierge',
  '/team': 'Team',
  '/help': 'Help',
  '/templates': 'Templates',
  '/thank-you': 'No payment here',
  '/thank-you?success=true&plan=professional': 'Your payment is being confirmed',
  '/subscription': 'Billing',
  '/subscription/manage': 'Billing',
  '/subscription/success?success=true&plan=starter': 'Your payment is being confirmed',
};
/** One of each kind: what holds of them holds of all, by test/unit/web/router.test.ts. */
const SOME_GUARDED = ['/billing?canceled=true', '/bots/BOT/edit'];
/** Guarded pages that ask for the role as well. */
const ADMINS: Readonly<Record<string, string>> = {
  '/admin': 'Administration',
  '/developer-tools': 'Developer tools',
};

let browser: Browser;
let jo: TestUser;
let bot: Bot;
const ofBot = (path: string) => path.replace('BOT', bot.id);

beforeAll(async () => {
  browser = await openBrowser();
  jo = await newUser(cloud, { name: 'Jo Example' });
  bot = Bot.parse(await jo.call('createBot', { body: { name: 'Concierge', deploy: true } }));
});
afterAll(() => browser?.close());

describe('the root host', () => {
  it('shows the auth screen in the mode that the address names', async () => {
    const page = await newPage(browser);
    await page.goto(root('/auth/reset'));
    for (const [path, button] of Object.entries(AUTH)) {
      await goWithin(page, path);
      await page.getByRole('button', { name: button, exact: true }).waitFor();
    }
    for (const path of ['/auth/confirm', '/reset-password']) {
      await page.goto(root(path));
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    }
    await page.context().close();
  });

  it('sends a stranger from a guarded page to sign in, and says where she wanted to go', async () => {
    const page = await newPage(browser);
    for (const path of SOME_GUARDED.map(ofBot)) {
      await page.goto(root(path));
      await page.waitForURL(root(`/auth/login?redirect=${encodeURIComponent(path)}`));
    }
    await page.context().close();
  });

  it('hands a signed-in person over from a guarded page', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'root', await signIn(cloud, jo.email));
    for (const path of SOME_GUARDED) {
      await page.goto(root(ofBot(path)));
      await page.waitForURL(landed(path));
    }
    await page.context().close();
  });

  it('shows the demo, and leads from unknown addresses to the start', async () => {
    const page = await newPage(browser);
    await page.goto(root('/chat-demo'));
    await headed(page, 'Chat demo');
    for (const path of ['/nothing/here', '/widget/some-bot', '/bots/x/y/z', '/aboutness']) {
      await page.goto(root(path));
      // The address is there before the page is.
      await page.waitForURL(root());
      await page.getByRole('region', { name: 'Example conversation' }).waitFor();
    }
    await page.context().close();
  });

  it('puts the dashboard’s frame around the about page for who is signed in', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'root', await signIn(cloud, jo.email));
    await page.goto(root('/about'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bots' }).click();
    await page.waitForURL(app('/bots'));
    await page.context().close();
  });
});

describe('the app host', () => {
  it('says that it redirects a stranger to the login, and does', async () => {
    const page = await newPage(browser);
    const seen: string[] = [];
    page.on('console', (message) => seen.push(message.text()));
    // The screen stands for a moment only: the page itself says what it shows.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const status = document.querySelector('[role=status]')?.textContent;
        if (status) console.info(`${location.host} ${status}`);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await page.goto(app('/bots'));
    await page.waitForURL(root('/auth/login?redirect=%2Fbots'));
    expect(seen).toContain(`${new URL(app()).host} Redirecting to login …`);
    await page.goto(app());
    await page.waitForURL(root('/auth/login'));
    await page.context().close();
  });

  it('sends a stranger from a guarded page to sign in on the root host', async () => {
    const page = await newPage(browser);
    for (const path of SOME_GUARDED.map(ofBot)) {
      await page.goto(app(path));
      await page.waitForURL(root(`/auth/login?redirect=${encodeURIComponent(path)}`));
    }
    await page.goto(app('/nothing/here'));
    await page.waitForURL(root('/auth/login'));
    await page.context().close();
  });

  it('shows a signed-in person every page, the start being the dashboard', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'app', await signIn(cloud, jo.email));
    for (const path of ['/', '/nothing/here']) {
      await page.goto(app(path));
      await headed(page, /^Hello, /);
      await expect.poll(() => page.url()).toBe(app());
    }
    // Every address is served the same document: one page of each kind is loaded, all are gone to.
    for (const [path, heading] of Object.entries(GUARDED)) {
      if (SOME_GUARDED.includes(path)) await page.goto(app(ofBot(path)));
      else await goWithin(page, ofBot(path));
      await page.waitForURL(landed(path));
      await headed(page, heading);
    }
    for (const path of Object.keys(ADMINS)) {
      await goWithin(page, path);
      await headed(page, 'Administrator Access Required');
    }
    await page.context().close();
  });

  it('shows an administrator her pages', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'app', await adminTokens(cloud));
    await page.goto(app());
    for (const [path, heading] of Object.entries(ADMINS)) {
      await goWithin(page, path);
      await headed(page, heading);
    }
    await page.context().close();
  });

  it('leads to the root host for signing in and for public pages, with query and fragment', async () => {
    const page = await newPage(browser);
    for (const path of ['/about', '/auth/login', '/auth/signup?alpha=true']) {
      await page.goto(app(path));
      await page.waitForURL(root(path));
    }
    await page.goto(app('/auth/confirm#username=jo&code=123456'));
    await page.getByRole('button', { name: 'Confirm address' }).waitFor();
    await expect.poll(() => page.url().startsWith(root('/auth/confirm'))).toBe(true);
    await page.context().close();
  });

  it('shows the demo and a bot’s preview to anyone', async () => {
    const page = await newPage(browser);
    await page.goto(app('/chat-demo'));
    await headed(page, 'Chat demo');
    await page.goto(app(`/widget/${bot.id}`));
    await headed(page, `Preview of ${bot.name}`);
    await expect.poll(() => page.url()).toBe(app(`/widget/${bot.id}`));
    await page.context().close();
  });
});

/** Where a guarded path ends on the app host: as it is, but for a bot's form, which is its settings. */
function landed(path: string): string {
  return app(ofBot(path).replace(/\/edit$/, '/settings'));
}

async function headed(page: Page, heading: string | RegExp): Promise<void> {
  await page
    .getByRole('heading', { level: 1, name: heading, ...(typeof heading === 'string' && { exact: true }) })
    .waitFor();
}
