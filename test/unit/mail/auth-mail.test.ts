import { PutItemCommand } from 'dynamodb-toolbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AddressEntity } from '../../../functions/core/accounts/entity';
import { type AuthMailRequest, composeAuthMail } from '../../../functions/core/mail/auth-mail';
import { startLocalTable } from '../../helpers/local-table';

let table: { close(): Promise<void> };
beforeAll(async () => {
  table = await startLocalTable();
});
afterAll(() => table.close());

const USER = '3f8c1b9e-0000-4000-8000-000000000001';
const ROOT = 'https://www.example.com';

const request = (trigger: string, more: Partial<AuthMailRequest> = {}): AuthMailRequest => ({
  trigger: `CustomMessage_${trigger}`,
  userName: USER,
  attributes: { sub: USER, email: 'ada@example.com', name: 'Ada Lovelace', locale: 'en' },
  code: '{####}',
  alpha: false,
  ...more,
});

const TRIGGERS = [
  'SignUp',
  'ResendCode',
  'ForgotPassword',
  'UpdateUserAttribute',
  'VerifyUserAttribute',
  'AdminCreateUser',
];
const FOOTER = [ROOT, `${ROOT}/impressum`];

/** Addresses of the mail's links, as a browser reads them. */
function links(html = ''): string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

test.each(['SignUp', 'ResendCode'])(
  '%s is confirmed by a link that carries the code in its fragment',
  async (trigger) => {
    const mail = await composeAuthMail(ROOT, request(trigger));
    expect(mail?.subject).toBe('Confirm your e-mail address for Parley');
    // Cognito puts the code in literally: the placeholder must have come through unchanged.
    expect(new Set(links(mail?.html))).toEqual(
      new Set([...FOOTER, `${ROOT}/auth/confirm#username=${USER}&code={####}&email=ada%40example.com`]),
    );
  },
);

test('the alpha programme is passed on with the link', async () => {
  const mail = await composeAuthMail(ROOT, request('SignUp', { alpha: true }));
  expect(links(mail?.html)[0]).toMatch(/&code=\{####\}&email=ada%40example\.com&alpha=true$/);
});

test('a forgotten password leads to the page that sets a new one', async () => {
  const mail = await composeAuthMail(ROOT, request('ForgotPassword'));
  expect(links(mail?.html)[0]).toBe(
    `${ROOT}/reset-password#username=${USER}&code={####}&email=ada%40example.com`,
  );
});

test('a German reads German', async () => {
  const attributes = { ...request('SignUp').attributes, locale: 'de-AT' };
  const mail = await composeAuthMail(ROOT, request('SignUp', { attributes }));
  expect(mail?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse für Parley');
  expect(mail?.html).toContain('<html lang="de">');
});

test('an address that has an account is told so, and gets no link to confirm', async () => {
  await AddressEntity.build(PutItemCommand).item({ email: 'known@example.com', userId: 'somebody' }).send();
  const attributes = { ...request('SignUp').attributes, email: 'Known@example.com' };
  const mail = await composeAuthMail(ROOT, request('SignUp', { attributes }));
  expect(mail?.subject).toBe('You already have a Parley account');
  expect(new Set(links(mail?.html))).toEqual(new Set([...FOOTER, `${ROOT}/auth/login`]));
  // Cognito demands the code, which is good for nothing here, so nobody is shown it.
  expect(mail?.html).toContain('<!-- {####} -->');
  expect(mail?.html.split('{####}')).toHaveLength(2);
});

test('a name is text, whatever it holds', async () => {
  const attributes = { ...request('SignUp').attributes, name: '<b>Ada</b><script>' };
  const mail = await composeAuthMail(ROOT, request('SignUp', { attributes }));
  expect(mail?.html).not.toMatch(/<script|<b>/);
});

test('the language of the page that she is on counts more than the one she signed up in', async () => {
  const mail = await composeAuthMail(ROOT, request('ForgotPassword', { language: 'de' }));
  expect(mail?.subject).toBe('Neues Passwort für Parley');
  const unknown = await composeAuthMail(ROOT, request('ForgotPassword', { language: 'fr' }));
  expect(unknown?.subject).toBe('Set a new password for Parley');
});

test.each([
  ['Ada Lovelace', 'Hello Ada,'],
  ["Siobhán O'Neil-Müller", 'Hello Siobhán,'],
  ['Visit https://evil.example now', 'Hello,'],
  ['evil.example', 'Hello,'],
  ['You won 1000 EUR', 'Hello,'],
  ['Please call us back at once', 'Hello,'],
])(
  'a name is used where it looks like one, so that nobody mails others by it: %s',
  async (name, greeting) => {
    const attributes = { ...request('').attributes, name };
    const mail = await composeAuthMail(ROOT, request('SignUp', { attributes }));
    expect(mail?.html).toContain(`>${greeting}<`);
    if (greeting === 'Hello,') expect(mail?.html).not.toContain(name);
  },
);

test('a German is greeted by her whole name', async () => {
  const attributes = { ...request('').attributes, locale: 'de' };
  const mail = await composeAuthMail(ROOT, request('SignUp', { attributes }));
  expect(mail?.html).toContain('>Guten Tag Ada Lovelace,<');
});

test('whom an operator creates is told a password and where to sign in', async () => {
  const mail = await composeAuthMail(ROOT, request('AdminCreateUser', { userNamePlace: '{username}' }));
  expect(mail?.subject).toBe('Your Parley account');
  expect(links(mail?.html)).toContain(`${ROOT}/auth/login`);
  // Without both Cognito sends a text of its own.
  for (const place of ['{####}', '{username}']) expect(mail?.html).toContain(place);
});

test('every mail holds the code and fits what Cognito sends', async () => {
  for (const locale of ['en', 'de'])
    for (const trigger of TRIGGERS) {
      const attributes = { ...request('').attributes, locale };
      const mail = await composeAuthMail(ROOT, request(trigger, { attributes }));
      expect(mail?.html).toContain('{####}');
      expect(mail?.html.length).toBeLessThan(20_000);
      expect(mail?.subject.length).toBeLessThan(140);
    }
});

test('a message that is none of ours is left to Cognito', async () => {
  expect(await composeAuthMail(ROOT, request('Authentication'))).toBeNull();
});
