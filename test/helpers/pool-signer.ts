import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecords } from '#infra/local/runtime/records';
import { PoolKeys } from '#infra/local/services/cognito/keys';
import type { SharedCloud } from './cloud';

/** The key that a cloud's user pool signs access tokens with, read from its state: for tokens that are genuine and wrong. */
export async function poolSigner(
  cloud: SharedCloud,
): Promise<(claims: Readonly<Record<string, unknown>>) => string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-keys-'));
  try {
    // A copy: the cloud itself writes to the file.
    const file = join(folder, 'cognito.jsonl');
    await copyFile(join(cloud.state, 'cognito', 'cognito.jsonl'), file);
    const records = openRecords(file);
    const keys = new PoolKeys(cloud.userPoolId, records);
    records.close();
    return (claims) => keys.sign('access', claims);
  } finally {
    await rm(folder, { recursive: true });
  }
}
