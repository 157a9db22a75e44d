import { readFile } from 'node:fs/promises';
import { PutItemCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import { type AuthMailRequest, composeAuthMail } from '#core/accounts/auth-mail';
import { AddressEntity } from '#core/accounts/entity';
import { withLocalTable } from '#test/helpers/local-table';

withLocalTable();

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
  expect(mail?.html).toContain('<html lang="de" dir="ltr">');
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

/** The mail's text as a reader sees it. */
function shown(html = ''): string {
  const text = html.replace(/<title>.*?<\/title>/s, '').replace(/<[^>]+>/g, '\n');
  return text
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

async function greeted(name: string, locale = 'en', trigger = 'SignUp') {
  const attributes = { ...request('').attributes, name, locale };
  const mail = await composeAuthMail(ROOT, request(trigger, { attributes }));
  return { subject: mail?.subject ?? '', html: mail?.html ?? '', text: shown(mail?.html) };
}

test.each([
  ['Ada Lovelace', 'en', 'Hello Ada Lovelace,'],
  ['Dr. Ada Lovelace', 'de', 'Guten Tag Dr. Ada Lovelace,'],
  ['van Dyck', 'de', 'Guten Tag van Dyck,'],
  ['J.R.R. Tolkien', 'en', 'Hello J.R.R. Tolkien,'],
  ["Conan O'Brien", 'en', "Hello Conan O'Brien,"],
  ['Jürgen Müller-Lüdenscheidt', 'de', 'Guten Tag Jürgen Müller-Lüdenscheidt,'],
  ['', 'en', 'Hello,'],
  [' \u202e ', 'de', 'Guten Tag,'],
])('%s is greeted by the whole name (%s)', async (name, locale, greeting) => {
  for (const trigger of ['SignUp', 'ForgotPassword', 'VerifyUserAttribute'])
    expect((await greeted(name, locale, trigger)).text.split('\n')).toContain(greeting);
});

test.each(['en', 'de'])('a name is never markup (%s)', async (locale) => {
  for (const name of ['<b>Ada</b> & "<script>', 'Ada <i> & "B"']) {
    const { html, text } = await greeted(name, locale);
    expect(html).not.toMatch(/<script|<b>|<i>/);
    expect(text.split('\n')).toContain(locale === 'de' ? 'Guten Tag,' : 'Hello,');
  }
  expect((await greeted("Ada O'Neil", locale)).html).toContain('Ada O&#39;Neil,');
});

test.each(['en', 'de'])(
  'a name with line ends or controls makes no header and no line of its own (%s)',
  async (locale) => {
    const plain = await greeted('Ada Bcc all', locale);
    const { subject, html } = await greeted('Ada\r\nBcc\u0000\u2028 all', locale);
    expect({ subject, html }).toEqual({ subject: plain.subject, html: plain.html });
    expect(subject).not.toMatch(/[\r\n]/);
  },
);

test.each([
  'Win at evil.example',
  'https://evil.example',
  'www.evil',
  'call me: 0900',
  'me@evil.example',
  'x'.repeat(61),
])('a stranger can not put a message into the mail to somebody: %s', async (name) => {
  const { text } = await greeted(name);
  expect(text.split('\n')).toContain('Hello,');
  expect(text).not.toContain(name);
});

test('the mail has the colours of the dashboard', async () => {
  const tokens = await readFile(new URL('../../../../web/src/theme/tokens.css', import.meta.url), 'utf8');
  const brand = /--brand: light-dark\((#[0-9a-f]{6})/.exec(tokens)?.[1];
  expect(brand).toBeDefined();
  const { html } = await greeted('Ada');
  const colours = new Set([...html.matchAll(/#[0-9a-f]{6}(?=[;"])/g)].map(([colour]) => colour));
  expect(colours).toContain(brand);
  for (const colour of colours) expect(tokens).toContain(colour);
});

test('the language of the page that they are on counts more than the one they signed up in', async () => {
  const mail = await composeAuthMail(ROOT, request('ForgotPassword', { language: 'de' }));
  expect(mail?.subject).toBe('Neues Passwort für Parley');
  const unknown = await composeAuthMail(ROOT, request('ForgotPassword', { language: 'fr' }));
  expect(unknown?.subject).toBe('Set a new password for Parley');
});

test('a person whom an operator creates is told a password and where to sign in', async () => {
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
