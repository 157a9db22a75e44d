import { PutTransaction } from 'dynamodb-toolbox';
import { ConversationId, type WidgetId } from '../../contract/ids';
import type { OpenSession, SessionGrant } from '../../contract/widget';
import { ParleyError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { transact } from '../../platform/table-writes';
import { signVisitorToken, type Visitor, verifyVisitorToken } from '../../platform/visitor-token';
import { loadWidgetBot } from '../bots/bots';
import type { LiveBot } from '../bots/stored-bot';
import { limitAddress, limitRate } from '../limits/rate-limit';
import { createTicket, type TicketDeps } from '../sockets/tickets';
import { assertSiteAllowed } from './allowed-sites';
import {
  accountLists,
  botLists,
  ConversationCompanionEntity,
  ConversationEntity,
  type StoredConversation,
} from './entity';
import { latestMessages, loadConversation, toMessage } from './messages';

export interface SessionDeps extends TicketDeps {
  /** Our own pages show a bot wherever it may run. */
  readonly appOrigin: string;
}

export interface SessionCall {
  /** The site that the browser says it is on. */
  readonly site: string | null;
  readonly address: string;
}

/** Sessions a minute from one address, behind which an office may sit, and of one bot. */
const PER_ADDRESS = 120;
const PER_BOT = 3_000;

/** Begins a conversation, or resumes the token's, after checking that the widget may run on the caller's site. */
export async function openSession(
  deps: SessionDeps,
  widgetId: WidgetId,
  input: OpenSession,
  { site, address }: SessionCall,
): Promise<SessionGrant> {
  const [bot] = await Promise.all([
    loadWidgetBot(widgetId),
    limitAddress(deps.clock, `SESSIONS#${widgetId}`, address, PER_ADDRESS),
    limitRate(deps.clock, `SESSIONS#${widgetId}`, PER_BOT),
  ]);
  assertSiteAllowed(bot.publication.config.allowedDomains, site, deps.appOrigin);

  const resumed = input.token === undefined ? null : await resume(deps, bot, input.token);
  const conversation = resumed ?? (await begin(deps, bot, input));
  const visitor: Visitor = {
    accountId: bot.accountId,
    botId: bot.botId,
    widgetId,
    conversationId: ConversationId.parse(conversation.conversationId),
  };
  const [{ token, expiresAt }, { ticket, socketUrl }, messages] = await Promise.all([
    signVisitorToken(deps.clock, visitor),
    createTicket(deps, visitor.accountId, { kind: 'visitor', conversationId: visitor.conversationId }),
    resumed ? latestMessages(visitor) : [],
  ]);
  return {
    token,
    ticket,
    socketUrl,
    conversationId: visitor.conversationId,
    expiresAt: expiresAt.toISOString(),
    messages: messages.map(toMessage),
  };
}

/** Null when the token's conversation can't go on: then a new one begins, which is what its visitor wants. */
async function resume(deps: SessionDeps, bot: LiveBot, token: string): Promise<StoredConversation | null> {
  try {
    const visitor = await verifyVisitorToken(deps.clock, token);
    if (visitor.widgetId !== bot.widgetId || visitor.accountId !== bot.accountId) return null;
    const conversation = await loadConversation(visitor);
    return conversation.botId === bot.botId && !conversation.isTest && goesOn(conversation)
      ? conversation
      : null;
  } catch (error) {
    if (error instanceof ParleyError && RESUMES_NOT.has(error.code)) return null;
    throw error;
  }
}

const RESUMES_NOT = new Set<string>(['visitor.token_invalid', 'conversation.not_found']);

function goesOn({ status }: StoredConversation): boolean {
  return status !== 'ended' && status !== 'resolved';
}

async function begin(
  { clock }: SessionDeps,
  bot: LiveBot,
  { language, page }: OpenSession,
): Promise<StoredConversation> {
  const now = clock();
  const listed = {
    accountId: bot.accountId,
    botId: bot.botId,
    conversationId: newId(now),
    status: 'active',
    startedAt: now.toISOString(),
  } as const;
  const conversation: StoredConversation = {
    ...listed,
    widgetId: bot.widgetId,
    language: language ?? bot.publication.config.language,
    ...(page !== undefined && { page: withoutQuery(page) }),
    lastSequence: 0,
    ...botLists(listed),
  };
  const { accountId, conversationId } = listed;
  await transact(
    { write: ConversationEntity.build(PutTransaction).item(conversation) },
    {
      write: ConversationCompanionEntity.build(PutTransaction).item({
        accountId,
        conversationId,
        ...accountLists(listed),
      }),
    },
  );
  return conversation;
}

/** Queries and fragments may carry what is nobody's business. */
function withoutQuery(page: string): string {
  return page.replace(/[?#].*$/s, '');
}
