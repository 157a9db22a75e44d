import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type CorsRule,
  type LifecycleRule,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface PrivateBucketProps {
  /** Keeps what is overwritten or deleted for thirty days. @default false */
  readonly versioned?: boolean;
  readonly cors?: readonly CorsRule[];
  readonly lifecycle?: readonly LifecycleRule[];
  /** Where the accesses are logged. @default they are not */
  readonly accessLogs?: { readonly bucket: Bucket; readonly prefix: string };
  /** Lets CloudFront deliver its logs, which it does by an access control list. @default false */
  readonly takesLogs?: boolean;
}

/** A bucket that nobody reads but by a policy of ours: encrypted, over TLS, kept when its stack goes. */
export class PrivateBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, props: PrivateBucketProps = {}) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: props.versioned ?? false,
      objectOwnership: props.takesLogs
        ? ObjectOwnership.BUCKET_OWNER_PREFERRED
        : ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: RemovalPolicy.RETAIN,
      ...(props.cors ? { cors: [...props.cors] } : {}),
      ...(props.accessLogs
        ? { serverAccessLogsBucket: props.accessLogs.bucket, serverAccessLogsPrefix: props.accessLogs.prefix }
        : {}),
      lifecycleRules: [
        {
          id: 'unfinished',
          abortIncompleteMultipartUploadAfter: Duration.days(1),
          // The markers go with the last version that they hide.
          ...(props.versioned
            ? { noncurrentVersionExpiration: Duration.days(30), expiredObjectDeleteMarker: true }
            : {}),
        },
        ...(props.lifecycle ?? []),
      ],
    });
  }
}

/** Tells a queue of each new object below a prefix. */
export function notifyOfObjects(bucket: Bucket, prefix: string, queue: Queue): void {
  const policy = queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('s3.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      // Naming the bucket would close a circle: it waits for this policy.
      conditions: { StringEquals: { 'aws:SourceAccount': bucket.env.account } },
    }),
  );
  // On the L1 bucket: the L2's notifications are a custom resource with a function of its own.
  const resource = bucket.node.defaultChild as CfnBucket;
  resource.notificationConfiguration = {
    queueConfigurations: [
      {
        event: 's3:ObjectCreated:*',
        queue: queue.queueArn,
        filter: { s3Key: { rules: [{ name: 'prefix', value: prefix }] } },
      },
    ],
  };
  // S3 tries the queue when the notification is set up: its policy must be there by then.
  if (policy.policyDependable) resource.node.addDependency(policy.policyDependable);
}
