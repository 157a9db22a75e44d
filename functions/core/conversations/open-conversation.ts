import { PutTransaction, UpdateItemCommand } from 'dynamodb-toolbox';
import { ConversationId } from '#contract/base/ids';
import { messageIdOf } from '#contract/base/message-ids';
import type { BotConfig } from '#contract/bots/bot-config';
import { RETENTION_DAYS } from '#contract/conversations/retention';
import type { OpenSession, SessionGrant } from '#contract/conversations/widget';
import { assertConversationLeft } from '#core/accounts/limits/conversations';
import { createTicket, type TicketDeps } from '#core/accounts/sockets/tickets';
import { runs } from '#core/bots/flow/check';
import { opening } from '#core/bots/flow/opening';
import { beginFlow } from '#core/bots/flow/run';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newId } from '#platform/ids';
import { conditionally, transact } from '#platform/table-writes';
import { signVisitorToken, type Visitor, verifyVisitorToken } from '#platform/visitor-token';
import { openingAt } from '../bots/opening';
import type { StoredBot } from '../bots/stored-bot';
import { mayGoOn } from './abandoned';
import { storeDescription, verifiedIdentity } from './describe-visitor';
import { ConversationEntity, emptyList, MessageEntity, type StoredConversation, testList } from './entity';
import { lastMessageOf } from './last-message';
import { findConversation, latestMessages, loadConversation, stateOf, toMessage } from './messages';
import { markGiven } from './visitor-delivery';
import { noteVisitorOrigin } from './visitor-origin';
import { movedTo, withoutQuery } from './visitor-page';

/** Whose a conversation is: a visitor's, or a trial of the draft. */
export interface ConversationKind {
  readonly isTest: boolean;
  /** What answers in it. */
  readonly config: BotConfig;
  /** A visitor's network address. */
  readonly address?: string;
}

/** Begins a conversation with a bot, or resumes the token's, and gives what its client needs to speak in it. */
export async function grantSession(
  deps: TicketDeps,
  bot: StoredBot,
  input: OpenSession,
  kind: ConversationKind,
): Promise<SessionGrant> {
  const resumed = await resume(deps.clock, bot, input, kind);
  if (!resumed && input.resume) throw new ParleyError('conversation.ended');
  const conversation = resumed ?? (await begin(deps.clock, bot, input, kind));
  const visitor: Visitor = {
    accountId: bot.accountId,
    botId: bot.botId,
    widgetId: bot.widgetId,
    conversationId: ConversationId.parse(conversation.conversationId),
  };
  const { address } = kind;
  const { accountId, conversationId } = visitor;
  const ticketFor = async () => {
    const networks =
      address === undefined ? undefined : await noteVisitorOrigin(deps.clock, visitor, address);
    return createTicket(deps, accountId, {
      kind: 'visitor',
      conversationId,
      botId: visitor.botId,
      ...(networks && { networks: [...networks] }),
    });
  };
  const [{ token, expiresAt }, { ticket, socketUrl }, messages] = await Promise.all([
    signVisitorToken(deps.clock, visitor),
    ticketFor(),
    conversation.lastSequence > 0 ? latestMessages(visitor) : [],
  ]);
  await markGiven(visitor, conversation, messages);
  const { businessHours, timezone } = kind.config;
  const { open, opensAt } = openingAt(deps.clock(), businessHours, timezone);
  return {
    token,
    ticket,
    socketUrl,
    conversationId: visitor.conversationId,
    expiresAt: expiresAt.toISOString(),
    open,
    opensAt: opensAt?.toISOString() ?? null,
    paused: !kind.isTest && bot.status !== 'active',
    state: stateOf(conversation),
    messages: messages.map(toMessage),
  };
}

/**
 * Null when the token's conversation can't go on: then a new one begins, which is what its visitor wants. Of two
 * users of one browser neither is shown what the other said.
 */
async function resume(
  clock: Clock,
  bot: StoredBot,
  input: OpenSession,
  { isTest }: ConversationKind,
): Promise<StoredConversation | null> {
  if (input.token === undefined) return null;
  try {
    const visitor = await verifyVisitorToken(clock, input.token);
    if (visitor.widgetId !== bot.widgetId || visitor.accountId !== bot.accountId) return null;
    const conversation = await loadConversation(visitor);
    const isOfKind = conversation.botId === bot.botId && (conversation.isTest ?? false) === isTest;
    if (!isOfKind || !mayGoOn(conversation)) return null;
    const ref = { ...bot, conversationId: visitor.conversationId };
    return await storePage(await storeDescription(ref, input, conversation), input);
  } catch (error) {
    if (error instanceof ParleyError && RESUMES_NOT.has(error.code)) return null;
    throw error;
  }
}

/** The team sees on which page the visitor is. */
async function storePage(
  conversation: StoredConversation,
  { page }: OpenSession,
): Promise<StoredConversation> {
  const moved = movedTo(conversation, page);
  if (moved.currentPage === undefined) return conversation;
  const { accountId, conversationId } = conversation;
  await conditionally(
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, ...moved })
      .options({ condition: { attr: 'botId', exists: true } })
      .send(),
    () => new ParleyError('conversation.not_found'),
  );
  return { ...conversation, ...moved };
}

const RESUMES_NOT = new Set<string>([
  'visitor.token_invalid',
  'visitor.other_user',
  'conversation.not_found',
]);

/** A conversation that begins, with what the bot says of its own accord. */
async function begin(
  clock: Clock,
  bot: StoredBot,
  input: OpenSession,
  { config, isTest }: ConversationKind,
): Promise<StoredConversation> {
  const now = clock();
  const startedAt = now.toISOString();
  const listed = {
    accountId: bot.accountId,
    botId: bot.botId,
    conversationId: newId(now),
    status: 'active',
    startedAt,
  } as const;
  const { accountId, conversationId } = listed;
  // While the bot is paused it says nothing: what is left then is for the team.
  const { flow } = isTest || bot.status === 'active' ? config : { flow: null };
  const said = opening(flow);
  const silence = RETENTION_DAYS.emptyConversations * 86_400;
  const silenceEnds = epochSeconds(now) + silence;
  const conversation: StoredConversation = {
    ...listed,
    widgetId: bot.widgetId,
    language: input.language ?? config.language,
    ...(input.page !== undefined && { page: withoutQuery(input.page) }),
    ...(input.variables && { variables: input.variables }),
    ...(await verifiedIdentity(bot, input)),
    ...(!isTest && (await browserBefore(bot, input, now))),
    ...(runs(flow) && { flowState: beginFlow(flow).state }),
    lastSequence: said ? 1 : 0,
    ...(said && { lastMessageAt: startedAt, lastMessage: lastMessageOf({ author: 'bot', text: said.text }) }),
    ...(isTest
      ? { isTest: true, ...testList(listed) }
      : { empty: true, expiresAt: silenceEnds, ...emptyList(listed), ...kept(config) }),
  };
  const writes = [
    { write: ConversationEntity.build(PutTransaction).item(conversation) },
    ...(said
      ? [
          {
            write: MessageEntity.build(PutTransaction).item({
              accountId,
              conversationId,
              messageId: messageIdOf(conversationId, 1),
              author: 'bot',
              text: said.text,
              createdAt: startedAt,
              kind: 'guided',
              ...(said.prompt && { prompt: JSON.stringify(said.prompt) }),
              // Surely there as long as its conversation is: the table takes each away when it gets to it.
              ...(!isTest && { expiresAt: silenceEnds + silence }),
            }),
          },
        ]
      : []),
  ];
  // It is counted with the first word; nobody is to write one in vain.
  if (!isTest) await assertConversationLeft(bot.accountId, now);
  await transact(...writes);
  return conversation;
}

function kept({ retentionDays }: BotConfig): Pick<StoredConversation, 'daysKept'> {
  return retentionDays === null ? {} : { daysKept: retentionDays };
}

/** Seconds after which a visitor who begins anew has come back. */
const AWAY = 3_600;

/**
 * By the conversation before, of which a browser knows the id alone: who guesses another one has another number, and
 * nothing else. None where that one is gone, or was somebody's whom the website vouches for.
 */
async function browserBefore(
  { accountId, botId }: StoredBot,
  { previous }: OpenSession,
  now: Date,
): Promise<Pick<StoredConversation, 'firstConversationId' | 'hasComeBack'>> {
  const before = previous && (await findConversation({ accountId, conversationId: previous }));
  if (!before || before.botId !== botId || before.visitorUserId !== undefined) return {};
  const hasSpoken = (before.visitorMessages ?? 0) > 0;
  const hasComeBack =
    before.hasComeBack || (hasSpoken && addSeconds(now, -AWAY) >= new Date(before.startedAt));
  return {
    firstConversationId: before.firstConversationId ?? before.conversationId,
    ...(hasComeBack && { hasComeBack }),
  };
}
