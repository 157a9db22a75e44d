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
const APP = 'https://app.example.com';

const request = (trigger: string, more: Partial<AuthMailRequest> = {}): AuthMailRequest => ({
  trigger: `CustomMessage_${trigger}`,
  userName: USER,
  attributes: { sub: USER, email: 'ada@example.com', name: 'Ada Lovelace', locale: 'en' },
  code: '{####}',
  alpha: false,
  ...more,
});

/** Addresses of the mail's links, as a browser reads them. */
function links(html = ''): string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

test.each(['SignUp', 'ResendCode'])(
  '%s is confirmed by a link that carries the code in its fragment',
  async (trigger) => {
    const mail = await composeAuthMail(APP, request(trigger));
    expect(mail?.subject).toBe('Confirm your e-mail address');
    // Cognito puts the code in literally: the placeholder must have come through unchanged.
    expect(new Set(links(mail?.html))).toEqual(new Set([`${APP}/auth/confirm#username=${USER}&code={####}`]));
  },
);

test('the alpha programme is passed on with the link', async () => {
  const mail = await composeAuthMail(APP, request('SignUp', { alpha: true }));
  expect(links(mail?.html)[0]).toMatch(/&code=\{####\}&alpha=true$/);
});

test('a forgotten password leads to the page that sets a new one', async () => {
  const mail = await composeAuthMail(APP, request('ForgotPassword'));
  expect(links(mail?.html)[0]).toBe(`${APP}/reset-password#username=${USER}&code={####}`);
});

test('a German reads German', async () => {
  const attributes = { ...request('SignUp').attributes, locale: 'de-AT' };
  const mail = await composeAuthMail(APP, request('SignUp', { attributes }));
  expect(mail?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
  expect(mail?.html).toContain('<html lang="de">');
});

test('an address that has an account is told so, and gets no link to confirm', async () => {
  await AddressEntity.build(PutItemCommand).item({ email: 'known@example.com', userId: 'somebody' }).send();
  const attributes = { ...request('SignUp').attributes, email: 'Known@example.com' };
  const mail = await composeAuthMail(APP, request('SignUp', { attributes }));
  expect(mail?.subject).toBe('You already have a Parley account');
  expect(new Set(links(mail?.html))).toEqual(new Set([`${APP}/auth/login`]));
  expect(mail?.html).toContain('{####}');
});

test('a name is text, whatever it holds', async () => {
  const attributes = { ...request('SignUp').attributes, name: '<b>Ada</b><script>' };
  const mail = await composeAuthMail(APP, request('SignUp', { attributes }));
  expect(mail?.html).not.toMatch(/<script|<b>/);
});

test('every mail holds the code and fits what Cognito sends', async () => {
  for (const locale of ['en', 'de'])
    for (const trigger of ['SignUp', 'ForgotPassword', 'UpdateUserAttribute', 'VerifyUserAttribute']) {
      const attributes = { ...request('').attributes, locale };
      const mail = await composeAuthMail(APP, request(trigger, { attributes }));
      expect(mail?.html).toContain('{####}');
      expect(mail?.html.length).toBeLessThan(20_000);
      expect(mail?.subject.length).toBeLessThan(140);
    }
});

test('a message that is none of ours is left to Cognito', async () => {
  expect(await composeAuthMail(APP, request('AdminCreateUser'))).toBeNull();
});
