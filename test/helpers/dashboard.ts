import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { LOCAL_STAGE } from '#infra/config/stage';
import type { CloudAddress } from './cloud';
import { newestMail } from './inbox';
import { newUser, PASSWORD, signIn as signInByApi } from './users';
import { waitFor } from './wait-for';

/**
 * A window with storage of its own, of a person who reads English and has allowed everything to be stored, unless
 * told otherwise.
 */
export async function newPage(
  browser: Browser,
  { consent = true, ...options }: BrowserContextOptions & { readonly consent?: boolean } = {},
): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    // What moves is drawn anew for as long as it moves, which is most of the work on a machine without graphics.
    reducedMotion: 'reduce',
    // A test stands between the page and the network: what a worker fetches would pass it by.
    serviceWorkers: 'block',
    ...options,
  });
  // Twice as long as by default: what is only late on a busy machine is not wrong.
  if (consent) await context.addInitScript(ALLOW_ALL);
  return context.newPage();
}

const ALLOW_ALL = `try {
  localStorage.cookieConsent ??= '{"necessary":true,"analytics":true,"preferences":true}';
} catch {}`;

/** Signs in as a person does: on the root host, which hands over to the app host. */
export async function signIn(
  page: Page,
  cloud: CloudAddress,
  email: string,
  password: string = PASSWORD,
): Promise<void> {
  await page.goto(`${cloud.addresses.root}/auth/login`);
  await fillCredentials(page, email, password);
  await page.waitForURL(`${cloud.addresses.app}/dashboard`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** As the browser's buttons for back and forward do: the window stays, and the page finds out where it is, at a third of the cost. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate', { state: null }));`);
}

export async function fillCredentials(page: Page, email: string, password: string = PASSWORD): Promise<void> {
  await page.getByLabel('E-Mail').fill(email);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.keyboard.press('Enter');
}

export async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.locator('input[name=fullName]').fill('Ada Example');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('input[name=confirmPassword]').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** The address in the newest mail to somebody that leads to a path of the root host. */
export async function linkIn(cloud: CloudAddress, email: string, path: string): Promise<string> {
  const { html } = await newestMail(cloud, email);
  const link = new RegExp(`href="([^"]*${path}#[^"]*)"`).exec(html ?? '')?.[1]?.replaceAll('&amp;', '&');
  if (!link?.startsWith(cloud.addresses.root))
    throw new Error(`No link to ${path} of the root host: ${link}`);
  return link;
}

/** Every address that the page's window went through. */
export async function addressesDuring(page: Page, work: () => Promise<void>): Promise<readonly string[]> {
  const addresses: string[] = [];
  const listen = (frame: { url(): string }) => {
    if (frame === page.mainFrame()) addresses.push(frame.url());
  };
  page.on('framenavigated', listen);
  await work();
  page.off('framenavigated', listen);
  return addresses;
}

/** Stores a session as the sign-in on that host would have, without going through it. */
export async function storeSession(
  page: Page,
  cloud: CloudAddress,
  host: 'root' | 'app',
  tokens: Awaited<ReturnType<typeof signInByApi>>,
): Promise<void> {
  const { username } = claimsOf(tokens.accessToken);
  const client = `parley.auth.CognitoIdentityServiceProvider.${cloud.userPoolClientId}`;
  const items = {
    [`${client}.LastAuthUser`]: String(username),
    [`${client}.${username}.accessToken`]: tokens.accessToken,
    [`${client}.${username}.idToken`]: tokens.idToken,
    [`${client}.${username}.refreshToken`]: tokens.refreshToken,
    [`${client}.${username}.clockDrift`]: '0',
  };
  // A file of the host: what is stored belongs to its origin, and nothing of the dashboard runs yet.
  await page.goto(`${cloud.addresses[host]}/favicon.svg`);
  await page.evaluate(`for (const [key, value] of Object.entries(${JSON.stringify(items)}))
    localStorage.setItem(key, value);`);
}

/** Tokens of the stage's administrator, whom the first who asks signs up; tests of other files may ask as well. */
export function adminTokens(cloud: CloudAddress): ReturnType<typeof signInByApi> {
  const [email = ''] = LOCAL_STAGE.adminEmails;
  return waitFor('the administrator', () =>
    signInByApi(cloud, email).catch(async () => {
      await newUser(cloud, { email, name: 'Olga Operator' }).catch(() => {});
      return undefined;
    }),
  );
}

export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

let axeSource: Promise<string> | undefined;

interface AccessibilityProblem {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds against WCAG 2.2 AA and good practice, short enough to read; or against these rules only. */
export async function accessibilityProblems(
  page: Page,
  rules?: readonly string[],
): Promise<readonly AccessibilityProblem[]> {
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await axeSource);
  const runOnly = rules ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  // What passes is most of what there is to tell, and of no interest. In frames is no axe: it would wait half a second
  // for each to answer.
  return page.evaluate(`axe
    .run(document, {
      runOnly: ${JSON.stringify(runOnly)},
      resultTypes: ['violations'],
      elementRef: false,
      iframes: false,
    })
    .then(({ violations }) => violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html }) => ({ html: html.slice(0, 200) })),
    })))`);
}

/**
 * What is wrong with what a page shows: on a small phone in light colours, then on a desktop in dark ones, where only
 * what these may change is judged again. Loading it anew for each look was most of the work. Leaves it as a phone's.
 */
export async function problemsOfBothLooks(page: Page, where: string): Promise<readonly object[]> {
  const problems: object[] = [];
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(COLOURS_CHANGED);
    // What is wrong is wrong a while later, too.
    let found = await accessibilityProblems(page, rules);
    for (let looks = 0; found.length > 0 && looks < 3; looks++) {
      await page.waitForTimeout(500);
      found = await accessibilityProblems(page, rules);
    }
    problems.push(...found.map((problem) => ({ where, width, ...problem })));
    const excess = await excessWidth(page);
    if (excess > 0) problems.push({ where, width, excess });
  }
  await page.setViewportSize(PHONE);
  return problems;
}

/** Waits until the page breaks no rule of accessibility and fits its window. */
export async function isWell(page: Page): Promise<void> {
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await expect.poll(() => excessWidth(page)).toBeLessThanOrEqual(0);
}

/** Looks at one screen of a page after the other, and keeps what is wrong: with their looks, and in what the page does. */
export function watchScreens(page: Page): {
  readonly complaints: readonly unknown[];
  look(screen: string): Promise<void>;
} {
  const complaints: unknown[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  const look = async (screen: string) => {
    complaints.push(...(await problemsOfBothLooks(page, screen)));
  };
  return { complaints, look };
}

/** Colours take some frames to change even where nothing moves. */
const COLOURS_CHANGED = `new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))`;

/** The smallest that is supported. */
const PHONE = { width: 320, height: 800 };
const LOOKS = [
  { width: PHONE.width, colorScheme: 'light', rules: undefined },
  {
    width: 1280,
    colorScheme: 'dark',
    rules: ['color-contrast', 'target-size', 'scrollable-region-focusable'],
  },
] as const;

/** What can be done with a document stands in its row's menu, whatever the width of the window. */
export async function chooseAction(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** By how much a page is wider than its window. */
export function excessWidth(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Answers the question for the password that comes before what can't be undone. */
export async function confirmIdentity(page: Page, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}
