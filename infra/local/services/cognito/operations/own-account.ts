import * as z from 'zod';
import { Attribute, asList, readable, readOwnChanges } from '../attributes';
import { type CodeDelivery, spent } from '../codes';
import { aliasExists, invalidParameter, userNotFound } from '../error';
import type { Pool } from '../pool';
import type { User } from '../users';
import { bearer, Metadata, type Operation, open } from './operation';
import { describeFactors } from './second-factor';

const AccessToken = z.string().min(1);

export const OWN_ACCOUNT: Readonly<Record<string, Operation>> = {
  GetUser: open(z.object({ AccessToken }), async (directory, input) => {
    const { pool, user, client } = bearer(directory, input.AccessToken);
    return {
      Username: user.username,
      UserAttributes: asList(readable(user, client)),
      ...describeFactors(pool, user),
    };
  }),

  UpdateUserAttributes: open(
    z.object({ AccessToken, UserAttributes: z.array(Attribute), ClientMetadata: Metadata }),
    async (directory, input) => {
      const { pool, user, client } = bearer(directory, input.AccessToken);
      const changes = readOwnChanges(input.UserAttributes, pool.settings, client);
      const deliveries = await changeAttributes(pool, user, changes, client.id, input.ClientMetadata);
      return { CodeDeliveryDetailsList: deliveries };
    },
  ),

  GetUserAttributeVerificationCode: open(
    z.object({ AccessToken, AttributeName: z.string(), ClientMetadata: Metadata }),
    async (directory, input) => {
      const { pool, user, client } = bearer(directory, input.AccessToken);
      if (input.AttributeName !== 'email')
        throw invalidParameter(`Attribute ${input.AttributeName} can't be verified.`);
      const pending = user.pendingAttributes.email;
      if (!pending && user.attributes.email_verified === 'true') {
        throw invalidParameter('User is already verified.');
      }
      const delivery = await pool.codes.send(user, {
        purpose: 'attribute:email',
        trigger: 'VerifyUserAttribute',
        clientId: client.id,
        clientMetadata: input.ClientMetadata,
        ...(pending && { address: pending }),
      });
      return { CodeDeliveryDetails: delivery };
    },
  ),

  VerifyUserAttribute: open(
    z.object({ AccessToken, AttributeName: z.string(), Code: z.string().min(1).max(2_048) }),
    async (directory, input) => {
      const { pool, user } = bearer(directory, input.AccessToken);
      const name = input.AttributeName;
      pool.codes.check(user, `attribute:${name}`, input.Code);
      const value = user.pendingAttributes[name] ?? user.attributes[name] ?? '';
      const verified = { ...user.attributes, [name]: value, [`${name}_verified`]: 'true' };
      if (pool.users.rival({ ...user, attributes: verified }, name)) throw aliasExists(name);
      pool.users.update(user.username, (current) => {
        const { [name]: _, ...pendingAttributes } = current.pendingAttributes;
        return { ...spent(current, `attribute:${name}`), attributes: verified, pendingAttributes };
      });
      return {};
    },
  ),

  DeleteUser: open(z.object({ AccessToken }), async (directory, input) => {
    const { pool, user } = bearer(directory, input.AccessToken);
    pool.sessions.endAll(user.username);
    pool.users.remove(user.username);
    return {};
  }),
};

/**
 * Writes attributes. A new address is unverified unless an administrator says otherwise: depending on the pool it
 * waits for its code, or counts at once and loses its alias until then.
 */
export async function changeAttributes(
  pool: Pool,
  user: User,
  changes: Readonly<Record<string, string>>,
  clientId: string,
  clientMetadata: Readonly<Record<string, string>> | undefined,
): Promise<readonly CodeDelivery[]> {
  const { email, ...others } = changes;
  const isNew = email !== undefined && email !== user.attributes.email;
  const vouchedFor = others.email_verified === 'true';
  const waits = isNew && !vouchedFor && pool.settings.verifyBeforeUpdate.includes('email');
  const attributes = {
    ...user.attributes,
    ...(isNew && !waits && { email, email_verified: 'false' }),
    ...others,
  };
  if (vouchedFor && pool.users.rival({ ...user, attributes }, 'email')) throw aliasExists('email');

  const changed = pool.users.update(user.username, (current) => ({
    attributes: withoutEmpty({ ...current.attributes, ...diff(user.attributes, attributes) }),
    pendingAttributes: waits ? { ...current.pendingAttributes, email } : current.pendingAttributes,
  }));
  if (!changed) throw userNotFound();
  if (!isNew || vouchedFor || !pool.settings.autoVerified.includes('email')) return [];
  return [
    await pool.codes.send(changed, {
      purpose: 'attribute:email',
      trigger: 'UpdateUserAttribute',
      clientId,
      clientMetadata,
      address: email,
    }),
  ];
}

function diff(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value));
}

/** An attribute set to nothing is removed, as on AWS. */
function withoutEmpty(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''));
}
