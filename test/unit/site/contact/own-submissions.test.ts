import { randomUUID } from 'node:crypto';
import { $set, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { describe, expect, it } from 'vitest';
import { AccountId, UserId } from '#contract/base/ids';
import { SendContact } from '#contract/site/contact';
import { SendFeedback } from '#contract/site/feedback';
import { AccountEntity, ProfileEntity } from '#core/accounts/entity';
import { ContactEntity } from '#core/site/contact/entity';
import { listOwnSubmissions } from '#core/site/contact/own-submissions';
import { sendContact, sendOwnContact } from '#core/site/contact/send-contact';
import { sendFeedback, sendOwnFeedback } from '#core/site/feedback/send-feedback';
import type { OutgoingMail } from '#platform/mail';
import { withLocalTable } from '#test/helpers/local-table';

withLocalTable();

const OPERATOR = 'operator@example.com';
const now = new Date('2026-03-04T10:00:00Z');
const at = now.toISOString();

const message = (changes: object = {}) =>
  SendContact.parse({
    id: randomUUID(),
    name: 'Ada Lovelace',
    email: `${randomUUID()}@example.net`,
    subject: 'Engines for sale',
    message: 'Does it weave algebraic patterns?',
    category: 'sales',
    priority: 'high',
    language: 'en',
    ...changes,
  });
const feedback = () =>
  SendFeedback.parse({
    id: randomUUID(),
    type: 'improvement',
    rating: 4,
    message: 'More colours, please.',
    page: '/bots',
  });

async function person() {
  const userId = UserId.parse(randomUUID());
  const accountId = AccountId.parse(userId);
  await ProfileEntity.build(PutItemCommand)
    .item({
      userId,
      email: 'ada@example.net',
      fullName: 'Ada',
      role: 'client',
      language: 'en',
      createdAt: at,
      updatedAt: at,
    })
    .send();
  await AccountEntity.build(PutItemCommand)
    .item({
      accountId,
      ownerId: userId,
      name: 'Ada',
      plan: 'professional',
      subscriptionStatus: 'active',
      createdAt: at,
      updatedAt: at,
    })
    .send();
  return { userId, accountId, sessionId: randomUUID(), signedInAt: 0, accessToken: '' };
}

function deps(refuses: (mail: OutgoingMail) => boolean = () => false) {
  const mails: OutgoingMail[] = [];
  return {
    mails,
    clock: () => now,
    operator: OPERATOR,
    appOrigin: 'https://app.example.com',
    async sendMail(mail: OutgoingMail) {
      if (refuses(mail)) throw new Error('SES refuses this address.');
      mails.push(mail);
    },
  };
}

describe('what a signed-in person wrote', () => {
  it('is listed with its status, messages and feedback in one order', async () => {
    const ada = await person();
    const [first, second] = [message(), feedback()];
    await sendOwnContact(deps(), ada, first);
    await sendOwnFeedback(() => new Date(now.getTime() + 1_000), ada, second);
    const { items } = await listOwnSubmissions(ada, { limit: 50 });
    expect(items).toMatchObject([
      { id: second.id, type: 'improvement', subject: null, status: 'new', answers: [] },
      { id: first.id, type: null, subject: 'Engines for sale', status: 'new', answers: [] },
    ]);
    expect(items[1]?.reference).toMatch(/^C-/);
  });

  it('shows the answer that the operator gave', async () => {
    const ada = await person();
    const sent = message();
    await sendOwnContact(deps(), ada, sent);
    await ContactEntity.build(UpdateItemCommand)
      .item({ id: sent.id, status: 'answered', answers: $set([{ text: 'It does.', at }]), answeredAt: at })
      .send();
    expect((await listOwnSubmissions(ada, { limit: 50 })).items).toMatchObject([
      { status: 'answered', answers: [{ text: 'It does.', at }] },
    ]);
  });

  it('is listed page by page', async () => {
    const ada = await person();
    await sendOwnContact(deps(), ada, message());
    await sendOwnFeedback(() => new Date(now.getTime() + 1_000), ada, feedback());
    const first = await listOwnSubmissions(ada, { limit: 1 });
    expect(first.items).toMatchObject([{ type: 'improvement' }]);
    const second = await listOwnSubmissions(ada, { limit: 1, cursor: first.cursor ?? '' });
    expect(second.items).toMatchObject([{ subject: 'Engines for sale' }]);
  });

  it('is shown to nobody else, and a stranger has no list', async () => {
    const [ada, eve] = [await person(), await person()];
    await sendOwnContact(deps(), ada, message());
    await sendContact(deps(), message(), '192.0.2.1');
    await sendFeedback(() => now, feedback());
    expect((await listOwnSubmissions(eve, { limit: 50 })).items).toEqual([]);
  });

  it('tells the operator the plan of its account', async () => {
    const outbox = deps();
    await sendOwnContact(outbox, await person(), message());
    expect(outbox.mails.find(({ to }) => to === OPERATOR)?.text).toContain('Plan: professional');
  });
});

describe('the confirmation of a message', () => {
  it('goes to its sender, in their language, with the reference and nothing that they wrote', async () => {
    const outbox = deps();
    const sent = message({ language: 'de' });
    const { reference } = await sendContact(outbox, sent, '192.0.2.1');
    const confirmation = outbox.mails.find(({ to }) => to === sent.email);
    expect(confirmation?.subject).toBe(`[Parley ${reference}] Ihre Nachricht ist angekommen`);
    for (const text of [confirmation?.text, confirmation?.html])
      expect(text).not.toMatch(/Engines|algebraic|Lovelace/);
  });

  it('leads a signed-in sender to the status', async () => {
    const outbox = deps();
    const [own, strangers] = [message(), message()];
    await sendOwnContact(outbox, await person(), own);
    await sendContact(outbox, strangers, '192.0.2.1');
    const mailTo = (address: string) => outbox.mails.find(({ to }) => to === address)?.text;
    expect(mailTo(own.email)).toContain('https://app.example.com/help/contact');
    expect(mailTo(strangers.email)).not.toContain('https://app.example.com');
  });

  it('comes at most three times an hour, while every message reaches the operator', async () => {
    const outbox = deps();
    const email = `${randomUUID()}@example.net`;
    for (let sent = 0; sent < 6; sent += 1) await sendContact(outbox, message({ email }), '192.0.2.2');
    expect(outbox.mails.filter(({ to }) => to === email)).toHaveLength(5);
    expect(outbox.mails.filter(({ to }) => to === OPERATOR)).toHaveLength(6);
  });

  it('that can not be sent keeps no message from being received', async () => {
    const outbox = deps(({ to }) => to !== OPERATOR);
    const sent = message();
    const receipt = await sendContact(outbox, sent, '192.0.2.1');
    expect(await sendContact(outbox, sent, '192.0.2.1')).toEqual(receipt);
    expect(outbox.mails).toHaveLength(1);
  });
});
