import { Arn, ArnFormat, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import {
  AccountPrincipal,
  ArnPrincipal,
  ManagedPolicy,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { ownKey } from './own-key';

export interface BackupCopiesProps {
  readonly copy: NonNullable<StageParameters['backupCopy']>;
  readonly table: ITable;
  readonly uploads: IBucket;
}

/**
 * Copies of what can not be made anew, once a day, in a vault of another account: what is left where this account is lost.
 * Here they stay until the next has been made. Tombstones outlive all of them, so that a restore brings
 * back nobody who was erased.
 */
export class BackupCopies extends Construct {
  constructor(scope: Construct, id: string, { copy, table, uploads }: BackupCopiesProps) {
    super(scope, id);
    const destination = BackupVault.fromBackupVaultArn(this, 'Destination', copy.vaultArn);
    const { account = '' } = Arn.split(copy.vaultArn, ArnFormat.COLON_RESOURCE_NAME);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      description: 'Copies the table and the originals into another account',
      managedPolicies: POLICIES.map((arn) =>
        ManagedPolicy.fromManagedPolicyArn(this, arn.split('/').at(-1) ?? '', arn),
      ),
    });
    for (const arn of POLICIES)
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM4[Policy::${arn}]`,
        reason:
          'What AWS Backup calls to back up a table and a bucket AWS alone knows, and changes with its service. The role is assumed by AWS Backup, for the two resources of its plan.',
      });
    // A key of ours: that of AWS can be shared with no other account.
    const key = ownKey(this, 'Key', {
      description: 'Encrypts backups, which are copied to another account',
      removalPolicy: RemovalPolicy.RETAIN,
      users: [
        new PolicyStatement({
          sid: 'BackUp',
          principals: [new ArnPrincipal(role.roleArn), new AccountPrincipal(account)],
          actions: ['kms:CreateGrant', 'kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey'],
          resources: ['*'],
        }),
      ],
    });
    const vault = new BackupVault(this, 'Vault', { encryptionKey: key, removalPolicy: RemovalPolicy.RETAIN });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          backupVault: vault,
          scheduleExpression: Schedule.cron({ hour: '2', minute: '0' }),
          deleteAfter: Duration.days(KEPT_HERE),
          copyActions: [{ destinationBackupVault: destination, deleteAfter: Duration.days(copy.days) }],
        }),
      ],
    });
    plan.addSelection('Selection', {
      role,
      // CDK would add what restores, too: that is done by a person, in the other account.
      disableDefaultBackupPolicy: true,
      resources: [BackupResource.fromDynamoDbTable(table), BackupResource.fromArn(uploads.bucketArn)],
    });
  }
}

/**
 * Days. A bucket's backup holds what came since the one before, as long as that is still there: after one day it may be
 * gone, and each would be a whole one (docs.aws.amazon.com/aws-backup/latest/devguide/metering-and-billing.html).
 */
export const KEPT_HERE = 2;

const POLICIES = [
  'arn:aws:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup',
  'arn:aws:iam::aws:policy/AWSBackupServiceRolePolicyForS3Backup',
] as const;
