import { beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_STAGE } from '#infra/config/stage';
import { answeringBot } from '#test/helpers/bursts';
import { sharedCloud } from '#test/helpers/cloud';
import { newestMail } from '#test/helpers/inbox';
import { type ApiClient, apiClient, newUser, refresh, signIn, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
let admin: ApiClient;
let user: TestUser;

beforeAll(async () => {
  user = await newUser(cloud, { name: 'Quirin Administrated' });
  const [email = ''] = LOCAL_STAGE.adminEmails;
  // Another test file may have signed them up already: there is one such address.
  admin = await newUser(cloud, { email }).catch(async () =>
    apiClient(cloud, (await signIn(cloud, email)).accessToken),
  );
});

const act = (body: object) => ({ path: { userId: user.userId }, body });

describe('the administration', () => {
  it('shows one customer whole, finds it by its owner, and nobody else sees either', async () => {
    const path = { accountId: user.accountId };
    expect(await ok(admin, 'getAdminAccount', { path })).toMatchObject({
      subscription: { accountId: user.accountId, owner: { email: user.email } },
      people: [{ id: user.userId, role: 'owner', status: 'active' }],
      usage: { plan: 'starter' },
      bots: [],
    });
    const { items } = await ok(admin, 'listSubscriptions', { query: { search: 'quirin admin' } });
    expect(items.map(({ accountId }) => accountId)).toContain(user.accountId);
    await refused(admin, 'getAdminAccount', 'admin.account_not_found', { path: { accountId: 'none' } });
    await refused(user, 'getAdminAccount', 'auth.admin_required', { path });
  });

  it('tells what became of a message, without a word of it, and only administrators', async () => {
    const { owner, bot } = await answeringBot(cloud);
    const visitor = await openVisitor(cloud, bot.widgetId);
    await visitor.ask('How long is the frame guaranteed?');
    visitor.close();
    const { conversationId } = visitor.grant;
    const path = { accountId: owner.accountId, traceId: conversationId as string };
    const trace = await ok(admin, 'traceMessages', { path });
    expect(trace).toMatchObject({ conversationId, botId: bot.id, status: 'active' });
    const [message] = trace.items;
    expect(message).toMatchObject({ outcome: 'answered', failure: null, overdue: 0 });
    expect(message?.answer?.record?.doneMs).toBeGreaterThan(0);
    expect(message?.steps.map(({ step }) => step)).toEqual([
      'accepted',
      'queued',
      'begun',
      'retrieved',
      'first_text',
      'written',
      'stored',
    ]);
    const times = message?.steps.map(({ at }) => at) ?? [];
    expect(times).toEqual(times.toSorted());
    expect(JSON.stringify(trace)).not.toContain('guaranteed');
    const its = { ...path, traceId: message?.messageId ?? '' };
    expect((await ok(admin, 'traceMessages', { path: its })).items).toEqual([message]);
    const elsewhere = { ...path, accountId: user.accountId };
    await refused(admin, 'traceMessages', 'conversation.not_found', { path: elsewhere });
    await refused(admin, 'traceMessages', 'conversation.not_found', { path: { ...path, traceId: 'no-id' } });
    await refused(owner, 'traceMessages', 'auth.admin_required', { path });
  });

  it('bans a user at once, with a reason, and lets them in again', async () => {
    const { refreshToken } = await signIn(cloud, user.email);
    await refresh(cloud, refreshToken);
    await refused(admin, 'actOnUser', 'request.invalid', act({ action: 'ban' }));
    await ok(admin, 'actOnUser', act({ action: 'ban', reason: 'Sends spam' }));
    const { details } = await refused(user, 'getMe', 'account.banned');
    expect(details).toEqual({ reason: 'Sends spam' });
    await refused(user, 'createSocketTicket', 'account.banned');
    await ok(admin, 'actOnUser', act({ action: 'unban' }));
    // Their sessions have ended for good; one of the second of the ban has as well.
    await refused(user, 'getMe', 'auth.expired');
    await expect(refresh(cloud, refreshToken)).rejects.toThrow('Invalid Refresh Token');
    const api = await waitFor('a session that goes on', async () => {
      const later = apiClient(cloud, (await signIn(cloud, user.email)).accessToken);
      return (await later.send('getMe')).status === 200 ? later : undefined;
    });
    user = { ...user, ...api };
    const { items } = await ok(admin, 'listAdminLog', { query: { action: 'user_banned' } });
    expect(items[0]).toMatchObject({ subject: { id: user.userId }, note: 'Sends spam' });
  });

  it('answers feedback by mail', async () => {
    const id = crypto.randomUUID();
    const email = `${id}@example.net`;
    const feedback = { id, type: 'complaint', rating: 2, message: 'It is slow here.', page: '/bots', email };
    await ok(apiClient(cloud), 'sendFeedback', { body: feedback });
    await waitFor('the feedback', async () => {
      const { items } = await ok(admin, 'listSubmissions', { query: { kind: 'feedback' } });
      return items.find((each) => each.id === id);
    });
    const answer = {
      path: { submissionKind: 'feedback', submissionId: id },
      body: { action: 'answer', text: 'It is faster now.', language: 'en' },
    };
    expect((await ok(admin, 'actOnSubmission', answer)).status).toBe('answered');
    expect(JSON.stringify(await newestMail(cloud, email))).toContain('It is faster now.');
  });

  it('counts what happens, and tells how the stage is', async () => {
    const dashboard = await waitFor('the users to be counted', async () => {
      const counted = await ok(admin, 'getPlatformDashboard');
      return counted.totals.users > 0 ? counted : undefined;
    });
    expect(dashboard.revenue.monthly.map(({ currency }) => currency)).toEqual(['eur', 'usd']);
    expect(dashboard.health.queues.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['work', 'failed-changes', 'webhooks']),
    );
  });

  it('sends back from every queue', async () => {
    const { items } = await ok(admin, 'listDeadLetterQueues');
    // Each is looked at for a second before it counts as empty.
    const sent = await Promise.all(
      items.map(({ name }) =>
        ok(admin, 'redriveDeadLetters', { path: { queueName: name }, body: { ids: ['none'] } }),
      ),
    );
    expect(sent).toEqual(items.map(() => ({ sent: 0 })));
    expect(items.length).toBeGreaterThan(0);
    await refused(admin, 'listDeadLetters', 'admin.queue_not_found', { path: { queueName: 'none' } });
  });
});

describe('the developer tools', () => {
  it('show events as they come, an index, and every mail', async () => {
    const events = await waitFor('events', async () => {
      const log = await ok(admin, 'listLoggedEvents');
      return log.items.length > 0 ? log : undefined;
    });
    expect(events.isOn).toBe(true);
    const query = { accountId: user.accountId, botId: 'none' };
    expect(await ok(admin, 'getBotIndex', { query })).toMatchObject({ version: 0, segments: [] });
    const { items } = await ok(admin, 'listMailPreviews');
    expect(items.length).toBeGreaterThan(10);
    for (const { name } of items)
      await ok(admin, 'getMailPreview', { path: { mailName: name }, query: { language: 'de' } });
    await refused(user, 'listLoggedEvents', 'auth.admin_required');
  });
});
