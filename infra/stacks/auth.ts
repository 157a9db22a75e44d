import { CfnResource, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Policy, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { PASSWORD } from '#contract/accounts/sign-in-fields';
import {
  appOrigin,
  mailConfigurationSet,
  mailDomain,
  rootOrigin,
  type StageParameters,
} from '../config/stage';
import { ParleyFunction } from '../constructs/parley-function';
import { allow, readSecrets, readTable, writeTable } from '../constructs/statements';
import { UserPoolFirewall } from '../constructs/user-pool-firewall';

export interface AuthStackProps extends StackProps {
  readonly stage: StageParameters;
  readonly table: ITable;
  /** What our server shows to the firewall of the pool. */
  readonly originSecret: ISecret;
}

/** Authentication: the user pool, its one client and its triggers. */
export class AuthStack extends Stack {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
  readonly functions: readonly ParleyFunction[];

  constructor(scope: Construct, id: string, { stage, table, originSecret, ...props }: AuthStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    this.userPool = new UserPool(this, 'Users', {
      // The user name is a UUID that the browser makes, and the address an alias of it. Were the address the
      // name, signing up would tell whether it has an account.
      signInAliases: { username: true, email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: true,
      autoVerify: { email: true },
      // A new address counts once a code sent to it was shown: until then the old one signs in.
      keepOriginal: { email: true },
      standardAttributes: {
        email: { required: true, mutable: true },
        fullname: { required: true, mutable: true },
        locale: { required: false, mutable: true },
      },
      customAttributes: { company: new StringAttribute({ maxLen: 160, mutable: true }) },
      passwordPolicy: {
        minLength: PASSWORD.min,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(3),
      },
      // Whoever wants it sets up an authenticator app. No text messages: they can be intercepted, and cost.
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      email: UserPoolEmail.withSES({
        fromEmail: stage.mailFrom,
        fromName: 'Parley',
        sesRegion: stage.region,
        sesVerifiedDomain: mailDomain(stage),
        configurationSetName: mailConfigurationSet(stage),
      }),
      // It keeps sessions, so that one of them can be revoked.
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });

    Validations.of(this.userPool).acknowledge(
      {
        id: 'AwsSolutions-COG1',
        reason:
          'The product promises eight characters with lower case, upper case and a digit. NIST SP 800-63B advises against demanding symbols; guessing is bounded by Cognito, which locks out, and by the firewall.',
      },
      {
        id: 'AwsSolutions-COG2',
        reason:
          'Accounts are of small businesses, whose owners decide themselves whether a code of an authenticator app is asked for beside the password. Demanding it of everybody would turn away who has no such app.',
      },
      {
        id: 'AwsSolutions-COG8',
        reason:
          'The Plus plan costs for each person a month. What it guards against is met otherwise: signing in sends no password (SRP), tokens live 15 minutes, every call asks the table whether its caller is banned, and the firewall limits the rate.',
      },
    );

    new UserPoolFirewall(this, 'Firewall', {
      stage,
      userPool: this.userPool,
      serverSecret: originSecret,
    });
    // Without it Cognito can revoke a session only by its refresh token, which the server never has. The CDK has no
    // class of its own for it yet.
    const userSessions = new CfnResource(this, 'UserSessions', {
      type: 'AWS::Cognito::UserPoolSessionConfigurationAttachment',
      properties: {
        UserPoolId: this.userPool.userPoolId,
        UserSessionTracking: 'ENABLED',
        // The most there is: the next sign-in ends the one that was used longest ago.
        TokenSession: { MaxPerUser: 100 },
      },
    });
    Validations.of(userSessions).acknowledge({
      id: 'CloudFormation-Validate::F3006',
      reason:
        'CloudFormation has the type; the schemas that this version of the CDK validates by are older. Its next version has a class for it.',
    });

    const trigger = (
      name: string,
      operation: UserPoolOperation,
      description: string,
      statements: readonly PolicyStatement[],
    ) => {
      const parley = new ParleyFunction(this, name, {
        stage,
        bundle: `auth-${name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()}`,
        description,
        // Cognito waits five seconds for a trigger.
        timeout: Duration.seconds(5),
        memory: 1024,
        environment: {
          TABLE_NAME: table.tableName,
          APP_ORIGIN: appOrigin(stage),
          ROOT_ORIGIN: rootOrigin(stage),
          ADMIN_EMAILS: stage.adminEmails.join(','),
          ...(operation === UserPoolOperation.PRE_SIGN_UP && { ORIGIN_SECRET_ARN: originSecret.secretArn }),
        },
        statements,
      });
      this.userPool.addTrigger(operation, parley.function);
      return parley;
    };
    const postConfirmation = trigger(
      'PostConfirmation',
      UserPoolOperation.POST_CONFIRMATION,
      'Makes profile and account; ends the sessions of who has a new password',
      [readTable(table), writeTable(table)],
    );
    // On its own: in the function's own policy it would close a circle, since the pool names the function.
    new Policy(this, 'EndSessions', {
      statements: [allow(['cognito-idp:AdminUserGlobalSignOut'], [this.userPool.userPoolArn])],
      ...(postConfirmation.function.role && { roles: [postConfirmation.function.role] }),
    });
    this.functions = [
      // Mails to an address are counted by its hash, which the origin secret keys.
      trigger('PreSignUp', UserPoolOperation.PRE_SIGN_UP, 'Judges a sign-up', [
        readTable(table),
        writeTable(table),
        readSecrets(originSecret),
      ]),
      trigger('CustomMessage', UserPoolOperation.CUSTOM_MESSAGE, 'Writes the mails of the user pool', [
        readTable(table),
      ]),
      postConfirmation,
    ];

    const own = new ClientAttributes()
      .withStandardAttributes({ email: true, fullname: true, locale: true })
      .withCustomAttributes('company');
    this.client = this.userPool.addClient('Web', {
      // The second is for calls that IAM permits: our server asks whether a password is right.
      authFlows: { userSrp: true, adminUserPassword: true },
      generateSecret: false,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // Short, since a ban or another role is read from the table but a stolen token is not.
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity: Duration.days(30),
      authSessionValidity: Duration.minutes(3),
      disableOAuth: true,
      readAttributes: own.withStandardAttributes({ emailVerified: true }),
      writeAttributes: own,
    });
  }
}
