import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Principal } from '../service';
import { StateError } from './state';

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Access keys of roles and of the operator. */
export interface Credentials {
  readonly operator: AccessKey;
  keyOfRole(roleArn: string): AccessKey;
  secretFor(accessKeyId: string): string | undefined;
  principalFor(accessKeyId: string): Principal | undefined;
}

/**
 * Keys are derived from a seed in the state folder, so that a form or link that was signed before a restart
 * still holds after it, and so that no key can be guessed by a website that reaches this machine's loopback.
 */
export function openCredentials(
  directory: string,
  accountId: string,
  roleArns: readonly string[],
): Credentials {
  const seed = readSeed(join(directory, 'seed'));
  const principals = new Map<string, Principal>();
  const derive = (purpose: string) => createHmac('sha256', seed).update(purpose).digest();

  const secretAccessKey = (accessKeyId: string) => derive(`secret/${accessKeyId}`).toString('base64');
  const issue = (arn: string, kind: Principal['kind']): AccessKey => {
    const letters = derive(`key/${arn}`).toString('hex').toUpperCase().slice(0, 16);
    const accessKeyId = `AKIA${letters}`;
    principals.set(accessKeyId, { kind, arn });
    return { accessKeyId, secretAccessKey: secretAccessKey(accessKeyId) };
  };

  const operator = issue(`arn:aws:iam::${accountId}:root`, 'operator');
  const roles = new Map(roleArns.map((arn) => [arn, issue(arn, 'role')]));
  return {
    operator,
    keyOfRole(roleArn) {
      const key = roles.get(roleArn);
      if (!key) throw new Error(`no role ${roleArn} in the assembly`);
      return key;
    },
    secretFor: (accessKeyId) => (principals.has(accessKeyId) ? secretAccessKey(accessKeyId) : undefined),
    principalFor: (accessKeyId) => principals.get(accessKeyId),
  };
}

function readSeed(file: string): Buffer {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  const seed = readFileSync(file);
  if (seed.length !== 32) throw new StateError(`${file} is damaged: remove it to get new access keys`);
  return seed;
}
