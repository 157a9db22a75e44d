import { randomUUID } from 'node:crypto';
import { $set, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { type BotId, UserId, WidgetId } from '#contract/base/ids';
import { botDefaults } from '#contract/bots/bot-config';
import { BotEntity } from '#core/bots/entity';
import { accountLists, ConversationCompanionEntity } from '#core/conversations/entity';
import { type ConversationRef, loadConversation } from '#core/conversations/messages';
import type { Actor } from '#platform/actor';
import type { Visitor } from '#platform/visitor-token';
import { storeMember } from '#test/helpers/stored-items';
import { furtherConversation, startConversation } from '../setup';

export interface Scene extends ConversationRef {
  readonly botId: BotId;
  readonly agent: Actor;
}

/** A conversation with its companion, and an agent of its account. */
export async function newScene(config: object = {}): Promise<Scene> {
  const ref = await startConversation();
  const { accountId, conversationId, botId } = ref;
  await list(ref);
  // Set as a whole: an update would go into it, and an empty list would change nothing there.
  await BotEntity.build(UpdateItemCommand)
    .item({
      accountId,
      botId,
      publication: $set({ number: 1, config: { ...botDefaults('en'), ...config } }) as never,
    })
    .send();
  const userId = UserId.parse(randomUUID());
  await storeMember(accountId, userId);
  const agent: Actor = {
    userId,
    sessionId: 's',
    signedInAt: 1,
    accountId,
    profileRole: 'client',
    teamRole: 'owner',
  };
  return { accountId, conversationId, botId, agent };
}

/** Another conversation of the same bot, with the same agent. */
export async function furtherScene(scene: Scene): Promise<Scene> {
  const ref = await furtherConversation(scene);
  await list(ref);
  return { ...scene, ...ref };
}

async function list(ref: ConversationRef & { readonly botId: BotId }): Promise<void> {
  const { accountId, conversationId, botId } = ref;
  const { startedAt } = await loadConversation(ref);
  const listed = { accountId, botId, conversationId, startedAt, status: 'active' } as const;
  await ConversationCompanionEntity.build(PutItemCommand)
    .item({ accountId, conversationId, ...accountLists(listed) })
    .send();
}

/** The visitor of a scene. */
export const visitorOf = ({ accountId, conversationId, botId }: Scene): Visitor => ({
  accountId,
  conversationId,
  botId,
  widgetId: WidgetId.parse('abcdefgh'),
});
