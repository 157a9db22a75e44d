import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import type { Jwks } from 'aws-jwt-verify/jwk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../../infra/local/runtime/ports';
import { type CognitoService, createCognito } from '../../../infra/local/services/cognito';
import type { NewKey } from '../../../infra/local/services/cognito/keys';
import { createSes, type SesService } from '../../../infra/local/services/ses';
import { resource, type ServedService, serveService, temporaryContext } from '../../helpers/serve-service';
import { signInBySrp } from '../../helpers/srp-client';
import { CLIENT_ID, POOL_ID, poolResources, sharedKey } from './cognito-pool';

const PASSWORD = 'Correct-horse-9';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Event = { readonly triggerSource: string; readonly request: Record<string, unknown>; response: object };

let context: Awaited<ReturnType<typeof temporaryContext>>;
let mail: SesService;
let service: CognitoService;
let served: ServedService;
let client: cognito.CognitoIdentityProviderClient;
let now: number;
/** What the pool's triggers do in this test, and what they were told. */
let triggers: Record<string, (event: Event) => unknown>;
let events: Event[];
let newKey: NewKey | undefined;

async function invoke(name: string, event: unknown): Promise<Outcome> {
  events.push(structuredClone(event) as Event);
  try {
    return { ok: true, requestId: 'r', payload: (triggers[name] ?? ((same) => same))(event as Event) };
  } catch (error) {
    const { name: errorType, message: errorMessage } = error as Error;
    return { ok: false, requestId: 'r', error: { errorType, errorMessage } };
  }
}

async function start(options: Parameters<typeof poolResources>[0] = {}) {
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

async function stop() {
  client.destroy();
  await served.close();
  await mail.stop();
}

async function restart(options: Parameters<typeof poolResources>[0] = {}) {
  await stop();
  await start(options);
}

beforeEach(async () => {
  now = Date.now();
  triggers = {};
  events = [];
  newKey = sharedKey;
  context = await temporaryContext();
  await start();
});

afterEach(async () => {
  await stop();
  await context.remove();
});

const ClientId = CLIENT_ID;
const UserPoolId = POOL_ID;

function signUp(email: string, username: string = crypto.randomUUID(), password = PASSWORD) {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'name', Value: 'Jo' },
  ];
  return client
    .send(new cognito.SignUpCommand({ ClientId, Username: username, Password: password, UserAttributes }))
    .then((output) => ({ ...output, username }));
}

/** The code in the newest mail to an address. */
function codeFor(email: string): string {
  const [newest] = mail.listMails({ to: email });
  const found = /\d{6}/.exec(mail.getMail(newest?.id ?? '')?.html ?? '')?.[0];
  if (!found) throw new Error(`no code was mailed to ${email}`);
  return found;
}

const confirm = (username: string, code: string, force = false) =>
  client.send(
    new cognito.ConfirmSignUpCommand({
      ClientId,
      Username: username,
      ConfirmationCode: code,
      ForceAliasCreation: force,
    }),
  );

async function newUser(email: string): Promise<string> {
  const { username } = await signUp(email);
  await confirm(username, codeFor(email));
  return username;
}

const signInByPassword = async (login: string, password = PASSWORD) => {
  const output = await client.send(
    new cognito.InitiateAuthCommand({
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: login, PASSWORD: password },
    }),
  );
  return tokensOf(output.AuthenticationResult);
};

const signIn = (login: string, password = PASSWORD) =>
  signInBySrp(client, { clientId: ClientId, poolId: UserPoolId, login, password }).then(tokensOf);

const refresh = (RefreshToken: string) =>
  client.send(new cognito.GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }));

const getUser = (AccessToken: string) => client.send(new cognito.GetUserCommand({ AccessToken }));

function tokensOf(result: cognito.AuthenticationResultType | undefined) {
  const { AccessToken = '', IdToken = '', RefreshToken = '' } = result ?? {};
  return { access: AccessToken, id: IdToken, refresh: RefreshToken };
}

const claims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

const failing = (name: string, message?: string) =>
  expect.objectContaining(message === undefined ? { name } : { name, message });

function other(code: string): string {
  return code === '000000' ? '111111' : '000000';
}

describe('sign-up', () => {
  test('mails a code, and the code makes an account that signs in by its address', async () => {
    const output = await signUp('jo@example.net');
    expect(output).toMatchObject({
      UserConfirmed: false,
      UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'j***@e***' },
    });
    await expect(signIn('jo@example.net')).rejects.toEqual(failing('NotAuthorizedException'));
    await expect(signIn(output.username)).rejects.toEqual(failing('UserNotConfirmedException'));
    await confirm(output.username, codeFor('jo@example.net'));
    const tokens = await signIn('JO@example.net');
    expect(claims(tokens.access)).toMatchObject({ sub: output.UserSub, username: output.username });
    await expect(confirm(output.username, '123456')).rejects.toEqual(
      failing('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
    );
  });

  test.each([
    ['Short-1', 'Password not long enough'],
    ['no-capitals-9', 'Password must have uppercase characters'],
    ['NO-SMALLS-9', 'Password must have lowercase characters'],
    ['No-numbers-x', 'Password must have numeric characters'],
  ])('refuses the password %s as the template has it', async (password, reason) => {
    await expect(signUp('jo@example.net', 'u', password)).rejects.toEqual(
      failing('InvalidPasswordException', `Password did not conform with policy: ${reason}`),
    );
  });

  test('refuses a name in the form of an address, a taken name, and attributes that the pool lacks', async () => {
    await expect(signUp('a@example.net', 'a@example.net')).rejects.toEqual(
      failing('InvalidParameterException'),
    );
    await signUp('a@example.net', 'taken');
    await expect(signUp('b@example.net', 'taken')).rejects.toEqual(failing('UsernameExistsException'));
    const attributes = (UserAttributes: cognito.AttributeType[]) =>
      client.send(new cognito.SignUpCommand({ ClientId, Username: 'u', Password: PASSWORD, UserAttributes }));
    const email = { Name: 'email', Value: 'x@example.net' };
    await expect(attributes([])).rejects.toEqual(failing('InvalidParameterException'));
    await expect(attributes([{ Name: 'email', Value: 'nothing' }])).rejects.toEqual(
      failing('InvalidParameterException', 'Invalid email address format.'),
    );
    await expect(attributes([email, { Name: 'custom:role', Value: 'admin' }])).rejects.toEqual(
      failing('InvalidParameterException'),
    );
    await expect(attributes([email, { Name: 'email_verified', Value: 'true' }])).rejects.toEqual(
      failing('NotAuthorizedException'),
    );
  });

  test("with an address that has an account looks like any other, and only the mailbox's owner learns more", async () => {
    const first = await newUser('jo@example.net');
    const second = await signUp('jo@example.net', crypto.randomUUID(), 'Another-pass-1');
    expect(second.UserConfirmed).toBe(false);
    const code = codeFor('jo@example.net');
    await expect(confirm(second.username, other(code))).rejects.toEqual(failing('CodeMismatchException'));
    await expect(confirm(second.username, code)).rejects.toEqual(failing('AliasExistsException'));
    expect(claims((await signIn('jo@example.net')).access).username).toBe(first);

    await confirm(second.username, code, true);
    expect(claims((await signIn('jo@example.net', 'Another-pass-1')).access).username).toBe(second.username);
    const loser = await client.send(new cognito.AdminGetUserCommand({ UserPoolId, Username: first }));
    expect(loser.UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'false' });
  });

  test('ends a code after a day, sends new ones on request, and stops guessing', async () => {
    const { username } = await signUp('jo@example.net');
    const old = codeFor('jo@example.net');
    now += DAY + 1;
    await expect(confirm(username, old)).rejects.toEqual(failing('ExpiredCodeException'));
    await client.send(new cognito.ResendConfirmationCodeCommand({ ClientId, Username: username }));
    const fresh = codeFor('jo@example.net');
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(confirm(username, other(fresh))).rejects.toEqual(failing('CodeMismatchException'));
    }
    await expect(confirm(username, fresh)).rejects.toEqual(failing('LimitExceededException'));
    now += 15 * MINUTE + 1;
    await confirm(username, fresh);
    await expect(
      client.send(new cognito.ResendConfirmationCodeCommand({ ClientId, Username: username })),
    ).rejects.toEqual(failing('InvalidParameterException', 'User is already confirmed.'));
  });
});

describe('triggers', () => {
  test('CustomMessage writes the mail, and every {####} in it becomes the code', async () => {
    triggers['custom-message'] = (event) => ({
      ...event,
      response: {
        emailSubject: 'Willkommen',
        emailMessage: `<a href="http://localhost:4000/confirm#u={####}">{####}</a> %7B####%7D`,
      },
    });
    const { username, UserSub } = await signUp('jo@example.net');
    const [summary] = mail.listMails({ to: 'jo@example.net' });
    const code = codeFor('jo@example.net');
    expect(summary).toMatchObject({ subject: 'Willkommen', from: 'Parley <no-reply@example.com>' });
    expect(mail.getMail(summary?.id ?? '')?.html).toBe(
      `<a href="http://localhost:4000/confirm#u=${code}">${code}</a> %7B####%7D`,
    );
    expect(events.find(({ triggerSource }) => triggerSource === 'CustomMessage_SignUp')).toEqual({
      version: '1',
      region: 'eu-central-1',
      userPoolId: POOL_ID,
      userName: username,
      callerContext: { awsSdkVersion: expect.any(String), clientId: CLIENT_ID },
      triggerSource: 'CustomMessage_SignUp',
      request: {
        userAttributes: {
          sub: UserSub,
          'cognito:user_status': 'UNCONFIRMED',
          email_verified: 'false',
          email: 'jo@example.net',
          name: 'Jo',
        },
        codeParameter: '{####}',
        linkParameter: '{##Click Here##}',
        usernameParameter: null,
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    });
  });

  test('a message without its code, or an answer that is no event, is refused', async () => {
    triggers['custom-message'] = (event) => ({ ...event, response: { emailMessage: 'Hello' } });
    await expect(signUp('a@example.net')).rejects.toEqual(failing('InvalidLambdaResponseException'));
    triggers['custom-message'] = () => 'nonsense';
    await expect(signUp('b@example.net')).rejects.toEqual(failing('InvalidLambdaResponseException'));
  });

  test('PreSignUp may refuse, in its own words, or confirm at once', async () => {
    triggers['pre-sign-up'] = () => {
      throw new Error('Not from here');
    };
    await expect(signUp('jo@example.net')).rejects.toEqual(
      failing('UserLambdaValidationException', 'PreSignUp failed with error Not from here.'),
    );
    const { Users } = await client.send(new cognito.ListUsersCommand({ UserPoolId }));
    expect(Users).toEqual([]);

    triggers['pre-sign-up'] = (event) => ({
      ...event,
      response: { autoConfirmUser: true, autoVerifyEmail: true },
    });
    expect((await signUp('jo@example.net')).UserConfirmed).toBe(true);
    expect(mail.listMails()).toEqual([]);
    expect((await signIn('jo@example.net')).access).not.toBe('');
  });

  test('PostConfirmation is told once, when the user is confirmed and her address verified', async () => {
    const username = await newUser('jo@example.net');
    expect(events.filter(({ triggerSource }) => triggerSource.startsWith('PostConfirmation'))).toMatchObject([
      {
        triggerSource: 'PostConfirmation_ConfirmSignUp',
        userName: username,
        request: { userAttributes: { email_verified: 'true', 'cognito:user_status': 'CONFIRMED' } },
        response: {},
      },
    ]);
  });

  test('PreTokenGeneration adds, replaces and removes claims, but none that identify', async () => {
    await restart({ preTokenGeneration: true });
    triggers['pre-token'] = (event) => ({
      ...event,
      response: {
        claimsOverrideDetails: {
          claimsToAddOrOverride: { plan: 'pro', sub: 'somebody else' },
          claimsToSuppress: ['name'],
          groupOverrideDetails: { groupsToOverride: ['staff'] },
        },
      },
    });
    await newUser('jo@example.net');
    const { id, access } = await signIn('jo@example.net');
    expect(claims(id)).toMatchObject({ plan: 'pro', 'cognito:groups': ['staff'] });
    expect(claims(id)).not.toHaveProperty('name');
    expect(claims(id).sub).toBe(claims(access).sub);
    expect(claims(access)).not.toHaveProperty('plan');
  });
});

describe('sign-in', () => {
  test('by SRP and by password gives tokens that aws-jwt-verify accepts, as long as the client says', async () => {
    const username = await newUser('jo@example.net');
    const jwks = await fetch(`${served.endpoint}/${POOL_ID}/.well-known/jwks.json`).then((it) => it.json());
    for (const tokens of [await signIn('jo@example.net'), await signInByPassword('jo@example.net')]) {
      for (const use of ['access', 'id'] as const) {
        const verifier = CognitoJwtVerifier.create({
          userPoolId: POOL_ID,
          tokenUse: use,
          clientId: CLIENT_ID,
        });
        verifier.cacheJwks(jwks as Jwks);
        const payload = await verifier.verify(tokens[use]);
        expect(payload.exp - payload.iat).toBe(use === 'access' ? 15 * 60 : 60 * 60);
      }
      expect(claims(tokens.access)).toMatchObject({
        iss: `https://cognito-idp.eu-central-1.amazonaws.com/${POOL_ID}`,
        client_id: CLIENT_ID,
        token_use: 'access',
        scope: 'aws.cognito.signin.user.admin',
        username,
      });
      expect(claims(tokens.id)).toMatchObject({
        aud: CLIENT_ID,
        'cognito:username': username,
        email: 'jo@example.net',
        email_verified: true,
        name: 'Jo',
      });
    }
  });

  test('fails alike for a wrong password and for a name that nobody has', async () => {
    await newUser('jo@example.net');
    const refused = failing('NotAuthorizedException', 'Incorrect username or password.');
    for (const login of ['jo@example.net', 'nobody@example.net']) {
      await expect(signIn(login, 'Wrong-pass-1')).rejects.toEqual(refused);
      await expect(signInByPassword(login, 'Wrong-pass-1')).rejects.toEqual(refused);
    }
    const begin = (login: string) =>
      client.send(
        new cognito.InitiateAuthCommand({
          ClientId,
          AuthFlow: 'USER_SRP_AUTH',
          AuthParameters: { USERNAME: login, SRP_A: 'abcdef' },
        }),
      );
    const [first, second] = [await begin('nobody@example.net'), await begin('nobody@example.net')];
    expect(first.ChallengeParameters?.SALT).toBe(second.ChallengeParameters?.SALT);
    expect(first.ChallengeParameters?.USER_ID_FOR_SRP).toBe(second.ChallengeParameters?.USER_ID_FOR_SRP);
    expect(first.ChallengeParameters?.USER_ID_FOR_SRP).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('says that nobody has the name where the client is set so', async () => {
    await restart({ hidesUserExistence: false });
    for (const attempt of [signIn('nobody'), signInByPassword('nobody')]) {
      await expect(attempt).rejects.toEqual(failing('UserNotFoundException'));
    }
  });

  test('a public value that would let anybody in is refused', async () => {
    await newUser('jo@example.net');
    const begin = client.send(
      new cognito.InitiateAuthCommand({
        ClientId,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: 'jo@example.net', SRP_A: '0' },
      }),
    );
    await expect(begin).rejects.toEqual(failing('InvalidParameterException'));
  });

  test('locks a name after five wrong passwords, for a second and then for longer', async () => {
    await newUser('jo@example.net');
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(signInByPassword('jo@example.net', 'Wrong-pass-1')).rejects.toEqual(
        failing('NotAuthorizedException', 'Incorrect username or password.'),
      );
    }
    await expect(signInByPassword('jo@example.net')).rejects.toEqual(
      failing('NotAuthorizedException', 'Password attempts exceeded'),
    );
    now += 1_000;
    expect((await signInByPassword('jo@example.net')).access).not.toBe('');
  });

  test('a flow that the client does not allow is refused', async () => {
    const start = client.send(
      new cognito.InitiateAuthCommand({
        ClientId,
        AuthFlow: 'CUSTOM_AUTH',
        AuthParameters: { USERNAME: 'x' },
      }),
    );
    await expect(start).rejects.toEqual(failing('InvalidParameterException'));
  });
});

describe('refresh', () => {
  test('rotates the token, lets the old one live for its grace, and then refuses it', async () => {
    await newUser('jo@example.net');
    const first = await signIn('jo@example.net');
    const second = tokensOf((await refresh(first.refresh)).AuthenticationResult);
    expect(second.refresh).not.toBe(first.refresh);
    expect(claims(second.access).origin_jti).toBe(claims(first.access).origin_jti);
    expect(claims(second.access).jti).not.toBe(claims(first.access).jti);
    now += 5_000;
    await refresh(first.refresh);
    now += 10_000;
    await expect(refresh(first.refresh)).rejects.toEqual(failing('RefreshTokenReuseException'));
    await refresh(second.refresh);
    now += 30 * DAY;
    await expect(refresh(second.refresh)).rejects.toEqual(failing('NotAuthorizedException'));
  });

  test('without rotation keeps the token, by either call', async () => {
    await restart({ rotation: false });
    await newUser('jo@example.net');
    const { refresh: token } = await signIn('jo@example.net');
    expect((await refresh(token)).AuthenticationResult).not.toHaveProperty('RefreshToken');
    const again = await client.send(
      new cognito.InitiateAuthCommand({
        ClientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: token },
      }),
    );
    expect(again.AuthenticationResult?.AccessToken).toBeTypeOf('string');
  });

  test('a forged, a foreign and a revoked token are refused', async () => {
    await newUser('jo@example.net');
    await expect(refresh('forged')).rejects.toEqual(
      failing('NotAuthorizedException', 'Invalid Refresh Token'),
    );
    const { refresh: token, access } = await signIn('jo@example.net');
    await client.send(new cognito.RevokeTokenCommand({ ClientId, Token: token }));
    await expect(refresh(token)).rejects.toEqual(failing('NotAuthorizedException'));
    await expect(getUser(access)).rejects.toEqual(
      failing('NotAuthorizedException', 'Access Token has been revoked'),
    );
  });
});

describe('access tokens', () => {
  test('end with their time, and a changed one is no token', async () => {
    await newUser('jo@example.net');
    const { access } = await signIn('jo@example.net');
    expect((await getUser(access)).UserAttributes).toContainEqual({ Name: 'email', Value: 'jo@example.net' });
    const [header, , signature] = access.split('.');
    const forged = Buffer.from(JSON.stringify({ ...claims(access), username: 'other' })).toString(
      'base64url',
    );
    await expect(getUser(`${header}.${forged}.${signature}`)).rejects.toEqual(
      failing('NotAuthorizedException', 'Invalid Access Token'),
    );
    now += 15 * MINUTE + 1_000;
    await expect(getUser(access)).rejects.toEqual(
      failing('NotAuthorizedException', 'Access Token has expired'),
    );
  });

  test('of all devices end when the user signs out everywhere', async () => {
    await newUser('jo@example.net');
    const here = await signIn('jo@example.net');
    const there = await signIn('jo@example.net');
    await client.send(new cognito.GlobalSignOutCommand({ AccessToken: here.access }));
    for (const { access, refresh: token } of [here, there]) {
      await expect(getUser(access)).rejects.toEqual(failing('NotAuthorizedException'));
      await expect(refresh(token)).rejects.toEqual(failing('NotAuthorizedException'));
    }
  });
});

describe('a forgotten password', () => {
  const forgot = (Username: string) => client.send(new cognito.ForgotPasswordCommand({ ClientId, Username }));
  const reset = (Username: string, ConfirmationCode: string, Password: string) =>
    client.send(new cognito.ConfirmForgotPasswordCommand({ ClientId, Username, ConfirmationCode, Password }));

  test('is replaced by who reads the mail, once, within an hour', async () => {
    await newUser('jo@example.net');
    await forgot('jo@example.net');
    now += HOUR + 1;
    await expect(reset('jo@example.net', codeFor('jo@example.net'), 'Fresh-pass-1')).rejects.toEqual(
      failing('ExpiredCodeException'),
    );
    await forgot('jo@example.net');
    const code = codeFor('jo@example.net');
    await expect(reset('jo@example.net', other(code), 'Fresh-pass-1')).rejects.toEqual(
      failing('CodeMismatchException'),
    );
    await expect(reset('jo@example.net', code, 'weak')).rejects.toEqual(failing('InvalidPasswordException'));
    await reset('jo@example.net', code, 'Fresh-pass-1');
    await expect(signIn('jo@example.net')).rejects.toEqual(failing('NotAuthorizedException'));
    expect((await signIn('jo@example.net', 'Fresh-pass-1')).access).not.toBe('');
    await expect(reset('jo@example.net', code, 'Fresh-pass-2')).rejects.toEqual(
      failing('ExpiredCodeException'),
    );
  });

  test('tells nobody who has an account', async () => {
    const sent = mail.listMails().length;
    expect((await forgot('nobody@example.net')).CodeDeliveryDetails).toEqual({
      AttributeName: 'email',
      DeliveryMedium: 'EMAIL',
      Destination: 'n***@e***',
    });
    expect(mail.listMails()).toHaveLength(sent);
    await expect(reset('nobody@example.net', '123456', PASSWORD)).rejects.toEqual(
      failing('CodeMismatchException'),
    );
    const resent = await client.send(
      new cognito.ResendConfirmationCodeCommand({ ClientId, Username: 'nobody@example.net' }),
    );
    expect(resent.CodeDeliveryDetails?.Destination).toBe('n***@e***');
    await expect(confirm('nobody', '123456')).rejects.toEqual(failing('ExpiredCodeException'));
  });

  test('is not mailed about without end', async () => {
    await newUser('jo@example.net');
    for (let mails = mail.listMails().length; mails < 20; mails++) await forgot('jo@example.net');
    await expect(forgot('jo@example.net')).rejects.toEqual(failing('LimitExceededException'));
    now += HOUR + 1;
    await forgot('jo@example.net');
  });
});

describe('the own account', () => {
  test('changes its password by showing the old one', async () => {
    await newUser('jo@example.net');
    const { access } = await signIn('jo@example.net');
    const change = (PreviousPassword: string) =>
      client.send(
        new cognito.ChangePasswordCommand({
          AccessToken: access,
          PreviousPassword,
          ProposedPassword: 'Fresh-pass-1',
        }),
      );
    await expect(change('Wrong-pass-1')).rejects.toEqual(failing('NotAuthorizedException'));
    await change(PASSWORD);
    expect((await signIn('jo@example.net', 'Fresh-pass-1')).access).not.toBe('');
  });

  test('keeps its old address until the new one is verified', async () => {
    const username = await newUser('old@example.net');
    await newUser('taken@example.net');
    const { access } = await signIn('old@example.net');
    const change = (email: string) =>
      client.send(
        new cognito.UpdateUserAttributesCommand({
          AccessToken: access,
          UserAttributes: [{ Name: 'email', Value: email }],
        }),
      );
    const verify = (Code: string) =>
      client.send(
        new cognito.VerifyUserAttributeCommand({ AccessToken: access, AttributeName: 'email', Code }),
      );
    const output = await change('new@example.net');
    expect(output.CodeDeliveryDetailsList).toMatchObject([
      { AttributeName: 'email', Destination: 'n***@e***' },
    ]);
    expect(claims((await signIn('old@example.net')).id).email).toBe('old@example.net');
    await verify(codeFor('new@example.net'));
    expect(claims((await signIn('new@example.net')).access).username).toBe(username);
    await expect(signIn('old@example.net')).rejects.toEqual(failing('NotAuthorizedException'));

    await change('taken@example.net');
    await expect(verify(codeFor('taken@example.net'))).rejects.toEqual(failing('AliasExistsException'));
  });

  test('can be deleted, and with it all of its tokens and its hold on the address', async () => {
    await newUser('jo@example.net');
    const { access, refresh: token } = await signIn('jo@example.net');
    await client.send(new cognito.DeleteUserCommand({ AccessToken: access }));
    await expect(getUser(access)).rejects.toEqual(failing('NotAuthorizedException'));
    await expect(refresh(token)).rejects.toEqual(failing('NotAuthorizedException'));
    await expect(signIn('jo@example.net')).rejects.toEqual(failing('NotAuthorizedException'));
    await newUser('jo@example.net');
  });
});

describe('an administrator', () => {
  test('reads, changes, disables and signs out users', async () => {
    const Username = await newUser('jo@example.net');
    const { access, refresh: token } = await signIn('jo@example.net');
    await client.send(
      new cognito.AdminUpdateUserAttributesCommand({
        UserPoolId,
        Username,
        UserAttributes: [
          { Name: 'name', Value: 'Joanna' },
          { Name: 'email', Value: 'joanna@example.net' },
          { Name: 'email_verified', Value: 'true' },
        ],
      }),
    );
    const user = await client.send(
      new cognito.AdminGetUserCommand({ UserPoolId, Username: 'joanna@example.net' }),
    );
    expect(user).toMatchObject({ Username, Enabled: true, UserStatus: 'CONFIRMED' });
    expect(user.UserCreateDate).toBeInstanceOf(Date);
    expect(user.UserAttributes).toContainEqual({ Name: 'name', Value: 'Joanna' });

    await client.send(new cognito.AdminUserGlobalSignOutCommand({ UserPoolId, Username }));
    await expect(getUser(access)).rejects.toEqual(failing('NotAuthorizedException'));
    await client.send(new cognito.AdminDisableUserCommand({ UserPoolId, Username }));
    await expect(refresh(token)).rejects.toEqual(failing('NotAuthorizedException'));
    await expect(signIn('joanna@example.net')).rejects.toEqual(
      failing('NotAuthorizedException', 'User is disabled.'),
    );
    await expect(signIn('joanna@example.net', 'Wrong-pass-1')).rejects.toEqual(
      failing('NotAuthorizedException', 'Incorrect username or password.'),
    );
    await expect(
      client.send(new cognito.AdminGetUserCommand({ UserPoolId, Username: 'nobody' })),
    ).rejects.toEqual(failing('UserNotFoundException'));
  });

  test('creates a user, who is mailed a password and replaces it when she first signs in', async () => {
    const Username = crypto.randomUUID();
    const create = (email: string, more: Partial<cognito.AdminCreateUserCommandInput> = {}) =>
      client.send(
        new cognito.AdminCreateUserCommand({
          UserPoolId,
          Username,
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'true' },
          ],
          ...more,
        }),
      );
    const { User } = await create('jo@example.net');
    expect(User).toMatchObject({ Username, UserStatus: 'FORCE_CHANGE_PASSWORD' });
    expect(events.map(({ triggerSource }) => triggerSource)).toEqual([
      'PreSignUp_AdminCreateUser',
      'CustomMessage_AdminCreateUser',
    ]);
    expect(events[1]?.request).toMatchObject({ codeParameter: '{####}', usernameParameter: '{username}' });
    const mailed = mail.getMail(mail.listMails({ to: 'jo@example.net' })[0]?.id ?? '')?.html ?? '';
    const temporary = /password is (\S+)\.$/.exec(mailed)?.[1] ?? '';
    expect(mailed).toContain(Username);
    await expect(create('other@example.net')).rejects.toEqual(failing('UsernameExistsException'));
    await expect(create('jo@example.net', { Username: crypto.randomUUID() })).rejects.toEqual(
      failing('AliasExistsException'),
    );

    const begin = () =>
      client.send(
        new cognito.InitiateAuthCommand({
          ClientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: 'jo@example.net', PASSWORD: temporary },
        }),
      );
    const { ChallengeName, Session } = await begin();
    expect(ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    const choose = (password: string) =>
      client.send(
        new cognito.RespondToAuthChallengeCommand({
          ClientId,
          ChallengeName: 'NEW_PASSWORD_REQUIRED',
          Session,
          ChallengeResponses: { USERNAME: Username, NEW_PASSWORD: password },
        }),
      );
    await expect(choose('weak')).rejects.toEqual(failing('InvalidPasswordException'));
    expect((await choose(PASSWORD)).AuthenticationResult?.AccessToken).toBeDefined();
    await expect(choose(PASSWORD)).rejects.toEqual(failing('NotAuthorizedException'));
    await signIn('jo@example.net');
  });

  test('gives a password that ends after the days of the policy', async () => {
    const Username = crypto.randomUUID();
    await client.send(
      new cognito.AdminCreateUserCommand({
        UserPoolId,
        Username,
        TemporaryPassword: PASSWORD,
        MessageAction: 'SUPPRESS',
      }),
    );
    now += 8 * DAY;
    await expect(signIn(Username)).rejects.toEqual(
      failing(
        'NotAuthorizedException',
        'Temporary password has expired and must be reset by an administrator.',
      ),
    );
  });

  test('lists users by page and by filter', async () => {
    for (const name of ['anna', 'berta', 'carla']) await signUp(`${name}@example.net`, name);
    const list = async (Filter: string) =>
      (await client.send(new cognito.ListUsersCommand({ UserPoolId, Filter }))).Users?.map(
        (user) => user.Username,
      );
    expect(await list('email = "berta@example.net"')).toEqual(['berta']);
    expect(await list('email ^= "c"')).toEqual(['carla']);
    expect(await list('cognito:user_status = "CONFIRMED"')).toEqual([]);
    await expect(list('custom:role = "x"')).rejects.toEqual(failing('InvalidParameterException'));
    const names: (string | undefined)[] = [];
    for await (const page of cognito.paginateListUsers({ client, pageSize: 2 }, { UserPoolId })) {
      names.push(...(page.Users ?? []).map((user) => user.Username));
    }
    expect(names).toEqual(['anna', 'berta', 'carla']);
  });

  test('needs leave on the pool, while what browsers call needs none', () => {
    const call = (operation: string) => ({
      method: 'POST',
      url: new URL('http://127.0.0.1/'),
      rawPath: '/',
      headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
      body: Buffer.from(JSON.stringify({ UserPoolId })),
      principal: { kind: 'anonymous', arn: '' } as const,
    });
    expect(service.permits(call('AdminGetUser'))).toEqual([
      {
        action: 'cognito-idp:AdminGetUser',
        resource: `arn:aws:cognito-idp:eu-central-1:000000000000:userpool/${POOL_ID}`,
      },
    ]);
    expect(service.permits(call('InitiateAuth'))).toEqual([]);
  });
});

describe('what is kept', () => {
  test('users, sessions and keys are there after a restart', async () => {
    await newUser('jo@example.net');
    const { access, refresh: token } = await signIn('jo@example.net');
    const keys = service.jwks(POOL_ID);
    // What was not kept would be made anew.
    newKey = undefined;
    await restart();
    expect(service.jwks(POOL_ID)).toEqual(keys);
    await getUser(access);
    await refresh(token);
    await signIn('jo@example.net');
  });

  test('every sign-up that was answered is there after SIGKILL in the midst of many', async () => {
    await stop();
    const script = fileURLToPath(new URL('./cognito-kill.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', script, context.directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let answered = '';
    child.stdout.on('data', (chunk: Buffer) => {
      answered += chunk.toString();
      if (answered.split('\n').length > 20) child.kill('SIGKILL');
    });
    await once(child, 'close');
    await start();
    const whole = answered.slice(0, answered.lastIndexOf('\n')).split('\n');
    expect(whole.length).toBeGreaterThanOrEqual(20);
    for (const Username of whole) {
      const user = await client.send(new cognito.AdminGetUserCommand({ UserPoolId, Username }));
      expect(user.UserStatus).toBe('UNCONFIRMED');
    }
  });
});

test('browsers of any origin may ask beforehand and read answers', async () => {
  const preflight = await fetch(`${served.endpoint}/`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://app.localhost:4000',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-amz-target,x-amz-user-agent',
    },
  });
  expect(preflight.status).toBe(200);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-amz-target');
  const refused = await fetch(`${served.endpoint}/`, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser' },
    body: JSON.stringify({ AccessToken: 'x' }),
  });
  expect(refused.status).toBe(400);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(await refused.json()).toEqual({ __type: 'NotAuthorizedException', message: 'Invalid Access Token' });
});

test('a setting that could not be honoured is an error that names it', async () => {
  const resources = poolResources({});
  const [pool] = resources.pools;
  if (!pool) throw new Error('no pool');
  const strange = { ...pool, properties: { ...pool.properties, LambdaConfig: { DefineAuthChallenge: 'x' } } };
  expect(() => createCognito(context, { ...resources, pools: [strange], invoker: { invoke }, mail })).toThrow(
    /DefineAuthChallenge/,
  );
});
