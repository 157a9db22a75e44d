import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { ACCOUNT_HEADER } from '#contract/base/headers';
import { ROUTES, type RouteName } from '#contract/routes';
import type { CloudAddress } from './cloud';
import { codeIn, newestMail } from './inbox';
import { type Answer, request } from './request';
import { signInBySrp } from './srp-client';

export const PASSWORD = 'Correct-horse-9';

export interface CallOptions {
  /** Values of the route's `{…}`. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the API by the names of its routes. */
export interface ApiClient {
  readonly token: string | undefined;
  /** Whatever it answers. */
  send(route: RouteName, options?: CallOptions): Promise<Answer>;
  /** The body of an answer that has the route's own status; any other throws. */
  call<T = unknown>(route: RouteName, options?: CallOptions): Promise<T>;
}

export interface TestUser extends ApiClient {
  readonly email: string;
  readonly username: string;
  readonly userId: string;
  readonly accountId: string;
  readonly accessToken: string;
}

/** A client that shows this token, or none. `account` is the account it acts for. */
export function apiClient(
  cloud: CloudAddress,
  token?: string,
  defaults: { readonly account?: string; readonly origin?: string; readonly from?: string } = {},
): ApiClient {
  const send: ApiClient['send'] = (name, { path = {}, query, body, headers } = {}) => {
    const route = ROUTES[name];
    const filled = route.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(path[key] ?? ''),
    );
    const search = query ? `?${new URLSearchParams(query)}` : '';
    return request(`${cloud.addresses.app}${filled}${search}`, {
      method: route.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(defaults.account && { [ACCOUNT_HEADER]: defaults.account }),
        ...(defaults.origin && { origin: defaults.origin }),
        ...headers,
      },
      ...(body && { body }),
      ...(defaults.from && { from: defaults.from }),
    });
  };
  return {
    token,
    send,
    async call<T>(name: RouteName, options?: CallOptions): Promise<T> {
      const answer = await send(name, options);
      if (answer.status !== ROUTES[name].status) {
        throw new Error(
          [`${name} answered ${answer.status}: ${answer.text()}`, ...errorsOf(cloud)].join('\n'),
        );
      }
      return (answer.body.length > 0 ? answer.json() : undefined) as T;
    },
  };
}

/** What a cloud of this process logged last as errors: why a call failed is nowhere else, and its state goes with the test. */
function errorsOf(cloud: CloudAddress & { readonly log?: readonly string[] }): readonly string[] {
  return (cloud.log ?? []).filter((line) => line.includes('"ERROR"')).slice(-3);
}

/** Signs a person up as the browser does, confirms by the mail that arrives, signs in, and makes the profile. */
export async function newUser(
  cloud: CloudAddress,
  options: { readonly email?: string; readonly name?: string; readonly language?: 'en' | 'de' } = {},
): Promise<TestUser> {
  const { email = `${crypto.randomUUID()}@example.net`, name = 'Jo Example', language = 'en' } = options;
  const username = crypto.randomUUID();
  const client = cognitoClient(cloud);
  try {
    await client.send(
      new SignUpCommand({
        ClientId: cloud.userPoolClientId,
        Username: username,
        Password: PASSWORD,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'name', Value: name },
          { Name: 'locale', Value: language },
        ],
      }),
    );
    await client.send(
      new ConfirmSignUpCommand({
        ClientId: cloud.userPoolClientId,
        Username: username,
        ConfirmationCode: codeIn(await newestMail(cloud, email)),
      }),
    );
  } finally {
    client.destroy();
  }
  const { accessToken, userId } = await signIn(cloud, email);
  const api = apiClient(cloud, accessToken);
  await api.call('createProfile', { body: { userId, fullName: name, language } });
  const me = await api.call<{ accounts: { id: string }[] }>('getMe');
  return { ...api, email, username, userId, accountId: me.accounts[0]?.id ?? '', accessToken };
}

export async function signIn(
  cloud: CloudAddress,
  login: string,
  password = PASSWORD,
): Promise<{ accessToken: string; idToken: string; refreshToken: string; userId: string }> {
  const client = cognitoClient(cloud);
  try {
    const tokens = await signInBySrp(client, {
      clientId: cloud.userPoolClientId,
      poolId: cloud.userPoolId,
      login,
      password,
    });
    const { AccessToken = '', IdToken = '', RefreshToken = '' } = tokens ?? {};
    const claims = JSON.parse(Buffer.from(AccessToken.split('.')[1] ?? '', 'base64url').toString()) as {
      sub: string;
    };
    return { accessToken: AccessToken, idToken: IdToken, refreshToken: RefreshToken, userId: claims.sub };
  } finally {
    client.destroy();
  }
}

/** Shows that the session is the person's own, as the browser does where it is asked for. */
export function prove(api: ApiClient, code?: string): Promise<void> {
  return api.call('proveIdentity', { body: { password: PASSWORD, ...(code && { code }) } });
}

/** Renews the tokens of a session; throws once it has ended. */
export async function refresh(cloud: CloudAddress, refreshToken: string): Promise<void> {
  const client = cognitoClient(cloud);
  try {
    await client.send(
      new InitiateAuthCommand({
        ClientId: cloud.userPoolClientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: refreshToken },
      }),
    );
  } finally {
    client.destroy();
  }
}

/** As a browser calls it: unsigned. */
export function cognitoClient(cloud: CloudAddress): CognitoIdentityProviderClient {
  return new CognitoIdentityProviderClient({
    endpoint: cloud.addresses.aws,
    region: cloud.region,
    credentials: { accessKeyId: '', secretAccessKey: '' },
    signer: { sign: async (unsigned) => unsigned },
    maxAttempts: 1,
  });
}
