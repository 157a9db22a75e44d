import * as z from 'zod';
import { Attribute, asList, readable, readChanges } from '../attributes';
import { invalidParameter, notAuthorized, userNotFound } from '../error';
import { requireGoodPassword } from '../passwords';
import type { Pool } from '../pool';
import type { User } from '../users';
import { Metadata, type Operation, Password, signed, Username } from './operation';
import { changeAttributes } from './own-account';
import { confirm } from './sign-up';

const UserPoolId = z.string();
const OfUser = z.object({ UserPoolId, Username });
/** What triggers are told when no app client is part of a call. */
const NO_CLIENT = 'CLIENT_ID_NOT_APPLICABLE';

export const ADMINISTRATION: Readonly<Record<string, Operation>> = {
  AdminGetUser: signed(OfUser, async (pool, input) => {
    const { Attributes, ...rest } = describe(existing(pool, input.Username));
    return { ...rest, UserAttributes: Attributes };
  }),

  AdminUpdateUserAttributes: signed(
    OfUser.extend({ UserAttributes: z.array(Attribute), ClientMetadata: Metadata }),
    async (pool, input) => {
      const user = existing(pool, input.Username);
      const changes = readChanges(input.UserAttributes, pool.settings);
      await changeAttributes(pool, user, changes, NO_CLIENT, input.ClientMetadata);
      return {};
    },
  ),

  AdminDisableUser: signed(OfUser, async (pool, input) => {
    const { username } = existing(pool, input.Username);
    pool.users.update(username, () => ({ enabled: false }));
    pool.sessions.endAll(username);
    return {};
  }),

  AdminEnableUser: signed(OfUser, async (pool, input) => {
    pool.users.update(existing(pool, input.Username).username, () => ({ enabled: true }));
    return {};
  }),

  AdminUserGlobalSignOut: signed(OfUser, async (pool, input) => {
    pool.sessions.endAll(existing(pool, input.Username).username);
    return {};
  }),

  AdminDeleteUser: signed(OfUser, async (pool, input) => {
    const { username } = existing(pool, input.Username);
    pool.sessions.endAll(username);
    pool.users.remove(username);
    return {};
  }),

  /** Confirms without a code, which verifies no address. */
  AdminConfirmSignUp: signed(OfUser.extend({ ClientMetadata: Metadata }), async (pool, input) => {
    const user = existing(pool, input.Username);
    if (user.status === 'CONFIRMED') {
      throw notAuthorized('User cannot be confirmed. Current status is CONFIRMED');
    }
    await confirm(pool, user, NO_CLIENT, { verifyEmail: false, metadata: input.ClientMetadata });
    return {};
  }),

  AdminSetUserPassword: signed(
    OfUser.extend({ Password, Permanent: z.literal(true) }),
    async (pool, input) => {
      const { username } = existing(pool, input.Username);
      requireGoodPassword(input.Password, pool.settings.password);
      pool.users.update(username, () => ({
        password: pool.passwordOf(username, input.Password),
        status: 'CONFIRMED',
      }));
      return {};
    },
  ),

  ListUsers: signed(
    z.object({
      UserPoolId,
      AttributesToGet: z.array(z.string()).optional(),
      Limit: z.number().int().min(0).max(60).default(60),
      PaginationToken: z.string().optional(),
      Filter: z.string().max(256).optional(),
    }),
    async (pool, input) => {
      const wanted = readFilter(input.Filter);
      const after = input.PaginationToken && Buffer.from(input.PaginationToken, 'base64url').toString();
      const users = pool.users
        .all()
        .filter((user) => wanted(user) && (!after || user.username > after))
        .sort((left, right) => (left.username < right.username ? -1 : 1));
      const page = users.slice(0, input.Limit || 60);
      const last = users.length > page.length ? page.at(-1) : undefined;
      return {
        Users: page.map((user) => {
          const described = describe(user);
          const { AttributesToGet: names } = input;
          return names
            ? { ...described, Attributes: described.Attributes.filter(({ Name }) => names.includes(Name)) }
            : described;
        }),
        ...(last && { PaginationToken: Buffer.from(last.username).toString('base64url') }),
      };
    },
  ),
};

function existing(pool: Pool, login: string): User {
  const user = pool.users.find(login);
  if (!user) throw userNotFound();
  return user;
}

function describe(user: User) {
  return {
    Username: user.username,
    Attributes: asList(readable(user, undefined)),
    UserCreateDate: user.createdAt / 1_000,
    UserLastModifiedDate: user.updatedAt / 1_000,
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

/** `attribute = "value"`, or `^=` for a beginning; AWS searches these attributes only. */
function readFilter(filter: string | undefined): (user: User) => boolean {
  if (!filter) return () => true;
  const [, name = '', operator, quoted = ''] =
    /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  const read = SEARCHABLE[name];
  if (!operator || !read) throw invalidParameter('Error while parsing filter.');
  const value = quoted.replaceAll(/\\(.)/g, '$1').toLowerCase();
  return (user) => {
    const own = read(user)?.toLowerCase();
    return own !== undefined && (operator === '=' ? own === value : own.startsWith(value));
  };
}

const SEARCHABLE: Readonly<Record<string, (user: User) => string | undefined>> = {
  username: (user) => user.username,
  sub: (user) => user.sub,
  status: (user) => (user.enabled ? 'enabled' : 'disabled'),
  'cognito:user_status': (user) => user.status,
  email: (user) => user.attributes.email,
  phone_number: (user) => user.attributes.phone_number,
  name: (user) => user.attributes.name,
  given_name: (user) => user.attributes.given_name,
  family_name: (user) => user.attributes.family_name,
  preferred_username: (user) => user.attributes.preferred_username,
};
