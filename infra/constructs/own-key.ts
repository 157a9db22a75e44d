import type { RemovalPolicy } from 'aws-cdk-lib';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';

interface OwnKeyProps {
  readonly description: string;
  readonly removalPolicy: RemovalPolicy;
  /** Who may use it. Their resource is the key, which a key's policy calls `*`. */
  readonly users: readonly PolicyStatement[];
}

/** A key that the account administers, and that nobody uses but who is named. */
export function ownKey(
  scope: Construct,
  id: string,
  { description, removalPolicy, users }: OwnKeyProps,
): Key {
  return new Key(scope, id, {
    description,
    enableKeyRotation: true,
    removalPolicy,
    // CDK's own policy would allow the account kms:*, using the key included.
    policy: new PolicyDocument({
      statements: [
        new PolicyStatement({
          sid: 'Administer',
          principals: [new AccountRootPrincipal()],
          actions: KEY_ADMINISTRATION,
          resources: ['*'],
        }),
        ...users,
      ],
    }),
  });
}

/** What CloudFormation and an administrator do with a key, besides using it. */
const KEY_ADMINISTRATION = [
  'kms:CancelKeyDeletion',
  'kms:DescribeKey',
  'kms:DisableKey',
  'kms:DisableKeyRotation',
  'kms:EnableKey',
  'kms:EnableKeyRotation',
  'kms:GetKeyPolicy',
  'kms:GetKeyRotationStatus',
  'kms:ListKeyPolicies',
  'kms:ListResourceTags',
  'kms:PutKeyPolicy',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:UpdateKeyDescription',
];
