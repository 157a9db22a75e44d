import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Me } from '#contract/accounts/profile';
import { Bot } from '#contract/bots/bots';
import { accessibilityProblems, claimsOf, excessWidth, goWithin, storeSession } from '../helpers/dashboard';
import { newUser, signIn, type TestUser } from '../helpers/users';
import { waitFor } from '../helpers/wait-for';
import { app, cloud, newWindow, root } from './setup';

const PHONE = { viewport: { width: 375, height: 740 } };
const TABLET = { viewport: { width: 768, height: 1024 } };
const DESKTOP = { viewport: { width: 1280, height: 860 } };

let mira: TestUser;
let bot: Bot;

beforeAll(async () => {
  mira = await newUser(cloud, { name: 'mira von Hohenstein' });
  bot = Bot.parse(await mira.call('createBot', { body: { name: 'Concierge', deploy: true } }));
});

/** A window in which this person is signed in, or Mira. */
async function open(path: string, options: BrowserContextOptions = {}, tokens?: Tokens): Promise<Page> {
  const page = await newWindow(options);
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

it('on a phone a bar below has the first pages, and a menu all of them', async () => {
  const page = await open('/dashboard', PHONE);
  await expect.poll(() => links(page)).toEqual(['Dashboard', 'Bots', 'Inbox', 'Analytics']);
  const bar = await page.getByRole('banner').boundingBox();
  expect(bar?.y).toBeGreaterThan(600);
  expect(bar?.width).toBe(375);

  // The most wanted action floats above it: of who has a bot that knows nothing yet, its documents.
  const floating = page.getByRole('link', { name: 'Upload documents' });
  await floating.waitFor();
  const button = await floating.boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  expect(button?.y).toBeGreaterThan(500);

  // By keyboard the menu keeps the focus inside, Esc closes it and gives the focus back.
  await menuButton(page).focus();
  await page.keyboard.press('Enter');
  await menu(page).waitFor();
  await expect.poll(() => links(page, menu(page).getByRole('navigation'))).toEqual(PAGES);
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

  // The back button closes it as well, and a page that it led to goes back to where it was opened.
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
  await floating.click();
  await page.waitForURL(app(`/bots/${bot.id}/knowledge`));

  // Nothing that is tabbed to hides behind the bar.
  await goWithin(page, '/profile');
  const last = page.getByRole('radio', { name: 'Dark' });
  await last.focus();
  // The browser takes a moment to scroll.
  await waitFor('the control above the bar', async () => {
    const [control, edge] = await Promise.all([last.boundingBox(), page.getByRole('banner').boundingBox()]);
    return (control?.y ?? 0) + (control?.height ?? 0) <= (edge?.y ?? 0) || undefined;
  });

  await menuButton(page).click();
  await menu(page).waitFor();
  await page.setViewportSize(DESKTOP.viewport);
  await menu(page).waitFor({ state: 'detached' });
  await mainNav(page).getByRole('link', { name: 'Bots' }).click();
  await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor();
  await page.context().close();
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

it('on a tablet and on a desktop the navigation stands at the side, and serves the keyboard', async () => {
  const page = await open('/profile', TABLET);
  const side = page.getByRole('banner');
  for (const { viewport, atLeast, atMost } of [
    { ...TABLET, atLeast: 60, atMost: 120 },
    { ...DESKTOP, atLeast: 200, atMost: 300 },
  ]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => side.boundingBox()).toMatchObject({ x: 0, y: 0, height: viewport.height });
    const box = await side.boundingBox();
    expect(box?.width).toBeGreaterThan(atLeast);
    expect(box?.width).toBeLessThan(atMost);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => side.boundingBox()).toEqual(box);
    await expect.poll(() => links(page)).toEqual(PAGES);
    await expect.poll(() => menuButton(page).count()).toBe(0);
  }

  // A new page is read from its start, is announced, and is marked in the navigation.
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => window.scrollY > 0);
  await mainNav(page).getByRole('link', { name: 'Bots' }).click();
  await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor();
  await page.waitForFunction(() => window.scrollY === 0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.locator('[aria-live=polite]', { hasText: 'Bots · Parley' }).waitFor({ state: 'attached' });
  await expect.poll(() => mainNav(page).locator('[aria-current=page]').textContent()).toBe('Bots');

  await page.setViewportSize(DESKTOP.viewport);
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

  // The first key leads past the navigation, without a step of history.
  await page.goto(app('/bots'));
  await page.getByRole('link', { name: 'New bot' }).waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await expect.poll(() => page.url()).toBe(app('/bots'));
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('#main *'))).toBe(true);

  await goWithin(page, '/dashboard');
  await page.getByRole('complementary').getByRole('button', { name: 'Give feedback' }).click();
  await page.getByRole('dialog').getByRole('heading').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Give feedback');
  await page.context().close();
});

it('nothing moves while a page comes together, and its colours are there before the first paint', async () => {
  const page = await open('/profile', { ...DESKTOP, colorScheme: 'light' });
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
  for (const path of ['/dashboard', '/bots', `/bots/${bot.id}`, '/profile']) {
    await page.goto(app(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => !document.querySelector('[role=status][aria-label]'));
    const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
    // What Core Web Vitals call good is 0.1.
    expect({ path, moves: shift > 0.05 }).toEqual({ path, moves: false });
  }

  await page.getByRole('main').getByText('Dark', { exact: true }).click();
  await expect.poll(() => scheme(page)).toBe('dark');
  // Nothing of the application runs: the page itself has to know.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(app('/bots'));
  await expect.poll(() => page.locator('h1').count()).toBe(0);
  await expect.poll(() => scheme(page)).toBe('dark');
  await page.unroute('**/assets/*.js');
  await page.goto(app('/profile'));
  await expect.poll(() => page.getByRole('main').getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  await page.getByRole('main').getByText('System', { exact: true }).click();
  await expect.poll(() => scheme(page)).toBe('light dark');
  await page.context().close();
});

it('a profile is edited, is shown everywhere, and takes back nothing that another window saved', async () => {
  const person = await newUser(cloud, { name: 'Ada Example' });
  const page = await open('/profile', {}, await signIn(cloud, person.email));
  const edit = page.getByRole('button', { name: 'Edit profile' });
  const name = page.getByLabel('Full name');
  const company = page.getByLabel('Company (optional)');
  const save = page.getByRole('button', { name: 'Save changes' });

  await edit.click();
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

  await edit.click();
  await person.call('updateMe', { body: { companyName: 'Saved elsewhere' } });
  await name.fill('Ada Countess');
  await save.click();
  await page.getByRole('region', { name: 'Your details' }).getByText('Saved elsewhere').waitFor();
  expect((await person.call<Me>('getMe')).profile).toMatchObject({
    full_name: 'Ada Countess',
    company_name: 'Saved elsewhere',
  });
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(root('/'));
  await page.context().close();
});

it('the frame is accessible and fits: a phone, English, dark; a tablet, German, light', async () => {
  const problems: unknown[] = [];
  for (const options of [
    { ...PHONE, locale: 'en-GB', colorScheme: 'dark' },
    { ...TABLET, locale: 'de-DE', colorScheme: 'light' },
  ] as const) {
    const page = await open('/profile', options);
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
    await page.context().close();
  }
  expect(problems).toEqual([]);
});

function scheme(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
}
