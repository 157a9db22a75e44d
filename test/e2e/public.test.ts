import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_STAGE } from '#infra/config/stage';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { goWithin, newPage, problemsOfBothLooks, storeSession } from '../helpers/dashboard';
import { newestMail } from '../helpers/inbox';
import { newUser, signIn as signInByApi, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
const root = (path: string) => `${cloud.addresses.root}${path}`;
const PAGES = ['/about', '/roadmap', '/pricing', '/contact', '/privacy', '/terms', '/impressum'];

let browser: Browser;
let jo: TestUser;

beforeAll(async () => {
  browser = await openBrowser();
  jo = await newUser(cloud, { name: 'Jo Example' });
});
afterAll(() => browser?.close());

describe('the public pages', () => {
  it('are accessible and fit', async () => {
    const page = await newPage(browser, { locale: 'de-DE' });
    const complaints: unknown[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    const look = async (what: string) => complaints.push(...(await problemsOfBothLooks(page, what)));
    await open(page, '/chat-demo');
    const goOn = async (path: string) => {
      const before = await page.title();
      await goWithin(page, path);
      await expect.poll(() => page.title()).not.toBe(before);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };
    for (const path of PAGES) {
      await goOn(path);
      await look(path);
    }
    await goOn('/contact');
    await page.locator('form button[type=submit]').click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await look('contact, refused');
    await goOn('/pricing');
    for (const summary of await page.locator('summary').all()) await summary.click();
    await look('pricing, all answers open');
    await goOn('/roadmap?tab=inProgress');
    await tab(page, /^In/, true).waitFor();
    await look('roadmap, in progress');
    await goWithin(page, '/roadmap?tab=future');
    // In German with a capital.
    await voteButton(page, 'Single [Ss]ign-on').click();
    await page.getByRole('dialog').waitFor();
    await look('asked to log in');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^(View Voting Results|Ergebnisse ansehen)$/ }).click();
    await page.getByRole('dialog').waitFor();
    await look('results');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^(Suggest New Feature|Funktion vorschlagen)$/ }).click();
    await page.locator('dialog button[type=submit]').click();
    await page.locator('dialog [aria-invalid=true]').first().waitFor();
    await look('suggesting, refused');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('have a name and a description of their own, in the language that is chosen and remembered', async () => {
    const page = await newPage(browser);
    const seen = { en: new Set<string>(), de: new Set<string>() };
    const read = async (language: 'en' | 'de') => {
      for (const path of PAGES) {
        const before = await page.title();
        await goWithin(page, path);
        await expect.poll(() => page.title()).not.toBe(before);
        await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
        seen[language].add(await page.title());
        seen[language].add((await page.locator('meta[name=description]').getAttribute('content')) ?? '');
      }
      expect(seen[language].size).toBe(2 * PAGES.length);
    };
    await open(page, '/chat-demo');
    await read('en');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await page.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor();
    await open(page, '/chat-demo');
    await read('de');
    // The roadmap is called so in both.
    const shared = [...seen.de].filter((text) => seen.en.has(text));
    expect(shared).toEqual(['Roadmap · Parley']);
    await page.context().close();
  });

  it('lead to each other, and to signing in and up, from their foot', async () => {
    const page = await newPage(browser);
    await open(page, '/pricing');
    const links = page.getByRole('contentinfo').getByRole('link');
    const targets = await pathsOf(links, 'pathname');
    expect(targets).toEqual(
      expect.arrayContaining([...PAGES, '/chat-demo', '/auth/login', '/auth/register']),
    );
    await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click();
    await page.getByRole('heading', { level: 1, name: 'Imprint' }).waitFor();
    await page.getByText('Parley Example GmbH').first().waitFor();
    await page.getByRole('link', { name: 'Get started' }).first().click();
    await page.waitForURL(root('/auth/register'));
    await page.context().close();
  });

  it('are walked by keyboard: past the head, and on a phone through its menu', async () => {
    const page = await newPage(browser, { viewport: { width: 375, height: 800 } });
    await open(page, '/terms');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');

    const toggle = page.getByRole('button', { name: 'Menu' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
    await expect
      .poll(() => toggle.evaluate((element) => element.ownerDocument.activeElement === element))
      .toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByRole('link', { name: 'Roadmap' }).click();
    await page.waitForURL(root('/roadmap'));
    await page.getByRole('heading', { level: 1, name: 'Roadmap' }).waitFor();
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
    await page.context().close();
  });

  it('keep the appearance that was chosen', async () => {
    const page = await newPage(browser);
    await open(page, '/about');
    await page.getByRole('combobox', { name: 'Appearance' }).selectOption('Dark');
    await open(page, '/roadmap');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.context().close();
  });
});

describe('about', () => {
  it('shows its figures to a stranger, and leads her to an account', async () => {
    const page = await newPage(browser);
    await open(page, '/about');
    for (const figure of ['1,000+', '500K+', '25+', '99.9%'])
      await page.getByText(figure, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL(root('/auth/register'));
    await page.context().close();
  });

  it("stands in the dashboard's frame for a signed-in person", async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'root', await signInByApi(cloud, jo.email));
    await open(page, '/about');
    await page.getByRole('navigation').getByRole('link', { name: 'Bots' }).first().waitFor();
    await expect.poll(() => page.getByRole('contentinfo').count()).toBe(0);
    await page.context().close();
  });
});

describe('pricing', () => {
  it('shows what a plan costs by the month and by the year', async () => {
    const page = await newPage(browser);
    await open(page, '/pricing');
    const plan = page.getByRole('region', { name: 'Professional' });
    await plan.getByText('$99', { exact: true }).waitFor();
    await page.getByText('Annual, 20% off').click();
    await plan.getByText('$79.20', { exact: true }).waitFor();
    await plan.getByText('$950.40 billed annually').waitFor();
    await page.getByRole('cell', { name: '$79.20' }).waitFor();
    // Whoever signs up here is led to what she has chosen.
    expect(await plan.getByRole('link').getAttribute('href')).toBe(
      '/auth/register?redirect=%2Fbilling%3Fplan%3Dprofessional%26interval%3Dyear',
    );

    await page.getByText('Can prices change?').click();
    await page.getByText('at least 30 days ahead').waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    // The choice outlives the change of language.
    await page.getByText('79,20 €', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Schreiben Sie uns' }).click();
    await page.waitForURL(root('/contact?category=sales'));
    await expect.poll(() => page.getByLabel('Worum geht es?').inputValue()).toBe('sales');
    await page.context().close();
  });
});

describe('contact', () => {
  it('says what is missing, keeps what was typed through a failure, and gives a receipt', async () => {
    const page = await newPage(browser);
    await open(page, '/contact');
    await page.getByText('Monday to Friday, 9–18 CET').waitFor();
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Please enter your name.').waitFor();
    await page.getByText('Please write a message.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');

    const subject = `Question ${crypto.randomUUID()}`;
    await fillMessage(page, subject);
    await page.getByLabel('What is it about?').selectOption('Help with Parley');
    await page.getByLabel('How urgent is it?').selectOption('high');
    const sent: unknown[] = [];
    await page.route('**/api/contact', (route, request) => {
      sent.push(request.postDataJSON());
      return sent.length === 1 ? route.abort() : route.continue();
    });
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Your message was not sent.').waitFor();
    await expect
      .poll(() => page.getByLabel('Message', { exact: true }).inputValue())
      .toBe('How does it work with intranets?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('heading', { name: 'Your message has arrived' }).waitFor();
    const reference = (await page.getByText(/^C-[0-9A-F]{8}$/).textContent()) ?? '';
    expect(sent[1]).toEqual(sent[0]);

    const mail = await newestMail(cloud, LOCAL_STAGE.operator.email, (each) =>
      each.subject.includes(subject),
    );
    expect(mail.subject).toContain(reference);
    expect(mail.replyTo).toEqual(['ada@example.net']);
    await page.context().close();
  });

  it('knows who is signed in', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'root', await signInByApi(cloud, jo.email));
    await open(page, '/contact');
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(jo.email);
    await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Jo Example');
    await page.context().close();
  });

  it('asks for patience who writes too often, and keeps the text', async () => {
    const page = await newPage(browser);
    await open(page, '/contact');
    const refused = page.getByText('Too many requests.');
    for (let sent = 0; sent < 12; sent += 1) {
      await fillMessage(page, `Again ${sent}`);
      await page.getByRole('button', { name: 'Send message' }).click();
      const another = page.getByRole('button', { name: 'Write another message' });
      await another.or(refused).waitFor();
      if (await refused.isVisible()) break;
      await another.click();
    }
    await refused.waitFor();
    await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).not.toBe('');
    await page.context().close();
  });
});

describe('the legal pages', () => {
  it('open at the section that a link names, and link each section', async () => {
    const page = await newPage(browser);
    await open(page, '/terms#processing');
    await inView(page, 'processing');
    await page.getByRole('link', { name: 'privacy policy' }).last().click();
    await page.waitForURL(root('/privacy#recipients'));
    await inView(page, 'recipients');

    const contents = page.getByRole('navigation', { name: 'On this page' });
    const targets = await pathsOf(contents.getByRole('link'), 'hash');
    expect(targets.length).toBeGreaterThan(10);
    for (const hash of targets) expect(await page.locator(hash).count(), hash).toBe(1);
    await contents.getByRole('link', { name: 'Your rights' }).click();
    await expect.poll(() => page.url()).toBe(root('/privacy#rights'));
    await inView(page, 'rights');
    await page.context().close();
  });

  it('name the operator and the region of this stage, and how long things are kept', async () => {
    const page = await newPage(browser, { locale: 'de-DE' });
    const texts: string[] = [];
    page.on('request', (request) => request.url().includes('/locales/') && texts.push(request.url()));
    await open(page, '/privacy');
    // Those of the other language would be twice the way to the first word.
    expect(texts.filter((address) => !address.includes('/locales/de/'))).toEqual([]);
    const text = (await page.getByRole('main').textContent()) ?? '';
    for (const fact of [
      'Parley Example GmbH',
      'Frankfurt am Main (eu-central-1)',
      '730 Tage',
      '30 Tagen',
      'cookieConsent',
    ])
      expect(text).toContain(fact);
    expect(text).not.toMatch(/\{\{|\}\}|undefined/);
    await open(page, '/terms');
    await expect.poll(() => page.getByRole('main').textContent()).not.toMatch(/\{\{|\}\}|undefined/);
    await page.context().close();
  });

  it('print without what only a screen needs', async () => {
    const page = await newPage(browser);
    await open(page, '/impressum');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false);
    await expect.poll(() => page.getByRole('contentinfo').isVisible()).toBe(false);
    await page.getByText('Erika Mustermann').first().waitFor();
    await page.context().close();
  });
});

/** A part of the addresses that these links lead to. */
function pathsOf(links: Locator, part: 'pathname' | 'hash'): Promise<string[]> {
  return links.evaluateAll(
    (all, name) => all.map((link) => new URL(link.getAttribute('href') ?? '', link.baseURI)[name]),
    part,
  );
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(root(path));
  await page.getByRole('heading', { level: 1 }).waitFor();
}

function tab(page: Page, name: string | RegExp, selected?: boolean) {
  return page.getByRole('tab', { name, ...(selected === undefined ? {} : { selected }) });
}

function voteButton(page: Page, title: string) {
  return page.getByRole('button', { name: new RegExp(`(Vote for “|Für „)${title}[“”]`) });
}

async function fillMessage(page: Page, subject: string): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Example');
  await page.getByLabel('E-mail').fill('ada@example.net');
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message', { exact: true }).fill('How does it work with intranets?');
}

/** The heading is near the top of the window. */
async function inView(page: Page, id: string): Promise<void> {
  await expect
    .poll(() =>
      page.locator(`#${id}`).evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        return top > -1 && top < 200;
      }),
    )
    .toBe(true);
}
