import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from 'vitest';
import { CLIENT_ID, POOL_ID } from './cognito-pool';
import {
  ClientId,
  claims,
  client,
  codeFor,
  confirm,
  DAY,
  events,
  failing,
  MINUTE,
  mail,
  newUser,
  now,
  other,
  PASSWORD,
  prepareCognito,
  restart,
  setNow,
  signIn,
  signUp,
  triggers,
  UserPoolId,
} from './cognito-setup';

prepareCognito();

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
    setNow(now + DAY + 1);
    await expect(confirm(username, old)).rejects.toEqual(failing('ExpiredCodeException'));
    await client.send(new cognito.ResendConfirmationCodeCommand({ ClientId, Username: username }));
    const fresh = codeFor('jo@example.net');
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(confirm(username, other(fresh))).rejects.toEqual(failing('CodeMismatchException'));
    }
    await expect(confirm(username, fresh)).rejects.toEqual(failing('LimitExceededException'));
    setNow(now + 15 * MINUTE + 1);
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

  test('PostConfirmation is told once, when the user is confirmed and their address verified', async () => {
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
