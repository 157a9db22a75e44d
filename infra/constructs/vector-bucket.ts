import { RemovalPolicy } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnVectorBucket, CfnVectorBucketPolicy } from 'aws-cdk-lib/aws-s3vectors';
import { Construct } from 'constructs';

/** A vector bucket that nobody reads but by a statement of ours: encrypted, over TLS, kept when its stack goes. */
export class VectorBucket extends Construct {
  readonly bucket: CfnVectorBucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new CfnVectorBucket(this, 'Bucket', { encryptionConfiguration: { sseType: 'AES256' } });
    this.bucket.applyRemovalPolicy(RemovalPolicy.RETAIN);
    const { attrVectorBucketArn: arn } = this.bucket;
    new CfnVectorBucketPolicy(this, 'Policy', {
      vectorBucketArn: arn,
      policy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            effect: Effect.DENY,
            principals: [new AnyPrincipal()],
            actions: ['s3vectors:*'],
            resources: [arn, `${arn}/*`],
            conditions: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ],
      }),
    });
  }
}
