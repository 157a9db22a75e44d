import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, synthesized } from './synthesized';

/** US dollars a month, by AWS's list of November 2026. */
const MONTHLY = { firewall: 5, rule: 1, secret: 0.4, key: 1, alarm: 0.1, group: 0.5 } as const;

const synth = await synthesized();

const NAMES = {
  firewall: 'firewalls',
  rule: 'rules of them',
  secret: 'secrets',
  key: 'keys',
  alarm: 'alarms',
  group: 'groups of alarms',
} as const;

/** How many there are of what is paid for though nobody comes. */
function paidForIdle(): Readonly<Record<keyof typeof MONTHLY, number>> {
  const count = (type: string) => synth.assembly.ofType(type).length;
  const firewalls = synth.assembly.ofType('AWS::WAFv2::WebACL');
  return {
    firewall: firewalls.length,
    rule: firewalls.reduce((sum, { properties }) => sum + (properties.Rules as unknown[]).length, 0),
    secret: count('AWS::SecretsManager::Secret'),
    key: count('AWS::KMS::Key'),
    alarm: count('AWS::CloudWatch::Alarm'),
    group: count('AWS::CloudWatch::CompositeAlarm'),
  };
}

it('of a quiet stage is what DEPLOY.md and README say', () => {
  const paid = paidForIdle();
  const kinds = Object.keys(MONTHLY) as (keyof typeof MONTHLY)[];
  const parts = kinds.map(
    (kind) => `${paid[kind]} ${NAMES[kind]} (${(paid[kind] * MONTHLY[kind]).toFixed(2)})`,
  );
  const sum = kinds.reduce((total, kind) => total + paid[kind] * MONTHLY[kind], 0);
  const told = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
  expect(told('infra/DEPLOY.md')).toContain(
    `Paid for by the month, in US dollars: ${parts.join(', ')}; together ${sum.toFixed(2)}.`,
  );
  expect(told('README.md')).toContain(`A quiet stage costs ${Math.ceil(sum)} US dollars a month`);
});
