import { describe, expect, it } from 'vitest';
import type { RouteName } from '#contract/routes';
import { NEEDS_FRESH_PROOF } from '#contract/routes/fresh-proof';
import { TOKEN_OPERATIONS } from '#infra/constructs/user-pool-firewall';
import { sharedCloud } from '#test/helpers/cloud';
import { request } from '#test/helpers/request';
import { totpCode } from '#test/helpers/totp';
import { apiClient, newUser, PASSWORD, prove, refresh, signIn, type TestUser } from '#test/helpers/users';
import { inputFor, ok, refused } from '../responses';
import { join, operatorTable } from '../table';

const cloud = sharedCloud();
/** Tests may be in a second for which a code was shown. */
const STEP = 30_000;

/** As whoever has only the access token calls it. */
const askCognito = (accessToken: string, operation: string, input: object = {}) =>
  request(`${cloud.addresses.aws}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ AccessToken: accessToken, ...input }),
  });

const another = async (user: TestUser) => {
  const tokens = await signIn(cloud, user.email);
  return { ...tokens, api: apiClient(cloud, tokens.accessToken) };
};

describe('an access token alone', () => {
  it('does nothing that can not be undone, though the person signed in a moment ago', async () => {
    const thief = await newUser(cloud);
    for (const name of NEEDS_FRESH_PROOF as ReadonlySet<RouteName>)
      await refused(
        thief,
        name,
        'auth.proof_needed',
        inputFor(name, thief.userId, { botId: '', documentId: '' }),
      );
    expect(await ok(thief, 'getSecurity')).toEqual({ secondFactor: false, recoveryCodesLeft: 0 });
    expect((await ok(thief, 'listApiKeys')).items).toEqual([]);
    expect(await ok(thief, 'getAccountDeletion')).toEqual({ deletion: null });
  });

  it('makes nobody an administrator of the account, and invites others as before', async () => {
    const [thief, member] = [await newUser(cloud), await newUser(cloud)];
    const table = operatorTable(cloud);
    await join(cloud, thief, 'member', member);
    await table.set({ pk: `ACCOUNT#${thief.accountId}`, sk: 'ACCOUNT' }, 'plan', 'professional');
    const path = { memberId: member.userId };
    const invitation = (role: string) => ({ body: { email: `${role}-${thief.username}@example.net`, role } });
    await refused(thief, 'inviteMember', 'auth.proof_needed', invitation('admin'));
    await refused(thief, 'updateMember', 'auth.proof_needed', { path, body: { role: 'admin' } });
    await ok(thief, 'inviteMember', invitation('member'));
    await ok(thief, 'updateMember', { path, body: { role: 'viewer' } });
    await prove(thief);
    expect(await ok(thief, 'inviteMember', invitation('admin'))).toMatchObject({ role: 'admin' });
    expect(await ok(thief, 'updateMember', { path, body: { role: 'admin' } })).toMatchObject({
      role: 'admin',
    });
  });

  it('changes nothing with Cognito itself', async () => {
    const user = await newUser(cloud);
    const closed = Object.entries(TOKEN_OPERATIONS).flatMap(([operation, opening]) =>
      opening === 'anybody' ? [] : [operation],
    );
    for (const operation of closed) {
      const { status, text } = await askCognito(user.accessToken, operation, {
        SoftwareTokenMfaSettings: { Enabled: false },
        UserAttributes: [{ Name: 'email', Value: 'thief@example.net' }],
      });
      // What is not served here at all is no way in either.
      expect([operation, status, text()]).toEqual([
        operation,
        400,
        expect.stringMatching(/ForbiddenException|AccessDeniedException/),
      ]);
    }
    expect((await askCognito(user.accessToken, 'DeleteUser')).text()).toContain('ForbiddenException');
    expect((await askCognito(user.accessToken, 'GetUser')).status).toBe(200);
    await signIn(cloud, user.email);
  });
});

describe('a proof', () => {
  it('is the password, which is wrong or right, and of this session alone', async () => {
    const user = await newUser(cloud);
    const here = await another(user);
    await refused(here.api, 'proveIdentity', 'security.password_wrong', {
      body: { password: 'Wrong-horse-1' },
    });
    await refused(here.api, 'beginSecondFactor', 'auth.proof_needed');
    await prove(here.api);
    await ok(here.api, 'beginSecondFactor');
    await refused(user, 'beginSecondFactor', 'auth.proof_needed');
    // It left no session behind that could be renewed.
    await refresh(cloud, here.refreshToken);
    expect(JSON.parse((await askCognito(user.accessToken, 'GetUser')).text()).Username).toBe(user.username);
  });

  it('is the second factor as well where one is on, which the password alone does not turn off', async () => {
    const user = await newUser(cloud);
    await prove(user);
    const { secret } = await ok(user, 'beginSecondFactor');
    const { codes } = await ok(user, 'turnOnSecondFactor', { body: { code: totpCode(secret) } });
    expect(codes).toHaveLength(10);
    await refused(user, 'proveIdentity', 'security.code_needed', { body: { password: PASSWORD } });
    // That of the set-up was taken.
    const code = totpCode(secret, Date.now() + STEP);
    await refused(user, 'proveIdentity', 'security.code_wrong', {
      body: { password: PASSWORD, code: code === '000000' ? '111111' : '000000' },
    });
    await prove(user, code);
    await refused(user, 'proveIdentity', 'security.code_wrong', { body: { password: PASSWORD, code } });
  });

  it('is tried a few times only', async () => {
    const user = await newUser(cloud);
    const statuses: number[] = [];
    for (let index = 0; index < 11; index++)
      statuses.push((await user.send('proveIdentity', { body: { password: PASSWORD } })).status);
    expect(statuses).toEqual([...Array(10).fill(204), 429]);
  });
});
