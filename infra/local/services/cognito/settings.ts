import * as z from 'zod';
import type { Resource } from '#infra/local/assembly/model';

/** Attributes every pool has; the name of any other begins with `custom:`. */
export const STANDARD_ATTRIBUTES: readonly string[] = [
  'address',
  'birthdate',
  'email',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'picture',
  'preferred_username',
  'profile',
  'updated_at',
  'website',
  'zoneinfo',
];

// Strict where a setting that is passed over would make the local pool laxer than the deployed one.
const Triggers = z.strictObject({
  PreSignUp: z.string().optional(),
  CustomMessage: z.string().optional(),
  PostConfirmation: z.string().optional(),
  PreTokenGeneration: z.string().optional(),
  PreTokenGenerationConfig: z
    .object({ LambdaArn: z.string(), LambdaVersion: z.enum(['V1_0', 'V2_0', 'V3_0']) })
    .optional(),
});

// CloudFormation turns booleans and numbers into strings at will.
const Flag = z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]);
const Count = z.coerce.number();

const PoolProperties = z.object({
  AliasAttributes: z.array(z.enum(['email', 'phone_number', 'preferred_username'])).default([]),
  UsernameAttributes: z.array(z.enum(['email', 'phone_number'])).default([]),
  AutoVerifiedAttributes: z.array(z.enum(['email', 'phone_number'])).default([]),
  UsernameConfiguration: z.object({ CaseSensitive: Flag.default(true) }).prefault({}),
  Policies: z
    .object({
      PasswordPolicy: z
        .object({
          MinimumLength: Count.default(8),
          RequireLowercase: Flag.default(false),
          RequireUppercase: Flag.default(false),
          RequireNumbers: Flag.default(false),
          RequireSymbols: Flag.default(false),
          TemporaryPasswordValidityDays: Count.default(7),
        })
        .optional(),
    })
    .prefault({}),
  Schema: z
    .array(
      z.object({
        Name: z.string(),
        AttributeDataType: z.enum(['String', 'Number', 'DateTime', 'Boolean']).default('String'),
        Required: Flag.default(false),
        Mutable: Flag.default(true),
        StringAttributeConstraints: z
          .object({ MinLength: Count.optional(), MaxLength: Count.optional() })
          .optional(),
      }),
    )
    .default([]),
  UserAttributeUpdateSettings: z
    .object({ AttributesRequireVerificationBeforeUpdate: z.array(z.string()).default([]) })
    .prefault({}),
  AdminCreateUserConfig: z
    .object({
      AllowAdminCreateUserOnly: Flag.default(false),
      InviteMessageTemplate: z
        .object({ EmailMessage: z.string().optional(), EmailSubject: z.string().optional() })
        .prefault({}),
    })
    .prefault({}),
  EmailConfiguration: z
    .object({
      EmailSendingAccount: z.enum(['COGNITO_DEFAULT', 'DEVELOPER']).default('COGNITO_DEFAULT'),
      From: z.string().optional(),
      SourceArn: z.string().optional(),
      ReplyToEmailAddress: z.string().optional(),
    })
    .prefault({}),
  VerificationMessageTemplate: z
    .object({
      EmailMessage: z.string().optional(),
      EmailSubject: z.string().optional(),
      DefaultEmailOption: z.literal('CONFIRM_WITH_CODE').default('CONFIRM_WITH_CODE'),
    })
    .prefault({}),
  LambdaConfig: Triggers.prefault({}),
  // Served are codes of an app that a person sets up themselves. A pool that demands a factor, or has others, would let
  // people in without it.
  MfaConfiguration: z.enum(['OFF', 'OPTIONAL']).default('OFF'),
  EnabledMfas: z.array(z.literal('SOFTWARE_TOKEN_MFA')).default([]),
});

/** Of an AWS::Cognito::UserPoolSessionConfigurationAttachment; without one Cognito keeps no sessions. */
const SessionProperties = z.object({
  UserPoolId: z.string(),
  UserSessionTracking: z.literal('ENABLED'),
  TokenSession: z.object({ MaxPerUser: Count.pipe(z.number().int().min(1).max(100)) }),
});

const Unit = z.enum(['seconds', 'minutes', 'hours', 'days']);

const ClientProperties = z.object({
  UserPoolId: z.string(),
  ClientName: z.string().optional(),
  // Ours run in browsers, which can keep none: secret hashes are not checked here.
  GenerateSecret: Flag.pipe(z.literal(false)).default(false),
  ExplicitAuthFlows: z
    .array(z.string())
    .default(['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH']),
  PreventUserExistenceErrors: z.enum(['ENABLED', 'LEGACY']).default('LEGACY'),
  EnableTokenRevocation: Flag.default(true),
  AccessTokenValidity: Count.optional(),
  IdTokenValidity: Count.optional(),
  RefreshTokenValidity: Count.optional(),
  TokenValidityUnits: z
    .object({
      AccessToken: Unit.default('hours'),
      IdToken: Unit.default('hours'),
      RefreshToken: Unit.default('days'),
    })
    .prefault({}),
  RefreshTokenRotation: z
    .object({
      Feature: z.enum(['ENABLED', 'DISABLED']).default('DISABLED'),
      RetryGracePeriodSeconds: Count.default(0),
    })
    .prefault({}),
  ReadAttributes: z.array(z.string()).optional(),
  WriteAttributes: z.array(z.string()).optional(),
  // A client that signs in through hosted pages or other providers would need endpoints that are not here.
  SupportedIdentityProviders: z.array(z.literal('COGNITO')).optional(),
});

export type TriggerName = 'PreSignUp' | 'CustomMessage' | 'PostConfirmation' | 'PreTokenGeneration';

export interface AttributeRule {
  readonly name: string;
  readonly type: 'String' | 'Number' | 'DateTime' | 'Boolean';
  readonly required: boolean;
  readonly mutable: boolean;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
}

export interface PoolSettings {
  readonly id: string;
  readonly arn: string;
  readonly region: string;
  /** Attributes that sign in beside the user name once verified. */
  readonly aliases: readonly string[];
  /** Attributes that are the user name: then the pool makes up the real one. */
  readonly usernameAttributes: readonly string[];
  readonly autoVerified: readonly string[];
  readonly verifyBeforeUpdate: readonly string[];
  readonly caseSensitive: boolean;
  readonly adminCreatesOnly: boolean;
  readonly password: {
    readonly minimumLength: number;
    readonly lowercase: boolean;
    readonly uppercase: boolean;
    readonly numbers: boolean;
    readonly symbols: boolean;
    /** For which a password that an administrator gave lets its user in. */
    readonly temporaryDays: number;
  };
  readonly attributes: ReadonlyMap<string, AttributeRule>;
  /** Whether people may set up codes of an authenticator app. */
  readonly softwareTokens: boolean;
  readonly email: {
    readonly from: string;
    /** Mail goes out under an address of AWS, which no identity of ours covers. */
    readonly fromAws: boolean;
    readonly replyTo: string | undefined;
    readonly subject: string;
    readonly message: string;
  };
  /** What somebody is mailed whom an administrator creates. */
  readonly invitation: { readonly subject: string; readonly message: string };
  readonly triggers: Readonly<Partial<Record<TriggerName, string>>>;
  readonly tokenTriggerVersion: '1' | '2';
  /** Sessions that a person may have at once where they are tracked. */
  readonly maxSessions: number | undefined;
}

export interface ClientSettings {
  readonly id: string;
  readonly poolId: string;
  readonly flows: ReadonlySet<string>;
  readonly hidesUserExistence: boolean;
  readonly revocable: boolean;
  /** Seconds. */
  readonly validity: { readonly access: number; readonly id: number; readonly refresh: number };
  /** Seconds for which a refresh token that was exchanged still works, or undefined without rotation. */
  readonly rotationGrace: number | undefined;
  readonly readable: ReadonlySet<string> | undefined;
  readonly writable: ReadonlySet<string> | undefined;
}

export function readPool(
  resource: Resource,
  accountId: string,
  sessions: readonly Resource[] = [],
): PoolSettings {
  const read = parse(PoolProperties, resource);
  const policy = read.Policies.PasswordPolicy;
  const fromAws = read.EmailConfiguration.EmailSendingAccount === 'COGNITO_DEFAULT';
  const identity = read.EmailConfiguration.SourceArn?.split('identity/')[1];
  const versioned = read.LambdaConfig.PreTokenGenerationConfig;
  const triggers: Partial<Record<TriggerName, string>> = {};
  for (const name of ['PreSignUp', 'CustomMessage', 'PostConfirmation', 'PreTokenGeneration'] as const) {
    const arn = read.LambdaConfig[name];
    if (arn) triggers[name] = arn;
  }
  if (versioned) triggers.PreTokenGeneration = versioned.LambdaArn;

  return {
    id: resource.id,
    arn:
      resource.attributes.Arn ??
      `arn:aws:cognito-idp:${resource.region}:${accountId}:userpool/${resource.id}`,
    region: resource.region,
    aliases: read.AliasAttributes,
    usernameAttributes: read.UsernameAttributes,
    autoVerified: read.AutoVerifiedAttributes,
    verifyBeforeUpdate: read.UserAttributeUpdateSettings.AttributesRequireVerificationBeforeUpdate,
    caseSensitive: read.UsernameConfiguration.CaseSensitive,
    adminCreatesOnly: read.AdminCreateUserConfig.AllowAdminCreateUserOnly,
    // Without a policy in the template AWS asks for all kinds of characters.
    password: {
      minimumLength: policy?.MinimumLength ?? 8,
      lowercase: policy?.RequireLowercase ?? true,
      uppercase: policy?.RequireUppercase ?? true,
      numbers: policy?.RequireNumbers ?? true,
      symbols: policy?.RequireSymbols ?? true,
      temporaryDays: policy?.TemporaryPasswordValidityDays ?? 7,
    },
    attributes: new Map(
      read.Schema.map((attribute) => {
        const name = STANDARD_ATTRIBUTES.includes(attribute.Name)
          ? attribute.Name
          : `custom:${attribute.Name}`;
        const rule: AttributeRule = {
          name,
          type: attribute.AttributeDataType,
          required: attribute.Required,
          mutable: attribute.Mutable,
          minLength: attribute.StringAttributeConstraints?.MinLength,
          maxLength: attribute.StringAttributeConstraints?.MaxLength,
        };
        return [name, rule] as const;
      }),
    ),
    softwareTokens: read.MfaConfiguration === 'OPTIONAL' && read.EnabledMfas.includes('SOFTWARE_TOKEN_MFA'),
    email: {
      from: read.EmailConfiguration.From ?? identity ?? 'no-reply@verificationemail.com',
      fromAws,
      replyTo: read.EmailConfiguration.ReplyToEmailAddress,
      subject: read.VerificationMessageTemplate.EmailSubject ?? 'Your verification code',
      message: read.VerificationMessageTemplate.EmailMessage ?? 'Your confirmation code is {####}',
    },
    invitation: {
      subject: read.AdminCreateUserConfig.InviteMessageTemplate.EmailSubject ?? 'Your temporary password',
      message:
        read.AdminCreateUserConfig.InviteMessageTemplate.EmailMessage ??
        'Your username is {username} and temporary password is {####}.',
    },
    triggers,
    tokenTriggerVersion: versioned && versioned.LambdaVersion !== 'V1_0' ? '2' : '1',
    maxSessions: sessions
      .map((attachment) => parse(SessionProperties, attachment))
      .find(({ UserPoolId }) => UserPoolId === resource.id)?.TokenSession.MaxPerUser,
  };
}

export function readClient(resource: Resource): ClientSettings {
  const read = parse(ClientProperties, resource);
  const units = read.TokenValidityUnits;
  return {
    id: resource.id,
    poolId: read.UserPoolId,
    flows: new Set(read.ExplicitAuthFlows.map((flow) => flow.replace(/^ALLOW_/, ''))),
    hidesUserExistence: read.PreventUserExistenceErrors === 'ENABLED',
    revocable: read.EnableTokenRevocation,
    validity: {
      access: seconds(read.AccessTokenValidity, units.AccessToken) ?? 3_600,
      id: seconds(read.IdTokenValidity, units.IdToken) ?? 3_600,
      refresh: seconds(read.RefreshTokenValidity, units.RefreshToken) ?? 30 * 86_400,
    },
    rotationGrace:
      read.RefreshTokenRotation.Feature === 'ENABLED'
        ? read.RefreshTokenRotation.RetryGracePeriodSeconds
        : undefined,
    readable: read.ReadAttributes && new Set(read.ReadAttributes),
    writable: read.WriteAttributes && new Set(read.WriteAttributes),
  };
}

function parse<T extends z.ZodType>(schema: T, resource: Resource): z.infer<T> {
  const result = schema.safeParse(resource.properties);
  if (result.success) return result.data;
  throw new Error(
    `${resource.stack}/${resource.logicalId} (${resource.type}) can't be served locally:\n${z.prettifyError(result.error)}`,
  );
}

const SECONDS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;

// CloudFormation takes 0 for "not set".
function seconds(count: number | undefined, unit: keyof typeof SECONDS): number | undefined {
  return count ? count * SECONDS[unit] : undefined;
}
