import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { allow } from './parley-function';

/**
 * What functions may do, action by action. CDK's own grants are wider: `grantReadWrite` of a bucket allows
 * `s3:GetObject*` and `s3:List*`, of a table also scanning all of it.
 */
export const readTable = (table: ITable): PolicyStatement =>
  allow(
    ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem'],
    [table.tableArn, `${table.tableArn}/index/*`],
  );

export const writeTable = (table: ITable): PolicyStatement =>
  allow(
    ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'],
    [table.tableArn],
  );

export const readObjects = (bucketArn: string, prefix: string): PolicyStatement =>
  allow(['s3:GetObject', 's3:GetObjectVersion'], [`${bucketArn}/${prefix}*`]);

/** Without it S3 answers 403 instead of 404 for an object that isn't there. */
export const tellMissingObjects = (bucketArn: string): PolicyStatement =>
  allow(['s3:ListBucket'], [bucketArn]);

export const writeObjects = (bucketArn: string, prefix: string): PolicyStatement =>
  allow(['s3:PutObject'], [`${bucketArn}/${prefix}*`]);

export const deleteObjects = (bucketArn: string, prefix: string): PolicyStatement =>
  allow(['s3:DeleteObject', 's3:DeleteObjectVersion'], [`${bucketArn}/${prefix}*`]);

export const sendMessages = (queue: IQueue): PolicyStatement => allow(['sqs:SendMessage'], [queue.queueArn]);

export const readSecrets = (...secrets: readonly ISecret[]): PolicyStatement =>
  allow(
    ['secretsmanager:GetSecretValue'],
    // Secrets Manager adds six random characters to the name; the ARN is known with them.
    secrets.map((secret) => secret.secretArn),
  );

/** Consuming a queue, as an event source mapping does on the function's behalf. */
export const consumeQueue = (queue: IQueue): PolicyStatement =>
  allow(
    ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
    [queue.queueArn],
  );

/** Models and inference profiles; a profile forwards to its model in other regions of the continent. */
export function invokeModels(
  place: { account: string; region: string },
  models: readonly string[],
): PolicyStatement {
  const resources = models.flatMap((model) => {
    const profile = /^(?:eu|us|apac|global)\.(.+)$/.exec(model)?.[1];
    return profile
      ? [
          `arn:aws:bedrock:${place.region}:${place.account}:inference-profile/${model}`,
          `arn:aws:bedrock:*::foundation-model/${profile}`,
        ]
      : [`arn:aws:bedrock:${place.region}::foundation-model/${model}`];
  });
  return allow(['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'], resources);
}
