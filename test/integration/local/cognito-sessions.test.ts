import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, it } from 'vitest';
import {
  ClientId,
  client,
  failing,
  getUser,
  newUser,
  now,
  PASSWORD,
  prepareCognito,
  refresh,
  restart,
  setNow,
  signIn,
  UserPoolId,
} from './cognito-setup';

prepareCognito();

const EMAIL = 'jo@example.net';
const list = async (AccessToken: string) =>
  (await client.send(new cognito.ListUserSessionsCommand({ AccessToken }))).Sessions ?? [];
const revoked = failing('NotAuthorizedException', 'Access Token has been revoked');

describe('sessions that a pool tracks', () => {
  it('are listed with the one that asks, and one is revoked with its tokens while the others go on', async () => {
    await newUser(EMAIL);
    const [here, there] = [await signIn(EMAIL), await signIn(EMAIL)];
    const sessions = await list(here.access);
    expect(sessions.map(({ SessionType, ClientId: id }) => [SessionType, id])).toEqual(
      Array(2).fill(['TOKEN', ClientId]),
    );
    for (const { SessionId } of sessions) expect(SessionId).toMatch(/^tkn[a-z0-9]{25}$/);
    const [current] = sessions.filter(({ IsCurrentSession }) => IsCurrentSession);
    const [other] = sessions.filter(({ IsCurrentSession }) => !IsCurrentSession);
    await expect(
      client.send(
        new cognito.RevokeUserSessionCommand({ AccessToken: here.access, SessionId: current?.SessionId }),
      ),
    ).rejects.toEqual(failing('InvalidParameterException'));
    await client.send(
      new cognito.RevokeUserSessionCommand({ AccessToken: here.access, SessionId: other?.SessionId }),
    );
    await expect(getUser(there.access)).rejects.toEqual(revoked);
    await expect(refresh(there.refresh)).rejects.toEqual(failing('NotAuthorizedException'));
    await refresh(here.refresh);
    expect(await list(here.access)).toHaveLength(1);
  });

  it('are revoked by an administrator as well, and of one that is gone they are told', async () => {
    const Username = await newUser(EMAIL);
    const { access } = await signIn(EMAIL);
    const { Sessions: [session] = [] } = await client.send(
      new cognito.AdminListUserSessionsCommand({ UserPoolId, Username }),
    );
    expect(session?.IsCurrentSession).toBe(false);
    const revoke = () =>
      client.send(
        new cognito.AdminRevokeUserSessionCommand({ UserPoolId, Username, SessionId: session?.SessionId }),
      );
    await revoke();
    await expect(getUser(access)).rejects.toEqual(revoked);
    await expect(revoke()).rejects.toEqual(failing('ResourceNotFoundException'));
  });

  it('are at most so many: the next sign-in ends the one that was used longest ago', async () => {
    await newUser(EMAIL);
    const first = await signIn(EMAIL);
    setNow(now + 1_000);
    const second = await signIn(EMAIL);
    setNow(now + 1_000);
    await refresh(first.refresh);
    await signIn(EMAIL);
    setNow(now + 1_000);
    await signIn(EMAIL);
    await expect(getUser(second.access)).rejects.toEqual(revoked);
    await getUser(first.access);
  });

  it('are none where it tracks them not', async () => {
    await restart({ sessions: 0 });
    await newUser(EMAIL);
    const { access } = await signIn(EMAIL);
    await expect(list(access)).rejects.toEqual(failing('OperationNotEnabledException'));
  });
});

describe('a sign-in that IAM permits', () => {
  it('takes the password itself, and only a right one', async () => {
    const Username = await newUser(EMAIL);
    const ask = (password: string) =>
      client.send(
        new cognito.AdminInitiateAuthCommand({
          UserPoolId,
          ClientId,
          AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: Username, PASSWORD: password },
        }),
      );
    await expect(ask('Wrong-horse-1')).rejects.toEqual(failing('NotAuthorizedException'));
    const { AuthenticationResult } = await ask(PASSWORD);
    await getUser(AuthenticationResult?.AccessToken ?? '');
  });
});
