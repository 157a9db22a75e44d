import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import {
  confirmSignIn,
  fetchMFAPreference,
  setUpTOTP,
  signIn as signInByAmplify,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { describe, expect, it } from 'vitest';
import { shownStep } from '#infra/local/services/cognito/totp';
import { totpCode } from '#test/helpers/totp';
import {
  ClientId,
  client,
  failing,
  getUser,
  MINUTE,
  newUser,
  now,
  other,
  PASSWORD,
  prepareCognito,
  restart,
  served,
  setNow,
  signIn,
  UserPoolId,
} from './cognito-setup';

prepareCognito();

const STEP = 30_000;
const EMAIL = 'jo@example.net';

/** A user whose sign-in takes a code; the time goes on, so that the code of the set-up is not the next one. */
async function withFactor(): Promise<{ readonly username: string; readonly secret: string }> {
  const username = await newUser(EMAIL);
  const { access: AccessToken } = await signIn(EMAIL);
  const { SecretCode: secret = '' } = await client.send(
    new cognito.AssociateSoftwareTokenCommand({ AccessToken }),
  );
  await client.send(new cognito.VerifySoftwareTokenCommand({ AccessToken, UserCode: totpCode(secret, now) }));
  await client.send(
    new cognito.SetUserMFAPreferenceCommand({
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    }),
  );
  setNow(now + 2 * STEP);
  return { username, secret };
}

const challenge = () =>
  client.send(
    new cognito.InitiateAuthCommand({
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: EMAIL, PASSWORD },
    }),
  );

const answer = (Session: string | undefined, code: string) =>
  client.send(
    new cognito.RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: EMAIL, SOFTWARE_TOKEN_MFA_CODE: code },
    }),
  );

describe('codes of an authenticator app', () => {
  it('are those of RFC 6238', () => {
    // Appendix B, of the seed 12345678901234567890: the last six of eight digits.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const vectors = [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ] as const;
    for (const [seconds, code] of vectors) {
      expect(shownStep(secret, code, { now: seconds * 1_000 })).toBe(Math.floor(seconds / 30));
      expect(totpCode(secret, seconds * 1_000)).toBe(code);
    }
  });

  it('are taken a step before and after their time, no more', async () => {
    const { secret } = await withFactor();
    for (const [steps, isTaken] of [
      [-2, false],
      [2, false],
      [-1, true],
      [1, true],
    ] as const) {
      const { Session, ChallengeName } = await challenge();
      expect(ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
      const shown = answer(Session, totpCode(secret, now + steps * STEP));
      if (isTaken) expect((await shown).AuthenticationResult?.AccessToken).toBeTruthy();
      else await expect(shown).rejects.toEqual(failing('CodeMismatchException'));
    }
  });

  it('are taken once', async () => {
    const { secret } = await withFactor();
    const code = totpCode(secret, now);
    await answer((await challenge()).Session, code);
    await expect(answer((await challenge()).Session, code)).rejects.toEqual(failing('ExpiredCodeException'));
    await expect(answer((await challenge()).Session, totpCode(secret, now - STEP))).rejects.toEqual(
      failing('ExpiredCodeException'),
    );
  });

  it('end the sign-in after five wrong ones, and lock: a right password gives no new tries', async () => {
    const { secret } = await withFactor();
    const { Session } = await challenge();
    const wrong = other(totpCode(secret, now));
    for (let index = 0; index < 5; index++)
      await expect(answer(Session, wrong)).rejects.toEqual(failing('CodeMismatchException'));
    await expect(answer(Session, totpCode(secret, now))).rejects.toEqual(
      failing('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
    );
    const again = await challenge();
    await expect(answer(again.Session, totpCode(secret, now))).rejects.toEqual(
      failing('NotAuthorizedException', 'Code attempts exceeded'),
    );
    setNow(now + 2_000);
    expect((await answer(again.Session, totpCode(secret, now))).AuthenticationResult).toBeDefined();
  });

  it('are asked for three minutes, by the client that began', async () => {
    const { secret } = await withFactor();
    const { Session } = await challenge();
    setNow(now + 3 * MINUTE);
    await expect(answer(Session, totpCode(secret, now))).rejects.toEqual(failing('NotAuthorizedException'));
    await expect(answer('made-up', totpCode(secret, now))).rejects.toEqual(failing('NotAuthorizedException'));
  });

  it('are kept over a restart', async () => {
    const { secret } = await withFactor();
    await restart();
    expect(
      (await answer((await challenge()).Session, totpCode(secret, now))).AuthenticationResult,
    ).toBeDefined();
  });
});

describe('setting it up', () => {
  it('asks for no code before one was shown and it was turned on', async () => {
    await newUser(EMAIL);
    const { access: AccessToken } = await signIn(EMAIL);
    const turnOn = () =>
      client.send(
        new cognito.SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } }),
      );
    await expect(turnOn()).rejects.toEqual(failing('InvalidParameterException'));
    const { SecretCode: secret = '' } = await client.send(
      new cognito.AssociateSoftwareTokenCommand({ AccessToken }),
    );
    expect(secret).toMatch(/^[A-Z2-7]{52}$/);
    await expect(turnOn()).rejects.toEqual(failing('InvalidParameterException'));
    await expect(
      client.send(
        new cognito.VerifySoftwareTokenCommand({ AccessToken, UserCode: other(totpCode(secret, now)) }),
      ),
    ).rejects.toEqual(failing('EnableSoftwareTokenMFAException'));
    await client.send(
      new cognito.VerifySoftwareTokenCommand({ AccessToken, UserCode: totpCode(secret, now) }),
    );
    expect((await getUser(AccessToken)).UserMFASettingList).toBeUndefined();
    expect((await challenge()).AuthenticationResult).toBeDefined();
    await turnOn();
    expect((await getUser(AccessToken)).UserMFASettingList).toEqual(['SOFTWARE_TOKEN_MFA']);
    expect((await challenge()).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  });

  it('leaves the app that counts until a code of the new one was shown', async () => {
    const { secret, username } = await withFactor();
    const { AuthenticationResult } = await answer((await challenge()).Session, totpCode(secret, now));
    const AccessToken = AuthenticationResult?.AccessToken;
    const { SecretCode: newer = '' } = await client.send(
      new cognito.AssociateSoftwareTokenCommand({ AccessToken }),
    );
    setNow(now + 2 * STEP);
    await answer((await challenge()).Session, totpCode(secret, now));
    await client.send(
      new cognito.VerifySoftwareTokenCommand({ AccessToken, UserCode: totpCode(newer, now) }),
    );
    setNow(now + 2 * STEP);
    const { Session } = await challenge();
    await expect(answer(Session, totpCode(secret, now))).rejects.toEqual(failing('CodeMismatchException'));
    await answer(Session, totpCode(newer, now));
    expect(username).toBeTruthy();
  });

  it('is taken away by an administrator, with the app: turning on again takes a new one', async () => {
    const { username } = await withFactor();
    const admin = { UserPoolId, Username: username };
    expect((await client.send(new cognito.AdminGetUserCommand(admin))).UserMFASettingList).toEqual([
      'SOFTWARE_TOKEN_MFA',
    ]);
    await client.send(new cognito.AdminDeleteSoftwareTokenCommand(admin));
    await client.send(new cognito.AdminDeleteSoftwareTokenCommand(admin));
    expect((await client.send(new cognito.AdminGetUserCommand(admin))).UserMFASettingList).toBeUndefined();
    expect((await challenge()).AuthenticationResult).toBeDefined();
    await expect(
      client.send(
        new cognito.AdminSetUserMFAPreferenceCommand({
          ...admin,
          SoftwareTokenMfaSettings: { Enabled: true },
        }),
      ),
    ).rejects.toEqual(failing('InvalidParameterException'));
  });

  it('is refused by a pool without it, and for factors that the pool has not', async () => {
    await newUser(EMAIL);
    const { access: AccessToken } = await signIn(EMAIL);
    await expect(
      client.send(
        new cognito.SetUserMFAPreferenceCommand({ AccessToken, SMSMfaSettings: { Enabled: true } }),
      ),
    ).rejects.toEqual(failing('InvalidParameterException'));
    await restart({ mfa: false });
    await expect(client.send(new cognito.AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toEqual(
      failing('SoftwareTokenMFANotFoundException'),
    );
  });
});

it('Amplify sets it up, signs in with a code, and turns it off', async () => {
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId: UserPoolId, userPoolClientId: ClientId, userPoolEndpoint: served.endpoint },
    },
  });
  await newUser(EMAIL);
  await signInByAmplify({ username: EMAIL, password: PASSWORD });
  const { sharedSecret: secret } = await setUpTOTP();
  await verifyTOTPSetup({ code: totpCode(secret, now) });
  await updateMFAPreference({ totp: 'PREFERRED' });
  expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' });
  await signOut();
  setNow(now + 2 * STEP);
  const { nextStep } = await signInByAmplify({ username: EMAIL, password: PASSWORD });
  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
  await expect(confirmSignIn({ challengeResponse: other(totpCode(secret, now)) })).rejects.toMatchObject({
    name: 'CodeMismatchException',
  });
  expect((await confirmSignIn({ challengeResponse: totpCode(secret, now) })).isSignedIn).toBe(true);
  await updateMFAPreference({ totp: 'DISABLED' });
  await signOut();
  expect((await signInByAmplify({ username: EMAIL, password: PASSWORD })).isSignedIn).toBe(true);
  await signOut();
});
