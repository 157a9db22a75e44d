import { Amplify } from 'aws-amplify';
import {
  confirmResetPassword,
  confirmSignUp,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCognito } from '#infra/local/services/cognito/service';
import { createSes, type SesService } from '#infra/local/services/ses/service';
import { resource, type ServedService, serveService, temporaryContext } from '#test/helpers/serve-service';
import { CLIENT_ID, POOL_ID, poolResources, sharedKey } from './cognito-pool';

const PASSWORD = 'Correct-horse-9';

let context: Awaited<ReturnType<typeof temporaryContext>>;
let mail: SesService;
let served: ServedService;
let stored: Map<string, string>;

beforeEach(async () => {
  context = await temporaryContext();
  mail = createSes(context, {
    identities: [resource('AWS::SES::EmailIdentity', 'i', { EmailIdentity: 'example.com' })],
  });
  await mail.start();
  const invoke = async (_: string, payload: unknown) => ({ ok: true, requestId: 'r', payload }) as const;
  served = await serveService(
    createCognito(context, { ...poolResources({}), invoker: { invoke }, mail, newKey: sharedKey }),
  );
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId: POOL_ID, userPoolClientId: CLIENT_ID, userPoolEndpoint: served.endpoint },
    },
  });
  stored = new Map();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void stored.set(key, value),
    getItem: async (key) => stored.get(key) ?? null,
    removeItem: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
  });
});

afterEach(async () => {
  await served.close();
  await mail.stop();
});

function newestCode(email: string): string {
  const [newest] = mail.listMails({ to: email });
  return /\d{6}/.exec(mail.getMail(newest?.id ?? '')?.html ?? '')?.[0] ?? '';
}

async function newUser(email: string): Promise<string> {
  const username = crypto.randomUUID();
  const signedUp = await signUp({
    username,
    password: PASSWORD,
    options: { userAttributes: { email, name: 'Jo', 'custom:company': 'Acme' } },
  });
  expect(signedUp.nextStep).toMatchObject({
    signUpStep: 'CONFIRM_SIGN_UP',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL', attributeName: 'email' },
  });
  const confirmed = await confirmSignUp({ username, confirmationCode: newestCode(email) });
  expect(confirmed.isSignUpComplete).toBe(true);
  return username;
}

test('Amplify signs up, confirms, signs in by SRP and reads the user', async () => {
  const username = await newUser('jo@example.net');
  const { isSignedIn } = await signIn({ username: 'jo@example.net', password: PASSWORD });
  expect(isSignedIn).toBe(true);
  expect(await getCurrentUser()).toMatchObject({ username });
  expect(await fetchUserAttributes()).toMatchObject({
    email: 'jo@example.net',
    email_verified: 'true',
    'custom:company': 'Acme',
  });
});

test('Amplify refreshes a session, and stores the rotated token', async () => {
  await newUser('jo@example.net');
  await signIn({ username: 'jo@example.net', password: PASSWORD });
  const before = await fetchAuthSession();
  const refreshToken = () => [...stored].find(([key]) => key.endsWith('refreshToken'))?.[1];
  const first = refreshToken();
  const after = await fetchAuthSession({ forceRefresh: true });
  expect(after.tokens?.accessToken.payload.jti).not.toBe(before.tokens?.accessToken.payload.jti);
  expect(after.tokens?.accessToken.payload.origin_jti).toBe(before.tokens?.accessToken.payload.origin_jti);
  expect(refreshToken()).not.toBe(first);
  await fetchAuthSession({ forceRefresh: true });
});

test('Amplify resets a password', async () => {
  await newUser('jo@example.net');
  const { nextStep } = await resetPassword({ username: 'jo@example.net' });
  expect(nextStep.resetPasswordStep).toBe('CONFIRM_RESET_PASSWORD_WITH_CODE');
  await confirmResetPassword({
    username: 'jo@example.net',
    confirmationCode: newestCode('jo@example.net'),
    newPassword: 'Fresh-pass-1',
  });
  await expect(signIn({ username: 'jo@example.net', password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
  expect((await signIn({ username: 'jo@example.net', password: 'Fresh-pass-1' })).isSignedIn).toBe(true);
});

test('Amplify signs out everywhere: another session of the user ends too', async () => {
  await newUser('jo@example.net');
  await signIn({ username: 'jo@example.net', password: PASSWORD });
  const elsewhere = new Map(stored);
  stored.clear();
  await signIn({ username: 'jo@example.net', password: PASSWORD });
  await signOut({ global: true });
  expect((await fetchAuthSession()).tokens).toBeUndefined();

  for (const [key, value] of elsewhere) stored.set(key, value);
  expect((await fetchAuthSession()).tokens?.accessToken).toBeDefined();
  await expect(fetchUserAttributes()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
});

test('Amplify tells an unconfirmed user to confirm', async () => {
  const username = crypto.randomUUID();
  await signUp({ username, password: PASSWORD, options: { userAttributes: { email: 'jo@example.net' } } });
  const { nextStep } = await signIn({ username, password: PASSWORD });
  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_UP');
});
