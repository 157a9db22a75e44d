import { readdir, readFile } from 'node:fs/promises';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { TOKEN_OPERATIONS } from '#infra/constructs/user-pool-firewall';
import { readPermissions } from '#infra/local/runtime/iam';
import { synthesized } from './synthesized';

const synth = await synthesized();

describe('the user pool', () => {
  it('takes the address as an alias of a name that the browser makes up, so that signing up tells nothing', () => {
    synth.template('auth').hasResourceProperties('AWS::Cognito::UserPool', {
      AliasAttributes: ['email'],
      UsernameAttributes: Match.absent(),
      UsernameConfiguration: { CaseSensitive: false },
    });
  });

  it('lets anybody sign up, with a password of eight with lower, upper and digit', () => {
    synth.template('auth').hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      Policies: {
        PasswordPolicy: Match.objectLike({
          MinimumLength: 8,
          RequireLowercase: true,
          RequireUppercase: true,
          RequireNumbers: true,
          RequireSymbols: false,
        }),
      },
    });
  });

  it('keeps the old address until the new one is confirmed', () => {
    synth.template('auth').hasResourceProperties('AWS::Cognito::UserPool', {
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    });
  });

  it('decides on every operation of Cognito that an access token alone opens', async () => {
    const models = new URL(
      '../../node_modules/@aws-sdk/client-cognito-identity-provider/dist-types/models/',
      import.meta.url,
    );
    const files = (await readdir(models)).filter((name) => name.startsWith('models_'));
    const texts = await Promise.all(files.map((name) => readFile(new URL(name, models), 'utf8')));
    const operations = [...texts.join('\n').matchAll(/export interface (\w+)Request \{(.*?)\n\}/gs)]
      .filter(([, , fields]) => /^\s*AccessToken\??:/m.test(fields ?? ''))
      .map(([, name]) => name);
    expect(operations.length).toBeGreaterThan(20);
    expect(Object.keys(TOKEN_OPERATIONS).sort()).toEqual(operations.sort());
  });

  it('closes what changes something to everybody, or to everybody but our server', () => {
    const auth = synth.template('auth');
    const [[acl] = []] = Object.entries(auth.findResources('AWS::WAFv2::WebACL'));
    auth.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
      WebACLArn: { 'Fn::GetAtt': [acl, 'Arn'] },
      ResourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^Users'), 'Arn'] },
    });
    const [resource] = Object.values(auth.findResources('AWS::WAFv2::WebACL'));
    const rules: readonly { Name: string; Action: object; Statement: object; Priority: number }[] =
      resource?.Properties.Rules;
    expect(rules.map(({ Name, Action, Priority }) => [Priority, Name, Object.keys(Action)])).toEqual([
      [0, 'Nobodys', ['Block']],
      [1, 'OurServer', ['Allow']],
      [2, 'OurServersOnly', ['Block']],
    ]);
    const text = (rule: number) => JSON.stringify(rules[rule]?.Statement);
    for (const operation of ['deleteuser', 'setusermfapreference', 'confirmdevice'])
      expect(text(0)).toContain(operation);
    for (const operation of ['associatesoftwaretoken', 'verifysoftwaretoken', 'updateuserattributes'])
      expect(text(2)).toContain(operation);
    // AWS takes no longer pattern.
    for (const rule of [0, 2])
      expect(/"RegexString":"([^"]*)"/.exec(text(rule))?.[1]?.length).toBeLessThanOrEqual(512);
    expect(text(1)).toContain('x-parley-origin-secret');
    // Its value stands in no template.
    expect(text(1)).toContain('resolve:secretsmanager');
  });

  it('keeps the sessions of a person apart, so that one can be revoked', () => {
    synth.template('auth').hasResourceProperties('AWS::Cognito::UserPoolSessionConfigurationAttachment', {
      UserSessionTracking: 'ENABLED',
      TokenSession: { MaxPerUser: 100 },
    });
    synth.template('auth').hasResourceProperties('AWS::Cognito::UserPool', { UserPoolTier: 'ESSENTIALS' });
  });

  it('lets people set up an authenticator app, and no other second factor', () => {
    synth.template('auth').hasResourceProperties('AWS::Cognito::UserPool', {
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      SmsConfiguration: Match.absent(),
    });
    const [pool] = synth.assembly.ofType('AWS::Cognito::UserPool');
    const arn = pool?.attributes.Arn ?? '';
    const mayTakeAway = synth.assembly
      .ofType('AWS::Lambda::Function')
      .filter((one) =>
        readPermissions(synth.assembly).allows(String(one.properties.Role), {
          action: 'cognito-idp:AdminDeleteSoftwareToken',
          resource: arn,
        }),
      )
      .map((one) => synth.environment(one).POWERTOOLS_SERVICE_NAME);
    expect(mayTakeAway).toEqual(['http-security']);
  });

  it('sends through SES, by an identity that an earlier stack has had verified', () => {
    synth.template('auth').hasResourceProperties('AWS::Cognito::UserPool', {
      EmailConfiguration: {
        EmailSendingAccount: 'DEVELOPER',
        From: 'Parley <hello@mail.parley.example>',
        SourceArn: Match.stringLikeRegexp('identity/mail\\.parley\\.example$'),
        ConfigurationSet: 'parley-production',
      },
    });
    synth.template('mail').hasResourceProperties('AWS::SES::EmailIdentity', {
      EmailIdentity: 'mail.parley.example',
      MailFromAttributes: { MailFromDomain: 'return.mail.parley.example' },
    });
    synth.template('mail').resourceCountIs('AWS::Route53::RecordSet', 5);
    expect(synth.dependencies('auth')).toContain('mail');
  });

  it('asks our functions before it signs up, when it writes and when it has confirmed', () => {
    const [pool] = synth.assembly.ofType('AWS::Cognito::UserPool');
    const bundleOf = (arn: unknown) =>
      synth.environment(synth.assembly.find('AWS::Lambda::Function', String(arn))).POWERTOOLS_SERVICE_NAME;
    const triggers = Object.entries(pool?.properties.LambdaConfig ?? {}).map(([name, arn]) => [
      name,
      bundleOf(arn),
    ]);
    expect(Object.fromEntries(triggers)).toEqual({
      PreSignUp: 'auth-pre-sign-up',
      CustomMessage: 'auth-custom-message',
      PostConfirmation: 'auth-post-confirmation',
    });
    for (const { properties } of synth.assembly
      .ofType('AWS::Lambda::Permission')
      .filter(({ properties: { Principal } }) => Principal === 'cognito-idp.amazonaws.com'))
      expect(properties.SourceArn).toBe(pool?.attributes.Arn);
  });

  it('lets the function that hears of a new password end the sessions of the old, in this pool only', () => {
    const [pool] = synth.assembly.ofType('AWS::Cognito::UserPool');
    const confirmed = synth.assembly
      .ofType('AWS::Lambda::Function')
      .find((one) => synth.environment(one).POWERTOOLS_SERVICE_NAME === 'auth-post-confirmation');
    const may = (resource: string) =>
      readPermissions(synth.assembly).allows(String(confirmed?.properties.Role), {
        action: 'cognito-idp:AdminUserGlobalSignOut',
        resource,
      });
    expect(may(pool?.attributes.Arn ?? '')).toBe(true);
    expect(may(`${pool?.attributes.Arn}2`)).toBe(false);
  });

  it('is kept, with the people in it', () => {
    synth.template('auth').hasResource('AWS::Cognito::UserPool', {
      DeletionPolicy: 'Retain',
      Properties: Match.objectLike({ DeletionProtection: 'ACTIVE' }),
    });
  });
});

describe('its client', () => {
  it('never sends a password, and tells nobody whether an account exists', () => {
    const [client, ...others] = synth.assembly.ofType('AWS::Cognito::UserPoolClient');
    expect(others).toEqual([]);
    expect(client?.properties).toMatchObject({
      PreventUserExistenceErrors: 'ENABLED',
      GenerateSecret: false,
      EnableTokenRevocation: true,
      AllowedOAuthFlowsUserPoolClient: false,
    });
    expect(strings(client?.properties.ExplicitAuthFlows)).toEqual([
      // For calls that IAM permits, which no browser makes.
      'ALLOW_ADMIN_USER_PASSWORD_AUTH',
      'ALLOW_REFRESH_TOKEN_AUTH',
      'ALLOW_USER_SRP_AUTH',
    ]);
  });

  it('gives access for fifteen minutes and lets it be renewed for thirty days', () => {
    synth.template('auth').hasResourceProperties('AWS::Cognito::UserPoolClient', {
      AccessTokenValidity: 15,
      IdTokenValidity: 15,
      RefreshTokenValidity: 43_200,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
    });
  });

  it('lets people write what describes them and nothing that decides what they may', () => {
    const [client] = synth.assembly.ofType('AWS::Cognito::UserPoolClient');
    expect(strings(client?.properties.WriteAttributes)).toEqual([
      'custom:company',
      'email',
      'locale',
      'name',
    ]);
  });
});

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String).sort() : [];
}
