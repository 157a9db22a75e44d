import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { AccountId, UserId } from '#contract/base/ids';
import { SendContact } from '#contract/site/contact';
import { composeMail } from '#core/base/mail/compose';
import { contactMail } from '#core/site/contact/contact-mail';
import { admitContact, mailDueContact, sendContact, sendOwnContact } from '#core/site/contact/send-contact';
import type { OutgoingMail } from '#platform/mail';
import { withLocalTable } from '#test/helpers/local-table';
import { recordingQueues } from '#test/helpers/recording-queues';
import { storeAccount } from '#test/helpers/stored-items';

const queues = recordingQueues();
withLocalTable();
beforeAll(() => {
  process.env.ACCOUNT_JOBS_QUEUE_URL = 'accounts';
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

test('many senders at once shut out nobody: messages over the bound of mails are kept, and mailed later', async () => {
  const { mails, sendMail } = inbox();
  // In the middle of a minute of its own.
  let now = new Date('2031-01-01T00:00:30Z').getTime();
  const busy = deps(sendMail, () => new Date(now));
  const receipts = [];
  for (let count = 0; count < 70; count += 1)
    receipts.push(await sendContact(busy, contact(), `192.0.2.${count}`));
  expect(receipts).toHaveLength(70);
  expect(mails).toHaveLength(60);
  const waiting = queues.bodies();
  expect(waiting).toHaveLength(10);
  now += 120_000;
  for (const { id } of waiting) for (const _ of [1, 2]) await mailDueContact(busy, id);
  expect(mails).toHaveLength(70);
});

test('what one person is refused takes nothing of what others have', async () => {
  const { sendMail } = inbox();
  const now = new Date('2031-01-02T00:00:30Z');
  const flood = deps(sendMail, () => now);
  const accountId = AccountId.parse(randomUUID());
  await storeAccount(accountId);
  const eve = { userId: UserId.parse(randomUUID()), accountId };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 80 }, () => sendOwnContact(flood, eve, contact())),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  queues.forget();
  await admitContact(() => now, '192.0.2.1');
  await sendContact(flood, contact(), '192.0.2.1');
  expect(queues.bodies()).toEqual([]);
});

test('the mail is in the language of the sender, and answers go to them', () => {
  const mail = composeMail('contact', contactMail('operator@example.com', contact(), 'C-1'));
  expect(mail).toMatchObject({
    to: 'operator@example.com',
    replyTo: 'ada@example.net',
    subject: '[Parley C-1] Engines',
  });
  expect(mail.text).toContain('Does it weave\n\nalgebraic patterns?');
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
