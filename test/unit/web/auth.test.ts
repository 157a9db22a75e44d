import { describe, expect, it } from 'vitest';
import { parseMailedCode } from '../../../web/src/features/auth/mailed-code';
import { NewPassword, PasswordTwice } from '../../../web/src/features/auth/password';

describe('a mailed link', () => {
  it('carries user name and code in its fragment', () => {
    expect(parseMailedCode('#username=6f%2D1&code=123456')).toEqual({
      username: '6f-1',
      code: '123456',
      alpha: false,
    });
    expect(parseMailedCode('#username=u&code=123456&alpha=true')?.alpha).toBe(true);
  });

  it.each(['', '#', '#username=u', '#code=123456', '#username=u&code=', '#username=u&code={####}'])(
    'that was cut or altered is none: %j',
    (fragment) => {
      expect(parseMailedCode(fragment)).toBeNull();
    },
  );
});

describe('a new password', () => {
  it.each(['Abcdefg1', 'Übergrößé-A1'])('is accepted when it meets every rule: %s', (password) => {
    expect(NewPassword.safeParse(password).success).toBe(true);
  });

  it.each(['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', ''])('is refused otherwise: %j', (password) => {
    expect(NewPassword.safeParse(password).success).toBe(false);
  });

  it('has to be repeated exactly', () => {
    const refused = PasswordTwice.safeParse({ password: 'Abcdefg1', confirmPassword: 'Abcdefg2' });
    expect(refused.error?.issues[0]?.path).toEqual(['confirmPassword']);
    expect(PasswordTwice.safeParse({ password: 'Abcdefg1', confirmPassword: 'Abcdefg1' }).success).toBe(true);
  });
});
