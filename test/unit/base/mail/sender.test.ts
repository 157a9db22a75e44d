import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { decodeWords } from '#infra/local/services/ses/addresses';
import { sendMail } from '#platform/mail';

const ses = mockClient(SESv2Client);
afterAll(() => ses.restore());
beforeEach(() => {
  ses.reset();
  ses.on(SendEmailCommand).resolves({});
  process.env.MAIL_FROM = 'no-reply@parley.example';
  process.env.MAIL_CONFIGURATION_SET = 'parley-test';
});

async function senderOf(fromName: string): Promise<string> {
  await sendMail({
    to: 'v@example.com',
    fromName,
    subject: 's',
    text: 't',
    html: 'h',
  });
  return ses.commandCalls(SendEmailCommand).at(-1)?.args[0].input.FromEmailAddress ?? '';
}

test('a plain name stands as it is, one with marks in quotes, and every mail names the set by which its return is told', async () => {
  expect(await senderOf('Parley')).toBe('Parley <no-reply@parley.example>');
  expect(await senderOf('Ink, Paper & Co.')).toBe('"Ink, Paper & Co." <no-reply@parley.example>');
  expect(ses.commandCalls(SendEmailCommand).at(-1)?.args[0].input.ConfigurationSetName).toBe('parley-test');
});

test('a name beyond ASCII is encoded, in words that mail programs take', async () => {
  const name = 'Bäckerei Größenwahn & Söhne, Königsallee Düsseldorf 🥐';
  const sender = await senderOf(name);
  expect(sender).toMatch(/^(=\?UTF-8\?B\?[A-Za-z0-9+/=]+\?= )+<no-reply@parley\.example>$/);
  for (const word of sender.split(' ').slice(0, -1)) expect(word.length).toBeLessThanOrEqual(75);
  expect(decodeWords(sender)).toBe(`${name} <no-reply@parley.example>`);
});

test('no name becomes another sender or another field', async () => {
  expect(await senderOf('Evil" <ceo@bank.example>\r\nBcc: x@example.com,\\')).toBe(
    '"Evil ceo@bank.example Bcc: x@example.com," <no-reply@parley.example>',
  );
});
