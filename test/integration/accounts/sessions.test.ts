import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '#contract/base/errors';
import type { ServerEvent } from '#contract/socket';
import { sharedCloud } from '#test/helpers/cloud';
import { codeIn, newestMail } from '#test/helpers/inbox';
import { request } from '#test/helpers/request';
import { totpCode } from '#test/helpers/totp';
import {
  type ApiClient,
  apiClient,
  newUser,
  prove,
  refresh,
  signIn,
  type TestUser,
} from '#test/helpers/users';
import { connect } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { inputFor, ok, refused, sampledRoutes } from '../responses';

const cloud = sharedCloud();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

interface Session extends ApiClient {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A session as a browser of this kind begins it. */
async function session({ email }: TestUser, userAgent = FIREFOX): Promise<Session> {
  const tokens = await signIn(cloud, email);
  const api = apiClient(cloud, tokens.accessToken);
  await ok(api, 'getMe', { headers: { 'user-agent': userAgent } });
  return { ...api, ...tokens };
}

async function idOf(api: ApiClient): Promise<string> {
  const { items } = await ok(api, 'listSessions');
  return items.find(({ isThis }) => isThis)?.id ?? '';
}

async function openDashboard(api: ApiClient) {
  const { ticket, socketUrl } = await ok(api, 'createSocketTicket');
  const socket = await connect(`${socketUrl}?ticket=${ticket}`, cloud.addresses.app);
  const events: ServerEvent['type'][] = [];
  let isClosed = false;
  socket.on('message', (data) => events.push((JSON.parse(data.toString()) as ServerEvent).type));
  socket.on('close', () => {
    isClosed = true;
  });
  const isOpen = async () => {
    socket.send('{"type":"ping"}');
    await waitFor('a pong', () => events.includes('pong') || undefined);
    socket.close();
  };
  return { events, isOpen, closed: () => waitFor('a socket that is closed', () => isClosed || undefined) };
}

describe('the list of sessions', () => {
  it('names browser and system, marks the one that asks, has when each was used, and no other person’s', async () => {
    const [user, stranger] = [await newUser(cloud), await newUser(cloud)];
    await session(user, IPHONE);
    const { items } = await ok(await session(user), 'listSessions');
    const named = items.map(({ browser, system, isThis }) => [browser, system, isThis]);
    expect(named).toContainEqual(['Firefox', 'Linux', true]);
    expect(named).toContainEqual(['Safari', 'iOS', false]);
    expect(items).toHaveLength(3);
    for (const { signedInAt, lastUsedAt } of items)
      expect(Math.abs(Date.parse(lastUsedAt) - Date.parse(signedInAt))).toBeLessThan(60_000);
    expect((await ok(stranger, 'listSessions')).items.map(({ isThis }) => isThis)).toEqual([true]);
  });

  it('has one without a name for what names nothing, and for what names far too much', async () => {
    const long = await session(await newUser(cloud), `Mozilla/5.0 ${'(x'.repeat(3_000)}`);
    const { items } = await ok(long, 'listSessions');
    expect(items.find(({ isThis }) => isThis)?.browser?.length ?? 0).toBeLessThanOrEqual(40);
  });
});

interface Way {
  readonly by: string;
  readonly act: (mine: Session, other: Session, user: TestUser) => Promise<unknown>;
  readonly ends: readonly ('mine' | 'other')[];
  readonly code: ErrorCode;
}
const WAYS: readonly Way[] = [
  {
    by: 'when it is signed out',
    act: async (mine) => {
      await ok(mine, 'signOut');
      // Repeating it changes nothing.
      await ok(mine, 'signOut');
    },
    ends: ['mine'],
    code: 'auth.session_ended',
  },
  {
    by: 'by its id',
    act: async (mine, other) => {
      const sessionId = await idOf(other);
      for (const _ of [1, 2]) await ok(mine, 'endSession', { path: { sessionId } });
      expect((await ok(mine, 'listSessions')).items.map(({ id }) => id)).not.toContain(sessionId);
    },
    ends: ['other'],
    code: 'auth.session_ended',
  },
  {
    by: 'with all others',
    act: async (mine, _, user) => {
      await ok(mine, 'endOtherSessions');
      await refused(user, 'getMe', 'auth.expired');
      expect((await ok(mine, 'listSessions')).items.map(({ isThis }) => isThis)).toEqual([true]);
    },
    ends: ['other'],
    code: 'auth.expired',
  },
  {
    by: 'everywhere',
    act: (mine) => ok(mine, 'signOutEverywhere'),
    ends: ['mine', 'other'],
    code: 'auth.expired',
  },
  {
    by: 'by a second factor',
    act: async (mine) => {
      await prove(mine);
      const { secret } = await ok(mine, 'beginSecondFactor');
      await ok(mine, 'turnOnSecondFactor', { body: { code: totpCode(secret) } });
    },
    ends: ['other'],
    code: 'auth.expired',
  },
  {
    by: 'by a new password',
    act: async (mine, _, { email }) => {
      await ok(mine, 'notePasswordChange');
      await newestMail(cloud, email, ({ subject }) => subject === 'Your password was changed');
      await refused(mine, 'notePasswordChange', 'auth.expired');
    },
    ends: ['mine', 'other'],
    code: 'auth.expired',
  },
];

describe.each(WAYS)('a session that has ended $by', ({ act, ends, code }) => {
  it('is refused at once, renewed no more and its sockets closed; another goes on', async () => {
    const user = await newUser(cloud);
    const [mine, other] = [await session(user), await session(user, IPHONE)];
    const sessions = { mine, other };
    const sockets = { mine: await openDashboard(mine), other: await openDashboard(other) };
    await act(mine, other, user);
    for (const name of ['mine', 'other'] as const) {
      const { refreshToken } = sessions[name];
      if (ends.includes(name)) {
        await refused(sessions[name], 'getMe', code);
        await expect(refresh(cloud, refreshToken)).rejects.toThrow('Invalid Refresh Token');
        await sockets[name].closed();
        // Where all of before end at once, none of them is told of its own end.
        if (code === 'auth.session_ended') expect(sockets[name].events).toContain('session.ended');
      } else {
        await ok(sessions[name], 'getMe');
        await refresh(cloud, refreshToken);
        await sockets[name].isOpen();
      }
    }
  });
});

describe('the end of a session', () => {
  it('is that of its token everywhere, and of one that was renewed in it', async () => {
    const user = await newUser(cloud);
    const here = await session(user);
    const { AuthenticationResult } = await cognito<{ AuthenticationResult: { AccessToken: string } }>(
      'InitiateAuth',
      { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: here.refreshToken } },
    );
    expect(AuthenticationResult.AccessToken).not.toBe(here.accessToken);
    await ok(here, 'signOut');
    for (const name of sampledRoutes().filter((route) => route !== 'signOut'))
      await refused(here, name, 'auth.session_ended', inputFor(name, user.userId));
    await refused(apiClient(cloud, AuthenticationResult.AccessToken), 'getMe', 'auth.session_ended');
  });

  it('is that of its ticket', async () => {
    const here = await session(await newUser(cloud));
    const { ticket, socketUrl } = await ok(here, 'createSocketTicket');
    await ok(here, 'signOut');
    await expect(connect(`${socketUrl}?ticket=${ticket}`, cloud.addresses.app)).rejects.toThrow(/40[13]/);
  });

  it("is none of another person's, or of one that nobody has", async () => {
    const [here, stranger] = [await session(await newUser(cloud)), await newUser(cloud)];
    await ok(stranger, 'endSession', { path: { sessionId: await idOf(here) } });
    await ok(stranger, 'endSession', { path: { sessionId: 'made-up' } });
    await refused(stranger, 'endSession', 'request.invalid', { path: { sessionId: 'x'.repeat(65) } });
    await ok(here, 'getMe');
  });

  it.each(['endOtherSessions', 'signOutEverywhere', 'notePasswordChange'] as const)(
    'with others by %s is none of a session that begins right after it',
    async (end) => {
      const user = await newUser(cloud);
      await ok(user, end);
      const later = await session(user);
      await ok(later, 'endOtherSessions');
      await refused(user, 'getMe', 'auth.expired');
      await ok(later, 'getMe');
    },
  );

  it('comes with a password that was forgotten, and its sockets close', async () => {
    const person = await newUser(cloud);
    const dashboard = await openDashboard(person);
    const signedIn = await session(person);
    await cognito('ForgotPassword', { Username: person.email });
    const mail = await newestMail(cloud, person.email, ({ subject }) => /password/i.test(subject));
    await cognito('ConfirmForgotPassword', {
      Username: person.email,
      ConfirmationCode: codeIn(mail),
      Password: 'Another-horse-7',
    });
    for (const api of [person, signedIn]) await refused(api, 'getMe', 'auth.expired');
    await dashboard.closed();
    const renewed = await signIn(cloud, person.email, 'Another-horse-7');
    await ok(apiClient(cloud, renewed.accessToken), 'getMe');
  });
});

/** Calls the user pool as a browser does. */
async function cognito<T = unknown>(action: string, input: object): Promise<T> {
  const answer = await request(`${cloud.addresses.aws}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify({ ClientId: cloud.userPoolClientId, ...input }),
  });
  if (answer.status !== 200) throw new Error(`${action} answered ${answer.text()}`);
  return (answer.body.length > 0 ? answer.json() : undefined) as T;
}
