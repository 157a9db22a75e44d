import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, test } from 'vitest';
import { createCognito } from '#infra/local/services/cognito/service';
import { POOL_ID, poolResources } from './cognito-pool';
import {
  ClientId,
  claims,
  client,
  codeFor,
  context,
  DAY,
  events,
  failing,
  getUser,
  invoke,
  mail,
  newUser,
  now,
  PASSWORD,
  prepareCognito,
  refresh,
  restart,
  served,
  service,
  setNewKey,
  setNow,
  signIn,
  signUp,
  start,
  stop,
  UserPoolId,
} from './cognito-setup';

prepareCognito();

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

  test('creates a user, who is mailed a password and replaces it when they first sign in', async () => {
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
    setNow(now + 8 * DAY);
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
    expect(service.requiredActions(call('AdminGetUser'))).toEqual([
      {
        action: 'cognito-idp:AdminGetUser',
        resource: `arn:aws:cognito-idp:eu-central-1:000000000000:userpool/${POOL_ID}`,
      },
    ]);
    expect(service.requiredActions(call('InitiateAuth'))).toEqual([]);
  });
});

describe('what is kept', () => {
  test('users, sessions and keys are there after a restart', async () => {
    await newUser('jo@example.net');
    const { access, refresh: token } = await signIn('jo@example.net');
    const keys = service.jwks(POOL_ID);
    // What was not kept would be made anew.
    setNewKey(undefined);
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
