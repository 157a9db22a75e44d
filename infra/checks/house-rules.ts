import { flat, many, record, statementsOf, type Template, type TemplateResource } from './policies';

/** What a resource does wrong, by our own rules. */
export interface Finding {
  readonly rule: keyof typeof HOUSE_RULES;
  readonly logicalId: string;
  readonly detail: string;
}

interface Place {
  readonly logicalId: string;
  readonly resource: TemplateResource;
  readonly properties: Readonly<Record<string, unknown>>;
  /** All resources of the template: what one makes, another may secure. */
  readonly all: readonly Place[];
}

/** Actions that work on what their call brings along: AWS takes no other resource of them than all. */
const WITHOUT_RESOURCE: ReadonlySet<string> = new Set([
  'textract:DetectDocumentText',
  'xray:PutTraceSegments',
  'xray:PutTelemetryRecords',
]);

/** Each says what is wrong with a resource, or nothing. None has exceptions. */
const HOUSE_RULES = {
  /** CDK's own grants are wider than what they are called for. */
  'no-wildcard-action': (place: Place) =>
    allowed(place).flatMap(({ actions }) => actions.filter((action) => action.includes('*'))),

  /** Of what an identity may touch, only the end may be open, and only of what is ours. */
  'wildcard-only-ends-our-arn': ({ resource, properties }: Place) =>
    identityPolicies(resource.Type, properties)
      .flatMap(statementsOf)
      .filter(({ effect }) => effect === 'Allow')
      .flatMap(({ actions, resources }) =>
        resources.filter(
          (arn) =>
            arn.includes('*') &&
            !endsOurArn(arn) &&
            !(arn === '*' && actions.every((action) => WITHOUT_RESOURCE.has(action))),
        ),
      ),

  /** A message that fails for good must end where a person finds it. */
  'queue-has-dead-letters': ({ logicalId, resource, properties, all }: Place) => {
    if (resource.Type !== 'AWS::SQS::Queue' || properties.RedrivePolicy) return [];
    const takesLetters = all.some(
      (other) =>
        flat(record(other.properties.RedrivePolicy).deadLetterTargetArn) === `<${logicalId}.Arn>` ||
        (other.resource.Type === 'AWS::Lambda::EventSourceMapping' &&
          flat(record(record(other.properties.DestinationConfig).OnFailure).Destination) ===
            `<${logicalId}.Arn>`),
    );
    return takesLetters ? [] : ['it has no dead-letter queue and is none'];
  },

  /** Lambda's own log group would keep what it is given for ever. */
  'function-log-expires': ({ resource, properties, all }: Place) => {
    if (resource.Type === 'AWS::Logs::LogGroup')
      return properties.RetentionInDays ? [] : ['it keeps its log for ever'];
    if (resource.Type !== 'AWS::Lambda::Function') return [];
    const group = flat(record(properties.LoggingConfig).LogGroup);
    return all.some(
      (other) => other.resource.Type === 'AWS::Logs::LogGroup' && group === `<${other.logicalId}>`,
    )
      ? []
      : ['it names no log group of ours'];
  },

  /** Nobody reads a bucket but by a statement that names them, over TLS. */
  'bucket-is-private': ({ logicalId, resource, properties, all }: Place) => {
    if (resource.Type !== 'AWS::S3::Bucket') return [];
    const block = record(properties.PublicAccessBlockConfiguration);
    const open = PUBLIC_ACCESS.filter((name) => block[name] !== true).map((name) => `${name} is not set`);
    const policies = all
      .filter(
        ({ resource: { Type }, properties: { Bucket } }) =>
          Type === 'AWS::S3::BucketPolicy' && flat(Bucket) === `<${logicalId}>`,
      )
      .flatMap((policy) => statementsOf(policy.properties.PolicyDocument));
    const forAnyone = policies.filter(({ effect, forAnyone: anyone }) => effect === 'Allow' && anyone);
    const overTls = policies.some(
      ({ effect, conditions }) =>
        effect === 'Deny' && String(conditions.Bool?.['aws:SecureTransport']) === 'false',
    );
    return [
      ...open,
      ...forAnyone.map(({ actions }) => `anyone may ${actions.join(', ')}`),
      ...(overTls ? [] : ['it answers without TLS']),
      ...(properties.BucketEncryption ? [] : ['it is not encrypted']),
    ];
  },

  /** What a stack's end would take with it can't be made again. */
  'data-is-retained': ({ resource }: Place) =>
    HOLDS_DATA.has(resource.Type) &&
    (resource.DeletionPolicy !== 'Retain' || resource.UpdateReplacePolicy !== 'Retain')
      ? ['it goes with its stack']
      : [],

  /** They run with rights of their own in the middle of a deployment, and fail it when they fail. */
  'no-custom-resource': ({ resource: { Type } }: Place) =>
    Type.startsWith('Custom::') || Type === 'AWS::CloudFormation::CustomResource' ? [`it is a ${Type}`] : [],
} satisfies Record<string, (place: Place) => readonly string[]>;

/** Everything in a template that breaks a rule. */
export function judge(template: Template): readonly Finding[] {
  const all: Place[] = [];
  for (const [logicalId, resource] of Object.entries(template.Resources ?? {}))
    all.push({ logicalId, resource, properties: resource.Properties ?? {}, all });
  return all.flatMap((place) =>
    Object.entries(HOUSE_RULES).flatMap(([rule, check]) =>
      check(place).map((detail) => ({ rule: rule as Finding['rule'], logicalId: place.logicalId, detail })),
    ),
  );
}

const PUBLIC_ACCESS = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'];

const HOLDS_DATA = new Set([
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::S3Vectors::VectorBucket',
  'AWS::Cognito::UserPool',
  'AWS::SecretsManager::Secret',
]);

/** Allowing statements of any policy, an identity's or a resource's. */
function allowed({ resource, properties }: Place) {
  const documents = [
    ...identityPolicies(resource.Type, properties),
    properties.PolicyDocument,
    properties.KeyPolicy,
    properties.AssumeRolePolicyDocument,
    properties.ResourcePolicy,
  ];
  return [...new Set(documents)].flatMap(statementsOf).filter(({ effect }) => effect === 'Allow');
}

function identityPolicies(type: string, properties: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (type === 'AWS::IAM::Policy' || type === 'AWS::IAM::ManagedPolicy') return [properties.PolicyDocument];
  if (type === 'AWS::IAM::Role')
    return many(properties.Policies).map((policy) => record(policy).PolicyDocument);
  return [];
}

/** One `*`, at the end, after a resource of ours or the ARN of something in this account. */
export function endsOurArn(arn: string): boolean {
  return /^(<[^>]+>|arn:aws:[a-z0-9-]+:[a-z0-9-]*:(\d{12}|<AWS::AccountId>):)[^*]*[^*:]\*$/.test(arn);
}
