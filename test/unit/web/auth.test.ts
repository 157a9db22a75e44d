import { describe, expect, it } from 'vitest';
import { CompanyName, FullName } from '#contract/accounts/profile';
import { COMPANY_NAME, FULL_NAME } from '#contract/accounts/sign-in-fields';
import { lengthIssue } from '#contract/base/clean';
import { isEmail } from '#contract/base/email';
import { Email } from '#contract/base/text';
import { failureOf, isSpentLink } from '#features/accounts/auth/failures.ts';
import { parseMailedCode } from '#features/accounts/auth/mailed-code.ts';
import {
  changedPasswordProblem,
  newPasswordProblem,
  repetitionProblem,
} from '#features/accounts/password.ts';

const EMAILS = [
  `${'x'.repeat(243)}@example.com`,
  `${'x'.repeat(242)}@example.com`,
  'jo@example.com',
  ' jo@example.com ',
  'Jo.O’Neil@example.com',
  "jo.o'neil+parley@mail.example.co.uk",
  'jo@müller.de',
  'jo@localhost',
  'jo..jo@example.com',
  '.jo@example.com',
  'jo.@example.com',
  'jo@-example.com',
  'jo@example.c',
  'jo example@example.com',
  'jo@@example.com',
  '@example.com',
  'jo@',
  'jo',
  '',
];

describe('an address', () => {
  it.each(EMAILS)('is judged as the server judges it: %j', (email) => {
    expect(isEmail(email)).toBe(Email().safeParse(email.trim()).success);
  });
});

describe('a new password', () => {
  it.each(['Abcdefg1', 'Übergrößé-A1'])('is accepted when it meets every rule: %s', (password) => {
    expect(newPasswordProblem(password)).toBeNull();
  });

  it.each(['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', 'Abcdefg٣'])(
    'is refused otherwise: %j',
    (password) => {
      expect(newPasswordProblem(password)).toBe('auth:fields.passwordRules');
    },
  );

  it('that takes the place of another is called too short below six characters', () => {
    expect(changedPasswordProblem('Abc12')).toBe('auth:fields.passwordTooShort');
    expect(changedPasswordProblem('Abc123')).toBe('auth:fields.passwordRules');
    expect(changedPasswordProblem('Abcdef12')).toBeNull();
    for (const problem of [changedPasswordProblem, newPasswordProblem])
      expect(problem('')).toBe('auth:fields.passwordRequired');
  });

  it('is no longer than the user pool takes', () => {
    expect(newPasswordProblem(`A1${'a'.repeat(254)}`)).toBeNull();
    expect(newPasswordProblem(`A1${'a'.repeat(255)}`)).toBe('auth:fields.passwordLong');
  });

  it('has to be repeated exactly', () => {
    expect(repetitionProblem('', 'Abcdefg1')).toBe('auth:fields.confirmRequired');
    expect(repetitionProblem('Abcdefg2', 'Abcdefg1')).toBe('auth:fields.passwordsDoNotMatch');
    expect(repetitionProblem('Abcdefg1', 'Abcdefg1')).toBeNull();
  });
});

describe('a name', () => {
  it.each(['J', ' J ', 'Jo', 'J\u200b', 'J  o', 'x'.repeat(120), ` ${'x'.repeat(120)} `, 'x'.repeat(121)])(
    'is judged as the server judges it: %j',
    (name) => {
      expect(lengthIssue(name, FULL_NAME)).toBe(FullName.safeParse(name).error?.issues[0]?.code);
    },
  );

  it.each(['', 'x'.repeat(160), 'x'.repeat(161)])(
    'of a company is judged as the server judges it: %j',
    (name) => {
      expect(lengthIssue(name, COMPANY_NAME)).toBe(CompanyName.safeParse(name).error?.issues[0]?.code);
    },
  );
});

describe('a mailed link', () => {
  it('carries user name, code and address in its fragment', () => {
    expect(parseMailedCode('#username=6f%2D1&code=123456')).toEqual({
      username: '6f-1',
      code: '123456',
      email: null,
      alpha: false,
    });
    const whole = parseMailedCode('#username=u&code=123456&email=jo%2Bx%40example.com&alpha=true');
    expect(whole).toMatchObject({ email: 'jo+x@example.com', alpha: true });
  });

  it('shows no address that is none', () => {
    expect(parseMailedCode('#username=u&code=123456&email=call+this+number')?.email).toBeNull();
  });

  it.each(['', '#', '#username=u', '#code=123456', '#username=u&code=', '#username=u&code={####}'])(
    'that was cut or altered is none: %j',
    (fragment) => {
      expect(parseMailedCode(fragment)).toBeNull();
    },
  );
});

describe('a failure', () => {
  const thrown = (name: string, message = 'In English.') => Object.assign(new Error(message), { name });

  it('that is none of the server’s is unexpected', () => {
    expect(failureOf(new TypeError('x is undefined'))).toEqual({ key: 'auth:errors.unexpected' });
    expect(failureOf('what')).toEqual({ key: 'auth:errors.unexpected' });
  });

  it('of a link ends it where trying again can’t help', () => {
    expect(isSpentLink(thrown('ExpiredCodeException'))).toBe(true);
    expect(isSpentLink(thrown('CodeMismatchException'))).toBe(true);
    expect(isSpentLink(thrown('LimitExceededException'))).toBe(false);
    expect(isSpentLink(thrown('NetworkError'))).toBe(false);
  });
});
