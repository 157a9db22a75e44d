import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { Attribute, readNewAttributes } from '../attributes';
import { spent } from '../codes';
import {
  aliasExists,
  CognitoError,
  codeExpired,
  invalidParameter,
  notAuthorized,
  userNotFound,
} from '../error';
import { requireGoodPassword } from '../passwords';
import type { Pool } from '../pool';
import { subjectOf, type TriggerSubject } from '../triggers';
import type { User } from '../users';
import { Metadata, type Operation, open, Password, Username } from './operation';

const PreSignUp = z.object({
  autoConfirmUser: z.boolean().default(false),
  autoVerifyEmail: z.boolean().default(false),
  autoVerifyPhone: z.boolean().default(false),
});

export const usernameExists = () => new CognitoError('UsernameExistsException', 'User already exists');

export const SIGN_UP: Readonly<Record<string, Operation>> = {
  SignUp: open(
    z.object({
      ClientId: z.string(),
      Username,
      Password,
      UserAttributes: z.array(Attribute).default([]),
      ValidationData: z.array(Attribute).nullish(),
      ClientMetadata: Metadata,
    }),
    async (directory, input) => {
      const { pool, client } = directory.client(input.ClientId);
      if (pool.settings.adminCreatesOnly) throw notAuthorized('SignUp is not permitted for this user pool');
      requireGoodPassword(input.Password, pool.settings.password);
      const { username, implied } = readUsername(pool, input.Username);
      const attributes = readNewAttributes([...implied, ...input.UserAttributes], pool.settings, client);
      const requireFree = () => {
        if (pool.users.byUsername(username) || (implied.length > 0 && pool.users.find(input.Username))) {
          throw usernameExists();
        }
      };
      requireFree();

      const decision = await askPreSignUp(pool, 'PreSignUp_SignUp', {
        clientId: client.id,
        subject: { username, attributes },
        clientMetadata: input.ClientMetadata,
        validationData: input.ValidationData ?? undefined,
      });

      // Another sign-up may have taken the name while the trigger ran.
      requireFree();
      const now = pool.now();
      const user: User = {
        poolId: pool.settings.id,
        username,
        sub: randomUUID(),
        attributes: {
          ...attributes,
          ...('email' in attributes && { email_verified: String(decision.autoVerifyEmail) }),
        },
        pendingAttributes: {},
        status: 'UNCONFIRMED',
        enabled: true,
        createdAt: now,
        updatedAt: now,
        password: pool.passwordOf(username, input.Password),
        codes: {},
        codesSent: [],
        codesMissed: [],
      };
      pool.users.add(user);
      if (decision.autoConfirmUser) {
        await confirm(pool, user, client.id, {
          verifyEmail: decision.autoVerifyEmail,
          metadata: input.ClientMetadata,
        });
        return { UserConfirmed: true, UserSub: user.sub };
      }
      if (!pool.settings.autoVerified.includes('email') || !user.attributes.email) {
        return { UserConfirmed: false, UserSub: user.sub };
      }
      const delivery = await pool.codes.send(user, {
        purpose: 'sign-up',
        trigger: 'SignUp',
        clientId: client.id,
        clientMetadata: input.ClientMetadata,
      });
      return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails: delivery };
    },
  ),

  ConfirmSignUp: open(
    z.object({
      ClientId: z.string(),
      Username,
      ConfirmationCode: z.string().min(1).max(2_048),
      ForceAliasCreation: z.boolean().default(false),
      ClientMetadata: Metadata,
    }),
    async (directory, input) => {
      const { pool, client } = directory.client(input.ClientId);
      const user = pool.users.find(input.Username);
      if (!user) throw client.hidesUserExistence ? codeExpired() : userNotFound();
      if (!user.enabled) throw notAuthorized('User is disabled.');
      if (user.status === 'CONFIRMED') {
        throw notAuthorized('User cannot be confirmed. Current status is CONFIRMED');
      }
      // Only who holds the code, and so the mailbox, learns that its address has an account.
      pool.codes.check(user, 'sign-up', input.ConfirmationCode);
      if (pool.users.rival(user, 'email') && !input.ForceAliasCreation) throw aliasExists('email');
      await confirm(pool, user, client.id, { verifyEmail: true, metadata: input.ClientMetadata });
      return {};
    },
  ),

  ResendConfirmationCode: open(
    z.object({ ClientId: z.string(), Username, ClientMetadata: Metadata }),
    async (directory, input) => {
      const { pool, client } = directory.client(input.ClientId);
      const user = pool.users.find(input.Username);
      if (!user) {
        if (!client.hidesUserExistence) throw userNotFound();
        return { CodeDeliveryDetails: pool.codes.pretend(input.Username) };
      }
      if (user.status === 'CONFIRMED') throw invalidParameter('User is already confirmed.');
      const delivery = await pool.codes.send(user, {
        purpose: 'sign-up',
        trigger: 'ResendCode',
        clientId: client.id,
        clientMetadata: input.ClientMetadata,
      });
      return { CodeDeliveryDetails: delivery };
    },
  ),
};

/** Asks the trigger whether this user may be. */
export function askPreSignUp(
  pool: Pool,
  source: 'PreSignUp_SignUp' | 'PreSignUp_AdminCreateUser',
  asked: {
    readonly clientId: string;
    readonly subject: TriggerSubject;
    readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
    readonly validationData?: readonly Attribute[] | undefined;
  },
): Promise<z.infer<typeof PreSignUp>> {
  const { validationData, ...call } = asked;
  return pool.trigger<z.infer<typeof PreSignUp>>({
    ...call,
    name: 'PreSignUp',
    source,
    request: {
      validationData: validationData
        ? Object.fromEntries(validationData.map(({ Name, Value }) => [Name, Value]))
        : null,
    },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    answer: PreSignUp,
  });
}

/** Makes a user confirmed, and owner of their address when it is verified by that, then tells the trigger. */
export async function confirm(
  pool: Pool,
  user: User,
  clientId: string,
  options: {
    readonly verifyEmail: boolean;
    readonly metadata?: Readonly<Record<string, string>> | undefined;
  },
): Promise<void> {
  const confirmed = pool.users.updateTaking(user.username, 'email', (current) => ({
    ...spent(current, 'sign-up'),
    status: 'CONFIRMED',
    attributes: {
      ...current.attributes,
      ...(options.verifyEmail && current.attributes.email && { email_verified: 'true' }),
    },
  }));
  if (!confirmed) throw userNotFound();
  await triggerPostConfirmation(
    pool,
    confirmed,
    'PostConfirmation_ConfirmSignUp',
    clientId,
    options.metadata,
  );
}

export async function triggerPostConfirmation(
  pool: Pool,
  user: User,
  source: 'PostConfirmation_ConfirmSignUp' | 'PostConfirmation_ConfirmForgotPassword',
  clientId: string,
  clientMetadata: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  await pool.trigger({
    name: 'PostConfirmation',
    source,
    clientId,
    subject: subjectOf(user),
    clientMetadata,
    response: {},
    answer: z.object({}),
  });
}

/** A pool whose user name is the address makes up the real one; a pool of aliases takes no address as a name. */
export function readUsername(pool: Pool, given: string): { username: string; implied: Attribute[] } {
  const isAddress = given.includes('@');
  if (pool.settings.usernameAttributes.includes('email')) {
    if (!isAddress) throw invalidParameter('Username should be an email.');
    return { username: randomUUID(), implied: [{ Name: 'email', Value: given }] };
  }
  if (isAddress && pool.settings.aliases.includes('email')) {
    throw invalidParameter(
      'Username cannot be of email format, since user pool is configured for email alias.',
    );
  }
  return { username: given, implied: [] };
}
