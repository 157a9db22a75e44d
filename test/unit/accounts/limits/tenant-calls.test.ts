import { randomUUID } from 'node:crypto';
import { PutItemCommand } from 'dynamodb-toolbox';
import { describe, expect, it } from 'vitest';
import { AccountId, BotId, ConversationId, UserId, WidgetId } from '#contract/base/ids';
import { ROUTES } from '#contract/routes';
import { hashedNetwork, RateCounterEntity } from '#core/accounts/limits/rate-limit';
import { admitMember, admitUser, admitVisitor, CALLS_A_MINUTE } from '#core/accounts/limits/tenant-calls';
import { MESSAGES_PER_ACCOUNT } from '#core/conversations/accept-message';
import { handleFrame } from '#core/conversations/handle-frame';
import { LOCAL_STAGE } from '#infra/config/stage';
import { OPEN_THROTTLE, THROTTLE } from '#infra/constructs/routed-api';
import { ParleyError } from '#platform/errors';
import { type HttpHandlers, httpHandler } from '#platform/http-handler';
import { readItem } from '#platform/table-reads';
import { signVisitorToken } from '#platform/visitor-token';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { recordingSockets } from '../../conversations/setup';

withLocalTable();

/** 17 seconds into a minute. */
const at = new Date('2026-03-01T12:00:17Z');
const clock = () => at;

const ADDRESS = '192.0.2.1';

/** As if the subject had called so often in this minute. */
const called = (subject: string, count: number) =>
  RateCounterEntity.build(PutItemCommand)
    .item({ subject, minute: Math.floor(at.getTime() / 60_000), count, expiresAt: 2_000_000_000 })
    .send();

describe('the calls of a tenant', () => {
  it('are limited for all members of an account together, and for no other account', async () => {
    const [busy, other] = [AccountId.parse(randomUUID()), AccountId.parse(randomUUID())];
    await called(`CALLS#${busy}`, CALLS_A_MINUTE.account - 1);
    await admitMember(clock, busy);
    await expect(admitMember(clock, busy)).rejects.toMatchObject({
      code: 'request.rate_limited',
      retryAfterSeconds: 43,
    });
    await admitMember(clock, other);
  });

  it('are limited for a person where they concern no account', async () => {
    const userId = UserId.parse(randomUUID());
    await called(`USER_CALLS#${userId}`, CALLS_A_MINUTE.user);
    await expectRefusal(admitUser(clock, userId), 'request.rate_limited');
  });

  it.each(['widget', 'account'] as const)('of visitors are limited by their %s', async (by) => {
    const visitor = {
      accountId: AccountId.parse(randomUUID()),
      botId: BotId.parse(randomUUID()),
      widgetId: WidgetId.parse(by === 'widget' ? 'wdgt0001' : 'wdgt0002'),
      conversationId: ConversationId.parse(randomUUID()),
    };
    const { token } = await signVisitorToken(clock, visitor);
    expect(await admitVisitor(clock, token, ADDRESS)).toEqual(visitor);
    const [subject, limit] =
      by === 'widget'
        ? [visitor.widgetId, CALLS_A_MINUTE.widget]
        : [visitor.accountId, CALLS_A_MINUTE.visitorsOfAccount];
    await called(`VISITOR_CALLS#${subject}`, limit);
    await expectRefusal(admitVisitor(clock, token, ADDRESS), 'request.rate_limited');
  });

  it.each(['token', 'address'] as const)(
    'of one %s take at most a tenth of what visitors share',
    async (by) => {
      const tenant = {
        accountId: AccountId.parse(randomUUID()),
        botId: BotId.parse(randomUUID()),
        widgetId: WidgetId.parse(randomUUID().slice(0, 8)),
      };
      const conversationId = ConversationId.parse(randomUUID());
      const tokenOf = async (id = ConversationId.parse(randomUUID())) =>
        (await signVisitorToken(clock, { ...tenant, conversationId: id })).token;
      const own = await tokenOf(conversationId);
      const [subject, limit] =
        by === 'token'
          ? [conversationId, CALLS_A_MINUTE.token]
          : [`${tenant.accountId}#${await hashedNetwork('2001:db8::')}`, CALLS_A_MINUTE.address];
      expect(limit).toBeLessThanOrEqual(CALLS_A_MINUTE.widget / 10);
      await called(`VISITOR_CALLS#${subject}`, limit - 5);
      let taken = 0;
      // A flood from one network, by one token from many or by many tokens from one.
      for (let call = 0; call < 20; call += 1) {
        const [token, address] =
          by === 'token' ? [own, `192.0.2.${call}`] : [await tokenOf(), `2001:db8::${call}`];
        await admitVisitor(clock, token, address).then(
          () => (taken += 1),
          () => {},
        );
      }
      expect(taken).toBe(5);
      const minute = Math.floor(at.getTime() / 60_000);
      const found = await readItem(RateCounterEntity, {
        subject: `VISITOR_CALLS#${tenant.widgetId}`,
        minute,
      });
      expect(found?.count).toBe(taken);
      await admitVisitor(clock, await tokenOf(), '198.51.100.7');
    },
  );

  it('can never use up what API Gateway lets through of a route', () => {
    const { account, widget, visitorsOfAccount } = CALLS_A_MINUTE;
    expect(account / 60).toBeLessThanOrEqual(THROTTLE.rateLimit / 4);
    for (const calls of [widget, visitorsOfAccount])
      expect(calls / 60).toBeLessThanOrEqual(OPEN_THROTTLE.rateLimit / 4);
  });

  it('can never hold half of the concurrency that is reserved for answers', () => {
    const secondsOfAnAnswer = 3;
    const { reservedConcurrency } = LOCAL_STAGE;
    if (reservedConcurrency === 'none') throw new Error('The stage reserves nothing.');
    expect((MESSAGES_PER_ACCOUNT / 60) * secondsOfAnAnswer).toBeLessThan(reservedConcurrency.answer / 2);
  });

  it('leave room for ten million conversations a month in the answer function', () => {
    const { reservedConcurrency } = LOCAL_STAGE;
    if (reservedConcurrency === 'none') throw new Error('The stage reserves nothing.');
    const [secondsOfAMonth, peak, secondsOfAnAnswer] = [30 * 86_400, 4, 3];
    const answers = (5 * 10_000_000 * peak) / secondsOfAMonth;
    expect(answers * secondsOfAnAnswer).toBeLessThan(0.85 * reservedConcurrency.answer);
  });

  it('that are too many are answered with 429 and when to try again', async () => {
    const refuse = () => Promise.reject(new ParleyError('request.rate_limited', { retryAfterSeconds: 43 }));
    const handlers = new Proxy({}, { get: () => refuse }) as HttpHandlers<'system'>;
    const handler = httpHandler('system', ROUTES, handlers);
    const answer = await handler(
      {
        version: '2.0',
        routeKey: 'GET /api/health',
        rawPath: '/api/health',
        rawQueryString: '',
        headers: { 'x-parley-origin-secret': 'secret' },
        requestContext: { http: { method: 'GET', path: '/api/health', sourceIp: '192.0.2.1' } },
        isBase64Encoded: false,
      } as never,
      { awsRequestId: 'r1', getRemainingTimeInMillis: () => 10_000 } as never,
    );
    expect(answer).toMatchObject({ statusCode: 429, headers: { 'retry-after': '43' } });
  });
});

describe('a socket', () => {
  it('that floods is told so and closed, whatever its frames say', async () => {
    const connectionId = randomUUID();
    await called(`FRAMES#${connectionId}`, CALLS_A_MINUTE.socket - 1);
    const closed: string[] = [];
    const { sockets, said } = recordingSockets();
    const deps = {
      clock,
      sockets: { ...sockets, close: async (id: string) => void closed.push(id) },
      startAnswer: async () => {},
    };
    await handleFrame(deps, connectionId, '{"type":"ping"}');
    expect(said.map(({ event }) => event.type)).toEqual(['pong']);
    for (const frame of ['{"type":"ping"}', 'nonsense']) await handleFrame(deps, connectionId, frame);
    expect(said.slice(1).map(({ event }) => event)).toEqual([
      { type: 'error', code: 'request.rate_limited' },
      { type: 'error', code: 'request.rate_limited' },
    ]);
    expect(closed).toEqual([connectionId, connectionId]);
  });
});
