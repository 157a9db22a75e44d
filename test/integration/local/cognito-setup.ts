import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Outcome } from '#infra/local/runtime/ports';
import type { NewKey } from '#infra/local/services/cognito/keys';
import { type CognitoService, createCognito } from '#infra/local/services/cognito/service';
import { createSes, type SesService } from '#infra/local/services/ses/service';
import { resource, type ServedService, serveService, temporaryContext } from '#test/helpers/serve-service';
import { signInBySrp } from '#test/helpers/srp-client';
import { CLIENT_ID, POOL_ID, poolResources, sharedKey } from './cognito-pool';

export const PASSWORD = 'Correct-horse-9';

export const MINUTE = 60_000;

export const HOUR = 60 * MINUTE;

export const DAY = 24 * HOUR;

type Event = { readonly triggerSource: string; readonly request: Record<string, unknown>; response: object };

export let context: Awaited<ReturnType<typeof temporaryContext>>;

export let mail: SesService;

export let service: CognitoService;

export let served: ServedService;

export let client: cognito.CognitoIdentityProviderClient;

export let now: number;

/** What the pool's triggers do in this test, and what they were told. */
export let triggers: Record<string, (event: Event) => unknown>;

export let events: Event[];

export let newKey: NewKey | undefined;

export async function invoke(name: string, event: unknown): Promise<Outcome> {
  events.push(structuredClone(event) as Event);
  try {
    return { ok: true, requestId: 'r', payload: (triggers[name] ?? ((same) => same))(event as Event) };
  } catch (error) {
    const { name: errorType, message: errorMessage } = error as Error;
    return { ok: false, requestId: 'r', error: { errorType, errorMessage } };
  }
}

export async function start(options: Parameters<typeof poolResources>[0] = {}) {
  mail = createSes(context, {
    identities: [resource('AWS::SES::EmailIdentity', 'i', { EmailIdentity: 'example.com' })],
  });
  await mail.start();
  service = createCognito(context, {
    ...poolResources(options),
    invoker: { invoke },
    mail,
    now: () => now,
    ...(newKey && { newKey }),
  });
  served = await serveService(service);
  client = new cognito.CognitoIdentityProviderClient({
    endpoint: served.endpoint,
    region: context.region,
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    maxAttempts: 1,
  });
}

export async function stop() {
  client.destroy();
  await served.close();
  await mail.stop();
}

export async function restart(options: Parameters<typeof poolResources>[0] = {}) {
  await stop();
  await start(options);
}

/** Registers what the tests of a file need. */
export function prepareCognito(): void {
  beforeEach(async () => {
    now = Date.now();
    triggers = {};
    events = [];
    newKey = sharedKey;
    context = await temporaryContext();
    await start();
  });
  afterEach(stop);
}

export const ClientId = CLIENT_ID;

export const UserPoolId = POOL_ID;

export function signUp(email: string, username: string = crypto.randomUUID(), password = PASSWORD) {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'name', Value: 'Jo' },
  ];
  return client
    .send(new cognito.SignUpCommand({ ClientId, Username: username, Password: password, UserAttributes }))
    .then((output) => ({ ...output, username }));
}

/** The code in the newest mail to an address. */
export function codeFor(email: string): string {
  const [newest] = mail.listMails({ to: email });
  const found = /\d{6}/.exec(mail.getMail(newest?.id ?? '')?.html ?? '')?.[0];
  if (!found) throw new Error(`no code was mailed to ${email}`);
  return found;
}

export const confirm = (username: string, code: string, force = false) =>
  client.send(
    new cognito.ConfirmSignUpCommand({
      ClientId,
      Username: username,
      ConfirmationCode: code,
      ForceAliasCreation: force,
    }),
  );

export async function newUser(email: string): Promise<string> {
  const { username } = await signUp(email);
  await confirm(username, codeFor(email));
  return username;
}

export const signIn = (login: string, password = PASSWORD) =>
  signInBySrp(client, { clientId: ClientId, poolId: UserPoolId, login, password }).then(tokensOf);

export const refresh = (RefreshToken: string) =>
  client.send(new cognito.GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }));

export const getUser = (AccessToken: string) => client.send(new cognito.GetUserCommand({ AccessToken }));

export function tokensOf(result: cognito.AuthenticationResultType | undefined) {
  const { AccessToken = '', IdToken = '', RefreshToken = '' } = result ?? {};
  return { access: AccessToken, id: IdToken, refresh: RefreshToken };
}

export const claims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

export const failing = (name: string, message?: string) =>
  expect.objectContaining(message === undefined ? { name } : { name, message });

export function other(code: string): string {
  return code === '000000' ? '111111' : '000000';
}

export function setNewKey(value: typeof newKey): void {
  newKey = value;
}

export function setNow(value: typeof now): void {
  now = value;
}
