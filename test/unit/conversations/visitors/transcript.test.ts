import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { WidgetId } from '#contract/base/ids';
import { Message } from '#contract/conversations/conversations';
import { composeMail } from '#core/base/mail/compose';
import { unlinked } from '#core/base/mail/unlinked';
import { acceptMessage } from '#core/conversations/accept-message';
import { answerConversation } from '#core/conversations/answer-conversation';
import { sendTranscriptMail } from '#core/conversations/visitors/send-transcript-mail';
import { type Transcript, transcriptMail } from '#core/conversations/visitors/transcript-mail';
import type { OutgoingMail } from '#platform/mail';
import type { Visitor } from '#platform/visitor-token';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import {
  answer,
  answererOf,
  clock,
  depsOf,
  recordingSockets,
  runOf,
  send,
  startConversation,
} from '../setup';

withLocalTable();

async function visit(): Promise<Visitor> {
  return { ...(await startConversation()), widgetId: WidgetId.parse('abcdefgh') };
}

function outbox() {
  const mails: OutgoingMail[] = [];
  return {
    mails,
    sendMail: async (mail: OutgoingMail) => {
      mails.push(mail);
    },
  };
}

const to = () => ({ email: `${randomUUID()}@example.com` });

test('a transcript has what was said, by whom and when, with sources', async () => {
  const visitor = await visit();
  await acceptMessage(clock, visitor, send('How long?\nReally?'));
  const cited = answererOf({
    answer: async () => ({
      ...answer('**Thirty** days [1].'),
      citations: [
        { number: 1, documentId: 'd' as never, title: 'Terms & more', page: 3, heading: null, quote: 'q' },
      ],
    }),
  });
  await answerConversation(depsOf(recordingSockets().sockets, cited), visitor, runOf());
  const { mails, sendMail } = outbox();
  const target = to();
  await sendTranscriptMail({ clock, sendMail }, visitor, target, '192.0.2.1');
  const [mail] = mails;
  expect(mail).toMatchObject({
    to: target.email,
    subject: 'Your conversation with Helper',
    fromName: 'Parley · Example',
  });
  expect(mail?.html).toMatch(/class="brand"[^>]*>Parley · Example</);
  expect(mail?.text).toMatch(
    /You, .+:\nHow long\?\nReally\?\n\nHelper, .+:\nThirty days \[1\]\.\n\[1\] Terms & more, page 3/,
  );
  expect(mail?.html).toContain('How long?<br>Really?');
  expect(mail?.html).toContain('Terms &amp; more');
});

test('tables are lines of cells in it', () => {
  const said = {
    ...{ id: 'm', conversationId: 'c', author: 'bot', authorName: null, createdAt: '2030-07-01T10:01:00Z' },
    ...{ clientMessageId: null, inReplyTo: 'q', kind: 'quoted', citations: [], prompt: null },
    ...{ attachment: null, thumb: null },
    text: 'Ours:\n\n> | Bike | Day |\n> | --- | --- |\n> | **E-bike** | €34 |\n>\n> [1]\n\n> |  |  |\n> | --- | --- |\n> | day | 30 € |',
  };
  const { text } = composed({ messages: [Message.parse(said)] });
  expect(text).toContain('Ours:\n\n> Bike | Day\n> E-bike | €34\n>\n> [1]\n\n> day | 30 €\n');
});

test.each([
  'https://evil.example/login?x=1',
  'evil.example',
  'www.evil.example.',
  'mailto:a@evil.example',
  'javascript:alert(1)',
  'tel:+4930123456',
])('what a visitor wrote is no link to a mail program: %s', (text) => {
  const shown = unlinked(`see ${text} now`);
  expect(shown).not.toMatch(/[a-z]:[^\u2060]|[a-z]\.[a-z]|\w@/i);
  expect(shown.replaceAll('\u2060', '')).toBe(`see ${text} now`);
});

test('neither is what a flow says again of it, also behind an answer', () => {
  const said = {
    id: 'm',
    conversationId: 'c',
    author: 'bot',
    authorName: null,
    text: 'Thirty days.\n\nYour e-mail, https://evil.example?',
    createdAt: '2030-07-01T10:01:00Z',
    clientMessageId: null,
    inReplyTo: 'q',
    kind: 'generated',
    citations: [],
    prompt: { type: 'continue' },
    attachment: null,
    thumb: null,
  };
  const { text, html } = composed({ messages: [Message.parse(said)] });
  expect(`${text}${html}`).not.toContain('evil.example');
});

test('neither is what a bot or its company is called, or answers: strangers get transcripts too', () => {
  const said = {
    ...{ id: 'm', conversationId: 'c', author: 'bot', authorName: null, createdAt: '2030-07-01T10:01:00Z' },
    ...{ clientMessageId: null, inReplyTo: 'q', kind: 'quoted', prompt: null, attachment: null, thumb: null },
    text: 'Your account was locked: [unlock it](https://evil.example/login).',
    citations: [
      { number: 1, documentId: 'd', title: 'https://evil.example', page: 3, heading: null, quote: 'q' },
    ],
  };
  const mail = composed({
    botName: 'evil.example',
    companyName: 'Account Security Team',
    messages: [Message.parse(said)],
  });
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('evil.example');
  expect(mail.fromName).toBe('Parley · Account Security Team');
});

test('ordinary words stay as they are', () => {
  const text = 'It is 10:30. Ready? Yes … and (maybe) not.';
  expect(unlinked(text)).toBe(text);
});

const composed = (changes: Partial<Transcript>) =>
  composeMail('transcript', transcriptMail(transcript(changes)));

const transcript = (changes: Partial<Transcript>): Transcript => ({
  to: 'a@example.com',
  language: 'de',
  botName: 'Helfer\r\nBcc: b@example.com',
  companyName: 'Schrauben & Söhne',
  timeZone: 'Europe/Berlin',
  startedAt: '2030-07-01T10:00:00Z',
  messages: [],
  isShortened: true,
  ...changes,
});

test('it is in the language of the conversation and the time of the bot, and no name adds to its head', () => {
  const { subject, text } = composed({});
  expect(subject).toBe(
    'Ihr Gespräch mit Helfer Bcc: b@example.com'
      .replaceAll('@', '\u2060@\u2060')
      .replace('e.c', 'e\u2060.\u2060c'),
  );
  expect(text).toContain('1. Juli 2030 um 12:00');
  expect(text).toContain('Das Gespräch war lang');
});

test('it goes to a mailbox five times a day, whoever asks, and to nobody where nothing was said', async () => {
  const { mails, sendMail } = outbox();
  const target = to();
  const deps = { clock, sendMail };
  await expectRefusal(
    sendTranscriptMail(deps, await visit(), target, randomUUID()),
    'conversation.not_found',
  );
  for (let count = 0; count < 6; count += 1) {
    const visitor = await visit();
    await acceptMessage(clock, visitor, send('Hi'));
    const mailed = sendTranscriptMail(deps, visitor, { email: target.email.toUpperCase() }, randomUUID());
    if (count < 5) await mailed;
    else await expectRefusal(mailed, 'request.rate_limited');
  }
  expect(mails).toHaveLength(5);
});

test('it is mailed once within a minute to an address, however often it is asked for, unless something was said since', async () => {
  const visitor = await visit();
  await acceptMessage(clock, visitor, send('Hi'));
  const { mails, sendMail } = outbox();
  let now = clock().getTime();
  const deps = { clock: () => new Date(now), sendMail };
  const target = to();
  const mail = (email = target.email) => sendTranscriptMail(deps, visitor, { email }, '192.0.2.7');
  await Promise.all([mail(), mail(), mail(target.email.toUpperCase())]);
  await mail();
  expect(mails).toHaveLength(1);
  await mail(to().email);
  expect(mails).toHaveLength(2);
  now += 60_000;
  await mail();
  expect(mails).toHaveLength(3);

  const other = await visit();
  await acceptMessage(clock, other, send('Hi'));
  await sendTranscriptMail(deps, other, target, '192.0.2.7');
  await acceptMessage(clock, other, send('And this'));
  await sendTranscriptMail(deps, other, target, '192.0.2.7');
  expect(mails).toHaveLength(5);
});

test('one that could not be mailed is mailed when it is asked for again', async () => {
  const visitor = await visit();
  await acceptMessage(clock, visitor, send('Hi'));
  const target = to();
  const sendMail = () => Promise.reject(new Error('The mail service is away.'));
  await expect(sendTranscriptMail({ clock, sendMail }, visitor, target, '192.0.2.8')).rejects.toThrow('away');
  const out = outbox();
  await sendTranscriptMail({ clock, sendMail: out.sendMail }, visitor, target, '192.0.2.8');
  expect(out.mails).toHaveLength(1);
});

test('of a long conversation its end is mailed', async () => {
  const visitor = await visit();
  for (let count = 0; count < 17; count += 1)
    await acceptMessage(clock, visitor, send(`${count} ${'word '.repeat(790)}`));
  const { mails, sendMail } = outbox();
  await sendTranscriptMail({ clock, sendMail }, visitor, to(), randomUUID());
  expect(mails[0]?.text).toContain('these are its last messages');
  expect(mails[0]?.text).toContain('\n16 word');
  expect(mails[0]?.text).not.toContain('\n0 word');
});
