import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { CfnVectorBucket } from 'aws-cdk-lib/aws-s3vectors';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { PrivateBucket } from '../constructs/private-bucket';
import { INDEXES } from '../constructs/statements';
import { VectorBucket } from '../constructs/vector-bucket';

export interface DataStackProps extends StackProps {
  readonly stage: StageParameters;
}

/** What outlives every deployment: the table, the buckets that functions write, and the secrets. */
export class DataStack extends Stack {
  readonly table: Table;
  readonly logs: Bucket;
  readonly index: Bucket;
  /** Of the vectors of large bots, which know theirs by its place here. */
  readonly vectors: readonly CfnVectorBucket[];
  readonly exports: Bucket;
  readonly web: Bucket;
  readonly widget: Bucket;
  /** What CloudFront shows and functions demand. */
  readonly originSecret: Secret;
  /** Signs the tokens of visitors. */
  readonly signingSecret: Secret;
  readonly paymentsSecret: Secret;

  constructor(scope: Construct, id: string, { stage, ...props }: DataStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    this.table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: 'expiresAt',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    for (const index of INDEXES) {
      this.table.addGlobalSecondaryIndex({
        indexName: index,
        partitionKey: { name: `${index}pk`, type: AttributeType.STRING },
        sortKey: { name: `${index}sk`, type: AttributeType.STRING },
        // Keys only: a message that changes costs no write in an index.
        projectionType: ProjectionType.KEYS_ONLY,
      });
    }

    this.logs = new PrivateBucket(this, 'Logs', {
      takesLogs: true,
      lifecycle: [{ id: 'expire', expiration: Duration.days(90) }],
    }).bucket;
    const logged = (name: string) => ({ accessLogs: { bucket: this.logs, prefix: `s3/${name}/` } });
    this.index = new PrivateBucket(this, 'Index', {
      ...logged('index'),
      // Of long documents that nobody went on reading.
      lifecycle: [{ id: 'parts', prefix: 'parts/', expiration: Duration.days(4) }],
    }).bucket;
    this.vectors = Array.from(
      { length: stage.vectorBuckets },
      (_, number) => new VectorBucket(this, `Vectors${number}`).bucket,
    );
    this.exports = new PrivateBucket(this, 'Exports', {
      ...logged('exports'),
      lifecycle: [{ id: 'expire', expiration: Duration.days(7) }],
    }).bucket;
    this.web = new PrivateBucket(this, 'Web', logged('web')).bucket;
    this.widget = new PrivateBucket(this, 'Widget', logged('widget')).bucket;

    for (const bucket of [this.web, this.widget]) this.letEdgeRead(bucket);

    const secret = (name: string, description: string) =>
      new Secret(this, name, {
        description,
        generateSecretString: { passwordLength: 48, excludePunctuation: true },
        removalPolicy: RemovalPolicy.RETAIN,
      });
    this.originSecret = secret('OriginSecret', 'What CloudFront shows to the APIs');
    this.signingSecret = secret('SigningSecret', "Signs visitors' tokens");
    // The keys are the operator's; the generated part signs webhooks where Stripe is stood in for.
    this.paymentsSecret = new Secret(this, 'PaymentsSecret', {
      description: "Stripe's keys: secretKey and webhookSecret",
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ secretKey: '' }),
        generateStringKey: 'webhookSecret',
        passwordLength: 48,
        excludePunctuation: true,
      },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(this.paymentsSecret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Stripe makes its keys; infra/DEPLOY.md says how they are put here and replaced.',
    });
    Validations.of(this.originSecret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'CloudFront takes the secret into its configuration when it is deployed, so a rotation by itself would lock every caller out. It never leaves AWS; infra/DEPLOY.md says how it is replaced.',
    });
    Validations.of(this.signingSecret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Signs tokens that live for hours and speak for one conversation. Replacing it ends all of them, so it is done on suspicion and by hand, as infra/DEPLOY.md says.',
    });
  }

  /**
   * Lets our distributions read. Naming the one would make this stack wait for the edge's, which waits for this
   * one's buckets.
   */
  private letEdgeRead(bucket: Bucket): void {
    const conditions = {
      StringEquals: { 'AWS:SourceAccount': this.account },
      ArnLike: { 'AWS:SourceArn': `arn:aws:cloudfront::${this.account}:distribution/*` },
    };
    const principals = [new ServicePrincipal('cloudfront.amazonaws.com')];
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['s3:GetObject'],
        resources: [bucket.arnForObjects('*')],
        conditions,
      }),
    );
    // Without it S3 answers 403 for what isn't there, and a missing bot would look like a forbidden one.
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['s3:ListBucket'],
        resources: [bucket.bucketArn],
        conditions,
      }),
    );
  }
}
