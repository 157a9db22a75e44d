import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { vi } from 'vitest';

/** The stage's secrets, for code that runs without a stage: all of them this text. */
export function stageSecrets(text = 'secret'): void {
  Object.assign(process.env, {
    SIGNING_SECRET_ARN: `arn:signing:${text}`,
    ORIGIN_SECRET_ARN: `arn:origin:${text}`,
  });
  vi.spyOn(SecretsManagerClient.prototype, 'send').mockImplementation(async () => ({ SecretString: text }));
}
