import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { searchVectors, writeVectors } from '#infra/constructs/statements';
import { DataStack } from '#infra/stacks/data';
import { PRODUCTION, synthesized } from './synthesized';

const synth = await synthesized();

describe('the table', () => {
  it('has one key, two keys-only indexes, a stream of both images, expiry, and is charged by the call', () => {
    const index = (name: string) => ({
      IndexName: name,
      KeySchema: [
        { AttributeName: `${name}pk`, KeyType: 'HASH' },
        { AttributeName: `${name}sk`, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    });
    synth.template('data').hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [index('gsi1'), index('gsi2')],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
  });

  it('can be brought back to any second, and is not deleted with its stack', () => {
    synth.template('data').hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: Match.objectLike({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { SSEEnabled: true },
      }),
    });
  });
});

describe('buckets', () => {
  it('are the five of the design, one for changes that failed and one for logs', () => {
    expect(
      synth.assembly
        .ofType('AWS::S3::Bucket')
        .map(({ logicalId }) => logicalId.slice(0, -8))
        .sort(),
    ).toEqual([
      'ExportsBucket',
      'FailedChangesStoreBucket',
      'IndexBucket',
      'LogsBucket',
      'UploadsBucket',
      'WebBucket',
      'WidgetBucket',
    ]);
  });

  it('forget uploads that were broken off, and of the uploads what was replaced', () => {
    for (const { properties } of synth.assembly.ofType('AWS::S3::Bucket')) {
      expect(properties.LifecycleConfiguration).toMatchObject({
        Rules: expect.arrayContaining([
          expect.objectContaining({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }),
        ]),
      });
    }
    synth.template('ingest').hasResourceProperties('AWS::S3::Bucket', {
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({ NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' }),
        ]),
      },
    });
  });

  it('take uploads by form from any website, since visitors hand in files, let originals be read by signed links, and nothing else', () => {
    synth.template('ingest').hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: {
        CorsRules: [
          Match.objectLike({
            AllowedOrigins: ['*'],
            AllowedMethods: ['POST'],
          }),
          Match.objectLike({ AllowedOrigins: ['*'], AllowedMethods: ['GET'] }),
        ],
      },
    });
  });

  it('that the edge serves are read by distributions of this account and nobody else', () => {
    const policies = synth.assembly.ofType('AWS::S3::BucketPolicy');
    const served = policies.filter(({ logicalId }) => /^(Web|Widget)Bucket/.test(logicalId));
    expect(served).toHaveLength(2);
    for (const { properties } of served) {
      const { Statement } = properties.PolicyDocument as { Statement: { Effect: string }[] };
      const allowing = Statement.filter(({ Effect }) => Effect === 'Allow');
      expect(allowing.length).toBeGreaterThan(0);
      for (const statement of allowing) {
        expect(statement).toMatchObject({
          Principal: { Service: 'cloudfront.amazonaws.com' },
          Condition: {
            StringEquals: { 'AWS:SourceAccount': PRODUCTION.account },
            ArnLike: { 'AWS:SourceArn': `arn:aws:cloudfront::${PRODUCTION.account}:distribution/*` },
          },
        });
      }
    }
  });
});

describe('vector buckets', () => {
  it('are encrypted, answer over TLS alone, are kept when their stack goes, and known to functions by their number', () => {
    const buckets = synth.assembly.ofType('AWS::S3Vectors::VectorBucket');
    expect(buckets).toHaveLength(1);
    synth.template('data').hasResource('AWS::S3Vectors::VectorBucket', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { EncryptionConfiguration: { SseType: 'AES256' } },
    });
    synth.template('data').hasResourceProperties('AWS::S3Vectors::VectorBucketPolicy', {
      Policy: {
        Statement: [
          Match.objectLike({
            Effect: 'Deny',
            Principal: { AWS: '*' },
            Action: 's3vectors:*',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ],
      },
    });
    const given = synth.assembly
      .ofType('AWS::Lambda::Function')
      .flatMap((lambda) => synth.environment(lambda).VECTOR_BUCKETS ?? []);
    expect(given.length).toBeGreaterThan(1);
    expect(new Set(given)).toEqual(new Set(buckets.map(({ attributes }) => attributes.VectorBucketArn)));
  });

  const stack = (vectorBuckets: number) =>
    new DataStack(new App(), 'data', {
      env: { account: PRODUCTION.account, region: PRODUCTION.region },
      stage: { ...PRODUCTION, vectorBuckets },
    });

  it('that are added come after those before, which stay', () => {
    const ids = ({ vectors }: DataStack) => vectors.map((bucket) => Stack.of(bucket).resolve(bucket.ref));
    expect(ids(stack(3))).toHaveLength(3);
    expect(ids(stack(3)).slice(0, 2)).toEqual(ids(stack(2)));
  });

  it('are none where a region has no S3 Vectors, and nothing is allowed in them', () => {
    const none = stack(0);
    expect(none.vectors).toEqual([]);
    expect(JSON.stringify(Template.fromStack(none).toJSON())).not.toMatch(/s3vectors/i);
    // A statement without resources would keep the stage from being synthesized.
    expect([...searchVectors(none.vectors), ...writeVectors(none.vectors)]).toEqual([]);
  });
});

describe('secrets', () => {
  it('are made by AWS, so that no template holds them', () => {
    const secrets = synth.assembly.ofType('AWS::SecretsManager::Secret');
    expect(secrets).toHaveLength(3);
    for (const { properties } of secrets) {
      expect(properties.GenerateSecretString).toMatchObject({ PasswordLength: 48 });
      expect(properties.SecretString).toBeUndefined();
    }
  });
});

describe('what people would lose', () => {
  it('lies in stacks that are not deleted by a slip', () => {
    for (const stack of ['data', 'auth', 'ingest'] as const)
      expect(synth.isProtected(stack), stack).toBe(true);
  });
});
