import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, expect, test } from 'vitest';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { hashOfBuried, TombstoneEntity } from '#core/base/tombstones/entity';
import { BotEntity } from '#core/bots/entity';
import { acceptMessage } from '#core/conversations/accept-message';
import { ConversationEntity, type StoredMessage } from '#core/conversations/entity';
import { DAYS_BEHIND } from '#core/conversations/keeping';
import { type ConversationRef, findConversation, loadConversation } from '#core/conversations/messages';
import { openSession } from '#core/conversations/open-session';
import { storeAnswer } from '#core/conversations/stored-answers';
import { entryWrite, visitorEntry } from '#core/conversations/timeline-entity';
import { endConversation } from '#core/conversations/visitors/end-conversation';
import { countConversation } from '#core/insight/analytics/count-conversation';
import { expireConversations, letGo } from '#core/lifecycle/bots/expire-conversations';
import { RetentionEntity } from '#core/lifecycle/bots/retention';
import { documentClient } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { transact } from '#platform/table-writes';
import { type Visitor, verifyVisitorToken } from '#platform/visitor-token';
import { dispatchChange } from '#test/helpers/dispatch-change';
import { recordingQueues } from '#test/helpers/recording-queues';
import { deps, from, newWidget, prepareSessions } from '../../conversations/sessions-setup';
import { recordingSockets, send } from '../../conversations/setup';
import { tableChange } from '../../operator/dispatch/follow';

/* What a bot keeps for thirty days, and what of it the table takes away by itself. */

recordingQueues();
prepareSessions();
beforeAll(() => {
  Object.assign(process.env, { COUNT_EVERY_SECONDS: '60' });
  for (const name of ['BOT_JOBS', 'INBOX_JOBS', 'WEBHOOKS', 'ANALYTICS'])
    process.env[`${name}_QUEUE_URL`] = name;
});

const DAYS = 30;
/** Days behind them in which the table has taken all away. */
const GONE = DAYS_BEHIND + 1;
const DAY = 86_400;
const clock = () => new Date();
const later = (days: number) => () => new Date(Date.now() + days * DAY * 1_000);
const { sockets } = recordingSockets();

async function follow(entity: string, after: object, before: object | null = null): Promise<void> {
  await dispatchChange(
    sockets,
    tableChange({ after: { ...after, entity }, before: before && { ...before, entity } }),
  );
}

/** A bot that keeps conversations for thirty days, and what makes it keep them otherwise. */
async function newBot() {
  const bot = await newWidget({ retentionDays: DAYS });
  const keep = async (retentionDays: number | null) => {
    const before = await readItem(BotEntity, bot);
    const publication = { number: 1, config: { ...before?.publication?.config, retentionDays } };
    const after = { ...before, publication };
    await BotEntity.build(PutItemCommand)
      .item(after as never)
      .send();
    await follow('Bot', after, before ?? null);
  };
  await keep(DAYS + 1);
  await keep(DAYS);
  return { ...bot, keep, expire: (at: () => Date) => expireConversations(at, bot, () => true) };
}

/** A conversation that was answered, counted and listed, and has ended. */
async function talk({ widgetId }: Pick<Visitor, 'widgetId'>): Promise<Visitor> {
  const { token } = await openSession(deps, widgetId, {}, from);
  const visitor = await verifyVisitorToken(clock, token);
  const message = await acceptMessage(clock, visitor, send('Do you repair accordions?'));
  const answer = await storeAnswer(clock, visitor, message, {
    text: 'Nobody knows.',
    kind: 'abstained',
    citations: [],
    unanswered: message.text,
  });
  await endConversation(clock, visitor);
  await follow('Conversation', await loadConversation(visitor));
  await follow('Message', answer as StoredMessage);
  await countConversation(visitor);
  return visitor;
}

async function itemsOf({ accountId, conversationId }: ConversationRef) {
  const { Items = [] } = await documentClient.send(
    new QueryCommand({
      TableName: process.env.TABLE_NAME,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': conversationChannel(accountId, conversationId) },
    }),
  );
  return Items;
}

/** What the table would not have taken away at a time. */
async function leftAt(visitor: ConversationRef, days: number): Promise<readonly string[]> {
  const at = later(days)().getTime() / 1_000;
  const left = (await itemsOf(visitor)).filter(({ expiresAt = at + 1 }) => Number(expiresAt) > at);
  return left.map(({ entity }) => String(entity)).sort();
}

/** What keeps it from coming back when the table is restored. */
function tombstoneOf({ conversationId }: ConversationRef) {
  return readItem(TombstoneEntity, { hash: hashOfBuried('conversation', [conversationId]) });
}

/** Where else its words or its id are, but for what lasts some days at most. */
async function elsewhere({ accountId, botId, conversationId }: Visitor): Promise<readonly string[]> {
  const { Items = [] } = await documentClient.send(new ScanCommand({ TableName: process.env.TABLE_NAME }));
  const left = Items.filter((item) => {
    const [where, what] = [String(item.pk), JSON.stringify(item)];
    const isOwn = where.includes(accountId) || where.includes(botId);
    return (
      !where.includes('CONVERSATION#') &&
      !['CountedQuestion', 'SocketTicket'].includes(item.entity) &&
      (what.includes(conversationId) || (isOwn && what.includes('accordions')))
    );
  });
  return left.map(({ entity }) => String(entity));
}

/** What lies beside its head. */
const LISTED = ['ConversationCompanion', 'ConversationCount', 'Message', 'Message', 'TimelineEntry'];

test('what is kept for a time goes by itself behind it, and stays until then', async () => {
  const visitor = await talk(await newBot());
  expect(await leftAt(visitor, DAYS + DAYS_BEHIND - 1)).toEqual(
    expect.arrayContaining(['Conversation', ...LISTED]),
  );
  expect(await leftAt(visitor, DAYS + GONE)).toEqual(['Conversation']);
});

test('at its end nobody is shown it, nothing is left elsewhere, and no item of it is deleted', async () => {
  const bot = await newBot();
  const [visitor, other] = [await talk(bot), await talk(bot)];
  expect(await elsewhere(visitor)).toEqual(
    expect.arrayContaining(['AnalyticsDay', 'ConversationWords', 'Unanswered']),
  );
  const before = (await itemsOf(visitor)).length;
  await bot.expire(later(DAYS - 1));
  expect(await findConversation(visitor)).toBeDefined();
  await bot.expire(later(DAYS + 1));
  for (const one of [visitor, other]) {
    expect(await findConversation(one)).toBeUndefined();
    expect(await elsewhere(one)).toEqual([]);
  }
  expect(await itemsOf(visitor)).toHaveLength(before);
  expect(await leftAt(visitor, DAYS + GONE)).toEqual([]);
  // Hidden already, it is left alone.
  await bot.expire(later(DAYS + 2));
  expect(await itemsOf(visitor)).toHaveLength(before);
});

test('hidden, it is buried by what follows the table, and hidden once more it is not buried anew', async () => {
  const bot = await newBot();
  const visitor = await talk(bot);
  const head = await loadConversation(visitor);
  await letGo(clock, bot, [head]);
  const hidden = await readItem(ConversationEntity, visitor);
  await follow('Conversation', hidden ?? {}, head);
  const buried = await tombstoneOf(visitor);
  expect(buried).toBeDefined();
  await follow('Conversation', hidden ?? {}, hidden);
  expect(await tombstoneOf(visitor)).toEqual(buried);
});

test('where something of it would stay, it is erased as ever', async () => {
  const bot = await newBot();
  const visitor = await talk(bot);
  const entry = visitorEntry(clock, visitor, { kind: 'end' });
  await transact(entryWrite({}, { ...entry, entryId: 'without-a-time' }));
  await bot.expire(later(DAYS + 1));
  expect(await itemsOf(visitor)).toEqual([]);
});

test('kept for longer by its bot, it is moved before it goes', async () => {
  const bot = await newBot();
  const visitor = await talk(bot);
  await bot.keep(2 * DAYS);
  await bot.expire(clock);
  await bot.expire(later(DAYS + 1));
  expect(await leftAt(visitor, 2 * DAYS + 1)).toEqual(expect.arrayContaining(['Conversation', ...LISTED]));
  expect(await leftAt(visitor, 2 * DAYS + GONE)).toEqual(['Conversation']);
  // What is said now is kept as long.
  expect((await loadConversation(visitor)).daysKept).toBe(2 * DAYS);
  await bot.expire(later(2 * DAYS + 1));
  expect(await findConversation(visitor)).toBeUndefined();
});

test('kept for good again, it stays, and its bot is looked at no more', async () => {
  const bot = await newBot();
  const visitor = await talk(bot);
  await bot.keep(null);
  expect(await readItem(RetentionEntity, bot)).toBeDefined();
  await bot.expire(clock);
  expect(await leftAt(visitor, 9 * DAYS)).toEqual(expect.arrayContaining(['Conversation', ...LISTED]));
  expect(await readItem(RetentionEntity, bot)).toBeUndefined();
});

test('opened under the former days, it is kept as its bot says when its visitor speaks', async () => {
  const bot = await newBot();
  const { token } = await openSession(deps, bot.widgetId, {}, from);
  const visitor = await verifyVisitorToken(clock, token);
  await bot.keep(null);
  await bot.expire(clock);
  await acceptMessage(clock, visitor, send('Hello'));
  expect(await leftAt(visitor, 9 * DAYS)).toEqual(['Conversation', 'ConversationCompanion', 'Message']);
});

test('a change that was taken back before the daily pass is seen by it', async () => {
  const bot = await newBot();
  await bot.keep(3);
  const visitor = await talk(bot);
  await bot.keep(DAYS);
  await bot.expire(clock);
  expect(await leftAt(visitor, DAYS + 1)).toEqual(expect.arrayContaining(['Conversation', ...LISTED]));
});

test('kept for less, it is erased as its bot says now', async () => {
  const bot = await newBot();
  const visitor = await talk(bot);
  await bot.keep(3);
  await bot.expire(later(4));
  expect(await findConversation(visitor)).toBeUndefined();
  expect(await itemsOf(visitor)).toEqual([]);
});

test('a conversation that goes on keeps its beginning', async () => {
  const bot = await newBot();
  const visitor = await talk(bot);
  const at = later(DAYS - 1);
  await ConversationEntity.build(UpdateItemCommand)
    .item({
      accountId: visitor.accountId,
      conversationId: visitor.conversationId,
      lastMessageAt: at().toISOString(),
    })
    .send();
  await bot.expire(later(DAYS + 1));
  expect(await leftAt(visitor, 2 * DAYS)).toEqual(expect.arrayContaining(['Conversation', ...LISTED]));
  expect(await leftAt(visitor, 2 * DAYS + GONE)).toEqual(['Conversation']);
});

test('who writes while it is let go keeps it, without a tombstone, and finds it by its words', async () => {
  const bot = await newBot();
  const visitor = await talk(bot);
  const head = await loadConversation(visitor);
  await letGo(clock, bot, [{ ...head, lastSequence: head.lastSequence - 1 }]);
  expect(await findConversation(visitor)).toBeDefined();
  expect(await tombstoneOf(visitor)).toBeUndefined();
  expect(await elsewhere(visitor)).toContain('ConversationWords');
});
