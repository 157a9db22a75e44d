import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { ErrorBody, MESSAGES } from '../../functions/contract/errors';
import { isSiteAllowed } from '../../functions/core/conversations/allowed-sites';
import { PRODUCTION, type Synthesized, synthesized, testApp } from './synthesized';

/** Managed by AWS, under the same ids in every account. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

interface Behavior {
  readonly PathPattern?: string;
  readonly TargetOriginId: string;
  readonly CachePolicyId: string;
  readonly OriginRequestPolicyId?: string;
  readonly ResponseHeadersPolicyId?: string;
  readonly AllowedMethods?: readonly string[];
  readonly ViewerProtocolPolicy: string;
  readonly FunctionAssociations: readonly { readonly EventType: string; readonly FunctionARN: string }[];
}
interface Origin {
  readonly Id: string;
  readonly DomainName: string;
  readonly OriginPath?: string;
  readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: string }[];
  readonly CustomOriginConfig?: {
    readonly OriginProtocolPolicy: string;
    readonly OriginSSLProtocols: string[];
  };
}
interface DistributionConfig {
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

let synth: Synthesized;
let config: DistributionConfig;
beforeAll(async () => {
  synth = await synthesized();
  const [distribution, ...others] = synth.assembly.ofType('AWS::CloudFront::Distribution');
  expect(others).toEqual([]);
  config = distribution?.properties.DistributionConfig as unknown as DistributionConfig;
});

/** Paths under which there are files of a build, by their own names. */
const ofTheBuild = ['/assets/*', '/locales/*'];

const behavior = (pattern: string): Behavior => {
  const found =
    pattern === 'default'
      ? config.DefaultCacheBehavior
      : config.CacheBehaviors.find(({ PathPattern }) => PathPattern === pattern);
  if (!found) throw new Error(`no behaviour for ${pattern}`);
  return found;
};
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
    const folder = await mkdtemp(path.join(tmpdir(), 'parley-edge-'));
    const live = {
      scripts: [`'sha256-${sha256('old script')}'`],
      styles: [`'sha256-${sha256('old style')}'`],
    };
    const policyWith = async (liveInlineCode: string) => {
      const app = await testApp(path.join(folder, 'cdk.out'), { liveInlineCode });
      const { ParleyApp } = await import('../../infra/stacks/parley-app');
      return JSON.stringify(Template.fromStack(new ParleyApp(app, PRODUCTION).edge).toJSON());
    };
    try {
      const policy = await policyWith(JSON.stringify(live));
      for (const source of [...live.scripts, ...live.styles, ...(csp().get('style-src') ?? [])])
        expect(policy).toContain(source);
      await expect(policyWith('{"scripts":["*"],"styles":[]}')).rejects.toThrow();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
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

describe('the function before each request', () => {
  const run = (uri: string, headers: Record<string, Header> = {}) => {
    const event = {
      viewer: { ip: '198.51.100.7' },
      request: { uri, headers: { host: { value: 'app.parley.example' }, ...headers } },
    };
    return vm.runInNewContext(`${deployed('ViewerRequest').code}; handler(event)`, {
      event,
    }) as typeof event.request;
  };

  it('is deployed before every behaviour but that of the files of a build, knowing the host of the public site', () => {
    const { arn, code } = deployed('ViewerRequest');
    expect(code).toContain("const ROOT_HOST = 'parley.example';");
    for (const { PathPattern, FunctionAssociations } of [
      config.DefaultCacheBehavior,
      ...config.CacheBehaviors,
    ]) {
      if (ofTheBuild.includes(PathPattern ?? '')) expect(FunctionAssociations).toBeUndefined();
      else expect(FunctionAssociations).toContainEqual({ EventType: 'viewer-request', FunctionARN: arn });
    }
  });

  it('would leave a file of the build as it is, which is answered like a page without it', () => {
    for (const uri of ['/assets/index-B0a.js', '/locales/de/common.json']) expect(run(uri).uri).toBe(uri);
    const { FunctionAssociations: _, ...page } = behavior('default');
    for (const pattern of ofTheBuild) expect(behavior(pattern)).toEqual({ ...page, PathPattern: pattern });
  });

  it.each([
    '/',
    '/auth/login',
    '/bots/b1/knowledge',
    '/widget/b1',
    '/apiary',
    '/sockets',
    '/w',
    '/de',
    '/en',
  ])('answers the page of the dashboard for %s', (uri) => {
    expect(run(uri).uri).toBe('/index.html');
  });

  it.each([
    '/index.html',
    '/config.json',
    '/assets/main-AbCd1234.js',
    '/locales/en/common.json',
    '/widget.js',
    '/w/abcd1234.json',
    '/w/abcd1234',
    '/api/bots/b1',
    '/api/health',
    '/socket',
  ])('leaves %s as it is', (uri) => {
    expect(run(uri).uri).toBe(uri);
  });

  it("tells the viewer's host and address, over whatever a client said they were", () => {
    const { headers } = run('/api/bots', {
      'x-parley-host': { value: 'forged.example' },
      'x-parley-address': { value: '203.0.113.9' },
    });
    expect(headers).toMatchObject({
      'x-parley-host': { value: 'app.parley.example' },
      'x-parley-address': { value: '198.51.100.7' },
    });
  });

  const atRoot = (uri: string, accepted?: Header) =>
    run(uri, {
      host: { value: 'parley.example' },
      ...(accepted !== undefined && { 'accept-language': accepted }),
    }).uri;

  it.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-GB', 'en'],
    ['fr-FR,fr;q=0.9,de;q=0.5,en;q=0.4', 'de'],
    ['en;q=0.3, DE ; q=0.7', 'de'],
    ['en;q=0.5,de;q=0.5', 'en'],
    ['de;q=0,en', 'en'],
    ['de;q=0', 'en'],
    ['de;q=nonsense,en;q=0.1', 'en'],
    ['fr,it', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [',;,q=;', 'en'],
    ['deutsch', 'en'],
  ])('answers the root of the public site for "%s" in %s', (accepted, language) => {
    expect(atRoot('/', { value: accepted })).toBe(`/landing/root-${language}.html`);
  });

  it('answers it in English without a word on languages, and reads a header that comes in parts', () => {
    expect(atRoot('/')).toBe('/landing/root-en.html');
    expect(atRoot('/', { value: 'fr', multiValue: [{ value: 'fr' }, { value: 'de;q=0.4' }] })).toBe(
      '/landing/root-de.html',
    );
  });

  it('answers each language under an address of its own, whatever the viewer prefers', () => {
    expect(atRoot('/de', { value: 'en' })).toBe('/landing/de.html');
    expect(atRoot('/en', { value: 'de' })).toBe('/landing/en.html');
    for (const other of ['/fr', '/de/', '/dex', '/about', '/en/about'])
      expect(atRoot(other, { value: 'de' })).toBe('/index.html');
  });

  it('lets crawlers read the public site only', () => {
    expect(atRoot('/robots.txt')).toBe('/robots.txt');
    expect(run('/robots.txt').uri).toBe('/robots-elsewhere.txt');
  });
});

describe('the function after a request for the root', () => {
  const run = (headers: Record<string, Header>) =>
    (
      vm.runInNewContext(`${deployed('VaryByLanguage').code}; handler(event)`, {
        event: { response: { headers } },
      }) as { headers: Record<string, Header> }
    ).headers.vary;

  it('says that the answer depends on the languages, beside what else it depends on', () => {
    expect(run({})).toEqual({ value: 'Accept-Language' });
    expect(run({ vary: { value: 'Accept-Encoding' } })).toEqual({
      value: 'Accept-Encoding, Accept-Language',
    });
  });

  it('stands there and nowhere else; the root is else as every page', () => {
    const { FunctionAssociations, PathPattern: _, ...root } = behavior('/');
    const { FunctionAssociations: usual, ...others } = behavior('default');
    expect(root).toEqual(others);
    expect(FunctionAssociations).toEqual([
      ...usual,
      { EventType: 'viewer-response', FunctionARN: deployed('VaryByLanguage').arn },
    ]);
    for (const { PathPattern, FunctionAssociations: associations } of config.CacheBehaviors)
      if (!['/', '/w/*.json', ...ofTheBuild].includes(PathPattern ?? '')) expect(associations).toEqual(usual);
  });
});

describe('the function after a request for what is published of a bot', () => {
  const run = (sites: readonly string[], origin?: string) =>
    vm.runInNewContext(`${deployed('AllowedSites').code}; handler(event)`, {
      event: {
        request: { headers: { ...(origin !== undefined && { origin: { value: origin } }) } },
        response: {
          statusCode: 200,
          headers: {
            etag: { value: '"1"' },
            'last-modified': { value: 'Mon, 01 Jan 2024 00:00:00 GMT' },
            'content-encoding': { value: 'br' },
            vary: { value: 'Accept-Encoding' },
            ...(sites.length > 0 && { 'x-amz-meta-sites': { value: sites.join(' ') } }),
          },
        },
      },
    }) as { statusCode: number; body?: string; headers: Record<string, Header> };

  it('stands there and nowhere else, before the behaviour of what else is under that path', () => {
    const { FunctionAssociations: usual, PathPattern: _, ...others } = behavior('/w/*');
    expect(behavior('/w/*.json')).toEqual({
      ...others,
      PathPattern: '/w/*.json',
      FunctionAssociations: [
        ...usual,
        { EventType: 'viewer-response', FunctionARN: deployed('AllowedSites').arn },
      ],
    });
    const patterns = config.CacheBehaviors.map(({ PathPattern }) => PathPattern);
    expect(patterns.indexOf('/w/*.json')).toBeLessThan(patterns.indexOf('/w/*'));
  });

  it.each([
    [['shop.example'], 'https://shop.example'],
    [['shop.example'], 'http://shop.example:8080'],
    [['shop.example'], 'https://www.shop.example'],
    [['shop.example'], 'https://myshop.example'],
    [['shop.example'], 'https://shop.example.evil'],
    [['*.shop.example'], 'https://www.shop.example'],
    [['*.shop.example'], 'https://a.b.shop.example:8443'],
    [['*.shop.example'], 'https://shop.example'],
    [['*.shop.example'], 'https://myshop.example'],
    [['shop.example:8080'], 'http://shop.example:8080'],
    [['shop.example:8080'], 'http://shop.example'],
    [['shop.example:8080'], 'http://shop.example:80801'],
    [['*.shop.example:8080'], 'http://www.shop.example:8080'],
    [['a.example', 'xn--bcher-kva.example'], 'https://xn--bcher-kva.example'],
    [['192.168.0.7'], 'http://192.168.0.7:3000'],
    [['[::1]:3000'], 'http://[::1]:3000'],
    [['none.invalid'], 'https://shop.example'],
    [['null'], 'null'],
    [['shop.example'], 'null'],
    [['shop.example'], 'chrome-extension://abcdef'],
    [[], 'https://shop.example'],
  ])('lets %j through to the pages of %s exactly where a session is given', (sites, origin) => {
    expect(run(sites, origin).statusCode).toBe(
      isSiteAllowed(sites, origin, 'https://app.parley.example') ? 200 : 403,
    );
  });

  it('lets our own pages through, which say no origin', () => {
    expect(run(['shop.example']).statusCode).toBe(200);
  });

  it('says nothing of a bot where it is not for, and that the answer is for that site alone', () => {
    const refused = run(['shop.example', '*.other.example'], 'https://evil.example');
    expect(ErrorBody.parse(JSON.parse(refused.body ?? '')).error).toEqual({
      code: 'widget.site_not_allowed',
      message: MESSAGES['widget.site_not_allowed'],
    });
    expect(refused.headers).toEqual({ vary: { value: 'Accept-Encoding, Origin' } });
  });

  it('lets no browser ask whether what it has of another site still holds', () => {
    const { headers, body } = run(['shop.example'], 'https://shop.example');
    expect(headers).toEqual({
      vary: { value: 'Accept-Encoding, Origin' },
      'content-encoding': { value: 'br' },
    });
    expect(body).toBeUndefined();
    expect(run([], 'https://shop.example').headers).toMatchObject({
      etag: { value: '"1"' },
      vary: { value: 'Accept-Encoding' },
    });
  });
});

interface Header {
  readonly value: string;
  readonly multiValue?: readonly { readonly value: string }[];
}

/** A function at the edge as it is deployed: small enough for CloudFront, of the runtime that it is written for. */
function deployed(name: string): { readonly arn: string | undefined; readonly code: string } {
  const found = synth.assembly
    .ofType('AWS::CloudFront::Function')
    .find(({ logicalId }) => logicalId.startsWith(name));
  const code = String(found?.properties.FunctionCode);
  expect(found?.properties.FunctionConfig).toMatchObject({ Runtime: 'cloudfront-js-2.0' });
  expect(code.length).toBeLessThan(10_240);
  return { arn: found?.attributes.FunctionARN, code };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
