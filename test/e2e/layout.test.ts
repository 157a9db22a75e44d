import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bot } from '#contract/bots';
import type { Me } from '#contract/profile';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import {
  accessibilityProblems,
  adminTokens,
  claimsOf,
  excessWidth,
  newPage,
  storeSession,
} from '../helpers/dashboard';
import { newUser, signIn, type TestUser } from '../helpers/users';
import { waitFor } from '../helpers/wait-for';

const cloud = sharedCloud();
const app = (path: string) => `${cloud.addresses.app}${path}`;
const root = (path: string) => `${cloud.addresses.root}${path}`;

const PHONE = { viewport: { width: 375, height: 740 } };
const TABLET = { viewport: { width: 768, height: 1024 } };
const DESKTOP = { viewport: { width: 1280, height: 860 } };

let browser: Browser;
let mira: TestUser;
let bot: Bot;

beforeAll(async () => {
  browser = await openBrowser();
  mira = await newUser(cloud, { name: 'mira von Hohenstein' });
  bot = Bot.parse(await mira.call('createBot', { body: { name: 'Concierge', deploy: true } }));
});
afterAll(() => browser?.close());

/** A window in which this person is signed in, or Mira. */
async function open(path: string, options: BrowserContextOptions = {}, tokens?: Tokens): Promise<Page> {
  const page = await newPage(browser, options);
  await storeSession(page, cloud, 'app', tokens ?? (await signIn(cloud, mira.email)));
  await page.goto(app(path));
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}
type Tokens = Awaited<ReturnType<typeof signIn>>;

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const links = (page: Page, within = mainNav(page)) => within.getByRole('link').allTextContents();
const menuButton = (page: Page) => mainNav(page).getByRole('button', { name: 'Menu' });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('on a phone', () => {
  it('the bar has the first four entries and the menu all of them', async () => {
    const page = await open('/dashboard', PHONE, await adminTokens(cloud));
    await expect.poll(() => links(page)).toEqual(['Dashboard', 'Bots', 'Inbox', 'Analytics']);
    const bar = await page.getByRole('banner').boundingBox();
    expect(bar?.y).toBeGreaterThan(600);
    expect(bar?.width).toBe(375);
    await menuButton(page).click();
    await expect
      .poll(() => links(page, menu(page).getByRole('navigation')))
      .toEqual([...PAGES, 'Administration', 'Developer tools']);
    await menu(page).getByRole('link', { name: 'Developer tools' }).click();
    await page.getByRole('heading', { name: 'Developer tools' }).waitFor();
    await expect.poll(() => menu(page).count()).toBe(0);
    await page.context().close();
  });

  it('the menu is used by keyboard: it keeps the focus inside, Esc closes it and gives the focus back', async () => {
    const page = await open('/bots', PHONE);
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    await menu(page).waitFor();
    const outside: string[] = [];
    for (let step = 0; step < 24; step += 1) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => {
        const element = document.activeElement;
        // Past the last one the focus is the browser's for a moment: then it is on nothing of the page.
        return element === null || element === document.body || element.closest('dialog')
          ? 'inside'
          : element.outerHTML;
      });
      if (place !== 'inside') outside.push(place);
    }
    expect(outside).toEqual([]);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Menu');
    await page.context().close();
  });

  it('the back button closes the menu, and a page that it led to goes back to where it was opened', async () => {
    const page = await open('/dashboard', PHONE);
    await menuButton(page).click();
    await menu(page).waitFor();
    await page.goBack();
    await menu(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toBe(app('/dashboard'));

    await menuButton(page).click();
    await menu(page).getByRole('link', { name: 'Bots' }).click();
    await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Hello, mira' }).waitFor();
    await expect.poll(() => menu(page).count()).toBe(0);
    await page.context().close();
  });

  it('the menu gives way to the sidebar when the window grows', async () => {
    const page = await open('/dashboard', PHONE);
    await menuButton(page).click();
    await menu(page).waitFor();
    await page.setViewportSize(DESKTOP.viewport);
    await menu(page).waitFor({ state: 'detached' });
    await mainNav(page).getByRole('link', { name: 'Bots' }).click();
    await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor();
    await page.context().close();
  });

  it('the most wanted action of a page floats above the bar', async () => {
    // Of who has a bot that knows nothing yet: its documents.
    const page = await open('/dashboard', PHONE);
    const floating = page.getByRole('link', { name: 'Upload documents' });
    await floating.waitFor();
    const [button, bar] = await Promise.all([floating.boundingBox(), page.getByRole('banner').boundingBox()]);
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    expect(button?.y).toBeGreaterThan(500);
    await floating.click();
    await page.waitForURL(app(`/bots/${bot.id}/knowledge`));
    await page.context().close();
  });

  it('nothing that is tabbed to hides behind the bar', async () => {
    const page = await open('/profile', PHONE);
    const last = page.getByRole('radio', { name: 'Dark' });
    await last.focus();
    // The browser takes a moment to scroll.
    const hidden = async () => {
      const [control, bar] = await Promise.all([last.boundingBox(), page.getByRole('banner').boundingBox()]);
      return (control?.y ?? 0) + (control?.height ?? 0) > (bar?.y ?? 0);
    };
    await waitFor('the control above the bar', async () => ((await hidden()) ? undefined : true));
    await page.context().close();
  });
});

/** What the navigation holds, in its order. */
const PAGES = [
  'Dashboard',
  'Bots',
  'Inbox',
  'Analytics',
  'Reports',
  'Templates',
  'Team',
  'Usage',
  'Billing',
  'Settings',
  'Notifications',
  'Profile',
  'Help',
];

describe('on a tablet and on a desktop', () => {
  it.each([
    { name: 'tablet', options: TABLET, atLeast: 60, atMost: 120 },
    { name: 'desktop', options: DESKTOP, atLeast: 200, atMost: 300 },
  ])('the navigation stands at the side of a $name, in place while the page moves', async (device) => {
    const page = await open('/profile', device.options);
    const side = page.getByRole('banner');
    const box = await side.boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, height: device.options.viewport.height });
    expect(box?.width).toBeGreaterThan(device.atLeast);
    expect(box?.width).toBeLessThan(device.atMost);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => side.boundingBox()).toEqual(box);
    await expect.poll(() => links(page)).toEqual(PAGES);
    await expect.poll(() => menuButton(page).count()).toBe(0);
    await page.context().close();
  });

  it('the account menu opens and closes by keyboard', async () => {
    const page = await open('/bots', DESKTOP);
    const account = page.getByRole('button', { name: /^Account/ });
    await account.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Account' });
    await dialog.getByText(mira.email).waitFor();
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[popover]') !== null))
      .toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toContain('Account');
    await page.context().close();
  });

  it('the first key leads past the navigation, without a step of history', async () => {
    const page = await open('/bots', DESKTOP);
    await page.getByRole('link', { name: 'New bot' }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await expect.poll(() => page.url()).toBe(app('/bots'));
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('#main *'))).toBe(true);
    await page.context().close();
  });

  it('a new page is read from its start, is announced, and is marked in the navigation', async () => {
    const page = await open('/profile', { viewport: { width: 1280, height: 400 } });
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => window.scrollY > 0);
    await mainNav(page).getByRole('link', { name: 'Bots' }).click();
    await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor();
    await page.waitForFunction(() => window.scrollY === 0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.locator('[aria-live=polite]', { hasText: 'Bots · Parley' }).waitFor({ state: 'attached' });
    await expect.poll(() => mainNav(page).locator('[aria-current=page]').textContent()).toBe('Bots');
    await page.goto(app(`/bots/${bot.id}`));
    await page.getByRole('heading', { name: 'Concierge' }).waitFor();
    await expect.poll(() => mainNav(page).locator('[aria-current]').textContent()).toBe('Bots');
    await page.context().close();
  });

  it('breadcrumbs lead back from a bot’s pages', async () => {
    const page = await open(`/bots/${bot.id}/knowledge`, DESKTOP);
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await crumbs.getByText('Concierge').waitFor();
    await expect
      .poll(() => crumbs.getByRole('listitem').allTextContents())
      .toEqual(['Dashboard', 'Bots', 'Concierge']);
    await expect.poll(() => crumbs.locator('[aria-current=page]').textContent()).toBe('Concierge');
    await crumbs.getByRole('link', { name: 'Bots' }).click();
    await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor();
    await page.context().close();
  });

  it('shows what is for administrators to them alone', async () => {
    const page = await open('/dashboard', DESKTOP, await adminTokens(cloud));
    await expect.poll(() => links(page)).toEqual([...PAGES, 'Administration', 'Developer tools']);
    await page.goto(app('/profile'));
    await page.getByRole('main').getByText('Admin', { exact: true }).waitFor();
    await page.context().close();
  });

  it('nothing moves while a page comes together', async () => {
    const page = await open('/bots', DESKTOP);
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) {
          const { value } = shift as PerformanceEntry & { readonly value: number };
          document.documentElement.dataset.shift = String(
            Number(document.documentElement.dataset.shift ?? 0) + value,
          );
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of ['/dashboard', '/bots', '/profile', `/bots/${bot.id}`]) {
      await page.goto(app(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[role=status][aria-label]'));
      const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
      // What Core Web Vitals call good is 0.1.
      expect({ path, moves: shift > 0.05 }).toEqual({ path, moves: false });
    }
    await page.context().close();
  });
});

describe('the alpha banner', () => {
  it('says what early adopters get, and stays dismissed in its place', async () => {
    const page = await open('/dashboard');
    const banner = page.getByRole('complementary', { name: 'Alpha programme' });
    await expect.poll(() => banner.textContent()).toContain('0.9.0');
    await expect.poll(() => banner.textContent()).toContain('20% off the first year');
    await expect.poll(() => banner.textContent()).toContain('3-month free trial');
    await banner.getByRole('button', { name: 'Dismiss the alpha notice' }).click();
    await expect.poll(() => banner.count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => banner.count()).toBe(0);
    const stored = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('parley.alphaBanner.')));
    await expect.poll(() => stored()).toEqual(['parley.alphaBanner.dashboard']);
    await page.context().close();
  });

  it('leads to the feedback form', async () => {
    const page = await open('/dashboard');
    const button = page.getByRole('complementary').getByRole('button', { name: 'Give feedback' });
    await button.click();
    await page.getByRole('dialog').getByRole('heading').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Give feedback');
    await page.context().close();
  });
});

describe('appearance', () => {
  it('chosen once, is there before the first paint of the next visit', async () => {
    const page = await open('/profile', { ...DESKTOP, colorScheme: 'light' });
    await page.getByRole('main').getByText('Dark', { exact: true }).click();
    await expect.poll(() => scheme(page)).toBe('dark');
    // Nothing of the application runs: the page itself has to know.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(app('/bots'));
    await expect.poll(() => page.locator('h1').count()).toBe(0);
    await expect.poll(() => scheme(page)).toBe('dark');
    await page.unroute('**/assets/*.js');
    await page.goto(app('/profile'));
    await expect
      .poll(() => page.getByRole('main').getByRole('radio', { name: 'Dark' }).isChecked())
      .toBe(true);
    await page.getByRole('main').getByText('System', { exact: true }).click();
    await expect.poll(() => scheme(page)).toBe('light dark');
    await page.context().close();
  });
});

describe('the profile', () => {
  it('shows who this is, since when, by which role, and on which plan', async () => {
    const page = await open('/profile');
    const main = page.getByRole('main');
    await expect
      .poll(() =>
        main.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem').allTextContents(),
      )
      .toEqual(['Dashboard', 'Profile']);
    await page.getByRole('heading', { name: 'mira von Hohenstein', level: 1 }).waitFor();
    // Of the first two words, in capitals.
    await main.getByText('MV', { exact: true }).waitFor();
    await main.getByText('Client', { exact: true }).waitFor();
    const { profile } = await mira.call<Me>('getMe');
    const since = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(
      new Date(profile.created_at),
    );
    const details = page.getByRole('region', { name: 'Your details' });
    for (const text of [mira.email, 'mira von Hohenstein', 'Not given', since])
      await details.getByText(text, { exact: true }).waitFor();
    const plan = page.getByRole('region', { name: 'Current plan' });
    await plan.getByText('Starter', { exact: true }).waitFor();
    await plan.getByText('Trial', { exact: true }).waitFor();
    await plan.getByText(/^Your free trial ends on /).waitFor();
    await plan.getByRole('link', { name: 'Plan and billing' }).click();
    await page.waitForURL(app('/billing'));
    await page.context().close();
  });

  it('is edited: cancel takes back, a short name is refused, what is saved is shown everywhere', async () => {
    const person = await newUser(cloud, { name: 'Ada Example' });
    const page = await open('/profile', {}, await signIn(cloud, person.email));
    const edit = page.getByRole('button', { name: 'Edit profile' });
    const name = page.getByLabel('Full name');
    const company = page.getByLabel('Company (optional)');
    const save = page.getByRole('button', { name: 'Save changes' });

    await edit.click();
    await expect.poll(() => name.inputValue()).toBe('Ada Example');
    await name.fill('Somebody Else');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Ada Example', level: 1 }).waitFor();
    await expect.poll(() => focused(page)).toBe('Edit profile');

    await edit.click();
    await expect.poll(() => name.inputValue()).toBe('Ada Example');
    await name.fill('  ');
    await save.click();
    await page.getByText('Full name is required').waitFor();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await name.fill('A');
    await save.click();
    await page.getByText('Full name must have at least 2 characters').waitFor();
    await name.fill(' Ada King ');
    await company.fill('Engines');
    await save.click();
    await page.getByText('Profile updated successfully!').waitFor();
    await page.getByRole('heading', { name: 'Ada King', level: 1 }).waitFor();
    await page.getByRole('banner').getByText('Engines').waitFor();
    expect((await person.call<Me>('getMe')).profile).toMatchObject({
      full_name: 'Ada King',
      company_name: 'Engines',
    });
    // What later tokens say follows.
    const claims = await waitFor('the new name in the tokens', async () => {
      const { idToken } = await signIn(cloud, person.email);
      return claimsOf(idToken).name === 'Ada King' ? claimsOf(idToken) : undefined;
    });
    expect(claims['custom:company']).toBe('Engines');

    await edit.click();
    await company.fill('');
    await save.click();
    await page.getByText('Not given').waitFor();
    expect((await person.call<Me>('getMe')).profile.company_name).toBeNull();
    await page.context().close();
  });

  it('says that saving failed, keeps what was typed, and saves at the next try', async () => {
    const person = await newUser(cloud, { name: 'Ada Example' });
    const page = await open('/profile', {}, await signIn(cloud, person.email));
    await page.getByRole('button', { name: 'Edit profile' }).click();
    await page.getByLabel('Full name').fill('Ada King');
    await page.route('**/api/me', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 500,
            contentType: 'application/json',
            body: JSON.stringify({ error: { code: 'server.failed', message: 'x' } }),
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('An unexpected error occurred. Please try again.').waitFor();
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Ada King');
    await page.unroute('**/api/me');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Profile updated successfully!').waitFor();
    await page.context().close();
  });

  it('asks before it is left with changes, and does not take back what another window saved', async () => {
    const person = await newUser(cloud, { name: 'Ada Example' });
    const page = await open('/profile', {}, await signIn(cloud, person.email));
    await page.getByRole('button', { name: 'Edit profile' }).click();
    await person.call('updateMe', { body: { companyName: 'Saved elsewhere' } });
    await page.getByLabel('Full name').fill('Ada King');
    await mainNav(page).getByRole('link', { name: 'Bots' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.url()).toBe(app('/profile'));
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Profile updated successfully!').waitFor();
    await page.getByRole('region', { name: 'Your details' }).getByText('Saved elsewhere').waitFor();
    expect((await person.call<Me>('getMe')).profile).toMatchObject({
      full_name: 'Ada King',
      company_name: 'Saved elsewhere',
    });
    await mainNav(page).getByRole('link', { name: 'Bots' }).click();
    await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor();
    await page.context().close();
  });

  it('has a way out', async () => {
    const page = await open('/profile');
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(root('/'));
    await page.context().close();
  });
});

describe('the frame', () => {
  it.each([
    { name: 'a phone, English, dark', ...PHONE, locale: 'en-GB', colorScheme: 'dark' },
    { name: 'a tablet, German, light', ...TABLET, locale: 'de-DE', colorScheme: 'light' },
  ] as const)('is accessible and fits on $name', async ({ name: _, ...options }) => {
    const page = await open('/profile', options);
    const problems: unknown[] = [];
    const look = async (where: string) => {
      problems.push(...(await accessibilityProblems(page)).map((problem) => ({ where, ...problem })));
      const excess = await excessWidth(page);
      if (excess > 0) problems.push({ where, excess });
    };
    await look('profile');
    const german = options.locale === 'de-DE';
    await page.getByRole('button', { name: german ? 'Profil bearbeiten' : 'Edit profile' }).click();
    await page.locator('input[autocomplete=name]').waitFor();
    await look('profile, edited');
    if (options.viewport.width < 768) {
      await page.getByRole('button', { name: german ? 'Menü' : 'Menu' }).click();
      await page.getByRole('dialog').waitFor();
      await look('menu');
    } else {
      await page.getByRole('button', { name: german ? /^Konto/ : /^Account/ }).click();
      await look('account menu');
    }
    await page.goto(app('/dashboard'));
    await page.getByRole('complementary').waitFor();
    await look('dashboard');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

function scheme(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
}
