import { BatchGetRequest } from 'dynamodb-toolbox';
import { dayAndHour } from '#contract/base/calendar';
import { ConversationId } from '#contract/base/ids';
import type { LiveFigures } from '#contract/insight/analytics';
import { broadcast, listenersOf } from '#core/accounts/sockets/broadcast';
import { conversationChannel, dashboardChannel } from '#core/accounts/sockets/entity';
import { ConversationEntity, isGone } from '#core/conversations/entity';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { queryIndexPage } from '#platform/pages';
import type { Sockets } from '#platform/sockets';
import { readItems } from '#platform/table-reads';
import { analysedBots, readDays, timeZoneOf } from './read-days';

/** How long ago something was said in a conversation that counts as going on. */
const ACTIVE_MS = 30 * 60 * 1000;
/** Conversations that one figure is made of at most: those that began within a day, and those with a person. */
const MOST_LOOKED_AT = 100;
const DAY_MS = 86_400_000;

/** What goes on now: by the newest conversations of the account, a bounded reading. */
export async function liveFigures(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<LiveFigures> {
  const now = clock();
  const account = `ACCOUNT#${accountId}#CONVERSATIONS`;
  const withStatus = (status: 'escalated' | 'pending') =>
    queryIndexPage(
      { index: 'gsi1', partition: `${account}#${status}` },
      { limit: MOST_LOOKED_AT, newestFirst: true },
      (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk: 'COMPANION' }),
    );
  const [page, waiting, answered, listeners, bots, timeZone] = await Promise.all([
    queryIndexPage(
      { index: 'gsi2', partition: account, from: new Date(now.getTime() - DAY_MS).toISOString() },
      { limit: MOST_LOOKED_AT, newestFirst: true },
      (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk: 'COMPANION' }),
    ),
    // Conversations that wait count however long ago they began.
    withStatus('escalated'),
    withStatus('pending'),
    listenersOf(dashboardChannel(accountId)),
    analysedBots(accountId, undefined),
    timeZoneOf(accountId),
  ]);
  const today = dayAndHour(now, timeZone).day;
  const [heads, days] = await Promise.all([
    readItems(
      page.items.map((sortKey) =>
        ConversationEntity.build(BatchGetRequest).key({ accountId, conversationId: idOf(sortKey) }),
      ),
      { consistent: false },
    ),
    readDays(bots, 'DAY', today, today),
  ]);
  const open = heads.filter(
    (head) => head !== undefined && !isGone(head) && head.status !== 'ended' && head.status !== 'resolved',
  );
  const recent = open.filter(
    (head) => now.getTime() - Date.parse(head?.lastMessageAt ?? head?.startedAt ?? '') < ACTIVE_MS,
  );
  return {
    active: recent.length,
    withPerson: waiting.items.length + answered.items.length,
    waiting: waiting.items.length,
    today: days.reduce((sum, { counts }) => sum + (counts.conversations ?? 0), 0),
    dashboards: listeners.length,
    atLeast: [
      ...(page.cursor === null ? [] : ['active' as const]),
      ...(waiting.cursor === null && answered.cursor === null ? [] : ['withPerson' as const]),
      ...(waiting.cursor === null ? [] : ['waiting' as const]),
    ],
  };
}

/** Sends an event to the account's dashboards, the caller's among them. */
export async function sendTestEvent(
  { clock, sockets }: { readonly clock: Clock; readonly sockets: Sockets },
  { accountId, userId }: Pick<Actor, 'accountId' | 'userId'>,
): Promise<void> {
  await broadcast(sockets, dashboardChannel(accountId), {
    type: 'analytics.test',
    by: userId,
    at: clock().toISOString(),
  });
}

function idOf(sortKey: string): ConversationId {
  return ConversationId.parse(sortKey.slice(sortKey.lastIndexOf('#') + 1));
}
