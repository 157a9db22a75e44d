import { createHash } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { hashedAddress, limitAddress } from '#core/accounts/limits/rate-limit';
import { documentClient } from '#platform/table';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { stageSecrets } from '#test/helpers/stage-secrets';

withLocalTable();

const clock = () => new Date('2026-03-01T12:00:00Z');

test('what comes from one address is counted by itself', async () => {
  await limitAddress(clock, 'CALLS', '192.0.2.1', 1);
  await limitAddress(clock, 'CALLS', '192.0.2.2', 1);
  await expectRefusal(limitAddress(clock, 'CALLS', '192.0.2.1', 1), 'request.rate_limited');
});

test('counters hold nothing that an address could be found by without the secret of the stage', async () => {
  await limitAddress(clock, 'KEPT', '192.0.2.7', 5);
  const { Items } = await documentClient.send(new ScanCommand({ TableName: process.env.TABLE_NAME }));
  const kept = JSON.stringify(Items);
  expect(kept).toContain('KEPT#');
  expect(kept).not.toContain('192.0.2.7');
  for (const encoding of ['hex', 'base64url'] as const)
    expect(kept).not.toContain(createHash('sha256').update('192.0.2.7').digest(encoding).slice(0, 22));

  const ours = await hashedAddress('192.0.2.7');
  expect(await hashedAddress('192.0.2.7')).toBe(ours);
  stageSecrets('of another stage');
  expect(await hashedAddress('192.0.2.7')).not.toBe(ours);
});
