import { BatchGetRequest, PutItemCommand } from 'dynamodb-toolbox';
import { ConversationId, type WidgetId } from '#contract/base/ids';
import type { AskHistory, VisitorHistory } from '#contract/conversations/widget';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { DomainEvent } from '#core/base/events/events';
import type { Clock } from '#platform/clock';
import { queryIndexPage } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import { signVisitorToken } from '#platform/visitor-token';
import { assertPublic, findWidgetBot } from '../bots/bots';
import { verifyVisitorHash } from '../bots/identity';
import { mayGoOn } from './abandoned';
import { assertSiteAllowed } from './allowed-sites';
import { ConversationEntity, isGone, type StoredConversation, type StoredMessage } from './entity';
import { goesAt } from './keeping';
import { lastMessageOf } from './last-message';
import { type ConversationRef, messagesAfter } from './messages';
import type { SessionCall } from './open-session';
import { ConversationVisitorEntity, conversationsOfVisitor, VISITOR_KEY } from './visitor-entity';

/** Conversations that a visitor is shown, the newest first. */
const SHOWN = 20;

/** Lists a conversation under its visitor, once the website has vouched for them. Repeating it writes the same item. */
export async function listUnderVisitor(event: DomainEvent<'conversation.changed'>): Promise<void> {
  const before = event.before as StoredConversation | null;
  const after = event.after as StoredConversation;
  const { accountId, conversationId, visitorUserId, startedAt, isTest, empty } = after;
  if (visitorUserId === undefined || isTest || empty) return;
  if (before?.visitorUserId === visitorUserId && !before.empty) return;
  await ConversationVisitorEntity.build(PutItemCommand)
    .item({
      accountId,
      conversationId,
      gsi1pk: conversationsOfVisitor(after, visitorUserId),
      gsi1sk: `${startedAt}#${conversationId}`,
      ...goesAt(after, after.lastMessageAt ?? startedAt),
    })
    .send();
}

/**
 * What a visitor has talked about with this bot, on any device, with a token for each conversation. Only for whom the
 * website vouches: for anybody else there is none.
 */
export async function listVisitorHistory(
  { clock, appOrigin }: { readonly clock: Clock; readonly appOrigin: string },
  widgetId: WidgetId,
  { identity: { userId, hash } }: AskHistory,
  { site }: Pick<SessionCall, 'site'>,
): Promise<VisitorHistory> {
  const bot = await findWidgetBot(widgetId);
  assertSiteAllowed(assertPublic(bot).publication.config.allowedDomains, site, appOrigin);
  if (!(await verifyVisitorHash(bot, userId, hash, clock))) return { items: [] };
  const { accountId, botId } = bot;
  const idOf = (sortKey: string) => sortKey.slice(sortKey.lastIndexOf('#') + 1);
  const { items: sortKeys } = await queryIndexPage(
    { index: 'gsi1', partition: conversationsOfVisitor(bot, userId) },
    { limit: SHOWN, newestFirst: true },
    (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk: VISITOR_KEY }),
  );
  const found = await readItems(
    sortKeys.map((sortKey) =>
      ConversationEntity.build(BatchGetRequest).key({ accountId, conversationId: idOf(sortKey) }),
    ),
    { consistent: true },
  );
  const hers = found.filter(
    (each): each is StoredConversation =>
      each !== undefined && !isGone(each) && each.botId === botId && each.visitorUserId === userId,
  );
  return {
    items: await Promise.all(
      hers.map(async ({ conversationId, startedAt, lastMessageAt, lastMessage, status, endedBecause }) => {
        const id = ConversationId.parse(conversationId);
        const [{ token }, asked] = await Promise.all([
          signVisitorToken(clock, { accountId, botId, widgetId, conversationId: id }),
          firstQuestion({ accountId, conversationId: id }),
        ]);
        return {
          conversationId: id,
          token,
          startedAt,
          lastMessageAt: lastMessageAt ?? startedAt,
          excerpt: (asked ? lastMessageOf(asked) : lastMessage)?.text ?? '',
          open: mayGoOn({ status, endedBecause }),
        };
      }),
    ),
  };
}

/** Visitors tell their chats apart by their first question; a bot's last words are often the same. */
async function firstQuestion(ref: ConversationRef): Promise<StoredMessage | undefined> {
  const first = await messagesAfter(ref, undefined, OPENING);
  return first.find(({ author }) => author === 'visitor');
}

/** Messages among which their first is looked for: a flow may say something before. */
const OPENING = 5;
