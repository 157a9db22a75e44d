import { createHash } from 'node:crypto';
import { Entity, item, list, number, PutItemCommand, string } from 'dynamodb-toolbox';
import { askersAt } from '#core/accounts/limits/asker-usage';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { Asker } from '#core/retrieval/ports';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';
import type { StoredConversation } from './entity';
import type { ConversationRef } from './messages';

/** Seconds that it is known from where a visitor came: longer than their token counts. */
const KEPT = 2 * 86_400;

/** From which network the visitor of a conversation came last, by a keyed hash. */
export const VisitorOriginEntity = new Entity({
  name: 'VisitorOrigin',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    conversationId: string().key(),
    asker: string(),
    /** The wider networks around it. */
    wider: list(string()).optional(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, conversationId }) => ({
    pk: conversationChannel(accountId, conversationId),
    sk: 'ASKER',
  }),
});

/** Notes from where the visitor of a conversation comes now; gives it. */
export async function noteVisitorOrigin(
  clock: Clock,
  { accountId, conversationId }: ConversationRef,
  address: string,
): Promise<readonly string[]> {
  const expiresAt = epochSeconds(addSeconds(clock(), KEPT));
  const [asker, ...wider] = await askersAt(accountId, address);
  await VisitorOriginEntity.build(PutItemCommand)
    .item({ accountId, conversationId, asker, wider, expiresAt })
    .send();
  return [asker, ...wider];
}

/**
 * Who takes a share of what the account has, in a conversation: the person, where the website vouches for them, since
 * colleagues share an address; else whoever comes from their network. Undefined for the team's trials.
 */
export async function visitorOriginOf(
  {
    accountId,
    conversationId,
    visitorUserId,
    isTest,
    hasComeBack = false,
    isOverShare = false,
  }: StoredConversation,
  /** Their networks, as their socket has them. */
  known?: readonly string[],
): Promise<Asker | undefined> {
  if (isTest) return undefined;
  if (visitorUserId !== undefined) {
    const id = createHash('sha256').update(visitorUserId).digest('base64url').slice(0, 22);
    return { id: `user-${id}`, isOverShare };
  }
  const [id, ...wider] = known ?? (await networksOf({ accountId, conversationId }));
  return id === undefined ? undefined : { id, wider, isNew: !hasComeBack, isOverShare };
}

async function networksOf({
  accountId,
  conversationId,
}: Pick<StoredConversation, 'accountId' | 'conversationId'>): Promise<readonly string[]> {
  const found = await readItem(VisitorOriginEntity, { accountId, conversationId });
  return found ? [found.asker, ...(found.wider ?? [])] : [];
}
