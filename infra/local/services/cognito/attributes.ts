import * as z from 'zod';
import { invalidParameter, notAuthorized } from './error';
import { type ClientSettings, type PoolSettings, STANDARD_ATTRIBUTES } from './settings';
import type { User } from './users';

export const Attribute = z.object({
  Name: z.string().min(1).max(32),
  Value: z.string().max(2_048).default(''),
});
export type Attribute = z.infer<typeof Attribute>;

/** Attributes that a sign-up brings, checked as the pool and the client have them. */
export function readNewAttributes(
  given: readonly Attribute[],
  pool: PoolSettings,
  client: ClientSettings,
): Record<string, string> {
  requireWritable(given, client);
  const attributes = checked(given, pool);
  for (const rule of pool.attributes.values()) {
    if (rule.required && !attributes[rule.name]) {
      throw invalidParameter(
        `Attributes did not conform to the schema: ${rule.name}: The attribute is required\n`,
      );
    }
  }
  return attributes;
}

/** Changes that the user asks for. Verified flags are not theirs to write. */
export function readOwnChanges(
  given: readonly Attribute[],
  pool: PoolSettings,
  client: ClientSettings,
): Record<string, string> {
  requireWritable(given, client);
  return readChanges(given, pool);
}

/** Changes that an administrator asks for. */
export function readChanges(given: readonly Attribute[], pool: PoolSettings): Record<string, string> {
  const attributes = checked(given, pool);
  for (const name of Object.keys(attributes)) {
    if (pool.attributes.get(name)?.mutable === false) {
      throw invalidParameter(`user.${name}: Attribute cannot be updated.\n`);
    }
  }
  return attributes;
}

/** What a client may read of a user, `sub` first. */
export function readable(user: User, client: ClientSettings | undefined): Record<string, string> {
  const all = { sub: user.sub, ...user.attributes };
  if (!client?.readable) return all;
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => name === 'sub' || client.readable?.has(name)),
  );
}

export function asList(
  attributes: Readonly<Record<string, string>>,
): readonly { Name: string; Value: string }[] {
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}

function requireWritable(given: readonly Attribute[], client: ClientSettings): void {
  for (const { Name } of given) {
    const forbidden = Name === 'sub' || Name.endsWith('_verified') || client.writable?.has(Name) === false;
    if (forbidden) throw notAuthorized('A client attempted to write unauthorized attribute');
  }
}

function checked(given: readonly Attribute[], pool: PoolSettings): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const { Name: name, Value: value } of given) {
    const rule = pool.attributes.get(name);
    const known =
      rule ?? (STANDARD_ATTRIBUTES.includes(name) || /^(email|phone_number)_verified$/.test(name));
    const schema = (problem: string) =>
      invalidParameter(`Attributes did not conform to the schema: ${problem}\n`);
    if (!known) throw schema(`${name}: Attribute does not exist in the schema.`);
    if (name === 'email' && value !== '' && !/^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/.test(value)) {
      throw invalidParameter('Invalid email address format.');
    }
    if (name.endsWith('_verified') && !/^(true|false)$/i.test(value))
      throw schema(`${name}: Boolean values must be true or false.`);
    if (rule?.type === 'Number' && !/^-?\d+$/.test(value)) throw schema(`${name}: Not a number.`);
    if (rule?.minLength !== undefined && value.length < rule.minLength) {
      throw schema(`${name}: String must be longer than ${rule.minLength} characters`);
    }
    if (rule?.maxLength !== undefined && value.length > rule.maxLength) {
      throw schema(`${name}: String must be shorter than ${rule.maxLength} characters`);
    }
    attributes[name] = name.endsWith('_verified') ? value.toLowerCase() : value;
  }
  return attributes;
}
