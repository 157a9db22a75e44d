import { createHash } from 'node:crypto';
import { Entity, GetItemCommand, item, number, PutItemCommand, string } from 'dynamodb-toolbox';
import { askerAt } from '#core/accounts/limits/asker-usage';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { table } from '#platform/table';
import type { StoredConversation } from './entity';
import type { ConversationRef } from './messages';

/** Seconds that it is known from where a visitor came: longer than her token counts. */
const KEPT = 2 * 86_400;

/** From which network the visitor of a conversation came last, by a keyed hash. */
export const ConversationAskerEntity = new Entity({
  name: 'ConversationAsker',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    conversationId: string().key(),
    asker: string(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, conversationId }) => ({
    pk: conversationChannel(accountId, conversationId),
    sk: 'ASKER',
  }),
});

/** Notes from where the visitor of a conversation comes now; gives it. */
export async function noteAsker(
  clock: Clock,
  { accountId, conversationId }: ConversationRef,
  address: string,
): Promise<string> {
  const expiresAt = epochSeconds(addSeconds(clock(), KEPT));
  const asker = await askerAt(accountId, address);
  await ConversationAskerEntity.build(PutItemCommand)
    .item({ accountId, conversationId, asker, expiresAt })
    .send();
  return asker;
}

/**
 * Who takes a share of what the account has, in a conversation: the person, where the website vouches for her, since
 * colleagues share an address; else whoever comes from her network. Undefined for the team's trials.
 */
export async function askerOf(
  { accountId, conversationId, visitorUserId, isTest }: StoredConversation,
  /** As her socket has it. */
  known?: string,
): Promise<string | undefined> {
  if (isTest) return undefined;
  if (visitorUserId !== undefined)
    return `user-${createHash('sha256').update(visitorUserId).digest('base64url').slice(0, 22)}`;
  if (known !== undefined) return known;
  const { Item } = await ConversationAskerEntity.build(GetItemCommand)
    .key({ accountId, conversationId })
    .options({ consistent: true })
    .send();
  return Item?.asker;
}
