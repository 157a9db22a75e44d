import { decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { encodeSession, type HandedSession } from '#lib/session/handoff';
import { accessibilityProblems, addressesDuring, claimsOf, storeSession } from '../../helpers/dashboard';
import { newUser, signIn as signInByApi, type TestUser } from '../../helpers/users';
import { app, cloud, newWindow, root, windowOf } from '../setup';

const NONCE = 'parley.auth.handoffNonce';

let jo: TestUser;
let max: TestUser;

beforeAll(async () => {
  [jo, max] = await Promise.all([
    newUser(cloud, { name: 'Jo Example' }),
    newUser(cloud, { name: 'Max Other' }),
  ]);
});

it('hands a session over in silence, whoever was signed in before, and leaves no trace of the tokens', async () => {
  const page = await windowOf(max);
  await storeSession(page, cloud, 'root', await signInByApi(cloud, jo.email));
  await page.goto(root('/about'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  const addresses = await addressesDuring(page, async () => {
    await page.goto(root('/bots?from=mail#list'));
    await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
  });
  expect(addresses.some((address) => address.startsWith(app('/bots?from=mail#session=')))).toBe(true);
  await expect.poll(() => page.url()).toBe(app('/bots?from=mail#list'));
  await expect.poll(() => storedSession(page)).toBe(jo.userId);
  await expect.poll(() => page.evaluate((nonce) => sessionStorage.getItem(nonce), NONCE)).toBeNull();
  // One step back is the page before: the steps of the handoff are no pages to come back to.
  await page.goBack();
  await page.waitForURL(root('/about'));
  await page.goForward();
  await page.waitForURL(app('/bots?from=mail#list'));
  await page.context().close();
});

it('asks about a session that nobody here asked for, and ignores one that is not whole and sound', async () => {
  const page = await newWindow();
  await refuseUnsound(page);

  const dark = {
    consent: null,
    preferences: { 'parley.theme': { value: 'dark', at: Date.now() } },
  } as const;
  const fragment = encodeSession({ ...(await handedSession(jo, 'a-guess')), choices: dark });
  const question = page.getByRole('heading', { name: `Continue as ${jo.email}?` });
  // One that was asked for, but not with this nonce.
  await storeNonce(page, 'the-nonce');
  await page.goto(app(`/bots#session=${fragment}`));
  await question.waitFor();
  await expect.poll(() => page.url()).toBe(app('/bots'));
  await expect.poll(() => storedSession(page)).toBeNull();
  await expect.poll(() => accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.waitForURL(root('/auth/login?redirect=%2Fbots'));
  await page.getByLabel('E-mail').waitFor();

  // That try has used the nonce up.
  await page.goto(app(`/bots#session=${encodeSession(await handedSession(jo, 'the-nonce'))}`));
  await question.waitFor();
  await page.goto('about:blank');
  await page.goto(app(`/bots#session=${fragment}`));
  await page.getByRole('button', { name: 'Yes, continue' }).click();
  await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
  await expect.poll(() => storedSession(page)).toBe(jo.userId);
  // Whoever made the link chooses nothing for them.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('parley.theme'))).toBeNull();
  // Their own session once more is nothing to ask about.
  await page.goto('about:blank');
  await page.goto(app(`/bots#session=${fragment}`));
  await page.getByRole('heading', { name: 'Bots', exact: true }).waitFor();
  await expect.poll(() => question.count()).toBe(0);

  // A link that brings somebody else, or nothing whole, leaves them signed in.
  await page.goto('about:blank');
  await page.goto(app(`/dashboard#session=${encodeSession(await handedSession(max, null))}`));
  await page.getByRole('heading', { name: `Continue as ${max.email}?` }).waitFor();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByRole('heading', { name: 'Hello, Jo' }).waitFor();
  await page.goto('about:blank');
  await page.goto(app('/dashboard#session=broken'));
  await page.getByRole('heading', { name: 'Hello, Jo' }).waitFor();
  await expect.poll(() => page.url()).toBe(app('/dashboard'));
  await page.context().close();
});

/** Even with the nonce. */
async function refuseUnsound(page: Page): Promise<void> {
  const own = await handedSession(jo, 'n');
  const other = await handedSession(max, 'n');
  for (const [what, fragment] of await unsoundSessions(own, other)) {
    await storeNonce(page, 'n');
    await page.goto(app(`/bots#session=${fragment}`));
    await page.waitForURL(root('/auth/login?redirect=%2Fbots'));
    // On the host that was to take it in.
    await page.goto(app('/favicon.svg'));
    await expect.poll(() => storedSession(page), { message: what }).toBeNull();
  }
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

function tampered(token: string): string {
  const middle = token.lastIndexOf('.') + 20;
  return token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1);
}

/** One of each kind: test/unit/web has the other ways. */
async function unsoundSessions(own: HandedSession, other: HandedSession) {
  const { refresh_token: _, ...withoutRefresh } = own;
  return [
    ['no refresh token', encodeSession(withoutRefresh as HandedSession)],
    ['a signature that was changed', encodeSession({ ...own, access_token: tampered(own.access_token) })],
    ['tokens of two people', encodeSession({ ...own, id_token: other.id_token })],
    ['tokens that another key has signed', encodeSession(await forged(own))],
    ['no session at all', '%00'],
  ] as const;
}

async function forged(own: HandedSession): Promise<HandedSession> {
  const { privateKey } = await generateKeyPair('RS256');
  const { kid } = decodeProtectedHeader(own.access_token);
  const sign = (token: string) =>
    new SignJWT(claimsOf(token)).setProtectedHeader({ alg: 'RS256', kid: kid ?? '' }).sign(privateKey);
  return { ...own, access_token: await sign(own.access_token), id_token: await sign(own.id_token) };
}
