import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { Attribute, asList, readable, readChanges } from '../attributes';
import { aliasExists, invalidParameter, notAuthorized, userNotFound } from '../error';
import { requireGoodPassword } from '../passwords';
import type { Pool } from '../pool';
import type { User } from '../users';
import { Metadata, type Operation, Password, signed, Username } from './operation';
import { changeAttributes } from './own-account';
import { describeFactors } from './second-factor';
import { askPreSignUp, confirm, readUsername, usernameExists } from './sign-up';

const UserPoolId = z.string();
const OfUser = z.object({ UserPoolId, Username });
/** What triggers are told when no app client is part of a call. */
const NO_CLIENT = 'CLIENT_ID_NOT_APPLICABLE';
const DAY = 24 * 60 * 60 * 1_000;

export const ADMINISTRATION: Readonly<Record<string, Operation>> = {
  AdminGetUser: signed(OfUser, async (pool, input) => {
    const user = existing(pool, input.Username);
    const { Attributes, ...rest } = describe(user);
    return { ...rest, UserAttributes: Attributes, ...describeFactors(pool, user) };
  }),

  /** Makes a user with a temporary password, which they are mailed and replace when they first sign in. */
  AdminCreateUser: signed(
    OfUser.extend({
      UserAttributes: z.array(Attribute).default([]),
      TemporaryPassword: Password.optional(),
      MessageAction: z.literal('SUPPRESS').optional(),
      DesiredDeliveryMediums: z.array(z.literal('EMAIL')).default(['EMAIL']),
      ClientMetadata: Metadata,
    }),
    async (pool, input) => {
      const password = input.TemporaryPassword ?? temporaryPassword();
      requireGoodPassword(password, pool.settings.password);
      const { username, implied } = readUsername(pool, input.Username);
      const given = readChanges([...implied, ...input.UserAttributes], pool.settings);
      const attributes = { ...('email' in given && { email_verified: 'false' }), ...given };
      await askPreSignUp(pool, 'PreSignUp_AdminCreateUser', {
        clientId: NO_CLIENT,
        subject: { username, attributes },
        clientMetadata: input.ClientMetadata,
      });
      if (pool.users.byUsername(username)) throw usernameExists();
      const now = pool.now();
      const user: User = {
        poolId: pool.settings.id,
        username,
        sub: randomUUID(),
        attributes,
        pendingAttributes: {},
        status: 'FORCE_CHANGE_PASSWORD',
        temporaryUntil: now + pool.settings.password.temporaryDays * DAY,
        enabled: true,
        createdAt: now,
        updatedAt: now,
        password: pool.passwordOf(username, password),
        codes: {},
        codesSent: [],
        codesMissed: [],
      };
      if (attributes.email_verified === 'true' && pool.users.rival(user, 'email')) throw aliasExists('email');
      pool.users.add(user);
      if (input.MessageAction !== 'SUPPRESS') {
        await pool.codes.invite(user, password, {
          clientId: NO_CLIENT,
          clientMetadata: input.ClientMetadata,
        });
      }
      return { User: describe(user) };
    },
  ),

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

/** Of each kind that a policy may ask for. */
function temporaryPassword(): string {
  return `${randomBytes(6).toString('hex')}-Aa1`;
}

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
