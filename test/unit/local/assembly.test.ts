// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation writes its variables so.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AssemblyError, loadAssembly } from '#infra/local/assembly/load';
import { localise } from '#infra/local/assembly/localise';
import type { Assembly } from '#infra/local/assembly/model';
import { temporaryFolder } from '#test/helpers/temporary-folder';

type Template = Record<string, unknown>;

function folderOf(
  templates: Record<string, Template>,
  regions: Record<string, string> = {},
  assets: Record<string, string> = {},
): string {
  const folder = temporaryFolder();
  const artifacts: Record<string, unknown> = {
    assets: { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } },
    Tree: { type: 'cdk:tree', properties: { file: 'tree.json' } },
  };
  const files = Object.entries(assets).map(([key, path]) => [
    key,
    { source: { path }, destinations: { here: { objectKey: key, bucketName: 'b' } } },
  ]);
  writeFileSync(join(folder, 'assets.json'), JSON.stringify({ files: Object.fromEntries(files) }));
  for (const [name, template] of Object.entries(templates)) {
    writeFileSync(join(folder, `${name}.template.json`), JSON.stringify(template));
    artifacts[name] = {
      type: 'aws:cloudformation:stack',
      environment: `aws://000000000000/${regions[name] ?? 'unknown-region'}`,
      properties: { templateFile: `${name}.template.json`, stackName: name },
    };
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ version: '1', artifacts }));
  return folder;
}

function load(templates: Record<string, Template>, regions?: Record<string, string>): Assembly {
  return loadAssembly(folderOf(templates, regions), { region: 'eu-central-1', accountId: '000000000000' });
}

/** Resolves one value, as the BucketName of a bucket, beside other things in its stack. */
function value(expression: unknown, others: Template = {}, region?: string): unknown {
  const { Resources, ...rest } = others as { Resources?: object };
  const assembly = load(
    {
      app: {
        Resources: {
          Subject: { Type: 'AWS::CloudFront::CachePolicy', Properties: { value: expression } },
          Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'jobs' } },
          Table: { Type: 'AWS::DynamoDB::Table', Properties: {} },
          ...Resources,
        },
        ...rest,
      },
    },
    region ? { app: region } : undefined,
  );
  return assembly.resources.find((resource) => resource.logicalId === 'Subject')?.properties.value;
}

describe('intrinsic functions', () => {
  it('Ref gives ids, parameters and pseudo parameters', () => {
    expect(value({ Ref: 'Queue' })).toBe('https://sqs.eu-central-1.amazonaws.com/000000000000/jobs');
    expect(value({ Ref: 'Stage' }, { Parameters: { Stage: { Type: 'String', Default: 'local' } } })).toBe(
      'local',
    );
    expect(value({ Ref: 'AWS::Region' }, {}, 'us-east-1')).toBe('us-east-1');
    expect(value({ Ref: 'AWS::AccountId' })).toBe('000000000000');
    expect(value({ Ref: 'AWS::StackName' })).toBe('app');
  });

  it('GetAtt gives attributes, in both spellings', () => {
    const arn = 'arn:aws:sqs:eu-central-1:000000000000:jobs';
    expect(value({ 'Fn::GetAtt': ['Queue', 'Arn'] })).toBe(arn);
    expect(value({ 'Fn::GetAtt': 'Queue.Arn' })).toBe(arn);
  });

  it('Join, Split and Select take texts apart and put them together', () => {
    expect(value({ 'Fn::Join': ['-', ['a', { Ref: 'AWS::Partition' }, 1]] })).toBe('a-aws-1');
    expect(value({ 'Fn::Select': [1, { 'Fn::Split': ['.', 'a.b.c'] }] })).toBe('b');
    expect(value({ 'Fn::Select': ['2', ['a', 'b', 'c']] })).toBe('c');
  });

  it('Sub fills variables, references and attributes, and leaves what is escaped', () => {
    expect(
      value({
        'Fn::Sub': ['${own}/${AWS::Region}/${Queue.QueueName}/${!kept}', { own: { Ref: 'AWS::URLSuffix' } }],
      }),
    ).toBe('amazonaws.com/eu-central-1/jobs/${kept}');
    expect(value({ 'Fn::Sub': 'arn:${AWS::Partition}:x' })).toBe('arn:aws:x');
  });

  it('If chooses by conditions built of all their functions', () => {
    const Conditions = {
      Here: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'eu-central-1'] },
      There: { 'Fn::Not': [{ Condition: 'Here' }] },
      Both: { 'Fn::And': [{ Condition: 'Here' }, { Condition: 'There' }] },
      Either: { 'Fn::Or': [{ Condition: 'Here' }, { Condition: 'There' }] },
    };
    expect(value({ 'Fn::If': ['Here', 'yes', 'no'] }, { Conditions })).toBe('yes');
    expect(value({ 'Fn::If': ['There', 'yes', 'no'] }, { Conditions })).toBe('no');
    expect(value({ 'Fn::If': ['Both', 'yes', 'no'] }, { Conditions })).toBe('no');
    expect(value({ 'Fn::If': ['Either', 'yes', 'no'] }, { Conditions })).toBe('yes');
  });

  it('NoValue takes a property out of objects and lists', () => {
    expect(value({ a: { Ref: 'AWS::NoValue' }, b: [1, { Ref: 'AWS::NoValue' }, 2] })).toEqual({ b: [1, 2] });
  });

  it('FindInMap, Base64, GetAZs, Length and ToJsonString', () => {
    const Mappings = { Regions: { 'eu-central-1': { name: 'Frankfurt' } } };
    expect(value({ 'Fn::FindInMap': ['Regions', { Ref: 'AWS::Region' }, 'name'] }, { Mappings })).toBe(
      'Frankfurt',
    );
    expect(value({ 'Fn::Base64': 'abc' })).toBe('YWJj');
    expect(value({ 'Fn::GetAZs': '' })).toEqual(['eu-central-1a', 'eu-central-1b', 'eu-central-1c']);
    expect(value({ 'Fn::Length': ['a', 'b'] })).toBe(2);
    expect(value({ 'Fn::ToJsonString': { at: { Ref: 'AWS::Region' } } })).toBe('{"at":"eu-central-1"}');
  });

  it('ImportValue finds what another stack exports, whichever comes first', () => {
    const assembly = load({
      api: {
        Resources: {
          Policy: {
            Type: 'AWS::CloudFront::CachePolicy',
            Properties: { value: { 'Fn::ImportValue': 'data:Table' } },
          },
        },
      },
      data: {
        Resources: { Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'main' } } },
        Outputs: {
          Out: { Value: { Ref: 'Table' }, Export: { Name: { 'Fn::Sub': '${AWS::StackName}:Table' } } },
        },
      },
    });
    expect(assembly.ofType('AWS::CloudFront::CachePolicy')[0]?.properties.value).toBe('main');
    expect(assembly.stacks.find((stack) => stack.name === 'data')?.outputs).toEqual({ Out: 'main' });
  });
});

describe('an assembly', () => {
  it('leaves out resources whose condition does not hold', () => {
    const assembly = load({
      app: {
        Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
        Resources: { Gone: { Type: 'AWS::SQS::Queue', Condition: 'Never' } },
      },
    });
    expect(assembly.resources).toEqual([]);
  });

  it('names things the same at every start, and within the limits of their service', () => {
    const template = {
      app: {
        Resources: {
          [`Very${'Long'.repeat(30)}`]: { Type: 'AWS::S3::Bucket' },
          Pool: { Type: 'AWS::Cognito::UserPool' },
        },
      },
    };
    const [bucket, pool] = load(template).resources;
    expect(load(template).resources.map((resource) => resource.id)).toEqual([bucket?.id, pool?.id]);
    expect(bucket?.id.length).toBeLessThanOrEqual(63);
    expect(bucket?.id).toBe(bucket?.id.toLowerCase());
    expect(pool?.id).toMatch(/^eu-central-1_[a-z0-9]{9}$/);
  });

  it('finds a resource by what Ref gives and by its ARN', () => {
    const assembly = load({ app: { Resources: { Table: { Type: 'AWS::DynamoDB::Table' } } } });
    const [table] = assembly.resources;
    expect(assembly.find('AWS::DynamoDB::Table', 'app-Table')).toBe(table);
    expect(assembly.find('AWS::DynamoDB::Table', table?.attributes.Arn ?? '')).toBe(table);
  });

  it('gives the folder of an asset by its object key', () => {
    const folder = folderOf({}, {}, { 'abc.zip': 'asset.abc' });
    mkdirSync(join(folder, 'asset.abc'));
    const assembly = loadAssembly(folder, { region: 'eu-central-1', accountId: '1' });
    expect(assembly.asset('abc.zip')).toBe(join(folder, 'asset.abc'));
    expect(() => assembly.asset('other.zip')).toThrow(/no asset is staged under other\.zip/);
  });

  it('names every resource type it does not know, with its logical id and stack', () => {
    expect(() =>
      load({
        app: { Resources: { One: { Type: 'AWS::RDS::DBInstance' } } },
        other: { Resources: { Two: { Type: 'Custom::Thing' } } },
      }),
    ).toThrow(/AWS::RDS::DBInstance \(One in stack app\)\n {2}Custom::Thing \(Two in stack other\)/);
  });

  it.each([
    [
      'an attribute it does not know',
      { 'Fn::GetAtt': ['Queue', 'Colour'] },
      /attribute Colour of AWS::SQS::Queue/,
    ],
    ['a reference to nothing', { Ref: 'Nobody' }, /nothing here is named Nobody/],
    ['a function it does not know', { 'Fn::Cidr': ['10.0.0.0/8', 1, 1] }, /Fn::Cidr is not supported/],
    ['an import that no stack exports', { 'Fn::ImportValue': 'x' }, /no stack exports x/],
    ['a circle', { Ref: 'Subject' }, /circle/],
  ])('says where it met %s', (_, expression, message) => {
    const failed = () => value(expression);
    expect(failed).toThrow(message);
    expect(failed).toThrow(/AWS::CloudFront::CachePolicy Subject in stack app/);
    expect(failed).toThrow(expect.objectContaining<Partial<AssemblyError>>({ name: 'AssemblyError' }));
  });
});

describe('local addresses', () => {
  const assembly = load({
    app: {
      Resources: {
        Sockets: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'WEBSOCKET' } },
        Http: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'HTTP' } },
        Pool: { Type: 'AWS::Cognito::UserPool' },
        Queue: { Type: 'AWS::SQS::Queue' },
        Bucket: { Type: 'AWS::S3::Bucket' },
        Edge: {
          Type: 'AWS::CloudFront::Distribution',
          Properties: {
            DistributionConfig: {
              Aliases: ['localhost', 'app.localhost'],
              Origins: [{ DomainName: { 'Fn::GetAtt': ['Bucket', 'RegionalDomainName'] } }],
              Secret:
                '{{resolve:secretsmanager:arn:aws:secretsmanager:eu-central-1:1:secret:origin-a1:SecretString:key::}}',
              Whole:
                'x-{{resolve:secretsmanager:arn:aws:secretsmanager:eu-central-1:1:secret:origin-a1:SecretString:::}}',
            },
          },
        },
        Headers: {
          Type: 'AWS::CloudFront::ResponseHeadersPolicy',
          Properties: {
            csp: {
              'Fn::Sub':
                "default-src 'self'; connect-src 'self' https://cognito-idp.eu-central-1.amazonaws.com https://${Bucket.RegionalDomainName} wss://app.localhost; img-src 'self'",
            },
          },
        },
        Authorizer: {
          Type: 'AWS::ApiGatewayV2::Authorizer',
          Properties: { Issuer: { 'Fn::GetAtt': ['Pool', 'ProviderURL'] } },
        },
      },
      Outputs: {
        Management: {
          Value: { 'Fn::Sub': 'https://${Sockets}.execute-api.${AWS::Region}.amazonaws.com/socket' },
        },
        Api: { Value: { 'Fn::GetAtt': ['Http', 'ApiEndpoint'] } },
        Origin: { Value: 'https://app.localhost' },
        Uploads: { Value: { 'Fn::Sub': 'https://${Bucket.RegionalDomainName}' } },
        Elsewhere: { Value: 'https://app.localhost.example.com/a' },
      },
    },
  });
  const local = localise(assembly, { port: 4123, secret: (id, key) => `<${id.slice(-9)}|${key ?? ''}>` });
  const of = (type: string) => local.ofType(type)[0];

  it('stand for what the template built for AWS', () => {
    const http = assembly.resources.find((resource) => resource.logicalId === 'Http')?.id;
    expect(local.stacks[0]?.outputs).toEqual({
      Management: 'http://127.0.0.1:4123/socket',
      Api: `http://${http}.execute-api.localhost:4123`,
      Origin: 'http://app.localhost:4123',
      Uploads: 'http://127.0.0.1:4123',
      Elsewhere: 'https://app.localhost.example.com/a',
    });
    expect(of('AWS::SQS::Queue')?.id).toBe('http://127.0.0.1:4123/000000000000/app-Queue');
    expect(of('AWS::CloudFront::ResponseHeadersPolicy')?.properties.csp).toBe(
      "default-src 'self'; connect-src 'self' http://127.0.0.1:4123 ws://app.localhost:4123; img-src 'self'",
    );
  });

  it('leave issuers and origins of the edge as they are, which name and are not called', () => {
    expect(of('AWS::ApiGatewayV2::Authorizer')?.properties.Issuer).toMatch(
      /^https:\/\/cognito-idp\.eu-central-1\.amazonaws\.com\/eu-central-1_/,
    );
    expect(of('AWS::CloudFront::Distribution')?.properties).toMatchObject({
      DistributionConfig: { Origins: [{ DomainName: 'app-bucket.s3.eu-central-1.amazonaws.com' }] },
    });
  });

  it('come with the secrets that CloudFormation would have put in', () => {
    expect(of('AWS::CloudFront::Distribution')?.properties).toMatchObject({
      DistributionConfig: { Secret: '<origin-a1|key>', Whole: 'x-<origin-a1|>' },
    });
  });
});
