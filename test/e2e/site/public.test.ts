import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LOCAL_STAGE } from '#infra/config/stage';
import { goWithin, watchScreens } from '../../helpers/dashboard';
import { newestMail } from '../../helpers/inbox';
import { cloud, newWindow, root } from '../setup';

const PAGES = ['/about', '/roadmap', '/pricing', '/contact', '/privacy', '/terms', '/impressum'];

describe('the public pages', () => {
  it('are accessible and fit', async () => {
    const page = await newWindow({ locale: 'de-DE' });
    const { complaints, look } = watchScreens(page);
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

  it('are read in the language and the look that were chosen, by keyboard, by phone and on paper, and take a message', async () => {
    const page = await newWindow({ locale: 'de-DE', viewport: { width: 375, height: 800 } });
    await loadsGermanOnly(page);
    await choose(page, /^(Sprache|Language)$/, 'English');
    await page.getByRole('heading', { level: 1, name: 'Privacy policy' }).waitFor();
    await choose(page, 'Appearance', 'Dark');
    await open(page, '/terms');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await skipTheHead(page);
    await walkThroughMenu(page);
    await followAnchors(page);
    await print(page);
    await page.emulateMedia({ media: 'screen' });
    await open(page, '/contact');
    await sendMessage(page);
    await sendTooOften(page);
    await page.context().close();
  });
});

async function loadsGermanOnly(page: Page): Promise<void> {
  const texts: string[] = [];
  page.on('request', (request) => request.url().includes('/locales/') && texts.push(request.url()));
  await open(page, '/privacy');
  // Those of the other language would be twice the way to the first word.
  expect(texts.filter((address) => !address.includes('/locales/de/'))).toEqual([]);
}

async function choose(page: Page, what: string | RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: what }).selectOption(option);
}

async function skipTheHead(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
}

async function walkThroughMenu(page: Page): Promise<void> {
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
}

async function followAnchors(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/terms#processing');
  await inView(page, 'processing');
  await page.getByRole('link', { name: 'privacy policy' }).last().click();
  await page.waitForURL(root('/privacy#recipients'));
  await inView(page, 'recipients');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Your rights' }).click();
  await expect.poll(() => page.url()).toBe(root('/privacy#rights'));
  await inView(page, 'rights');
}

/** On paper is nothing that only a screen needs. */
async function print(page: Page): Promise<void> {
  await open(page, '/impressum');
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false);
  await expect.poll(() => page.getByRole('contentinfo').isVisible()).toBe(false);
  await page.getByText('Erika Mustermann').first().waitFor();
}

async function sendMessage(page: Page): Promise<void> {
  const subject = `Question ${crypto.randomUUID()}`;
  await fillMessage(page, subject);
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('heading', { name: 'Your message has arrived' }).waitFor();
  const reference = (await page.getByText(/^C-[0-9A-F]{8}$/).textContent()) ?? '';
  const mail = await newestMail(cloud, LOCAL_STAGE.operator.email, (each) => each.subject.includes(subject));
  expect(mail.subject).toContain(reference);
  expect(mail.replyTo).toEqual(['ada@example.net']);
}

/** Whoever does is asked for patience, and keeps the text. */
async function sendTooOften(page: Page): Promise<void> {
  const another = page.getByRole('button', { name: 'Write another message' });
  const refused = page.getByText('Too many requests.');
  for (let sent = 1; sent < 12; sent += 1) {
    await another.click();
    await fillMessage(page, `Again ${sent}`);
    await page.getByRole('button', { name: 'Send message' }).click();
    await another.or(refused).waitFor();
    if (await refused.isVisible()) break;
  }
  await refused.waitFor();
  await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).not.toBe('');
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
