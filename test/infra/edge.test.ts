import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { type Behavior, behavior, config, type Origin, prepareEdge, synth } from './edge-setup';
import { PRODUCTION, testApp } from './synthesized';

prepareEdge();

/** Managed by AWS, under the same ids in every account. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';

const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** Of a group the first. */
const originOf = ({ TargetOriginId }: Behavior): Origin => {
  const group = config.OriginGroups.Items.find(({ Id }) => Id === TargetOriginId);
  const id = group?.Members.Items[0]?.OriginId ?? TargetOriginId;
  const found = config.Origins.find(({ Id }) => Id === id);
  if (!found) throw new Error(`no origin ${TargetOriginId}`);
  return found;
};

const policyOf = ({ ResponseHeadersPolicyId }: Behavior) =>
  synth.assembly.find('AWS::CloudFront::ResponseHeadersPolicy', ResponseHeadersPolicyId ?? '')?.properties
    .ResponseHeadersPolicyConfig as unknown as Record<string, Record<string, Record<string, unknown>>>;

describe('the distribution', () => {
  it('answers for both hosts, over modern TLS, with the certificate of the stage', () => {
    expect(config.Aliases).toEqual(['parley.example', 'app.parley.example']);
    expect(config.ViewerCertificate).toMatchObject({
      AcmCertificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0000',
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    });
    for (const each of [config.DefaultCacheBehavior, ...config.CacheBehaviors])
      expect(each.ViewerProtocolPolicy).toBe('redirect-to-https');
  });

  it('has the names of both hosts in the hosted zone, over IPv4 and IPv6', () => {
    for (const Name of ['parley.example.', 'app.parley.example.'])
      for (const Type of ['A', 'AAAA'])
        synth.template('edge').hasResourceProperties('AWS::Route53::RecordSet', { Name, Type });
  });

  it('writes its log into the bucket for logs', () => {
    expect(config).toMatchObject({
      Logging: { Bucket: expect.stringMatching(/^parley-production-data-logsbucket/) },
    });
  });

  it('never turns an error into a page: the 404 of the API must stay one', () => {
    expect(config.CustomErrorResponses).toBeUndefined();
  });

  it('has the API say that a widget is not there, in place of the XML of the bucket', () => {
    for (const pattern of ['/w/*', '/w/*.json', '/widget.js']) {
      const group = config.OriginGroups.Items.find(({ Id }) => Id === behavior(pattern).TargetOriginId);
      expect(group?.FailoverCriteria.StatusCodes.Items).toEqual([403, 404]);
      expect(group?.Members.Items[1]?.OriginId).toBe(behavior('/api/*').TargetOriginId);
    }
  });
});

describe('the firewall', () => {
  it("stands before the distribution, its ARN read from the other region's stack without a custom resource", () => {
    synth.template('edge').hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({
        WebACLId: {
          'Fn::GetStackOutput': Match.objectLike({ StackName: 'parley-production-waf', Region: 'us-east-1' }),
        },
      }),
    });
    expect(synth.assembly.find('AWS::WAFv2::WebACL', config.WebACLId)?.region).toBe('us-east-1');
  });

  it('limits what one address may ask, new sessions more tightly, and lets free text through', () => {
    const rate = (name: string, limit: number) =>
      Match.objectLike({
        Name: name,
        Action: { Block: Match.anyValue() },
        Statement: { RateBasedStatement: Match.objectLike({ Limit: limit, AggregateKeyType: 'IP' }) },
      });
    const managed = (name: string, statement = {}) =>
      Match.objectLike({
        Statement: { ManagedRuleGroupStatement: Match.objectLike({ Name: name, ...statement }) },
      });
    synth.template('waf').hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'CLOUDFRONT',
      Rules: [
        rate('RateLimit', 3000),
        rate('SessionLimit', 300),
        Match.objectLike({ Name: 'BodySize' }),
        managed('AWSManagedRulesAmazonIpReputationList'),
        managed('AWSManagedRulesKnownBadInputsRuleSet'),
        managed('AWSManagedRulesCommonRuleSet', {
          RuleActionOverrides: Match.arrayWith([
            { Name: 'SizeRestrictions_BODY', ActionToUse: { Count: {} } },
            { Name: 'CrossSiteScripting_BODY', ActionToUse: { Count: {} } },
          ]),
        }),
      ],
    });
  });
});

describe('requests for the APIs', () => {
  it.each(['/api/*', '/socket'])(
    '%s go on uncached with all but the Host, which API Gateway would refuse',
    (pattern) => {
      expect(behavior(pattern)).toMatchObject({
        CachePolicyId: CACHING_DISABLED,
        OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST_HEADER,
        AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']),
      });
    },
  );

  it.each([
    ['/api/*', 'HTTP'],
    ['/socket', 'WEBSOCKET'],
  ])(
    '%s reach the %s API at its own host, path unchanged, over TLS, with the secret of the edge',
    (pattern, type) => {
      const origin = originOf(behavior(pattern));
      const api = synth.assembly
        .ofType('AWS::ApiGatewayV2::Api')
        .find(({ properties }) => properties.ProtocolType === type);
      const secret = synth.assembly
        .ofType('AWS::SecretsManager::Secret')
        .find(({ logicalId }) => logicalId.startsWith('Origin'));
      expect(origin).toMatchObject({
        DomainName: `${api?.id}.execute-api.eu-central-1.amazonaws.com`,
        CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
        OriginCustomHeaders: [
          {
            HeaderName: 'x-parley-origin-secret',
            HeaderValue: `{{resolve:secretsmanager:${secret?.id}:SecretString:::}}`,
          },
        ],
      });
      expect(origin.OriginPath ?? '').toBe('');
    },
  );
});

describe('static files', () => {
  it('come from private buckets, kept as long as each says itself', () => {
    const web = synth.assembly.ofType('AWS::S3::Bucket').find(({ logicalId }) => logicalId.startsWith('Web'));
    const widget = synth.assembly
      .ofType('AWS::S3::Bucket')
      .find(({ logicalId }) => logicalId.startsWith('Widget'));
    for (const [pattern, bucket] of [
      ['default', web],
      ['/widget.js', widget],
      ['/w/*', widget],
      ['/w/*.json', widget],
    ] as const) {
      expect(behavior(pattern).CachePolicyId, pattern).toBe(CACHING_OPTIMIZED);
      expect(originOf(behavior(pattern)), pattern).toMatchObject({
        DomainName: bucket?.attributes.RegionalDomainName,
        OriginAccessControlId: expect.stringMatching(/./),
      });
    }
  });

  it('for the widget may be loaded by any site, whatever it demands', () => {
    for (const pattern of ['/widget.js', '/w/*', '/w/*.json']) {
      expect(policyOf(behavior(pattern))).toMatchObject({
        CorsConfig: { AccessControlAllowOrigins: { Items: ['*'] }, AccessControlAllowCredentials: false },
        CustomHeadersConfig: {
          Items: [{ Header: 'Cross-Origin-Resource-Policy', Value: 'cross-origin', Override: true }],
        },
      });
    }
  });
});

describe('pages', () => {
  const csp = () => {
    const text = policyOf(behavior('default')).SecurityHeadersConfig?.ContentSecurityPolicy
      ?.ContentSecurityPolicy;
    return new Map(
      String(text)
        .split('; ')
        .map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources] as const;
        }),
    );
  };

  it('run code of their own host and exactly what the landing page carries in itself, and are shown in no frame', () => {
    const pages = ['en', 'de', 'root-en', 'root-de'].map((name) =>
      readFileSync(path.join(synth.folder, '../site/landing', `${name}.html`), 'utf8'),
    );
    const sources = (element: RegExp) => [
      ...new Set(
        pages.flatMap((page) =>
          [...page.matchAll(element)].map(([, code = '']) => `'sha256-${sha256(code)}'`),
        ),
      ),
    ];
    const [scripts, styles] = [/<script>(.*?)<\/script>/gs, /<style>(.*?)<\/style>/gs].map(sources);
    expect(scripts).toHaveLength(2);
    expect(styles).toHaveLength(1);
    expect(csp().get('default-src')).toEqual(["'none'"]);
    expect(csp().get('script-src')).toEqual(["'self'", ...(scripts ?? [])]);
    expect(csp().get('style-src')).toEqual(["'self'", ...(styles ?? [])]);
    expect(csp().get('frame-ancestors')).toEqual(["'none'"]);
    expect(csp().get('base-uri')).toEqual(["'none'"]);
  });

  it('go on under a new policy while the live one has other code', async () => {
    const folder = temporaryFolder();
    const live = {
      scripts: [`'sha256-${sha256('old script')}'`],
      styles: [`'sha256-${sha256('old style')}'`],
    };
    const policyWith = async (liveInlineCode: string) => {
      const app = await testApp(path.join(folder, 'cdk.out'), { liveInlineCode });
      const { ParleyApp } = await import('#infra/stacks/parley-app');
      return JSON.stringify(Template.fromStack(new ParleyApp(app, PRODUCTION).edge).toJSON());
    };
    const policy = await policyWith(JSON.stringify(live));
    for (const source of [...live.scripts, ...live.styles, ...(csp().get('style-src') ?? [])])
      expect(policy).toContain(source);
    await expect(policyWith('{"scripts":["*"],"styles":[]}')).rejects.toThrow();
  });

  it('call their own host, the user pool, the upload bucket and the socket, and nothing else', () => {
    const uploads = synth.assembly
      .ofType('AWS::S3::Bucket')
      .find(({ logicalId }) => logicalId.startsWith('Uploads'));
    expect([...(csp().get('connect-src') ?? [])].sort()).toEqual(
      [
        "'self'",
        'https://app.parley.example',
        'https://cognito-idp.eu-central-1.amazonaws.com',
        `https://${uploads?.attributes.RegionalDomainName}`,
        'wss://app.parley.example/socket',
      ].sort(),
    );
  });

  it.each(['default', '/api/*', '/w/*', '/w/*.json', '/widget.js'])(
    '%s answer with HSTS and without guessing types',
    (pattern) => {
      expect(policyOf(behavior(pattern)).SecurityHeadersConfig).toMatchObject({
        StrictTransportSecurity: {
          AccessControlMaxAgeSec: 63_072_000,
          IncludeSubdomains: true,
          Override: true,
        },
        ContentTypeOptions: { Override: true },
      });
    },
  );
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
