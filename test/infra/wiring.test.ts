import { beforeAll, describe, expect, it } from 'vitest';
import type { Assembly, Resource } from '#infra/local/assembly/model';
import { assertWired } from '#infra/local/assembly/wiring';
import { type Synthesized, synthesized } from './synthesized';

let synth: Synthesized;
beforeAll(async () => {
  synth = await synthesized();
});

/** The assembly, where some resources are others. */
function changed(type: string, change: (resource: Resource) => Resource | null): Assembly {
  const { assembly } = synth;
  return {
    ...assembly,
    region: assembly.region,
    accountId: assembly.accountId,
    ofType: (wanted) =>
      wanted === type
        ? assembly.ofType(type).flatMap((resource) => change(resource) ?? [])
        : assembly.ofType(wanted),
  };
}
const without = (type: string) => () => assertWired(changed(type, () => null));

describe('what services of AWS tell and call', () => {
  it('lets them, by its own policy', () => {
    expect(() => assertWired(synth.assembly)).not.toThrow();
  });

  it('is told of where a queue lets nobody send', () => {
    expect(without('AWS::SQS::QueuePolicy')).toThrow(/AWS::S3::Bucket \w+ in stack \S+ may not send to/);
    expect(without('AWS::SQS::QueuePolicy')).toThrow(/AWS::Events::Rule \w+ in stack \S+ may not send to/);
  });

  it('is told of where a queue lets another send', () => {
    const another = changed('AWS::SQS::QueuePolicy', (policy) => ({
      ...policy,
      properties: JSON.parse(JSON.stringify(policy.properties).replaceAll(':rule/', ':rule/another-')),
    }));
    expect(() => assertWired(another)).toThrow(/AWS::Events::Rule/);
    expect(() => assertWired(another)).not.toThrow(/AWS::S3::Bucket/);
  });

  it('is told of where a function lets nobody call it', () => {
    expect(without('AWS::Lambda::Permission')).toThrow(/AWS::ApiGatewayV2::Integration \w+/);
    expect(without('AWS::Lambda::Permission')).toThrow(/AWS::Cognito::UserPool \w+/);
  });
});
