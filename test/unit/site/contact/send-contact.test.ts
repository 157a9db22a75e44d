import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { SendContact } from '#contract/site/contact';
import { composeMail } from '#core/base/mail/compose';
import { contactMail } from '#core/site/contact/contact-mail';
import { sendContact } from '#core/site/contact/send-contact';
import type { OutgoingMail } from '#platform/mail';
import { withLocalTable } from '#test/helpers/local-table';
import { stageSecrets } from '#test/helpers/stage-secrets';

withLocalTable();
beforeAll(() => {
  stageSecrets();
});

const contact = (changes: object = {}) =>
  SendContact.parse({
    id: randomUUID(),
    name: 'Ada Lovelace',
    email: 'ada@example.net',
    subject: 'Engines',
    message: 'Does it weave\n\nalgebraic patterns?',
    category: 'sales',
    priority: 'high',
    language: 'de',
    ...changes,
  });

function inbox(failures = 0) {
  const mails: OutgoingMail[] = [];
  let failing = failures;
  const sendMail = async (mail: OutgoingMail) => {
    failing -= 1;
    if (failing >= 0) throw new Error('SES is away');
    // The sender's confirmation is another test's subject.
    if (mail.to === 'operator@example.com') mails.push(mail);
  };
  return { mails, sendMail };
}
const deps = (sendMail: (mail: OutgoingMail) => Promise<void>, clock = () => new Date()) => ({
  clock,
  sendMail,
  operator: 'operator@example.com',
  appOrigin: 'https://app.example.com',
});

test('a message whose mail failed is mailed when it is sent again, once', async () => {
  const { mails, sendMail } = inbox(1);
  const input = contact();
  await expect(sendContact(deps(sendMail), input, '192.0.2.1')).rejects.toThrow('SES is away');
  const receipts = [
    await sendContact(deps(sendMail), input, '192.0.2.1'),
    await sendContact(deps(sendMail), input, '192.0.2.1'),
  ];
  expect(mails).toHaveLength(1);
  expect(receipts[0]).toEqual(receipts[1]);
});

test('a message sent several times at once is one mail', async () => {
  const { mails, sendMail } = inbox();
  const input = contact();
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, () => sendContact(deps(sendMail), input, '192.0.2.1')),
  );
  expect(mails).toHaveLength(1);
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'server.unavailable' });
});

test('what comes first under an id counts', async () => {
  const { mails, sendMail } = inbox(1);
  const input = contact();
  await expect(sendContact(deps(sendMail), input, '192.0.2.1')).rejects.toThrow();
  await sendContact(deps(sendMail), { ...input, subject: 'Something else' }, '192.0.2.1');
  expect(mails[0]?.subject).toContain('Engines');
});

test('a call that died before it mailed is taken over after a while, not before', async () => {
  const input = contact();
  const start = Date.now();
  const never = sendContact(
    deps(
      () => new Promise(() => {}),
      () => new Date(start),
    ),
    input,
    '192.0.2.1',
  );
  never.catch(() => {});
  const { mails, sendMail } = inbox();
  const after = (seconds: number) =>
    sendContact(
      deps(sendMail, () => new Date(start + seconds * 1000)),
      input,
      '192.0.2.1',
    );
  await expect.poll(() => after(1).catch(({ code }: { code: string }) => code)).toBe('server.unavailable');
  await after(61);
  expect(mails).toHaveLength(1);
});

test('the mail is in the language of who wrote, and answers go to her', () => {
  const mail = composeMail('contact', contactMail('operator@example.com', contact(), 'C-1'));
  expect(mail).toMatchObject({
    to: 'operator@example.com',
    replyTo: 'ada@example.net',
    subject: '[Parley C-1] Engines',
  });
  expect(mail.text).toContain('Does it weave\nalgebraic patterns?');
  expect(mail.text).toContain('Von: Ada Lovelace <ada@example.net>');
  expect(mail.text).toContain('Thema: Vertrieb');
  expect(mail.html).toContain('lang="de"');
  expect(mail.html).toContain('Dringlichkeit: Hoch');
});

test('no text gets a second line into the head of the mail, and none becomes markup', () => {
  const unchecked = {
    ...contact(),
    subject: 'Hi\r\nBcc: all@example.net',
    name: '<img src=x onerror=alert(1)>',
  };
  const mail = composeMail('contact', contactMail('operator@example.com', unchecked, 'C-1'));
  expect(mail.subject).toBe('[Parley C-1] Hi Bcc: all@example.net');
  expect(mail.html).not.toContain('<img');
});
