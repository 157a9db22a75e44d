import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { logBlocked } from './firewall-log';

export interface UserPoolFirewallProps {
  readonly stage: StageParameters;
  readonly userPool: IUserPool;
  /** What our server shows beside the access token. */
  readonly serverSecret: ISecret;
}

/** Who may use an operation of Cognito that an access token alone opens. */
type Opening = 'anybody' | 'our server' | 'nobody';

/**
 * Every operation of Cognito that takes an access token. No setting of a user pool takes one away, and whoever has stolen
 * a token could change with it how its owner signs in. What changes something and asks for nothing else is our server's,
 * which has asked for a fresh proof before, or nobody's. A test holds the list to what the SDK knows.
 */
export const TOKEN_OPERATIONS: Readonly<Record<string, Opening>> = {
  // Amplify reads the signed-in person by it; it changes nothing.
  GetUser: 'anybody',
  // Asks for the former password, counts wrong ones and locks out.
  ChangePassword: 'anybody',

  // The second factor. The former two have no operation of an administrator.
  AssociateSoftwareToken: 'our server',
  VerifySoftwareToken: 'our server',
  SetUserMFAPreference: 'nobody',
  SetUserSettings: 'nobody',
  GetUserAuthFactors: 'nobody',

  // The address, and the names in mails and tokens.
  UpdateUserAttributes: 'our server',
  VerifyUserAttribute: 'our server',
  GetUserAttributeVerificationCode: 'nobody',
  DeleteUserAttributes: 'nobody',

  // Sessions. RevokeToken and renewal take a refresh token, and end or lengthen its own session only.
  GlobalSignOut: 'our server',
  ListUserSessions: 'our server',
  RevokeUserSession: 'nobody',

  // The sign-in itself: an account is deleted through us, which leaves days to think again.
  DeleteUser: 'nobody',

  // Passkeys and remembered devices would be a second way in; the pool offers neither.
  StartWebAuthnRegistration: 'nobody',
  CompleteWebAuthnRegistration: 'nobody',
  ListWebAuthnCredentials: 'nobody',
  DeleteWebAuthnCredential: 'nobody',
  ConfirmDevice: 'nobody',
  UpdateDeviceStatus: 'nobody',
  ForgetDevice: 'nobody',
  GetDevice: 'nobody',
  ListDevices: 'nobody',
};

/** As `functions/platform/user-pool-client.ts` sends it. */
const SERVER_HEADER = 'x-parley-origin-secret';

/** Closes what `TOKEN_OPERATIONS` closes. Operations of administrators have other names and stay. */
export class UserPoolFirewall extends Construct {
  constructor(scope: Construct, id: string, { stage, userPool, serverSecret }: UserPoolFirewallProps) {
    super(scope, id);
    const name = `parley-${stage.stage}-users`;
    const metrics = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      // Samples would show the secret to everybody who may look at the firewall.
      sampledRequestsEnabled: false,
    });
    // By what is called, in one rule each: every rule is paid for by the month.
    const block = (ruleName: string, priority: number, opening: Opening) => ({
      name: ruleName,
      priority,
      action: { block: {} },
      visibilityConfig: metrics(ruleName),
      statement: {
        regexMatchStatement: {
          fieldToMatch: { singleHeader: { Name: 'x-amz-target' } },
          regexString: `\\.(${operationsOf(opening).join('|').toLowerCase()})$`,
          textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
        },
      },
    });
    const acl = new CfnWebACL(this, 'WebAcl', {
      name,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: metrics(name),
      // The first that matches decides.
      rules: [
        block('Nobodys', 0, 'nobody'),
        {
          name: 'OurServer',
          priority: 1,
          action: { allow: {} },
          visibilityConfig: metrics('OurServer'),
          statement: {
            byteMatchStatement: {
              fieldToMatch: { singleHeader: { Name: SERVER_HEADER } },
              positionalConstraint: 'EXACTLY',
              searchString: serverSecret.secretValue.unsafeUnwrap(),
              textTransformations: [{ priority: 0, type: 'NONE' }],
            },
          },
        },
        block('OurServersOnly', 2, 'our server'),
      ],
    });
    logBlocked(this, { stage, acl, name, redacted: [SERVER_HEADER] });
    new CfnWebACLAssociation(this, 'OfPool', { resourceArn: userPool.userPoolArn, webAclArn: acl.attrArn });
  }
}

function operationsOf(wanted: Opening): readonly string[] {
  return Object.entries(TOKEN_OPERATIONS).flatMap(([operation, opening]) =>
    opening === wanted ? [operation] : [],
  );
}
