import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { StageParameters } from '#infra/config/stage';
import { BackupCopies, KEPT_HERE } from '#infra/constructs/backup-copies';
import { PRICES } from '#test/bench/prices';
import { COPY, PRODUCTION, ROOT, type Synthesized, synthesized } from './synthesized';

let template: Template;
let synth: Synthesized;
beforeAll(async () => {
  synth = await synthesized();
  const stack = new Stack();
  const table = new Table(stack, 'Table', { partitionKey: { name: 'pk', type: AttributeType.STRING } });
  new BackupCopies(stack, 'Copies', { copy: COPY, table, uploads: new Bucket(stack, 'Uploads') });
  template = Template.fromStack(stack);
});

describe('copies in another account', () => {
  it('are made each day, of the table and the originals, and kept for as long as the stage says', () => {
    template.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanRule: [
          {
            ScheduleExpression: 'cron(0 2 * * ? *)',
            // Here until the next is made, which holds what came since.
            Lifecycle: { DeleteAfterDays: KEPT_HERE },
            CopyActions: [
              { DestinationBackupVaultArn: COPY.vaultArn, Lifecycle: { DeleteAfterDays: COPY.days } },
            ],
          },
        ],
      },
    });
    template.hasResourceProperties('AWS::Backup::BackupSelection', {
      BackupSelection: { Resources: [Match.anyValue(), Match.anyValue()] },
    });
    const selected = JSON.stringify(template.findResources('AWS::Backup::BackupSelection'));
    expect(selected).toContain('Table');
    expect(selected).toContain('Uploads');
  });

  it('are encrypted under a key that the other account may use, and that may only be used', () => {
    template.hasResourceProperties('AWS::Backup::BackupVault', { EncryptionKeyArn: Match.anyValue() });
    const [key] = Object.values(template.findResources('AWS::KMS::Key'));
    const shared = JSON.stringify(key?.Properties.KeyPolicy.Statement.at(-1));
    expect(shared).toContain('444455556666');
    expect(shared).not.toMatch(/kms:(\*|Put|Schedule|Disable)/);
  });

  it('are no part of a stage that names no vault', () => {
    expect(synth.assembly.ofType('AWS::Backup::BackupPlan')).toEqual([]);
  });

  it('lie in no vault of the account itself, and in none without an ARN', () => {
    const refused = (vaultArn: string) => () =>
      StageParameters.parse({ ...PRODUCTION, backupCopy: { vaultArn } });
    expect(refused(COPY.vaultArn.replace('444455556666', PRODUCTION.account))).toThrow('another account');
    expect(refused('parley')).toThrow('the ARN of a backup vault');
    expect(StageParameters.parse({ ...PRODUCTION, backupCopy: COPY }).backupCopy).toEqual(COPY);
    expect(() => StageParameters.parse({ ...PRODUCTION, backupCopy: { ...COPY, days: 36 } })).toThrow();
  });

  it('cost what RECOVERY.md says', () => {
    expect(KEPT_HERE).toBeGreaterThan(1);
    const { backupGigabyte, backupObjectGigabyte, copiedGigabyte } = PRICES;
    // A backup of a table is always a whole one; of a bucket it is what came new.
    const table = (KEPT_HERE + COPY.days) * backupGigabyte + 30 * copiedGigabyte;
    const originals = 2 * backupObjectGigabyte + copiedGigabyte;
    const told = readFileSync(path.join(ROOT, 'infra/RECOVERY.md'), 'utf8');
    expect(told).toContain(`${PRICES.exportedGigabyte} and ${PRICES.importedGigabyte} US dollars a gigabyte`);
    expect(told).toContain(
      `about ${table.toFixed(2)} US dollars a month for a gigabyte of the table, kept for ${COPY.days} days, ${originals.toFixed(2)} for one of originals, and 1.00 for the key`,
    );
  });
});

describe('an export that is imported', () => {
  it('becomes a table with the key of the stage’s, by the words of RECOVERY.md', () => {
    const [, parameters = ''] =
      /--table-creation-parameters '([^']+)'/.exec(
        readFileSync(path.join(ROOT, 'infra/RECOVERY.md'), 'utf8'),
      ) ?? [];
    const { KeySchema, AttributeDefinitions } = JSON.parse(parameters);
    const [table] = synth.assembly.ofType('AWS::DynamoDB::Table');
    expect(KeySchema).toEqual(table?.properties.KeySchema);
    // Its key's alone: of others an import would make no table.
    expect(AttributeDefinitions.map(({ AttributeName }: { AttributeName: string }) => AttributeName)).toEqual(
      KeySchema.map(({ AttributeName }: { AttributeName: string }) => AttributeName),
    );
    expect(table?.properties.AttributeDefinitions).toEqual(expect.arrayContaining(AttributeDefinitions));
  });
});
