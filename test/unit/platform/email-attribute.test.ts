import {
  CognitoIdentityProviderClient,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { emailAttribute } from '#platform/email-attribute';
import { expectRefusal } from '#test/helpers/refusal';

const cognito = mockClient(CognitoIdentityProviderClient);
beforeEach(() => cognito.reset());
afterAll(() => cognito.restore());
const failure = (name: string) => Object.assign(new Error('no'), { name });

it.each([
  ['CodeDeliveryFailureException', 'email.send_failed'],
  ['LimitExceededException', 'request.rate_limited'],
  ['TooManyRequestsException', 'request.rate_limited'],
  ['InvalidParameterException', 'request.invalid'],
  ['NotAuthorizedException', 'auth.required'],
  ['UserNotFoundException', 'auth.required'],
] as const)('a new address that Cognito refuses by %s is told as %s', async (name, code) => {
  cognito.on(UpdateUserAttributesCommand).rejects(failure(name));
  await expectRefusal(emailAttribute.request('token', 'jo@example.net', 'en'), code);
});

it('says that an address signs somebody else in', async () => {
  cognito.on(UpdateUserAttributesCommand).rejects(failure('AliasExistsException'));
  expect(await emailAttribute.request('token', 'jo@example.net', 'en')).toBe('taken');
});

it.each(['CodeMismatchException', 'ExpiredCodeException', 'AliasExistsException'])(
  'confirms nothing after %s',
  async (name) => {
    cognito.on(VerifyUserAttributeCommand).rejects(failure(name));
    expect(await emailAttribute.confirm('token', '123456')).toBe(false);
  },
);
