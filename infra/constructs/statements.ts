import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnVectorBucket } from 'aws-cdk-lib/aws-s3vectors';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { mailConfigurationSet, mailDomain, type StageParameters } from '../config/stage';

/** An Allow of these actions on these resources, both explicit. */
export function allow(actions: readonly string[], resources: readonly string[]): PolicyStatement {
  return new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] });
}

/** Indexes of the table. */
export const INDEXES = ['gsi1', 'gsi2'] as const;

/*
 * What functions may do, action by action. CDK's own grants are wider: `grantReadWrite` of a bucket allows
 * `s3:GetObject*` and `s3:List*`, of a table also scanning all of it.
 */
export const readTable = (table: ITable): PolicyStatement =>
  allow(
    ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem'],
    [table.tableArn, ...INDEXES.map((index) => `${table.tableArn}/index/${index}`)],
  );

/** Following the changes of a table, as an event source mapping does on the function's behalf. */
export const readStream = (streamArn: string): PolicyStatement =>
  allow(
    ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
    [streamArn],
  );

export const writeTable = (table: ITable): PolicyStatement =>
  allow(
    ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'],
    [table.tableArn],
  );

export const readObjects = (bucketArn: string, prefix: string): PolicyStatement =>
  allow(['s3:GetObject', 's3:GetObjectVersion'], [`${bucketArn}/${prefix}*`]);

/** Without it S3 answers 403 instead of 404 for an object that isn't there. */
export const detectMissingObjects = (bucketArn: string): PolicyStatement =>
  allow(['s3:ListBucket'], [bucketArn]);

export const writeObjects = (bucketArn: string, prefix: string): PolicyStatement =>
  allow(['s3:PutObject'], [`${bucketArn}/${prefix}*`]);

export const deleteObjects = (bucketArn: string, prefix: string): PolicyStatement =>
  allow(['s3:DeleteObject', 's3:DeleteObjectVersion'], [`${bucketArn}/${prefix}*`]);

/** Finding all versions of an object, which only a list of the bucket tells: of these keys, and of no others. */
export const listVersions = (bucketArn: string, prefix: string): PolicyStatement => {
  const statement = allow(['s3:ListBucketVersions'], [bucketArn]);
  statement.addCondition('StringLike', { 's3:prefix': `${prefix}*` });
  return statement;
};

/** Searching the vectors of large bots. GetVectors is needed to see the metadata of a vector. */
export const searchVectors = (buckets: readonly CfnVectorBucket[]): PolicyStatement[] =>
  allowInIndexes(['s3vectors:QueryVectors', 's3vectors:GetVectors'], buckets);

/** Making the indexes of large bots, filling them and deleting them. */
export const writeVectors = (buckets: readonly CfnVectorBucket[]): PolicyStatement[] =>
  allowInIndexes(
    [
      's3vectors:CreateIndex',
      's3vectors:DeleteIndex',
      's3vectors:PutVectors',
      's3vectors:DeleteVectors',
      's3vectors:ListVectors',
    ],
    buckets,
  );

/** A stage without vector buckets allows nothing: a statement without resources is none. */
const allowInIndexes = (actions: readonly string[], buckets: readonly CfnVectorBucket[]) =>
  buckets.length === 0
    ? []
    : [
        allow(
          actions,
          buckets.map(({ attrVectorBucketArn }) => `${attrVectorBucketArn}/index/*`),
        ),
      ];

export const sendMessages = (queue: IQueue): PolicyStatement => allow(['sqs:SendMessage'], [queue.queueArn]);

export const readSecrets = (...secrets: readonly ISecret[]): PolicyStatement =>
  allow(
    ['secretsmanager:GetSecretValue'],
    // Secrets Manager adds six random characters to the name; the ARN is known with them.
    secrets.map((secret) => secret.secretArn),
  );

/** Sending from a stage's own address, and from no other of its domain; what becomes of it is told by the stage's set. */
export const sendMail = (stage: StageParameters): PolicyStatement => {
  const ses = `arn:aws:ses:${stage.region}:${stage.account}`;
  const statement = allow(
    ['ses:SendEmail'],
    [`${ses}:identity/${mailDomain(stage)}`, `${ses}:configuration-set/${mailConfigurationSet(stage)}`],
  );
  statement.addCondition('StringEquals', { 'ses:FromAddress': stage.mailFrom });
  return statement;
};

/** Consuming a queue, as an event source mapping does on the function's behalf. */
export const consumeQueue = (queue: IQueue): PolicyStatement =>
  allow(
    ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
    [queue.queueArn],
  );

interface Place {
  readonly account: string;
  readonly region: string;
}

/** Text in pictures that are sent with the call: Textract knows no resource of it. */
export const recogniseText: PolicyStatement = allow(['textract:DetectDocumentText'], ['*']);

/** A model that answers at once. */
export const invokeModel = (place: Place, model: string): PolicyStatement =>
  allow(['bedrock:InvokeModel'], modelArns(place, model));

/** A model whose answer is streamed. */
export const streamModel = (place: Place, model: string): PolicyStatement =>
  allow(['bedrock:InvokeModelWithResponseStream'], modelArns(place, model));

export const applyGuardrail = ({ region, account }: Place, id: string): PolicyStatement =>
  allow(['bedrock:ApplyGuardrail'], [`arn:aws:bedrock:${region}:${account}:guardrail/${id}`]);

/** Regions that a profile may forward to, by the prefix of its id. `''` is what Bedrock names a global model by. */
const PROFILE_REGIONS: Readonly<Record<string, readonly string[]>> = {
  eu: ['eu-central-1', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-3'],
  us: ['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2'],
  'us-gov': ['us-gov-east-1', 'us-gov-west-1'],
  ca: ['ca-central-1', 'ca-west-1'],
  jp: ['ap-northeast-1', 'ap-northeast-3'],
  au: ['ap-southeast-2', 'ap-southeast-4'],
  apac: [
    'ap-northeast-1',
    'ap-northeast-2',
    'ap-northeast-3',
    'ap-south-1',
    'ap-south-2',
    'ap-southeast-1',
    'ap-southeast-2',
  ],
  global: [''],
};

/** An inference profile's caller must be allowed the profile, and its model wherever it may be forwarded to. */
function modelArns({ region, account }: Place, model: string): readonly string[] {
  const partition = region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
  const arn = (where: string, id: string) => `arn:${partition}:bedrock:${where}::foundation-model/${id}`;
  const [prefix = '', id] = model.split(/\.(.*)/s);
  const forwarded = PROFILE_REGIONS[prefix];
  if (!forwarded || id === undefined) return [arn(region, model)];
  return [
    `arn:${partition}:bedrock:${region}:${account}:inference-profile/${model}`,
    ...[...new Set([region, ...forwarded])].map((where) => arn(where, id)),
  ];
}
