import { isEmail } from '#contract/base/email';

/** What a mailed link carries, in its fragment: it reaches no server, log or referrer. */
export interface MailedCode {
  readonly username: string;
  readonly code: string;
  /** Whose mail it was; it decides nothing. */
  readonly email: string | null;
  /** The sign-up came by the alpha programme. */
  readonly alpha: boolean;
}

/** Reads `#username=…&code=…`; null when the link was cut or altered. */
export function parseMailedCode(fragment: string): MailedCode | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const username = fields.get('username');
  const code = fields.get('code');
  const email = fields.get('email');
  if (!username || !code || !/^\d{4,8}$/.test(code)) return null;
  return {
    username,
    code,
    email: email && isEmail(email) ? email : null,
    alpha: fields.get('alpha') === 'true',
  };
}
