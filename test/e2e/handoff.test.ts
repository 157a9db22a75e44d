import { decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSession, type HandedSession } from '#lib/handoff';
import { browser as openBrowser } from '../helpers/browser';
import { sharedCloud } from '../helpers/cloud';
import { accessibilityProblems, claimsOf, newPage, signIn, storeSession } from '../helpers/dashboard';
import { newUser, signIn as signInByApi, type TestUser } from '../helpers/users';

const cloud = sharedCloud();
const root = (path = '/') => `${cloud.addresses.root}${path}`;
const app = (path = '/') => `${cloud.addresses.app}${path}`;
const NONCE = 'parley.auth.handoffNonce';

let browser: Browser;
let jo: TestUser;
let max: TestUser;

beforeAll(async () => {
  browser = await openBrowser();
  [jo, max] = await Promise.all([
    newUser(cloud, { name: 'Jo Example' }),
    newUser(cloud, { name: 'Max Other' }),
  ]);
});
afterAll(() => browser?.close());

describe('handing a session over', () => {
  it('is silent, keeps query and fragment of the page, and leaves no trace of the tokens', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'root', await signInByApi(cloud, jo.email));
    await page.goto(root('/about'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    const addresses = await addressesDuring(page, async () => {
      await page.goto(root('/bots?from=mail#list'));
      await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
    });
    expect(addresses.some((address) => address.startsWith(app('/bots?from=mail#session=')))).toBe(true);
    await expect.poll(() => page.url()).toBe(app('/bots?from=mail#list'));
    await expect.poll(() => page.evaluate((nonce) => sessionStorage.getItem(nonce), NONCE)).toBeNull();
    // One step back is the page before: the steps of the handoff are no pages to come back to.
    await page.goBack();
    await page.waitForURL(root('/about'));
    await page.goForward();
    await page.waitForURL(app('/bots?from=mail#list'));
    await page.context().close();
  });

  it('takes the person who has just signed in, whoever was signed in before', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'app', await signInByApi(cloud, max.email));
    await signIn(page, cloud, jo.email);
    await page.getByRole('heading', { name: 'Hello, Jo' }).waitFor();
    await page.context().close();
  });

  it('asks about a session that nobody here asked for', async () => {
    const dark = {
      consent: null,
      preferences: { 'parley.theme': { value: 'dark', at: Date.now() } },
    } as const;
    const fragment = encodeSession({ ...(await handedSession(jo, null)), choices: dark });
    const page = await newPage(browser);
    await page.goto(app(`/bots#session=${fragment}`));
    await page.getByRole('heading', { name: `Continue as ${jo.email}?` }).waitFor();
    await expect.poll(() => page.url()).toBe(app('/bots'));
    await expect.poll(() => storedSession(page)).toBeNull();
    await expect.poll(() => accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.waitForURL(root('/auth/login?redirect=%2Fbots'));
    await page.getByLabel('E-mail').waitFor();

    await page.goto(app(`/bots#session=${fragment}`));
    await page.getByRole('button', { name: 'Yes, continue' }).click();
    await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
    await expect.poll(() => storedSession(page)).toBe(jo.userId);
    // Whoever made the link chooses nothing for her.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('parley.theme'))).toBeNull();
    // Her own session once more is nothing to ask about.
    await page.goto('about:blank');
    await page.goto(app(`/bots#session=${fragment}`));
    await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
    await page.context().close();
  });

  it('asks as well when the nonce is another one, or was used before', async () => {
    const page = await newPage(browser);
    await storeNonce(page, 'the-nonce');
    const stranger = await sessionOf(jo, { nonce: 'a-guess' });
    await page.goto(app(`/bots#session=${stranger}`));
    await page.getByRole('heading', { name: `Continue as ${jo.email}?` }).waitFor();
    // That try has used the nonce up.
    await page.goto('about:blank');
    await page.goto(app(`/bots#session=${await sessionOf(jo, { nonce: 'the-nonce' })}`));
    await page.getByRole('heading', { name: `Continue as ${jo.email}?` }).waitFor();
    await page.context().close();
  });

  it('lets who is signed in stay when a link brings somebody else', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'app', await signInByApi(cloud, max.email));
    await page.goto(app(`/dashboard#session=${await sessionOf(jo)}`));
    await page.getByRole('heading', { name: `Continue as ${jo.email}?` }).waitFor();
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.getByRole('heading', { name: 'Hello, Max' }).waitFor();
    await page.context().close();
  });

  it('ignores a session that is not whole and sound, even with the nonce', async () => {
    const [own, other] = await Promise.all([handedSession(jo, 'n'), handedSession(max, 'n')]);
    const page = await newPage(browser);
    await storeNonce(page, 'n');
    for (const [what, unsound] of unsoundSessions(own, other)) {
      await page.goto(app(`/bots#session=${encodeSession(unsound as HandedSession)}`));
      await page.waitForURL(root('/auth/login?redirect=%2Fbots'));
      // On the host that was to take it in.
      await storeNonce(page, 'n');
      await expect.poll(() => storedSession(page), { message: what }).toBeNull();
    }
    await page.context().close();
  });

  it('ignores tokens that another key has signed, and what is no session at all', async () => {
    const page = await newPage(browser);
    const own = await handedSession(jo, 'n');
    const { privateKey } = await generateKeyPair('RS256');
    const { kid } = decodeProtectedHeader(own.access_token);
    const forged = (token: string) =>
      new SignJWT(claimsOf(token)).setProtectedHeader({ alg: 'RS256', kid: kid ?? '' }).sign(privateKey);
    const foreign = encodeSession({
      ...own,
      access_token: await forged(own.access_token),
      id_token: await forged(own.id_token),
    });
    for (const fragment of [foreign, '%00']) {
      await storeNonce(page, 'n');
      await page.goto(app(`/bots#session=${fragment}`));
      await page.waitForURL(root('/auth/login?redirect=%2Fbots'));
    }
    await page.context().close();
  });

  it('keeps a session that is there when a broken one arrives', async () => {
    const page = await newPage(browser);
    await storeSession(page, cloud, 'app', await signInByApi(cloud, max.email));
    await page.goto(app('/dashboard#session=broken'));
    await page.getByRole('heading', { name: 'Hello, Max' }).waitFor();
    await expect.poll(() => page.url()).toBe(app('/dashboard'));
    await page.context().close();
  });
});

/** Every address that the page's window went through. */
async function addressesDuring(page: Page, work: () => Promise<void>): Promise<readonly string[]> {
  const addresses: string[] = [];
  const listen = (frame: { url(): string }) => {
    if (frame === page.mainFrame()) addresses.push(frame.url());
  };
  page.on('framenavigated', listen);
  await work();
  page.off('framenavigated', listen);
  return addresses;
}

/** Id of the person whose session this host stores. */
function storedSession(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken'));
    const payload = key && localStorage.getItem(key)?.split('.')[1];
    return payload ? JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub : null;
  });
}

async function storeNonce(page: Page, nonce: string): Promise<void> {
  await page.goto(app('/favicon.svg'));
  await page.evaluate(([key, value]) => sessionStorage.setItem(key ?? '', value ?? ''), [NONCE, nonce]);
}

async function handedSession(user: TestUser, nonce: string | null): Promise<HandedSession> {
  const tokens = await signInByApi(cloud, user.email);
  return {
    access_token: tokens.accessToken,
    id_token: tokens.idToken,
    refresh_token: tokens.refreshToken,
    expires_at: Number(claimsOf(tokens.accessToken).exp),
    token_type: 'bearer',
    user: { id: user.userId, email: user.email },
    nonce,
  };
}

async function sessionOf(user: TestUser, { nonce = null }: { readonly nonce?: string | null } = {}) {
  return encodeSession(await handedSession(user, nonce));
}

function tampered(token: string): string {
  const middle = token.lastIndexOf('.') + 20;
  return token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1);
}

/** One that cannot be read, one that was changed and one of two people: test/unit/web has the other ways. */
function unsoundSessions(own: HandedSession, other: HandedSession): readonly (readonly [string, unknown])[] {
  const { refresh_token: _, ...withoutRefresh } = own;
  return [
    ['no refresh token', withoutRefresh],
    ['a signature that was changed', { ...own, access_token: tampered(own.access_token) }],
    ['tokens of two people', { ...own, id_token: other.id_token }],
  ];
}
