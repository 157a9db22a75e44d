import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { Bot } from '#contract/bots/bots';
import { adminTokens, goWithin, storeSession } from '../helpers/dashboard';
import { newUser, signIn, type TestUser } from '../helpers/users';
import { app, cloud, newWindow, root } from './setup';

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

let jo: TestUser;
let bot: Bot;
const ofBot = (path: string) => path.replace('BOT', bot.id);

beforeAll(async () => {
  jo = await newUser(cloud, { name: 'Jo Example' });
  bot = Bot.parse(await jo.call('createBot', { body: { name: 'Concierge', deploy: true } }));
});

it('lets a stranger read what is public on either host, and sends them elsewhere to sign in', async () => {
  const page = await newWindow();
  await tellStatus(page);
  const seen: string[] = [];
  page.on('console', (message) => seen.push(message.text()));
  for (const at of [root, app])
    for (const path of SOME_GUARDED.map(ofBot)) {
      await page.goto(at(path));
      await page.waitForURL(root(`/auth/login?redirect=${encodeURIComponent(path)}`));
    }
  expect(seen).toContain(`${new URL(app()).host} Redirecting to login …`);
  for (const path of ['/', '/nothing/here']) {
    await page.goto(app(path));
    await page.waitForURL(root('/auth/login'));
  }
  await page.goto(root('/chat-demo'));
  await headed(page, 'Chat demo');
  for (const path of ['/nothing/here', '/widget/some-bot', '/bots/x/y/z', '/aboutness']) {
    await page.goto(root(path));
    // The address is there before the page is.
    await page.waitForURL(root());
    await page.getByRole('region', { name: 'Example conversation' }).waitFor();
  }
  for (const path of ['/about', '/auth/login', '/auth/signup?alpha=true']) {
    await page.goto(app(path));
    await page.waitForURL(root(path));
  }
  await page.goto(app('/auth/confirm#username=jo&code=123456'));
  await page.getByRole('button', { name: 'Confirm address' }).waitFor();
  await expect.poll(() => page.url().startsWith(root('/auth/confirm'))).toBe(true);
  await page.goto(app('/chat-demo'));
  await headed(page, 'Chat demo');
  await page.goto(app(`/widget/${bot.id}`));
  await headed(page, `Preview of ${bot.name}`);
  await expect.poll(() => page.url()).toBe(app(`/widget/${bot.id}`));
  await page.context().close();
});

it('hands a signed-in person over from the root host, and shows their every page, the start being the dashboard', async () => {
  const page = await newWindow();
  await storeSession(page, cloud, 'root', await signIn(cloud, jo.email));
  // The dashboard's frame is around it.
  await page.goto(root('/about'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('contentinfo').count()).toBe(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bots' }).click();
  await page.waitForURL(app('/bots'));
  for (const path of SOME_GUARDED) {
    await page.goto(root(ofBot(path)));
    await page.waitForURL(landed(path));
  }
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

  const administrator = await newWindow();
  await storeSession(administrator, cloud, 'app', await adminTokens(cloud));
  await administrator.goto(app());
  for (const [path, heading] of Object.entries(ADMINS)) {
    await goWithin(administrator, path);
    await headed(administrator, heading);
  }
  await administrator.context().close();
});

/** The screen stands for a moment only: the page itself says what it shows. */
async function tellStatus(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const status = document.querySelector('[role=status]')?.textContent;
      if (status) console.info(`${location.host} ${status}`);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Where a guarded path ends on the app host: as it is, but for a bot's form, which is its settings. */
function landed(path: string): string {
  return app(ofBot(path).replace(/\/edit$/, '/settings'));
}

async function headed(page: Page, heading: string | RegExp): Promise<void> {
  await page
    .getByRole('heading', { level: 1, name: heading, ...(typeof heading === 'string' && { exact: true }) })
    .waitFor();
}
