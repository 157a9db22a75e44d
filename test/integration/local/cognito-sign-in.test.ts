import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import type { Jwks } from 'aws-jwt-verify/jwk';
import { describe, expect, test } from 'vitest';
import { CLIENT_ID, POOL_ID } from './cognito-pool';
import {
  ClientId,
  claims,
  client,
  codeFor,
  confirm,
  DAY,
  failing,
  getUser,
  HOUR,
  MINUTE,
  mail,
  newUser,
  now,
  other,
  PASSWORD,
  prepareCognito,
  refresh,
  restart,
  served,
  setNow,
  signIn,
  tokensOf,
} from './cognito-setup';

prepareCognito();

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
    setNow(now + 1_000);
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
    setNow(now + 5_000);
    await refresh(first.refresh);
    setNow(now + 10_000);
    await expect(refresh(first.refresh)).rejects.toEqual(failing('RefreshTokenReuseException'));
    await refresh(second.refresh);
    setNow(now + 30 * DAY);
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
    setNow(now + 15 * MINUTE + 1_000);
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

  test('is replaced by the reader of the mail, once, within an hour', async () => {
    await newUser('jo@example.net');
    await forgot('jo@example.net');
    setNow(now + HOUR + 1);
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

  test('does not tell whether an address has an account', async () => {
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
    setNow(now + HOUR + 1);
    await forgot('jo@example.net');
  });
});
