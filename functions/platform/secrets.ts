import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { type EnvironmentName, environment } from './environment';

type SecretName = Extract<EnvironmentName, `${string}_SECRET_ARN`>;

const CACHE_MILLISECONDS = 5 * 60_000;

let client: SecretsManagerClient | undefined;
const cache = new Map<string, { readonly value: Promise<string | null>; readonly until: number }>();

/** Value of the secret whose ARN a variable names. Kept for five minutes, so a rotated secret arrives by itself. */
export async function secret(name: SecretName): Promise<string> {
  const value = await kept(name, 'AWSCURRENT');
  if (value === null) throw new Error(`The secret ${environment(name)} has no text.`);
  return value;
}

/**
 * The value that the secret had before, null where it never had another. What was made or is shown with it still holds:
 * so a secret is replaced without an outage, as long as it is not replaced twice in a row.
 */
export function previousSecret(name: SecretName): Promise<string | null> {
  return kept(name, 'AWSPREVIOUS');
}

function kept(name: SecretName, stage: 'AWSCURRENT' | 'AWSPREVIOUS'): Promise<string | null> {
  const arn = environment(name);
  const key = `${arn} ${stage}`;
  const known = cache.get(key);
  if (known && known.until > Date.now()) return known.value;
  const value = read(arn, stage);
  cache.set(key, { value, until: Date.now() + CACHE_MILLISECONDS });
  // A failure must not be remembered as the secret.
  value.catch(() => cache.delete(key));
  return value;
}

async function read(arn: string, stage: string): Promise<string | null> {
  client ??= new SecretsManagerClient({});
  try {
    const { SecretString } = await client.send(
      new GetSecretValueCommand({ SecretId: arn, VersionStage: stage }),
    );
    return SecretString || null;
  } catch (error) {
    if (stage === 'AWSPREVIOUS' && error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}
