import type { Ground } from './ground';
import type { Invoker } from './runtime/ports';
import { type BedrockOptions, createBedrock } from './services/bedrock/service';
import { createCognito } from './services/cognito/service';
import { createDynamoDb } from './services/dynamodb/service';
import { createEventRules } from './services/events/service';
import { createS3 } from './services/s3/service';
import { createS3Vectors } from './services/s3-vectors/service';
import { createSes } from './services/ses/service';
import { createSqs } from './services/sqs/service';
import { createTextract } from './services/textract/service';

export type Stores = ReturnType<typeof createStores>;

/** The services that keep something or work something out, for whoever calls the AWS APIs. */
export function createStores(
  { assembly, context, permissions, time, now, meter }: Ground,
  invoker: Invoker,
  models: BedrockOptions,
) {
  const sqs = createSqs(context('sqs'), { queues: assembly.ofType('AWS::SQS::Queue') });
  const dynamodb = createDynamoDb(context('dynamodb'), {
    tables: assembly.ofType('AWS::DynamoDB::Table'),
    awsLike: models.awsLike,
    now,
    meter,
  });
  const s3 = createS3(context('s3'), {
    buckets: assembly.ofType('AWS::S3::Bucket'),
    queues: sqs,
    now,
    mayList: ({ kind, arn }, bucketArn) =>
      kind === 'operator' || permissions.allows(arn, { action: 's3:ListBucket', resource: bucketArn }),
  });
  const vectors = createS3Vectors(context('s3-vectors'), {
    buckets: assembly.ofType('AWS::S3Vectors::VectorBucket'),
  });
  const rules = createEventRules(context('events'), {
    rules: assembly.ofType('AWS::Events::Rule'),
    queues: sqs,
    clock: time,
  });
  const ses = createSes(context('ses'), {
    identities: assembly.ofType('AWS::SES::EmailIdentity'),
    configurationSets: assembly.ofType('AWS::SES::ConfigurationSet'),
    eventDestinations: assembly.ofType('AWS::SES::ConfigurationSetEventDestination'),
    publish: rules.publish,
    now,
  });
  const cognito = createCognito(context('cognito'), {
    pools: assembly.ofType('AWS::Cognito::UserPool'),
    clients: assembly.ofType('AWS::Cognito::UserPoolClient'),
    sessions: assembly.ofType('AWS::Cognito::UserPoolSessionConfigurationAttachment'),
    firewall: {
      acls: assembly.ofType('AWS::WAFv2::WebACL'),
      associations: assembly.ofType('AWS::WAFv2::WebACLAssociation'),
    },
    invoker,
    mail: ses,
    now,
  });
  const bedrock = createBedrock(context('bedrock'), models);
  const textract = createTextract(context('textract'));
  return { sqs, dynamodb, s3, vectors, ses, cognito, bedrock, textract, rules };
}
