import { beforeAll, describe, expect, it } from 'vitest';
import { ROUTES, type Route } from '#contract/routes';
import { bodyLimit } from '#contract/routes/body-limit';
import type { Inspected } from '#infra/local/runtime/managed-rules';
import { readWebAcl } from '#infra/local/runtime/web-acl';
import { synthesized } from './synthesized';

interface BodySize {
  readonly Action: unknown;
  readonly Statement: {
    readonly AndStatement: {
      readonly Statements: readonly [
        {
          readonly SizeConstraintStatement: {
            readonly FieldToMatch: { readonly Body: { readonly OversizeHandling: string } };
            readonly ComparisonOperator: string;
            readonly Size: number;
          };
        },
        {
          readonly NotStatement: {
            readonly Statement: { readonly RegexMatchStatement: { readonly RegexString: string } };
          };
        },
      ];
    };
  };
}

interface Counted {
  readonly Name: string;
  readonly ActionToUse: { readonly Count?: object };
}

let refusing: ReturnType<typeof readWebAcl>;
let rule: BodySize;
let counted: readonly Counted[];
let logging: Record<string, unknown>;
let ofPool: Record<string, unknown>;
let inspected: number;
beforeAll(async () => {
  const synth = await synthesized();
  const [edge] = synth.assembly
    .ofType('AWS::WAFv2::WebACL')
    .filter(({ properties }) => properties.Scope === 'CLOUDFRONT');
  if (!edge) throw new Error('There is no firewall of the edge.');
  refusing = readWebAcl(edge);
  const [acl] = Object.values(synth.template('waf').findResources('AWS::WAFv2::WebACL'));
  if (!acl) throw new Error('There is no firewall.');
  const { Rules, AssociationConfig } = acl.Properties;
  rule = Rules.find(({ Name }: { readonly Name: string }) => Name === 'BodySize');
  counted = Rules.find(({ Name }: { readonly Name: string }) => Name === 'AWSManagedRulesCommonRuleSet')
    .Statement.ManagedRuleGroupStatement.RuleActionOverrides;
  const [found] = Object.values(synth.template('waf').findResources('AWS::WAFv2::LoggingConfiguration'));
  logging = found?.Properties ?? {};
  const [other] = Object.values(synth.template('auth').findResources('AWS::WAFv2::LoggingConfiguration'));
  ofPool = other?.Properties ?? {};
  const { DefaultSizeInspectionLimit } = AssociationConfig.RequestBody.CLOUDFRONT;
  inspected = 1_024 * Number(/^KB_(16|32|48|64)$/.exec(DefaultSizeInspectionLimit)?.[1]);
});

describe('free text', () => {
  const seen = (own: Partial<Inspected>): Inspected => ({
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0', 'content-type': 'application/json' },
    path: '/api/widget/abcd1234/messages',
    query: '',
    body: '',
    bodyBytes: 0,
    ...own,
  });

  it.each([
    '<script>alert("hello")</script>',
    'Where is ../../etc/passwd?',
    'http://169.254.169.254/latest/meta-data and https://10.0.0.1/x',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: so it is written.
    '${jndi:ldap://example.com/}',
    '(java.lang.Runtime).getRuntime().exec("whoami")',
    'What does error.log say, and settings.ini?',
    'word '.repeat(2_000),
  ])('passes as a question, and as what is searched for: %s', (text) => {
    expect(refusing(seen({ body: text, bodyBytes: text.length }))).toBeUndefined();
    const query = `q=${encodeURIComponent(text)}`;
    expect(refusing(seen({ method: 'GET', query }))).toBeUndefined();
  });

  it.each<[string, Partial<Inspected>, string]>([
    ['a path that climbs', { path: '/api/../../etc/passwd' }, 'GenericLFI_URIPATH'],
    ['a scanner', { headers: { 'user-agent': 'nmap' } }, 'UserAgent_BadBots_HEADER'],
    ['who does not say what it is', { headers: {} }, 'NoUserAgent_HEADER'],
    ['another protocol', { method: 'PROPFIND' }, 'PROPFIND_METHOD'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: so it is written.
    ['an attack in a header', { headers: { 'user-agent': '${jndi:x}' } }, 'Log4JRCE_HEADER'],
  ])('is no excuse for %s', (_, own, rule) => {
    expect(refusing(seen(own))).toEqual({ rule, status: 403 });
  });

  it('is no excuse for a body that no route takes', () => {
    expect(refusing(seen({ bodyBytes: 200_000 }))).toEqual({ rule: 'BodySize', status: 413 });
  });
});

const WITH_BODY = (Object.entries(ROUTES) as [string, Route][]).filter(([, { body }]) => body);

describe('the firewall', () => {
  /** Whether it stops a call of a route with so many bytes. */
  const stops = ({ path }: Route, bytes: number) => {
    const [{ SizeConstraintStatement: size }, { NotStatement: other }] =
      rule.Statement.AndStatement.Statements;
    const isExempt = new RegExp(other.Statement.RegexMatchStatement.RegexString).test(
      path.replace(/\{\w+\}/g, 'abcd-1234'),
    );
    return bytes > size.Size && !isExempt;
  };

  it('lets a question and a search quote a script, a path or an address', () => {
    const names = counted.filter(({ ActionToUse }) => ActionToUse.Count).map(({ Name }) => Name);
    for (const kind of ['CrossSiteScripting', 'GenericLFI', 'GenericRFI', 'EC2MetaDataSSRF'])
      for (const part of ['BODY', 'QUERYARGUMENTS']) expect(names).toContain(`${kind}_${part}`);
  });

  it.each([
    ['it', () => logging, ['authorization', 'cookie']],
    // What our server shows to it would let anybody act as our server.
    ['that of the user pool', () => ofPool, ['x-parley-origin-secret']],
  ] as const)('logs what %s blocks and nothing else, without tokens', (_, log, redacted) => {
    expect(log()).toMatchObject({
      LoggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [{ Behavior: 'KEEP', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
      },
      RedactedFields: redacted.map((Name) => ({ SingleHeader: { Name } })),
    });
  });

  it('blocks a body that is too long, also of what it does not read to its end', () => {
    expect(rule.Action).toEqual({ Block: { CustomResponse: { ResponseCode: 413 } } });
    const [{ SizeConstraintStatement: size }] = rule.Statement.AndStatement.Statements;
    expect(size).toMatchObject({
      ComparisonOperator: 'GT',
      FieldToMatch: { Body: { OversizeHandling: 'MATCH' } },
    });
    expect(size.Size).toBeLessThanOrEqual(inspected);
  });

  it.each(WITH_BODY)('lets through what %s takes', (_, route) => {
    expect(stops(route, bodyLimit(route))).toBe(false);
  });

  // Stripe signs what it sends; the signature is checked before the body is parsed.
  const ofStrangers = WITH_BODY.filter(
    ([name, { caller }]) => caller !== 'user' && name !== 'receiveStripeEvent',
  );
  it.each(ofStrangers)('stops a hundred kilobytes for %s', (_, route) => {
    expect(stops(route, 100_000)).toBe(true);
  });

  it('lets no route of strangers take more than it reads', () => {
    const free = WITH_BODY.filter(([, route]) => !stops(route, 1_000_000)).map(([name]) => name);
    expect(free.sort()).toEqual([
      'createBot',
      'createFromTemplate',
      'createReportSchedule',
      'receiveStripeEvent',
      'updateBot',
      'updateReportSchedule',
      'uploadAvatar',
      'uploadLogo',
      'uploadPicture',
    ]);
  });
});
