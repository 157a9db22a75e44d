import { createHash } from 'node:crypto';
import type { Properties } from './model';

/** A resource while its identity is worked out: properties resolved, id and attributes not yet. */
export interface Draft {
  readonly stack: string;
  readonly logicalId: string;
  readonly region: string;
  readonly accountId: string;
  readonly properties: Properties;
}

export interface ResourceType {
  /** What `Ref` gives. Default: stack and logical id, as CloudFormation names things. */
  readonly id?: (draft: Draft) => string;
  /** What `Fn::GetAtt` gives. An attribute that is not here is an error that names it. */
  readonly attributes?: Readonly<Record<string, (id: string, draft: Draft) => string>>;
  /** Why nothing of it runs locally. Without: a service is made from it. */
  readonly inert?: string;
}

const CONTROL = 'who may reach a resource: calls are judged by the roles of their callers';
const WATCHING = 'watches; locally the log is read by a person';
const NAMES = 'names and certificates: local hosts are told apart by the Host header';

/** Every resource type that an assembly may hold. One that is not here is refused by name. */
export const RESOURCE_TYPES: Readonly<Record<string, ResourceType>> = {
  'AWS::DynamoDB::Table': {
    id: named('TableName'),
    attributes: {
      Arn: (id, { region, accountId }) => `arn:aws:dynamodb:${region}:${accountId}:table/${id}`,
      StreamArn: (id, { region, accountId }) =>
        `arn:aws:dynamodb:${region}:${accountId}:table/${id}/stream/local`,
    },
  },
  'AWS::S3::Bucket': {
    id: (draft) => (property(draft, 'BucketName') ?? generated(draft, 63)).toLowerCase(),
    attributes: {
      Arn: (id) => `arn:aws:s3:::${id}`,
      DomainName: (id) => `${id}.s3.amazonaws.com`,
      RegionalDomainName: (id, { region }) => `${id}.s3.${region}.amazonaws.com`,
      DualStackDomainName: (id, { region }) => `${id}.s3.dualstack.${region}.amazonaws.com`,
    },
  },
  'AWS::S3Vectors::VectorBucket': {
    id: (draft) =>
      `arn:aws:s3vectors:${draft.region}:${draft.accountId}:bucket/${(property(draft, 'VectorBucketName') ?? generated(draft, 63)).toLowerCase()}`,
    attributes: { VectorBucketArn: (id) => id },
  },
  'AWS::SQS::Queue': {
    id: (draft) =>
      `https://sqs.${draft.region}.amazonaws.com/${draft.accountId}/${
        property(draft, 'QueueName') ?? generated(draft, 80) + (draft.properties.FifoQueue ? '.fifo' : '')
      }`,
    attributes: {
      Arn: (id, { region, accountId }) => `arn:aws:sqs:${region}:${accountId}:${last(id)}`,
      QueueName: (id) => last(id),
      QueueUrl: (id) => id,
    },
  },

  'AWS::Lambda::Function': {
    id: named('FunctionName', 64),
    attributes: {
      Arn: (id, { region, accountId }) => `arn:aws:lambda:${region}:${accountId}:function:${id}`,
    },
  },
  'AWS::Lambda::Version': {
    id: (draft) => `${functionArn(draft)}:1`,
    attributes: { Version: () => '1', FunctionArn: (id) => id },
    inert: 'a version is the function as it is',
  },
  'AWS::Lambda::Alias': {
    id: (draft) => `${functionArn(draft)}:${property(draft, 'Name') ?? 'live'}`,
    attributes: { AliasArn: (id) => id },
    inert: 'an alias is the function as it is',
  },
  'AWS::Lambda::EventSourceMapping': { attributes: { Id: (id) => id } },
  'AWS::Lambda::EventInvokeConfig': {},
  'AWS::Lambda::Permission': {},

  'AWS::CodeDeploy::Application': { inert: 'what is built runs at once' },
  'AWS::CodeDeploy::DeploymentGroup': { inert: 'what is built runs at once' },

  'AWS::Events::Rule': {
    id: named('Name', 64),
    attributes: {
      Arn: (id, { region, accountId }) => `arn:aws:events:${region}:${accountId}:rule/${id}`,
    },
  },

  'AWS::Scheduler::ScheduleGroup': {
    id: named('Name', 64),
    attributes: {
      Arn: (id, { region, accountId }) => `arn:aws:scheduler:${region}:${accountId}:schedule-group/${id}`,
      State: () => 'ACTIVE',
    },
  },
  'AWS::Scheduler::Schedule': {
    id: named('Name', 64),
    attributes: {
      Arn: (id, draft) =>
        `arn:aws:scheduler:${draft.region}:${draft.accountId}:schedule/${property(draft, 'GroupName') ?? 'default'}/${id}`,
    },
  },

  'AWS::IAM::Role': {
    id: named('RoleName', 64),
    attributes: {
      Arn: (id, { accountId }) => `arn:aws:iam::${accountId}:role/${id}`,
      RoleId: (id) => `AROA${digest(id, 16).toUpperCase()}`,
    },
  },
  'AWS::IAM::Policy': { attributes: { Id: (id) => id } },
  'AWS::IAM::ManagedPolicy': {
    id: (draft) =>
      `arn:aws:iam::${draft.accountId}:policy/${property(draft, 'ManagedPolicyName') ?? generated(draft, 128)}`,
    attributes: { PolicyArn: (id) => id },
  },

  'AWS::ApiGatewayV2::Api': {
    id: (draft) => digest(`${draft.stack}/${draft.logicalId}`, 10),
    attributes: {
      ApiId: (id) => id,
      ApiEndpoint: (id, { region, properties }) =>
        `${properties.ProtocolType === 'WEBSOCKET' ? 'wss' : 'https'}://${id}.execute-api.${region}.amazonaws.com`,
    },
  },
  'AWS::ApiGatewayV2::Stage': { id: (draft) => property(draft, 'StageName') ?? '$default' },
  'AWS::ApiGatewayV2::Route': { attributes: { RouteId: (id) => id } },
  'AWS::ApiGatewayV2::Integration': { attributes: { IntegrationId: (id) => id } },
  'AWS::ApiGatewayV2::Authorizer': { attributes: { AuthorizerId: (id) => id } },
  'AWS::ApiGatewayV2::Deployment': { inert: 'routes are live at once' },

  'AWS::Cognito::UserPool': {
    id: (draft) => `${draft.region}_${digest(`${draft.stack}/${draft.logicalId}`, 9)}`,
    attributes: {
      UserPoolId: (id) => id,
      Arn: (id, { region, accountId }) => `arn:aws:cognito-idp:${region}:${accountId}:userpool/${id}`,
      ProviderName: (id, { region }) => `cognito-idp.${region}.amazonaws.com/${id}`,
      ProviderURL: (id, { region }) => `https://cognito-idp.${region}.amazonaws.com/${id}`,
    },
  },
  'AWS::Cognito::UserPoolClient': {
    id: (draft) => digest(`${draft.stack}/${draft.logicalId}`, 26),
    attributes: { ClientId: (id) => id, Name: (id, draft) => property(draft, 'ClientName') ?? id },
  },
  'AWS::Cognito::UserPoolSessionConfigurationAttachment': {},
  'AWS::Cognito::UserPoolGroup': { id: named('GroupName', 128) },

  'AWS::SES::EmailIdentity': {
    id: (draft) => property(draft, 'EmailIdentity') ?? generated(draft, 64),
    attributes: dkimRecords(),
  },
  'AWS::SES::ConfigurationSet': { id: named('Name', 64) },
  'AWS::SES::ConfigurationSetEventDestination': {},

  'AWS::SecretsManager::Secret': {
    id: (draft) => {
      const name = property(draft, 'Name') ?? generated(draft, 200);
      return `arn:aws:secretsmanager:${draft.region}:${draft.accountId}:secret:${name}-${digest(name, 6)}`;
    },
    attributes: { Id: (id) => id },
  },

  'AWS::CloudFront::Distribution': {
    id: (draft) => `E${digest(`${draft.stack}/${draft.logicalId}`, 13).toUpperCase()}`,
    attributes: { Id: (id) => id, DomainName: (id) => `${id.toLowerCase()}.cloudfront.net` },
  },
  'AWS::CloudFront::Function': {
    id: (draft) => `arn:aws:cloudfront::${draft.accountId}:function/${named('Name', 64)(draft)}`,
    attributes: { FunctionARN: (id) => id, 'FunctionMetadata.FunctionARN': (id) => id },
  },
  'AWS::CloudFront::CachePolicy': { attributes: { Id: (id) => id } },
  'AWS::CloudFront::OriginRequestPolicy': { attributes: { Id: (id) => id } },
  'AWS::CloudFront::ResponseHeadersPolicy': { attributes: { Id: (id) => id } },
  'AWS::CloudFront::OriginAccessControl': {
    attributes: { Id: (id) => id },
    inert: 'the local edge reads its buckets itself',
  },

  'AWS::S3::BucketPolicy': {},
  'AWS::S3Vectors::VectorBucketPolicy': { inert: CONTROL },
  'AWS::SQS::QueuePolicy': {},
  'AWS::SNS::TopicPolicy': { inert: CONTROL },
  'AWS::SecretsManager::ResourcePolicy': { inert: CONTROL },
  'AWS::Logs::ResourcePolicy': { inert: CONTROL },
  'AWS::KMS::Key': {
    id: (draft) => digest(`${draft.stack}/${draft.logicalId}`, 32),
    attributes: {
      KeyId: (id) => id,
      Arn: (id, { region, accountId }) => `arn:aws:kms:${region}:${accountId}:key/${id}`,
    },
    inert: 'state lies on the own disk, unencrypted',
  },
  'AWS::KMS::Alias': { id: named('AliasName', 256), inert: 'state lies on the own disk, unencrypted' },

  'AWS::WAFv2::WebACL': {
    attributes: {
      Id: (id) => digest(id, 32),
      Arn: (id, { region, accountId, properties }) =>
        `arn:aws:wafv2:${region}:${accountId}:${properties.Scope === 'REGIONAL' ? 'regional' : 'global'}/webacl/${id}/${digest(id, 32)}`,
    },
    inert: 'that of a user pool is obeyed, that of the edge with --aws-like',
  },
  'AWS::WAFv2::WebACLAssociation': {},
  'AWS::WAFv2::LoggingConfiguration': { inert: WATCHING },
  'AWS::WAFv2::IPSet': {
    attributes: {
      Arn: (id, { region, accountId }) =>
        `arn:aws:wafv2:${region}:${accountId}:global/ipset/${id}/${digest(id, 32)}`,
    },
    inert: 'as the web ACL',
  },

  'AWS::Logs::LogGroup': {
    id: named('LogGroupName', 512),
    attributes: {
      Arn: (id, { region, accountId }) => `arn:aws:logs:${region}:${accountId}:log-group:${id}:*`,
    },
    inert: WATCHING,
  },
  'AWS::Logs::MetricFilter': { inert: WATCHING },
  'AWS::Logs::QueryDefinition': { inert: WATCHING },
  'AWS::CloudWatch::Alarm': {
    id: named('AlarmName', 255),
    attributes: {
      Arn: (id, { region, accountId }) => `arn:aws:cloudwatch:${region}:${accountId}:alarm:${id}`,
    },
    inert: WATCHING,
  },
  'AWS::CloudWatch::CompositeAlarm': {
    id: named('AlarmName', 255),
    attributes: {
      Arn: (id, { region, accountId }) => `arn:aws:cloudwatch:${region}:${accountId}:alarm:${id}`,
    },
    inert: WATCHING,
  },
  'AWS::CloudWatch::Dashboard': { inert: WATCHING },
  'AWS::SNS::Topic': {
    id: (draft) =>
      `arn:aws:sns:${draft.region}:${draft.accountId}:${property(draft, 'TopicName') ?? generated(draft, 256)}`,
    attributes: { TopicArn: (id) => id, TopicName: (id) => id.slice(id.lastIndexOf(':') + 1) },
    inert: 'carries alarms only',
  },
  'AWS::SNS::Subscription': { inert: 'carries alarms only' },
  'AWS::Budgets::Budget': { inert: 'nothing costs locally' },
  'AWS::ApiGateway::Account': { inert: 'the role that writes access logs' },

  'AWS::Route53::RecordSet': { inert: NAMES },
  'AWS::Route53::HostedZone': { attributes: { Id: (id) => id }, inert: NAMES },
  'AWS::CertificateManager::Certificate': {
    id: (draft) =>
      `arn:aws:acm:${draft.region}:${draft.accountId}:certificate/${digest(`${draft.stack}/${draft.logicalId}`, 32)}`,
    inert: NAMES,
  },

  'AWS::CDK::Metadata': { inert: 'tells AWS which constructs were used' },
};

/** The three records that prove a mail domain's owner. */
function dkimRecords(): NonNullable<ResourceType['attributes']> {
  const token = (id: string, number: number) => digest(`${id}/${number}`, 32);
  return Object.fromEntries(
    [1, 2, 3].flatMap((number) => [
      [`DkimDNSTokenName${number}`, (id: string) => `${token(id, number)}._domainkey.${id}`],
      [`DkimDNSTokenValue${number}`, (id: string) => `${token(id, number)}.dkim.amazonses.com`],
    ]),
  );
}

/** A name as CloudFormation makes one: stack, logical id; too long a one is cut and told apart by a digest. */
function generated(draft: Draft, max: number): string {
  const name = `${draft.stack}-${draft.logicalId}`;
  return name.length <= max ? name : `${name.slice(0, max - 9)}-${digest(name, 8)}`;
}

export function defaultId(draft: Draft): string {
  return generated(draft, 128);
}

function named(key: string, max = 255): (draft: Draft) => string {
  return (draft) => property(draft, key) ?? generated(draft, max);
}

function property(draft: Draft, key: string): string | undefined {
  const value = draft.properties[key];
  return typeof value === 'string' ? value : undefined;
}

function functionArn(draft: Draft): string {
  const name = property(draft, 'FunctionName') ?? draft.logicalId;
  return name.startsWith('arn:')
    ? name
    : `arn:aws:lambda:${draft.region}:${draft.accountId}:function:${name}`;
}

function last(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** Lower case letters and digits, the same on every start, so that state keeps belonging to its resource. */
function digest(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest();
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(36)
    .padStart(49, '0')
    .slice(-length);
}
