import * as z from 'zod';
import { spent } from '../codes';
import {
  badCredentials,
  codeMismatch,
  invalidParameter,
  limitExceeded,
  notAuthorized,
  userNotFound,
} from '../error';
import { requireGoodPassword } from '../passwords';
import { Metadata, type Operation, open, Password, Username } from './operation';
import { triggerPostConfirmation } from './sign-up';

export const RECOVERY: Readonly<Record<string, Operation>> = {
  ForgotPassword: open(
    z.object({ ClientId: z.string(), Username, ClientMetadata: Metadata }),
    async (directory, input) => {
      const { pool, client } = directory.client(input.ClientId);
      const user = pool.users.find(input.Username);
      const reachable = user?.attributes.email !== undefined && user.attributes.email_verified === 'true';
      if (!user?.enabled || !reachable) {
        if (client.hidesUserExistence) return { CodeDeliveryDetails: pool.codes.pretend(input.Username) };
        if (!user) throw userNotFound();
        if (!user.enabled) throw notAuthorized('User is disabled.');
        throw invalidParameter(
          'Cannot reset password for the user as there is no registered/verified email or phone_number',
        );
      }
      const delivery = await pool.codes.send(user, {
        purpose: 'recovery',
        trigger: 'ForgotPassword',
        clientId: client.id,
        clientMetadata: input.ClientMetadata,
      });
      return { CodeDeliveryDetails: delivery };
    },
  ),

  ConfirmForgotPassword: open(
    z.object({
      ClientId: z.string(),
      Username,
      ConfirmationCode: z.string().min(1).max(2_048),
      Password,
      ClientMetadata: Metadata,
    }),
    async (directory, input) => {
      const { pool, client } = directory.client(input.ClientId);
      requireGoodPassword(input.Password, pool.settings.password);
      const user = pool.users.find(input.Username);
      if (!user?.enabled) {
        if (client.hidesUserExistence) throw codeMismatch();
        throw user ? notAuthorized('User is disabled.') : userNotFound();
      }
      pool.codes.check(user, 'recovery', input.ConfirmationCode);
      const changed = pool.users.update(user.username, (current) => ({
        ...spent(current, 'recovery'),
        password: pool.passwordOf(current.username, input.Password),
        status: 'CONFIRMED',
      }));
      if (!changed) throw userNotFound();
      pool.lockout.passed(user.username);
      await triggerPostConfirmation(
        pool,
        changed,
        'PostConfirmation_ConfirmForgotPassword',
        client.id,
        input.ClientMetadata,
      );
      return {};
    },
  ),

  ChangePassword: open(
    z.object({ AccessToken: z.string(), PreviousPassword: Password, ProposedPassword: Password }),
    async (directory, input) => {
      const pool = directory.poolOfToken(input.AccessToken);
      const { user } = pool.sessions.bearer(input.AccessToken);
      if (pool.lockout.isLocked(user.username)) throw limitExceeded();
      if (!pool.knowsPassword(user, input.PreviousPassword)) {
        pool.lockout.missed(user.username);
        throw badCredentials();
      }
      requireGoodPassword(input.ProposedPassword, pool.settings.password);
      pool.lockout.passed(user.username);
      pool.users.update(user.username, () => ({
        password: pool.passwordOf(user.username, input.ProposedPassword),
      }));
      return {};
    },
  ),
};
