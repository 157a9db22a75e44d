import { beforeAll, expect } from 'vitest';
import { type Synthesized, synthesized } from './synthesized';

export interface Behavior {
  readonly PathPattern?: string;
  readonly TargetOriginId: string;
  readonly CachePolicyId: string;
  readonly OriginRequestPolicyId?: string;
  readonly ResponseHeadersPolicyId?: string;
  readonly AllowedMethods?: readonly string[];
  readonly ViewerProtocolPolicy: string;
  readonly FunctionAssociations: readonly { readonly EventType: string; readonly FunctionARN: string }[];
}

export interface Origin {
  readonly Id: string;
  readonly DomainName: string;
  readonly OriginPath?: string;
  readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: string }[];
  readonly CustomOriginConfig?: {
    readonly OriginProtocolPolicy: string;
    readonly OriginSSLProtocols: string[];
  };
}

export interface DistributionConfig {
  readonly Aliases: readonly string[];
  readonly Origins: readonly Origin[];
  readonly OriginGroups: {
    readonly Items: readonly {
      readonly Id: string;
      readonly FailoverCriteria: { readonly StatusCodes: { readonly Items: readonly number[] } };
      readonly Members: { readonly Items: readonly { readonly OriginId: string }[] };
    }[];
  };
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors: readonly Behavior[];
  readonly CustomErrorResponses?: unknown;
  readonly WebACLId: string;
  readonly ViewerCertificate: unknown;
}

export let synth: Synthesized;

export let config: DistributionConfig;

/** Registers what the tests of a file need. */
export function prepareEdge(): void {
  beforeAll(async () => {
    synth = await synthesized();
    const [distribution, ...others] = synth.assembly.ofType('AWS::CloudFront::Distribution');
    expect(others).toEqual([]);
    config = distribution?.properties.DistributionConfig as unknown as DistributionConfig;
  });
}

export const behavior = (pattern: string): Behavior => {
  const found =
    pattern === 'default'
      ? config.DefaultCacheBehavior
      : config.CacheBehaviors.find(({ PathPattern }) => PathPattern === pattern);
  if (!found) throw new Error(`no behaviour for ${pattern}`);
  return found;
};

export interface Header {
  readonly value: string;
  readonly multiValue?: readonly { readonly value: string }[];
}
