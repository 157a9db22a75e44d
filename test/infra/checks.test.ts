import path from 'node:path';
import { App, CfnResource, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addChecks } from '#infra/checks/add-checks';
import { endsOurArn, type Finding, judge } from '#infra/checks/house-rules';
import type { TemplateResource } from '#infra/checks/policies';
import { ParleyApp } from '#infra/stacks/parley-app';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { COPY, PRODUCTION, testApp } from './synthesized';

beforeAll(() => void vi.stubEnv('CDK_VALIDATION', 'true'));
afterAll(() => void vi.unstubAllEnvs());

function acknowledgements(app: App): readonly string[] {
  return app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.values(data as Record<string, unknown>).map(String));
}

// Checking a whole app takes seconds alone, and many more beside other work.
describe('the app', () => {
  const bare = {
    ...PRODUCTION,
    embeddingModel: 'none',
    guardrail: undefined,
    hostedZone: undefined,
    backupCopy: COPY,
  } as const;

  it.each([
    // The local stage: synth.test.ts, by the command line.
    ['production', PRODUCTION],
    ['without embeddings, guardrail and hosted zone, with copies in another account', bare],
  ])('has no finding of AWS’s checks or ours, and a reason for all it acknowledges: %s', async (_, stage) => {
    const app = await testApp(path.join(temporaryFolder(), 'cdk.out'));
    new ParleyApp(app, stage);
    addChecks(app);
    expect(() => app.synth()).not.toThrow();
    const reasons = acknowledgements(app);
    expect(reasons.length).toBeGreaterThan(20);
    for (const reason of reasons) expect(reason.length).toBeGreaterThan(60);
  });

  it('is not synthesized with a permission open at its end, a topic without TLS, or a custom resource', () => {
    const app = new App({ outdir: path.join(temporaryFolder(), 'cdk.out') });
    const stack = new Stack(app, 'Open');
    new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }).addToPolicy(
      new PolicyStatement({ actions: ['s3:GetObject'], resources: ['arn:aws:s3:::somebody-elses/*'] }),
    );
    new Topic(stack, 'Topic');
    new CfnResource(stack, 'Answer', { type: 'Custom::Answer' });
    addChecks(app);
    const refused = thrownBy(() => app.synth());
    expect(refused).toContain('AwsSolutions-IAM5[Resource::arn:aws:s3:::somebody-elses/*]');
    expect(refused).toContain('HouseRules::wildcard-only-ends-our-arn');
    expect(refused).toContain('AwsSolutions-SNS3');
    expect(refused).toContain('HouseRules::no-custom-resource');
  });
});

function thrownBy(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  throw new Error('nothing was thrown');
}

/** Rules that a template with this one resource, and others beside it, breaks. */
function broken(
  resource: TemplateResource,
  beside: Record<string, TemplateResource> = {},
): Finding['rule'][] {
  return judge({ Resources: { It: resource, ...beside } })
    .filter(({ logicalId }) => logicalId === 'It')
    .map(({ rule }) => rule);
}

const policy = (statement: Record<string, unknown>): TemplateResource => ({
  Type: 'AWS::IAM::Policy',
  Properties: { PolicyDocument: { Statement: [{ Effect: 'Allow', ...statement }] } },
});

describe('a policy', () => {
  it('names its actions', () => {
    const Resource = { 'Fn::GetAtt': ['Table', 'Arn'] };
    expect(broken(policy({ Action: 'dynamodb:GetItem', Resource }))).toEqual([]);
    expect(broken(policy({ Action: ['dynamodb:GetItem', 'dynamodb:Put*'], Resource }))).toEqual([
      'no-wildcard-action',
    ]);
    expect(broken(policy({ NotAction: 'iam:PassRole', Resource }))).toEqual(['no-wildcard-action']);
  });

  it('of a resource names its actions too, but may forbid all', () => {
    const bucketPolicy = (Effect: string): TemplateResource => ({
      Type: 'AWS::S3::BucketPolicy',
      Properties: {
        PolicyDocument: { Statement: { Effect, Action: 's3:*', Principal: '*', Resource: '*' } },
      },
    });
    expect(broken(bucketPolicy('Allow'))).toEqual(['no-wildcard-action']);
    expect(broken(bucketPolicy('Deny'))).toEqual([]);
  });

  it('opens at most the end of an ARN of ours', () => {
    const on = (Resource: unknown) => broken(policy({ Action: 's3:GetObject', Resource }));
    const ours = (text: string) => ({ 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Uploads', 'Arn'] }, text]] });
    expect(on(ours('/uploads/*'))).toEqual([]);
    expect(on(ours('/*/uploads/*'))).toEqual(['wildcard-only-ends-our-arn']);
    expect(on('*')).toEqual(['wildcard-only-ends-our-arn']);
    expect(on('arn:aws:s3:::any-bucket/*')).toEqual(['wildcard-only-ends-our-arn']);
    // What works on nothing but what its call brings has no resource to name.
    const text = 'textract:DetectDocumentText';
    expect(broken(policy({ Action: text, Resource: '*' }))).toEqual([]);
    expect(broken(policy({ Action: [text, 's3:GetObject'], Resource: '*' }))).toEqual([
      'wildcard-only-ends-our-arn',
    ]);
  });

  it.each([
    ['<Uploads.Arn>/uploads/*', true],
    ['arn:aws:execute-api:eu-central-1:111122223333:<Api>/socket/POST/@connections/*', true],
    ['<Uploads.Arn>*', false],
    ['arn:aws:dynamodb:eu-central-1:111122223333:*', false],
    ['arn:aws:bedrock:*::foundation-model/amazon.nova-lite-v1:0', false],
    ['arn:aws:s3:::bucket/*', false],
    ['*', false],
  ])('%s ends an ARN of ours: %s', (arn, expected) => {
    expect(endsOurArn(arn)).toBe(expected);
  });
});

describe('a queue', () => {
  const queue = (RedrivePolicy?: unknown): TemplateResource => ({
    Type: 'AWS::SQS::Queue',
    Properties: RedrivePolicy ? { RedrivePolicy } : {},
  });
  const arn = { 'Fn::GetAtt': ['It', 'Arn'] };

  it('has dead letters, or takes those of another, or of a stream', () => {
    expect(broken(queue())).toEqual(['queue-has-dead-letters']);
    expect(broken(queue({ deadLetterTargetArn: 'elsewhere' }))).toEqual([]);
    expect(broken(queue(), { Other: queue({ deadLetterTargetArn: arn }) })).toEqual([]);
    expect(
      broken(queue(), {
        Source: {
          Type: 'AWS::Lambda::EventSourceMapping',
          Properties: { DestinationConfig: { OnFailure: { Destination: arn } } },
        },
      }),
    ).toEqual([]);
  });
});

describe('a function', () => {
  it('writes into a log group of ours, which expires', () => {
    const lambda = (LoggingConfig?: unknown): TemplateResource => ({
      Type: 'AWS::Lambda::Function',
      Properties: LoggingConfig ? { LoggingConfig } : {},
    });
    const log = (RetentionInDays?: number): TemplateResource => ({
      Type: 'AWS::Logs::LogGroup',
      Properties: RetentionInDays ? { RetentionInDays } : {},
    });
    expect(broken(lambda())).toEqual(['function-log-expires']);
    expect(broken(lambda({ LogGroup: { Ref: 'Log' } }), { Log: log(30) })).toEqual([]);
    expect(broken(log())).toEqual(['function-log-expires']);
  });
});

describe('a bucket', () => {
  const closed = {
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  };
  const bucket = (properties: Record<string, unknown>): TemplateResource => ({
    Type: 'AWS::S3::Bucket',
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: { PublicAccessBlockConfiguration: closed, BucketEncryption: {}, ...properties },
  });
  const policyWith = (...statements: unknown[]): Record<string, TemplateResource> => ({
    Policy: {
      Type: 'AWS::S3::BucketPolicy',
      Properties: { Bucket: { Ref: 'It' }, PolicyDocument: { Statement: statements } },
    },
  });
  const tls = {
    Effect: 'Deny',
    Action: 's3:*',
    Principal: { AWS: '*' },
    Resource: '*',
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  };

  it('is closed, encrypted, reached over TLS and read by nobody unnamed', () => {
    expect(broken(bucket({}), policyWith(tls))).toEqual([]);
    expect(broken(bucket({}))).toEqual(['bucket-is-private']);
    expect(
      broken(
        bucket({ PublicAccessBlockConfiguration: { ...closed, BlockPublicPolicy: false } }),
        policyWith(tls),
      ),
    ).toEqual(['bucket-is-private']);
    expect(broken(bucket({ BucketEncryption: undefined }), policyWith(tls))).toEqual(['bucket-is-private']);
    const anyone = { Effect: 'Allow', Action: 's3:GetObject', Principal: '*', Resource: 'x' };
    expect(broken(bucket({}), policyWith(tls, anyone))).toEqual(['bucket-is-private']);
  });

  it('is retained', () => {
    const { DeletionPolicy: _, ...going } = bucket({});
    expect(broken(going, policyWith(tls))).toEqual(['data-is-retained']);
  });
});

describe('a custom resource', () => {
  it('is refused', () => {
    expect(broken({ Type: 'Custom::S3BucketNotifications' })).toEqual(['no-custom-resource']);
    expect(broken({ Type: 'AWS::CloudFormation::CustomResource' })).toEqual(['no-custom-resource']);
  });
});
