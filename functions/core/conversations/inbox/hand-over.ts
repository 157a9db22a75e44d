import { $add, UpdateItemCommand } from 'dynamodb-toolbox';
import { BotId } from '#contract/base/ids';
import type { BotConfig } from '#contract/bots/bot-config';
import { isWithPerson } from '#contract/conversations/conversation-status';
import type { ConversationState } from '#contract/conversations/conversations';
import type { AskForPerson } from '#contract/conversations/widget';
import { broadcast } from '#core/accounts/sockets/broadcast';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { findBot } from '#core/bots/bots';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { Sockets } from '#platform/sockets';
import type { Visitor } from '#platform/visitor-token';
import { activateConversation } from '../activate-conversation';
import { appendMessage } from '../append-message';
import { answeringConfig } from '../asked-bot';
import { changeStatus } from '../change-status';
import { ConversationEntity, type StoredConversation } from '../entity';
import { escalationMessage } from '../escalation-message';
import { type ConversationRef, loadConversation, stateOf, toMessage } from '../messages';
import { entryWrite, visitorEntry } from '../timeline-entity';

export interface PersonDeps {
  readonly clock: Clock;
  readonly sockets: Sockets;
}

/** Passes the visitor on to a person, who is told by what follows the table. Repeating it changes nothing. */
export async function askForPerson(
  { clock, sockets }: PersonDeps,
  visitor: Visitor,
  { email }: AskForPerson,
): Promise<ConversationState> {
  const ref = refOf(visitor);
  const opened = await loadConversation(ref);
  const config = await configOf(opened, ref);
  if (!config?.escalationEnabled) throw new ParleyError('conversation.no_person');
  const conversation = await activateConversation(clock, opened);
  if (email !== undefined && email !== conversation.visitorEmail) await keepAddress(ref, email);
  if (isWithPerson(conversation.status)) return stateOf(conversation);
  const now = clock();
  const at = now.toISOString();
  const { text, asksAddress } = escalationMessage(config, {
    language: conversation.language,
    isReachable: (email ?? conversation.visitorEmail) !== undefined,
    now,
  });
  try {
    const stored = await appendMessage(
      ref,
      {
        author: 'bot',
        kind: 'escalated',
        text,
        createdAt: at,
      },
      () => ({
        writes: [],
        statusEvent: { type: 'escalate', escalation: { trigger: 'manual', at }, asksAddress },
      }),
      conversation,
    );
    await broadcast(sockets, conversationChannel(ref.accountId, ref.conversationId), {
      type: 'message.added',
      message: toMessage(stored),
    });
  } catch (error) {
    const now = await loadConversation(ref);
    // Another tab, or the bot's own settings, were faster.
    if (!isRefused(error) || !isWithPerson(now.status)) throw error;
    return stateOf(now);
  }
  return stateOf(await loadConversation(ref));
}

/** Lets the bot answer again. Repeating it changes nothing. */
export async function returnToBot(clock: Clock, visitor: Visitor): Promise<ConversationState> {
  const ref = refOf(visitor);
  try {
    const entry = entryWrite(
      await loadConversation(ref),
      visitorEntry(clock, ref, { kind: 'return_to_bot' }),
    );
    return stateOf(await changeStatus(ref, { type: 'return_to_bot' }, [entry]));
  } catch (error) {
    const conversation = await loadConversation(ref);
    if (!isRefused(error) || conversation.status !== 'active') throw error;
    return stateOf(conversation);
  }
}

function refOf({ accountId, conversationId }: Visitor): ConversationRef {
  return { accountId, conversationId };
}

async function configOf(
  conversation: StoredConversation,
  { accountId }: ConversationRef,
): Promise<BotConfig | null> {
  const bot = await findBot({ accountId, botId: BotId.parse(conversation.botId) });
  return answeringConfig(bot, conversation);
}

/** Where an agent can write to when the visitor has gone. */
async function keepAddress(ref: ConversationRef, email: string): Promise<void> {
  await ConversationEntity.build(UpdateItemCommand)
    .item({ ...ref, revision: $add(1), visitorEmail: email, providedContact: true })
    .options({ condition: { attr: 'botId', exists: true } })
    .send();
}

function isRefused(error: unknown): boolean {
  return error instanceof ParleyError && error.code === 'conversation.transition_refused';
}
