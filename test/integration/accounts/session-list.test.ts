import { InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ServerEvent } from '#contract/socket';
import { sharedCloud } from '#test/helpers/cloud';
import { newestMail } from '#test/helpers/inbox';
import {
  type ApiClient,
  apiClient,
  cognitoClient,
  newUser,
  signIn,
  type TestUser,
} from '#test/helpers/users';
import { connect } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let user: TestUser;
let here: ApiClient;
let phone: ApiClient;

/** A session as a browser of this kind begins it. */
async function session(userAgent: string): Promise<ApiClient> {
  const api = apiClient(cloud, (await signIn(cloud, user.email)).accessToken);
  await ok(api, 'getMe', { headers: { 'user-agent': userAgent } });
  return api;
}

beforeEach(async () => {
  user = await newUser(cloud);
  here = await session(FIREFOX);
  phone = await session(IPHONE);
});

async function idOf(api: ApiClient): Promise<string> {
  const { items } = await ok(api, 'listSessions');
  return items.find(({ isThis }) => isThis)?.id ?? '';
}

describe('the list of sessions', () => {
  it('names browser and system, marks the one that asks, and has when each was used', async () => {
    const { items } = await ok(here, 'listSessions');
    const named = items.map(({ browser, system, isThis }) => [browser, system, isThis]);
    expect(named).toContainEqual(['Firefox', 'Linux', true]);
    expect(named).toContainEqual(['Safari', 'iOS', false]);
    expect(items).toHaveLength(3);
    for (const { signedInAt, lastUsedAt } of items)
      expect(Math.abs(Date.parse(lastUsedAt) - Date.parse(signedInAt))).toBeLessThan(60_000);
  });

  it('has one without a name for what names nothing, and for what names far too much', async () => {
    const long = await session(`Mozilla/5.0 ${'(x'.repeat(3_000)}`);
    const { items } = await ok(long, 'listSessions');
    expect(items.find(({ isThis }) => isThis)?.browser?.length ?? 0).toBeLessThanOrEqual(40);
  });

  it("shows nobody another person's", async () => {
    const stranger = await newUser(cloud);
    const { items } = await ok(stranger, 'listSessions');
    expect(items.map(({ isThis }) => isThis)).toEqual([true]);
  });
});

describe('ending a session', () => {
  it('refuses its tokens at once, closes its sockets, and leaves the others', async () => {
    const socket = await openDashboard(phone);
    const mine = await openDashboard(here);
    const sessionId = await idOf(phone);
    await ok(here, 'endSession', { path: { sessionId } });
    await refused(phone, 'getMe', 'auth.session_ended');
    await waitFor('a socket that is closed', () => socket.isClosed() || undefined);
    // The phone may still be told of a sign-in before it, by a notification.
    expect(socket.events.filter(({ type }) => type !== 'notification.added')).toEqual([
      { type: 'session.ended' },
    ]);
    expect((await ok(here, 'listSessions')).items.map(({ id }) => id)).not.toContain(sessionId);
    await ok(here, 'endSession', { path: { sessionId } });
    await ok(here, 'getMe');
    expect(mine.isClosed()).toBe(false);
    mine.close();
  });

  it('follows a new password: all end, this one too, and the owner is mailed', async () => {
    await ok(here, 'notePasswordChange');
    for (const session of [phone, here]) await refused(session, 'getMe', 'auth.expired');
    await newestMail(cloud, user.email, ({ subject }) => subject === 'Your password was changed');
    await refused(here, 'notePasswordChange', 'auth.expired');
  });

  it('everywhere ends the tokens that Cognito would renew as well', async () => {
    const { accessToken, refreshToken } = await signIn(cloud, user.email);
    await ok(apiClient(cloud, accessToken), 'signOutEverywhere');
    await refused(here, 'getMe', 'auth.expired');
    const client = cognitoClient(cloud);
    try {
      const renewed = client.send(
        new InitiateAuthCommand({
          ClientId: cloud.userPoolClientId,
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          AuthParameters: { REFRESH_TOKEN: refreshToken },
        }),
      );
      await expect(renewed).rejects.toThrow('Invalid Refresh Token');
    } finally {
      client.destroy();
    }
  });

  it("does nothing to another person's, or to one that nobody has", async () => {
    const stranger = await newUser(cloud);
    await ok(stranger, 'endSession', { path: { sessionId: await idOf(here) } });
    await ok(stranger, 'endSession', { path: { sessionId: 'made-up' } });
    await refused(stranger, 'endSession', 'request.invalid', { path: { sessionId: 'x'.repeat(65) } });
    await ok(here, 'getMe');
  });

  it('ends all others within seconds, with their sockets; the one that asks goes on, as does what is signed in later', async () => {
    const [mine, other] = [await openDashboard(here), await openDashboard(phone)];
    await ok(here, 'endOtherSessions');
    await refused(phone, 'getMe', 'auth.expired');
    await refused(user, 'getMe', 'auth.expired');
    await waitFor('a socket that is closed', () => other.isClosed() || undefined);
    expect((await ok(here, 'listSessions')).items.map(({ isThis }) => isThis)).toEqual([true]);
    expect(mine.isClosed()).toBe(false);
    // A new socket of the session that went on.
    const again = await openDashboard(here);
    again.close();
    // Sign-ins are told to the second: the one of now has ended with the others.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const later = await session(IPHONE);
    await ok(later, 'endOtherSessions');
    await refused(here, 'getMe', 'auth.expired');
    await ok(later, 'getMe');
    // The end of all, this one too.
    await ok(later, 'signOutEverywhere');
    await refused(later, 'getMe', 'auth.expired');
  });
});

async function openDashboard(api: ApiClient) {
  const { ticket, socketUrl } = await ok(api, 'createSocketTicket');
  const socket = await connect(`${socketUrl}?ticket=${ticket}`, cloud.addresses.app);
  const events: ServerEvent[] = [];
  let isClosed = false;
  socket.on('message', (data) => events.push(JSON.parse(data.toString()) as ServerEvent));
  socket.on('close', () => {
    isClosed = true;
  });
  return { events, isClosed: () => isClosed, close: () => socket.close() };
}
