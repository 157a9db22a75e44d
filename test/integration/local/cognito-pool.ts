import { generateKeyPairSync } from 'node:crypto';
import type { NewKey } from '#infra/local/services/cognito/keys';
import { resource } from '#test/helpers/serve-service';

export const POOL_ID = 'eu-central-1_TestPool1';
export const CLIENT_ID = 'testclient0000000000000000';

const keys = ['id', 'access'].map(() => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey);
let made = 0;

/** The same pair for every pool: making one for each was most of the work of these tests. */
export const sharedKey: NewKey = () => {
  const key = keys[made++ % keys.length];
  if (!key) throw new Error('There is no key.');
  return key;
};

/** A pool and its client with the settings that the product uses, as the assembly resolves them. */
export function poolResources(options: {
  readonly hidesUserExistence?: boolean;
  readonly rotation?: boolean;
  readonly preTokenGeneration?: boolean;
  readonly mfa?: boolean;
  /** Most sessions of a person; 0: they are not tracked. */
  readonly sessions?: number;
}) {
  const {
    hidesUserExistence = true,
    rotation = true,
    preTokenGeneration = false,
    mfa = true,
    sessions = 3,
  } = options;
  const pool = resource(
    'AWS::Cognito::UserPool',
    POOL_ID,
    {
      AliasAttributes: ['email'],
      AutoVerifiedAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      ...(mfa && { MfaConfiguration: 'OPTIONAL', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] }),
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      Schema: [
        { Name: 'email', Required: true, Mutable: true },
        { Name: 'name', Required: false, Mutable: true },
        { Name: 'company', AttributeDataType: 'String', Mutable: true },
      ],
      Policies: {
        PasswordPolicy: {
          MinimumLength: 8,
          RequireLowercase: true,
          RequireUppercase: true,
          RequireNumbers: true,
          RequireSymbols: false,
        },
      },
      EmailConfiguration: {
        EmailSendingAccount: 'DEVELOPER',
        From: 'Parley <no-reply@example.com>',
        SourceArn: 'arn:aws:ses:eu-central-1:000000000000:identity/example.com',
      },
      LambdaConfig: {
        PreSignUp: 'pre-sign-up',
        CustomMessage: 'custom-message',
        PostConfirmation: 'post-confirmation',
        ...(preTokenGeneration && { PreTokenGeneration: 'pre-token' }),
      },
    },
    { Arn: `arn:aws:cognito-idp:eu-central-1:000000000000:userpool/${POOL_ID}` },
  );
  const client = resource('AWS::Cognito::UserPoolClient', CLIENT_ID, {
    UserPoolId: POOL_ID,
    ExplicitAuthFlows: [
      'ALLOW_USER_SRP_AUTH',
      'ALLOW_USER_PASSWORD_AUTH',
      'ALLOW_ADMIN_USER_PASSWORD_AUTH',
      ...(rotation ? [] : ['ALLOW_REFRESH_TOKEN_AUTH']),
    ],
    PreventUserExistenceErrors: hidesUserExistence ? 'ENABLED' : 'LEGACY',
    EnableTokenRevocation: true,
    AccessTokenValidity: 15,
    IdTokenValidity: 60,
    RefreshTokenValidity: 30,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'days' },
    ...(rotation && { RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 } }),
  });
  const tracking = resource('AWS::Cognito::UserPoolSessionConfigurationAttachment', 'tracking', {
    UserPoolId: POOL_ID,
    UserSessionTracking: 'ENABLED',
    TokenSession: { MaxPerUser: sessions },
  });
  return { pools: [pool], clients: [client], sessions: sessions > 0 ? [tracking] : [] };
}
