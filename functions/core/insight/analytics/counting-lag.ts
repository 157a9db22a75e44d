import { BatchGetRequest } from 'dynamodb-toolbox';
import { type AccountId, ConversationId } from '#contract/base/ids';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { ConversationEntity, isGone, type StoredConversation } from '#core/conversations/entity';
import { queryIndexPage } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import { isAnalysed } from './count-conversation';
import { ConversationCountEntity, type StoredConversationCount } from './entity';

/** Counting follows what is said by five minutes at most (`COUNT_EVERY_SECONDS`): what is older and not counted is late. */
const LATE_MS = 7 * 60_000;
/** What is older than this and not counted is no delay, and said nowhere here. */
const DAY_MS = 86_400_000;
/** The newest conversations, which are the last to be counted. */
const LOOKED_AT = 20;

/** Since when the figures lack something that was said; null where they are up to date. */
export async function behindSince(now: Date, accountId: AccountId): Promise<string | null> {
  const { items } = await queryIndexPage(
    {
      index: 'gsi2',
      partition: `ACCOUNT#${accountId}#CONVERSATIONS`,
      from: new Date(now.getTime() - DAY_MS).toISOString(),
    },
    { limit: LOOKED_AT, newestFirst: true },
    (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk: 'COMPANION' }),
  );
  const keys = items.map((sortKey) => ({ accountId, conversationId: idOf(sortKey) }));
  // The counts first: what is counted in between then is not told as late.
  const counts = await readItems(
    keys.map((key) => ConversationCountEntity.build(BatchGetRequest).key(key)),
    { consistent: true },
  );
  const heads = await readItems(
    keys.map((key) => ConversationEntity.build(BatchGetRequest).key(key)),
    { consistent: false },
  );
  const late: string[] = [];
  for (const [place, head] of heads.entries()) {
    if (!head || head.isTest || head.empty || isGone(head)) continue;
    const saidAt = head.lastMessageAt ?? head.startedAt;
    if (now.getTime() - Date.parse(saidAt) < LATE_MS) continue;
    const count = counts[place];
    const isBehind = !count || isShort(count, head);
    if (isBehind && (count?.day || (await isAnalysed(head)))) late.push(saidAt);
  }
  return late.sort()[0] ?? null;
}

function isShort({ counted }: StoredConversationCount, { lastSequence }: StoredConversation): boolean {
  const { through = '' } = counted.progress;
  return Number(through.slice(through.lastIndexOf('-') + 1)) < lastSequence;
}

function idOf(sortKey: string): ConversationId {
  return ConversationId.parse(sortKey.slice(sortKey.lastIndexOf('#') + 1));
}
