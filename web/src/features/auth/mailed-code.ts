/** What a mailed link carries, in its fragment: it reaches no server, log or referrer. */
export interface MailedCode {
  readonly username: string;
  readonly code: string;
  /** The sign-up came by the alpha programme. */
  readonly alpha: boolean;
}

/** Reads `#username=…&code=…`; null when the link was cut or altered. */
export function parseMailedCode(fragment: string): MailedCode | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const username = fields.get('username');
  const code = fields.get('code');
  if (!username || !code || !/^\d{4,8}$/.test(code)) return null;
  return { username, code, alpha: fields.get('alpha') === 'true' };
}
