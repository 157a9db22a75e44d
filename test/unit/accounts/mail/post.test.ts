import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashedAddress, limitWithin } from '#core/accounts/limits/rate-limit';
import { post } from '#core/accounts/mail/post';
import { noteReturnedMail } from '#core/accounts/mail/returned';
import { mailProblemsOf } from '#core/accounts/mail/undeliverable';
import {
  MAIL_SCOPES,
  MAILS,
  type MailBound,
  type MailKind,
  type MailRule,
  type MailScope,
} from '#core/base/mail/mails';
import type { OutgoingMail } from '#platform/mail';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';

withLocalTable();
beforeAll(() => {
  process.env.STAGE = 'test';
});

/** In the middle of an hour and of a day: no bound's window ends while a test runs. */
const at = new Date('2030-05-05T12:30:30Z');
const clock = () => at;
const RULES = Object.entries(MAILS) as [MailKind, MailRule][];
const BOUNDS = RULES.flatMap(([kind, { bounds }]) =>
  MAIL_SCOPES.flatMap((scope) => {
    const bound = bounds[scope];
    return bound ? [[kind, scope, bound.times, bound] as const] : [];
  }),
);

function outbox() {
  const mails: OutgoingMail[] = [];
  const sendMail = async (mail: OutgoingMail) => void mails.push(mail);
  return { mails, deps: { clock, sendMail } };
}

const address = () => `${randomUUID()}@example.com`;

function draft(to: string, words = 'Words') {
  return {
    ...{ to, language: 'en' as const, brand: words, heading: words, paragraphs: [words], preview: words },
    transcript: [{ who: words, when: 'now', text: words, notes: [words], own: false }],
    notes: [words],
    footer: words,
  };
}

/** A cause of a kind that shares with others what `same` names, and nothing else. */
function causeOf(kind: MailKind, same: Partial<Record<MailScope, string>> = {}) {
  const { bounds }: MailRule = MAILS[kind];
  return Object.fromEntries(
    MAIL_SCOPES.filter((scope) => bounds[scope]).map((scope) => [scope, same[scope] ?? randomUUID()]),
  ) as never;
}

/** Counts all but so many of what a bound admits, in one step; gives how many are left. */
async function allBut(left: number, subject: string, bound: MailBound): Promise<number> {
  if (bound.times > left) await limitWithin(clock, subject, bound, bound.times - left);
  return Math.min(left, bound.times);
}

describe('each mail', () => {
  test.each(BOUNDS)('%s is bounded by its %s: %i', async (kind, scope, times, bound) => {
    const { mails, deps } = outbox();
    const one = { [scope]: randomUUID() };
    const mail = () => post(deps, kind, causeOf(kind, one), draft(address()));
    const left = await allBut(2, `MAIL#${kind}#${scope}#${one[scope]}`, bound);
    for (let count = 0; count < left; count += 1) await mail();
    await expectRefusal(mail(), 'request.rate_limited');
    expect(mails).toHaveLength(Math.min(2, times));
    // Others are not shut out, unless it is everybody's.
    if (scope !== 'stage') await post(deps, kind, causeOf(kind), draft(address()));
  });

  test.each(RULES)(
    '%s goes to one address a bounded number of times, whoever causes it',
    async (kind, rule) => {
      const { mails, deps } = outbox();
      const to = address();
      const left = await allBut(2, `MAIL#${kind}#recipient#${await hashedAddress(to)}`, rule.recipient);
      for (let count = 0; count < left; count += 1)
        await post(deps, kind, causeOf(kind), draft(count % 2 ? to : to.toUpperCase()));
      await expectRefusal(post(deps, kind, causeOf(kind), draft(to)), 'request.rate_limited');
      expect(mails).toHaveLength(left);
      expect(rule.recipient.seconds).toBe(86_400);
    },
  );

  test('that strangers or visitors cause is bounded by its sender', () => {
    // Whoever signs up is bounded by the firewall of the user pool.
    for (const [kind, { causedBy, bounds }] of RULES)
      if ((causedBy === 'visitors' || causedBy === 'strangers') && kind !== 'sign_up')
        expect(Object.keys(bounds), kind).not.toEqual([]);
  });
});

test('a mail that is refused at an inner bound takes nothing of an outer one', async () => {
  const { deps } = outbox();
  const account = randomUUID();
  const conversation = randomUUID();
  await allBut(5, `MAIL#transcript#account#${account}`, MAILS.transcript.bounds.account);
  for (let count = 0; count < 10; count += 1)
    await post(deps, 'transcript', causeOf('transcript', { account, conversation }), draft(address())).catch(
      () => undefined,
    );
  // Three of ten were counted: the account has two left.
  const further = () => post(deps, 'transcript', causeOf('transcript', { account }), draft(address()));
  for (const _ of [1, 2]) await further();
  await expectRefusal(further(), 'request.rate_limited');
});

const LIVE =
  'Your account was locked: https://evil.example/login, see www.evil.example or write to eve@evil.example';
test.each(RULES)(
  'what people wrote leads nowhere in %s, where its links are dead',
  async (kind, { links }) => {
    const { mails, deps } = outbox();
    await post(deps, kind, causeOf(kind), draft(address(), LIVE));
    const all = `${mails[0]?.subject} ${mails[0]?.text} ${mails[0]?.html}`;
    const live = /https?:\/\/evil|evil\.example|eve@evil/.test(all);
    expect(live).toBe(links === 'live');
  },
);

test.each(RULES)('%s comes from the product, whoever is named behind it', async (kind) => {
  const { mails, deps } = outbox();
  await post(deps, kind, causeOf(kind), draft(address(), 'Account Security Team'));
  expect(mails[0]?.fromName).toBe('Parley · Account Security Team');
});

test('its text has what its HTML has', async () => {
  const { mails, deps } = outbox();
  const parts = { ...draft(address()), code: '4711', action: { label: 'Go', url: 'https://app.example/x' } };
  await post(deps, 'notification', {}, { ...parts, paragraphs: ['One', 'Two'], footer: 'Why' });
  for (const words of ['One', 'Two', '4711', 'https://app.example/x', 'Why']) {
    expect(mails[0]?.text).toContain(words);
    expect(mails[0]?.html).toContain(words);
  }
});

describe('an address whose mails came back', () => {
  const bounce = (emailAddress: string, bounceType = 'Permanent') =>
    noteReturnedMail(clock, {
      kind: 'mail_returned',
      detail: { eventType: 'Bounce', bounce: { bounceType, bouncedRecipients: [{ emailAddress }] } },
    });

  test('gets no more, of any kind, and it is known why', async () => {
    const { mails, deps } = outbox();
    const to = address();
    await bounce(to.toUpperCase());
    for (const [kind] of RULES)
      await expectRefusal(post(deps, kind, causeOf(kind), draft(to)), 'mail.undeliverable');
    expect(mails).toEqual([]);
    expect(await mailProblemsOf([address(), to], at)).toEqual([
      null,
      { reason: 'bounced', at: at.toISOString() },
    ]);
    // After a season it is tried again.
    expect(await mailProblemsOf([to], new Date(at.getTime() + 91 * 86_400_000))).toEqual([null]);
  });

  test('or that called one spam', async () => {
    const { deps } = outbox();
    const to = address();
    await noteReturnedMail(clock, {
      kind: 'mail_returned',
      detail: { eventType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: to }] } },
    });
    await expect(post(deps, 'reply', causeOf('reply'), draft(to))).rejects.toMatchObject({
      details: { reason: 'complained' },
    });
  });

  test('for a while only gets the next', async () => {
    const { mails, deps } = outbox();
    const to = address();
    await bounce(to, 'Transient');
    await post(deps, 'reply', causeOf('reply'), draft(to));
    expect(mails).toHaveLength(1);
  });
});

test('nothing sends mails but the one function that keeps the table', async () => {
  const sending = [];
  for (const folder of ['core', 'http', 'queue', 'stream', 'auth', 'socket'])
    for (const entry of await readdir(join('functions', folder), { recursive: true })) {
      if (!entry.endsWith('.ts')) continue;
      const file = `${folder}/${entry}`;
      if (/\bsendMail\(|SendEmailCommand|renderMail\(/.test(await readFile(join('functions', file), 'utf8')))
        sending.push(file);
    }
  expect(sending.sort()).toEqual([
    // Cognito sends these: it takes the HTML.
    'core/accounts/auth-mail.ts',
    'core/accounts/mail/post.ts',
    'core/base/mail/compose.ts',
    'core/base/mail/layout.ts',
  ]);
});
