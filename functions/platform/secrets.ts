import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type EnvironmentName, environment } from './environment';

const CACHE_MILLISECONDS = 5 * 60_000;

let client: SecretsManagerClient | undefined;
const cache = new Map<string, { readonly value: Promise<string>; readonly until: number }>();

/** Value of the secret whose ARN a variable names. Kept for five minutes, so a rotated secret arrives by itself. */
export function secret(name: Extract<EnvironmentName, `${string}_SECRET_ARN`>): Promise<string> {
  const arn = environment(name);
  const known = cache.get(arn);
  if (known && known.until > Date.now()) return known.value;
  const value = read(arn);
  cache.set(arn, { value, until: Date.now() + CACHE_MILLISECONDS });
  // A failure must not be remembered as the secret.
  value.catch(() => cache.delete(arn));
  return value;
}

async function read(arn: string): Promise<string> {
  client ??= new SecretsManagerClient({});
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  if (!SecretString) throw new Error(`The secret ${arn} has no text.`);
  return SecretString;
}
