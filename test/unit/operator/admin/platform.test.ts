import { randomUUID } from 'node:crypto';
import { $set, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limitsWith, PLANS } from '#contract/accounts/plans';
import { PublicStatus, UpdateSettings } from '#contract/accounts/platform-settings';
import { AccountId, UserId } from '#contract/base/ids';
import { SendFeedback } from '#contract/site/feedback';
import { AccountEntity, ProfileEntity, type StoredAccount } from '#core/accounts/entity';
import { limitOf } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import { forgetSettings, readPublicStatus } from '#core/accounts/platform-settings/settings';
import type { Notice } from '#core/insight/notifications/notice';
import { previewPlan } from '#core/lifecycle/plans/preview-plan';
import { actOnClientError } from '#core/operator/admin/client-errors';
import { listSubscription } from '#core/operator/admin/directory';
import { listAdminLog } from '#core/operator/admin/log';
import { eraseAccountLog, logDeletedBot, logSubscription } from '#core/operator/admin/log-accounts';
import { getSettings, updateSettings } from '#core/operator/admin/settings';
import { actOnSubmission, listSubmissions } from '#core/operator/admin/submissions';
import { listSubscriptions } from '#core/operator/admin/subscriptions';
import { whereDeveloping } from '#core/operator/developer/access';
import { listLoggedEvents, logEvents } from '#core/operator/developer/event-log';
import { getMailPreview, listMailPreviews } from '#core/operator/developer/mail-previews';
import { listClientErrors } from '#core/site/client-errors/list';
import { reportClientError } from '#core/site/client-errors/report';
import { sendFeedback, sendOwnFeedback } from '#core/site/feedback/send-feedback';
import type { Actor } from '#platform/actor';
import type { OutgoingMail } from '#platform/mail';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { storeMember } from '#test/helpers/stored-items';
import { handler as preSignUp } from '../../../../functions/auth/pre-sign-up';
import { newOwner } from '../../bots/setup';

withLocalTable();

const clock = () => new Date();
const actor: Actor = {
  userId: UserId.parse('chief'),
  sessionId: 's',
  signedInAt: 1,
  accountId: AccountId.parse('chief'),
  profileRole: 'admin',
  teamRole: 'owner',
};

beforeAll(async () => {
  process.env.STAGE = 'production';
  process.env.ANSWER_MODELS = 'model-a,model-b';
  const at = clock().toISOString();
  await ProfileEntity.build(PutItemCommand)
    .item({
      userId: 'chief',
      email: 'chief@example.net',
      fullName: 'The Chief',
      role: 'admin',
      language: 'en',
      createdAt: at,
      updatedAt: at,
    })
    .send();
});
beforeEach(forgetSettings);

async function change(set: Omit<UpdateSettings, 'version'>) {
  const { version } = await getSettings();
  return updateSettings(clock, actor, UpdateSettings.parse({ ...set, version }));
}

function account(id: string, set: Partial<StoredAccount> = {}): StoredAccount {
  const at = set.createdAt ?? clock().toISOString();
  return {
    accountId: id,
    ownerId: 'chief',
    name: `Account ${id}`,
    plan: 'free',
    subscriptionStatus: 'active',
    botCount: 0,
    liveBotCount: 0,
    documentCount: 0,
    memberCount: 1,
    reportScheduleCount: 0,
    apiKeyCount: 0,
    createdAt: at,
    updatedAt: at,
    ...set,
  };
}

describe('settings of the platform', () => {
  it('refuse a stale version and say what they are now', async () => {
    const { version } = await getSettings();
    await change({ maintenance: { en: 'Tonight at ten', de: 'Heute um zehn' } });
    await expect(updateSettings(clock, actor, { version, signUpOpen: false })).rejects.toMatchObject({
      code: 'admin.settings_conflict',
      details: { current: { maintenance: { en: 'Tonight at ten' } } },
    });
  });

  it('let one of two changes at once through', async () => {
    const { version } = await getSettings();
    const results = await Promise.allSettled(
      ['One', 'Two'].map((en) => updateSettings(clock, actor, { version, maintenance: { en, de: en } })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('change what a plan allows, for every account of it', async () => {
    await AccountEntity.build(PutItemCommand).item(account('limited')).send();
    const bots = async () => limitOf(await loadAccount(AccountId.parse('limited')), 'bots', clock()).limit;
    expect(await bots()).toBe(1);
    await change({ limits: { free: { bots: 3 } } });
    expect(await bots()).toBe(3);
    await change({ limits: {} });
    expect(await bots()).toBe(1);
  });

  it('hold for what is sold and previewed too, and everybody may know of them', async () => {
    const owner = await newOwner('professional');
    await change({ limits: { starter: { bots: 3, documents: 77 } } });
    const preview = await previewPlan(clock, owner, { plan: 'starter' });
    expect([preview.bots.limit, preview.documents.limit, preview.allBots.limit]).toEqual([
      3,
      77,
      PLANS.starter.limits.allBots,
    ]);
    const { limits } = PublicStatus.parse(await readPublicStatus());
    expect(limitsWith('starter', limits)).toEqual({ ...PLANS.starter.limits, bots: 3, documents: 77 });
    await change({ limits: {} });
  });

  it('take neither 0 nor fractions for a limit, nor a model that the stage does not offer', async () => {
    const parse = (bots: number) =>
      UpdateSettings.safeParse({ version: 0, limits: { free: { bots } } }).success;
    expect([parse(0), parse(1.5), parse(-2), parse(-1), parse(7)]).toEqual([false, false, false, true, true]);
    await expectRefusal(change({ answerModel: 'another' }), 'request.invalid');
    expect((await change({ answerModel: 'model-b' })).answerModel).toBe('model-b');
  });

  it('close the sign-up for strangers, not for operators', async () => {
    const attributes = { email: 'new@example.net', name: 'New Person' };
    const event = (triggerSource: string) =>
      ({ triggerSource, userName: randomUUID(), request: { userAttributes: attributes } }) as never;
    const ask = (source: string) => preSignUp(event(source), {} as never, () => {});
    await change({ signUpOpen: false });
    await expect(ask('PreSignUp_SignUp')).rejects.toThrow('SIGN_UP_CLOSED');
    await expect(ask('PreSignUp_AdminCreateUser')).resolves.toBeDefined();
    await change({ signUpOpen: true });
    await expect(ask('PreSignUp_SignUp')).resolves.toBeDefined();
  });

  it('bound sign-ups with one address, whose owner is mailed for each', async () => {
    const email = `${randomUUID()}@example.net`;
    const ask = (address: string) =>
      preSignUp(
        {
          triggerSource: 'PreSignUp_SignUp',
          userName: randomUUID(),
          request: { userAttributes: { email: address, name: 'New Person' } },
        } as never,
        {} as never,
        () => {},
      );
    for (let count = 0; count < 10; count += 1) await ask(email);
    await expect(ask(email)).rejects.toThrow('SIGN_UP_REFUSED request.rate_limited');
    await expect(ask(`other-${email}`)).resolves.toBeDefined();
  });

  it('are logged with what was changed, as it was and as it is', async () => {
    await change({ signUpOpen: false });
    await change({ signUpOpen: true });
    const { items } = await listAdminLog({ limit: 1 });
    expect(items).toMatchObject([{ action: 'settings_changed', note: 'signUpOpen: false → true' }]);
  });
});

describe('flags', () => {
  const event = (id: string) =>
    ({
      type: 'bot.changed',
      id,
      at: new Date('2026-03-02T09:00:00Z'),
      before: null,
      after: { accountId: 'a-1', botId: 'b-1', name: 'A secret name' },
    }) as never;

  it('keep the developer tools shut where nobody has opened them', async () => {
    await expectRefusal(
      whereDeveloping(async () => 1),
      'developer.not_allowed',
    );
    await change({ flags: { developerTools: true, eventLog: false } });
    expect(await whereDeveloping(async () => 1)).toBe(1);
  });

  it('write events down while they are on: ids, and nothing of what was said', async () => {
    await change({ flags: { developerTools: true, eventLog: false } });
    await logEvents([event('e-1')]);
    expect((await listLoggedEvents()).items).toEqual([]);
    await change({ flags: { developerTools: true, eventLog: true } });
    await logEvents([]);
    await logEvents([event('e-2'), event('e-2'), event('e-3')]);
    await logEvents([event('e-3')]);
    const { isOn, items } = await listLoggedEvents();
    expect(isOn).toBe(true);
    const logged = { type: 'bot.changed', accountId: 'a-1', ids: { botId: 'b-1' } };
    expect(items).toMatchObject([
      { id: 'e-3', ...logged },
      { id: 'e-2', ...logged },
    ]);
    expect(JSON.stringify(items)).not.toContain('secret');
  });
});

describe('errors of browsers', () => {
  const report = (message: string) =>
    reportClientError(clock, { message, page: '/bots', language: 'en' }, { userAgent: 'Test' });
  const statusOf = async (fingerprint: string) =>
    (await listClientErrors({ limit: 100 })).items.find(({ id }) => id === fingerprint)?.status;

  it('open again when what was resolved is reported again, and stay ignored', async () => {
    const [resolved, ignored] = [await report('resolved boom'), await report('ignored boom')];
    await actOnClientError(clock, actor, resolved.id, { action: 'resolve' });
    await actOnClientError(clock, actor, ignored.id, { action: 'ignore' });
    expect([await statusOf(resolved.id), await statusOf(ignored.id)]).toEqual(['resolved', 'ignored']);
    await report('resolved boom');
    await report('ignored boom');
    expect([await statusOf(resolved.id), await statusOf(ignored.id)]).toEqual(['open', 'ignored']);
  });

  it('are listed by their status, page by page', async () => {
    for (const word of ['alpha', 'beta', 'gamma']) await report(`open ${word}`);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listClientErrors({
        limit: 1,
        status: 'open',
        ...(cursor !== null && { cursor }),
      });
      seen.push(...page.items.map(({ message }) => message));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(seen.filter((message) => message.startsWith('open'))).toHaveLength(3);
    expect(seen).not.toContain('ignored boom');
  });

  it('say that a group is gone', async () => {
    await expectRefusal(
      actOnClientError(clock, actor, 'none', { action: 'resolve' }),
      'admin.error_not_found',
    );
  });
});

describe('what people wrote', () => {
  const write = async (email?: string) => {
    const id = randomUUID();
    const input = { id, type: 'complaint', rating: 2, message: 'This is not good.', page: '/bots' };
    await sendFeedback(clock, SendFeedback.parse({ ...input, ...(email && { email }) }));
    return id;
  };
  function deps() {
    const mails: OutgoingMail[] = [];
    const sendMail = async (mail: OutgoingMail) => {
      mails.push(mail);
    };
    const notices: Notice[] = [];
    const queueNotice = async (notice: Notice) => void notices.push(notice);
    return { mails, notices, deps: { clock, sendMail, queueNotice, operator: 'operator@example.com' } };
  }
  const answer = { action: 'answer', text: 'We are sorry.', language: 'en' } as const;

  it('is answered by one mail, however often the answer is sent', async () => {
    const id = await write('kim@example.net');
    const { mails, deps: own } = deps();
    const first = await actOnSubmission(own, actor, { kind: 'feedback', id }, answer);
    await actOnSubmission(own, actor, { kind: 'feedback', id }, answer);
    expect(first).toMatchObject({ status: 'answered', answers: [{ text: 'We are sorry.' }] });
    expect(mails).toMatchObject([{ to: 'kim@example.net', replyTo: 'operator@example.com' }]);
  });

  it('is answered again, by another mail, and keeps its answers in their order', async () => {
    const id = await write('kim@example.net');
    const { mails, deps: own } = deps();
    const act = (body: Parameters<typeof actOnSubmission>[3]) =>
      actOnSubmission(own, actor, { kind: 'feedback', id }, body);
    await act(answer);
    await act({ action: 'close' });
    expect((await act({ action: 'reopen' })).status).toBe('answered');
    const second = await act({ ...answer, text: 'It is better now.' });
    expect(second.answers.map(({ text }) => text)).toEqual(['We are sorry.', 'It is better now.']);
    expect(mails.map(({ text }) => text.split('\n')[2])).toEqual(['We are sorry.', 'It is better now.']);
    const { items } = await listSubmissions({ kind: 'feedback', limit: 100, status: 'answered' });
    expect(items.find((each) => each.id === id)?.answers).toHaveLength(2);
  });

  it('of a signed-in person is answered without an address: they are told in the app', async () => {
    const id = randomUUID();
    const userId = UserId.parse(randomUUID());
    await storeMember(userId, userId);
    const sender = { userId, accountId: AccountId.parse(userId) };
    const input = { id, type: 'complaint', rating: 2, message: 'This is not good.', page: '/bots' };
    await sendOwnFeedback(clock, sender, SendFeedback.parse(input));
    await ProfileEntity.build(UpdateItemCommand)
      .item({ userId, notifications: $set({ feedback_answered: ['app'] }) as never })
      .send();
    const { mails, notices, deps: own } = deps();
    const { answers } = await actOnSubmission(own, actor, { kind: 'feedback', id }, answer);
    expect(answers).toHaveLength(1);
    expect(mails).toEqual([]);
    expect(notices).toMatchObject([
      { kind: 'feedback_answered', accountId: userId, to: { userIds: [userId] }, path: '/help/contact' },
    ]);
    await actOnSubmission(own, actor, { kind: 'feedback', id }, answer);
    expect(notices[1]?.id).toBe(notices[0]?.id);
    const wish = { ...input, id: randomUUID() };
    await sendOwnFeedback(clock, sender, SendFeedback.parse(wish));
    await ProfileEntity.build(UpdateItemCommand)
      .item({ userId, notifications: $set({ feedback_answered: ['app', 'email'] }) as never })
      .send();
    await actOnSubmission(own, actor, { kind: 'feedback', id: wish.id }, answer);
    expect(mails).toMatchObject([{ to: `${userId}@example.com` }]);
  });

  it('is answered by one mail where two calls answer at the same moment', async () => {
    const id = await write('kim@example.net');
    const { mails, deps: own } = deps();
    const answers = await Promise.all(
      [1, 2].map(() => actOnSubmission(own, actor, { kind: 'feedback', id }, answer)),
    );
    expect(mails).toHaveLength(1);
    expect(answers.map(({ status }) => status)).toEqual(['answered', 'answered']);
    const { items } = await listAdminLog({ action: 'submission_answered', limit: 100 });
    expect(items.filter(({ subject }) => subject?.id === id)).toHaveLength(1);
  });

  it('stays unanswered where the mail could not be sent', async () => {
    const id = await write('kim@example.net');
    const sendMail = () => Promise.reject(new Error('SES is away'));
    const failing = { ...deps().deps, sendMail };
    await expect(actOnSubmission(failing, actor, { kind: 'feedback', id }, answer)).rejects.toThrow();
    const { items } = await listSubmissions({ kind: 'feedback', limit: 100, status: 'new' });
    expect(items.find((each) => each.id === id)).toMatchObject({ answers: [] });
    const { mails, deps: own } = deps();
    await actOnSubmission(own, actor, { kind: 'feedback', id }, answer);
    expect(mails).toHaveLength(1);
  });

  it('is not answered without an address, and not where it is not there', async () => {
    const id = await write();
    await expect(actOnSubmission(deps().deps, actor, { kind: 'feedback', id }, answer)).rejects.toMatchObject(
      {
        code: 'admin.no_address',
      },
    );
    for (const kind of ['contact'] as const)
      await expectRefusal(
        actOnSubmission(deps().deps, actor, { kind, id }, { action: 'close' }),
        'admin.submission_not_found',
      );
  });

  it('is closed and reopened', async () => {
    const id = await write();
    const act = (action: 'read' | 'close' | 'reopen') =>
      actOnSubmission(deps().deps, actor, { kind: 'feedback', id }, { action });
    expect((await act('read')).status).toBe('read');
    expect((await act('close')).status).toBe('closed');
    expect((await act('read')).status).toBe('closed');
    expect((await act('reopen')).status).toBe('read');
  });
});

describe('subscriptions', () => {
  it('are listed by plan, by status, and by both', async () => {
    const accounts = [
      account('s-1', { plan: 'professional', subscriptionStatus: 'active' }),
      account('s-2', { plan: 'professional', subscriptionStatus: 'past_due' }),
      account('s-3', { plan: 'enterprise', subscriptionStatus: 'past_due' }),
    ];
    for (const each of accounts) {
      await AccountEntity.build(PutItemCommand).item(each).send();
      await listSubscription(null, each);
    }
    const ids = async (filter: Omit<Parameters<typeof listSubscriptions>[1], 'limit'>) =>
      (await listSubscriptions(clock, { limit: 50, ...filter })).items
        .map(({ accountId }) => accountId)
        .sort();
    expect(await ids({})).toEqual(['s-1', 's-2', 's-3']);
    expect(await ids({ plan: 'professional' })).toEqual(['s-1', 's-2']);
    expect(await ids({ status: 'past_due' })).toEqual(['s-2', 's-3']);
    expect(await ids({ plan: 'professional', status: 'past_due' })).toEqual(['s-2']);
    const [first] = accounts;
    if (!first) throw new Error('no account');
    const changed = { ...first, subscriptionStatus: 'canceled' as const };
    await AccountEntity.build(PutItemCommand).item(changed).send();
    await listSubscription(first, changed);
    expect(await ids({ status: 'active' })).toEqual([]);
    expect(await ids({ status: 'canceled' })).toEqual(['s-1']);
  });
});

describe('previews of mails', () => {
  it('compose each in both languages', async () => {
    const origins = { app: 'https://app.example', root: 'https://example' };
    for (const { name } of listMailPreviews().items) {
      const [en, de] = [await getMailPreview(origins, name, 'en'), await getMailPreview(origins, name, 'de')];
      expect(en.subject.length, name).toBeGreaterThan(3);
      expect(en.html, name).toContain('lang="en"');
      expect(de.html, name).toContain('lang="de"');
    }
    await expectRefusal(getMailPreview(origins, 'toString', 'en'), 'developer.mail_not_found');
  });
});

describe('the activity log', () => {
  it('tells once which subscriptions and bots accounts created and deleted, until an account is erased', async () => {
    const accountId = AccountId.parse('payer');
    await AccountEntity.build(PutItemCommand).item(account(accountId)).send();
    const at = new Date('2030-01-02T03:04:05Z');
    const subscription = { accountId, subscriptionId: 'sub_1', plan: 'professional', interval: 'month' };
    const created = {
      type: 'subscription.changed',
      id: 'event-1',
      at,
      before: null,
      after: { ...subscription, status: 'active' },
    } as const;
    const deleted = {
      type: 'bot.changed',
      id: 'event-2',
      at,
      before: { accountId, botId: 'bot-1', name: 'Shop' },
      after: null,
    } as const;
    for (let times = 0; times < 2; times += 1) {
      await logSubscription(created);
      await logDeletedBot(deleted);
    }
    // A change of what is there already is no new subscription.
    await logSubscription({ ...created, id: 'event-3', before: created.after });
    const logged = async (action: 'subscription_created' | 'bot_deleted') =>
      (await listAdminLog({ action, limit: 10 })).items;
    expect(await logged('subscription_created')).toMatchObject([
      { actor: { name: 'Account payer' }, subject: { id: 'sub_1', name: 'professional, month' } },
    ]);
    expect(await logged('bot_deleted')).toMatchObject([{ subject: { id: 'bot-1', name: 'Shop' } }]);

    expect(await eraseAccountLog(accountId, () => false)).toBe(false);
    expect(await eraseAccountLog(accountId, () => true)).toBe(true);
    expect([...(await logged('subscription_created')), ...(await logged('bot_deleted'))]).toEqual([]);
  });

  it('holds nothing of an account that is being erased', async () => {
    await AccountEntity.build(PutItemCommand)
      .item(account('leaver', { isPurged: true }))
      .send();
    await logDeletedBot({
      type: 'bot.changed',
      id: 'event-4',
      at: clock(),
      before: { accountId: 'leaver', botId: 'bot-2', name: 'Shop' },
      after: null,
    });
    expect((await listAdminLog({ action: 'bot_deleted', limit: 10 })).items).toEqual([]);
  });
});
