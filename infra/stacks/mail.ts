import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CnameRecord, HostedZone } from 'aws-cdk-lib/aws-route53';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { isWithin, mailDomain, type StageParameters } from '../config/stage';

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
    const identity = new EmailIdentity(this, 'MailIdentity', { identity: Identity.domain(domain) });

    const zone =
      stage.hostedZone && isWithin(domain, stage.hostedZone.name)
        ? HostedZone.fromHostedZoneAttributes(this, 'Zone', {
            hostedZoneId: stage.hostedZone.id,
            zoneName: stage.hostedZone.name,
          })
        : undefined;
    for (const [i, { name, value }] of identity.dkimRecords.entries()) {
      if (zone) {
        // The dot keeps CDK from adding the zone to a name that is whole already.
        new CnameRecord(this, `Dkim${i + 1}`, { zone, recordName: `${name}.`, domainName: value });
      } else {
        new CfnOutput(this, `MailDkim${i + 1}`, {
          description: 'A CNAME record that the mail domain needs',
          value: `${name} CNAME ${value}`,
        });
      }
    }
    new CfnOutput(this, 'MailDomain', { value: domain });
  }
}
