import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ServerEvent } from '#contract/socket';
import { sharedCloud } from '#test/helpers/cloud';
import { codeIn, newestMail } from '#test/helpers/inbox';
import { type ApiClient, apiClient, newUser, signIn, type TestUser } from '#test/helpers/users';
import { connect } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { inputFor, ok, refused, sampledRoutes } from '../responses';

const cloud = sharedCloud();
let user: TestUser;
/** Two sessions of the same person. */
let here: ApiClient;
let elsewhere: ApiClient;

beforeAll(async () => {
  user = await newUser(cloud);
});
beforeEach(async () => {
  const [first, second] = await Promise.all([signIn(cloud, user.email), signIn(cloud, user.email)]);
  here = apiClient(cloud, first.accessToken);
  elsewhere = apiClient(cloud, second.accessToken);
});

const sockets: { close(): void }[] = [];
afterAll(() => {
  for (const socket of sockets) socket.close();
});

async function openDashboard(api: ApiClient) {
  const { ticket, socketUrl } = await ok(api, 'createSocketTicket');
  const socket = await connect(`${socketUrl}?ticket=${ticket}`, cloud.addresses.app);
  sockets.push(socket);
  const events: ServerEvent[] = [];
  let isClosed = false;
  socket.on('message', (data) => events.push(JSON.parse(data.toString()) as ServerEvent));
  socket.on('close', () => {
    isClosed = true;
  });
  return { events, isClosed: () => isClosed, ping: () => socket.send('{"type":"ping"}') };
}

test('a signed-out access token is refused at once, everywhere; another session of the same person goes on', async () => {
  await ok(here, 'getMe');
  await ok(here, 'signOut');
  for (const name of sampledRoutes().filter((route) => route !== 'signOut'))
    await refused(here, name, 'auth.session_ended', inputFor(name, user.userId));
  await ok(elsewhere, 'getMe');
  await ok(user, 'listBots');
});

test('signing out again changes nothing', async () => {
  await ok(here, 'signOut');
  await ok(here, 'signOut');
  await refused(here, 'getMe', 'auth.session_ended');
});

test('a token that was renewed in the session has ended with it', async () => {
  const { accessToken, refreshToken } = await signIn(cloud, user.email);
  const renewed = await renew(refreshToken);
  expect(renewed).not.toBe(accessToken);
  await ok(apiClient(cloud, accessToken), 'signOut');
  await refused(apiClient(cloud, renewed), 'getMe', 'auth.session_ended');
  await expect(renew(refreshToken)).rejects.toThrow();
});

test("the session's sockets are told and closed; those of another session stay open", async () => {
  const [mine, mineToo, other] = await Promise.all([
    openDashboard(here),
    openDashboard(here),
    openDashboard(elsewhere),
  ]);
  await ok(here, 'signOut');
  for (const socket of [mine, mineToo]) {
    await waitFor('a socket that is closed', () => socket.isClosed() || undefined);
    expect(socket.events).toEqual([{ type: 'session.ended' }]);
  }
  other.ping();
  await waitFor('a pong', () => other.events[0]);
  expect(other.events).toEqual([{ type: 'pong' }]);
  expect(other.isClosed()).toBe(false);
});

test('a ticket from before the sign-out opens no socket after it', async () => {
  const { ticket, socketUrl } = await ok(here, 'createSocketTicket');
  await ok(here, 'signOut');
  await expect(connect(`${socketUrl}?ticket=${ticket}`, cloud.addresses.app)).rejects.toThrow(/40[13]/);
});

test('a new password ends every session of the old one at once, with its sockets', async () => {
  const person = await newUser(cloud);
  const dashboard = await openDashboard(person);
  // The seconds that tokens count in: what is signed in within the same one is as new as the password.
  const signedIn = await signIn(cloud, person.email);
  const { auth_time } = claimsOf(signedIn.accessToken);
  await waitFor('the next second', () => Date.now() / 1000 >= auth_time + 1 || undefined);

  await cognito('ForgotPassword', { Username: person.email });
  const mail = await newestMail(cloud, person.email, ({ subject }) => /password/i.test(subject));
  await cognito('ConfirmForgotPassword', {
    Username: person.email,
    ConfirmationCode: codeIn(mail),
    Password: 'Another-horse-7',
  });
  for (const token of [person.accessToken, signedIn.accessToken])
    await refused(apiClient(cloud, token), 'getMe', 'auth.expired');
  await waitFor('a socket that is closed', () => dashboard.isClosed() || undefined);
  const renewed = await signIn(cloud, person.email, 'Another-horse-7');
  await ok(apiClient(cloud, renewed.accessToken), 'getMe');
});

/** A new access token for a refresh token, as the browser gets it in the background. */
async function renew(refreshToken: string): Promise<string> {
  const { AuthenticationResult } = await cognito<{ AuthenticationResult: { AccessToken: string } }>(
    'InitiateAuth',
    { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: refreshToken } },
  );
  return AuthenticationResult.AccessToken;
}

/** Calls the user pool as a browser does. */
async function cognito<T = unknown>(action: string, input: object): Promise<T> {
  const answer = await fetch(cloud.addresses.aws, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify({ ClientId: cloud.userPoolClientId, ...input }),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${action} answered ${body}`);
  return (body ? JSON.parse(body) : undefined) as T;
}

function claimsOf(token: string): { auth_time: number } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { auth_time: number };
}
