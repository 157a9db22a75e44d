import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CnameRecord, HostedZone, MxRecord, TxtRecord } from 'aws-cdk-lib/aws-route53';
import {
  CfnConfigurationSet,
  CfnConfigurationSetEventDestination,
  EmailIdentity,
  Identity,
} from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { isWithin, mailConfigurationSet, mailDomain, type StageParameters } from '../config/stage';

export interface MailStackProps extends StackProps {
  readonly stage: StageParameters;
}

/**
 * The domain that mails come from. A stack of its own, since it has to be verified before Cognito may send
 * through it: deployed in one go with the user pool, the first deployment could only fail.
 */
export class MailStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: MailStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const domain = mailDomain(stage);
    // What mails come back to: a host of its own, so that SPF passes for the domain that readers see.
    const returns = `return.${domain}`;
    const identity = new EmailIdentity(this, 'MailIdentity', {
      identity: Identity.domain(domain),
      mailFromDomain: returns,
    });
    this.followMails(stage);

    const zone =
      stage.hostedZone && isWithin(domain, stage.hostedZone.name)
        ? HostedZone.fromHostedZoneAttributes(this, 'Zone', {
            hostedZoneId: stage.hostedZone.id,
            zoneName: stage.hostedZone.name,
          })
        : undefined;
    const feedback = `feedback-smtp.${stage.region}.amazonses.com`;
    const spf = 'v=spf1 include:amazonses.com ~all';
    if (zone) {
      // The dot keeps CDK from adding the zone to a name that is whole already.
      for (const [i, { name, value }] of identity.dkimRecords.entries())
        new CnameRecord(this, `Dkim${i + 1}`, { zone, recordName: `${name}.`, domainName: value });
      const recordName = `${returns}.`;
      new MxRecord(this, 'ReturnMx', { zone, recordName, values: [{ priority: 10, hostName: feedback }] });
      new TxtRecord(this, 'ReturnSpf', { zone, recordName, values: [spf] });
    } else {
      const records = [
        ...identity.dkimRecords.map(({ name, value }) => `${name} CNAME ${value}`),
        `${returns} MX 10 ${feedback}`,
        `${returns} TXT "${spf}"`,
      ];
      for (const [i, value] of records.entries())
        new CfnOutput(this, `MailRecord${i + 1}`, {
          description: 'A DNS record that the mail domain needs',
          value,
        });
    }
    new CfnOutput(this, 'MailDomain', { value: domain });
  }

  /**
   * What comes back, and who calls it spam, is told to the account's default bus, the only one that SES takes: a rule of
   * the API's stack has it noted. SES itself sends such an address nothing any more.
   */
  private followMails(stage: StageParameters): void {
    const set = new CfnConfigurationSet(this, 'MailSet', {
      name: mailConfigurationSet(stage),
      deliveryOptions: { tlsPolicy: 'REQUIRE' },
      reputationOptions: { reputationMetricsEnabled: true },
      suppressionOptions: { suppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
    new CfnConfigurationSetEventDestination(this, 'MailEvents', {
      configurationSetName: set.ref,
      eventDestination: {
        name: 'returned',
        enabled: true,
        matchingEventTypes: ['BOUNCE', 'COMPLAINT'],
        eventBridgeDestination: {
          eventBusArn: `arn:aws:events:${stage.region}:${stage.account}:event-bus/default`,
        },
      },
    });
  }
}
