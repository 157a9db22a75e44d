import type { BotId } from '#contract/base/ids';
import type { WebhookEvent, WebhookEventType } from '#contract/insight/webhooks';
import { WebhookConversation } from '#contract/insight/webhooks';
import { toConversation } from '#core/conversations/inbox/views';
import { type ConversationRef, findMessage, loadConversation, toMessage } from '#core/conversations/messages';
import { ParleyError } from '#platform/errors';

export interface EventToWrite extends ConversationRef {
  readonly botId: BotId;
  readonly type: WebhookEventType;
  readonly eventId: string;
  readonly at: string;
  readonly messageId?: string | undefined;
}

/** What is posted of an event; null where its conversation has been erased meanwhile. */
export async function writeEvent(event: EventToWrite): Promise<WebhookEvent | null> {
  const [conversation, message] = await Promise.all([
    loadConversation(event).catch(nullIfGone),
    event.messageId === undefined ? undefined : findMessage(event, event.messageId),
  ]);
  if (!conversation) return null;
  return {
    id: event.eventId,
    type: event.type,
    createdAt: event.at,
    botId: event.botId,
    data: {
      conversation: WebhookConversation.parse(toConversation(conversation)),
      message: message ? told(toMessage(message)) : null,
    },
  };
}

/** What tells a person that deliveries arrive. */
export function testEvent(botId: BotId, eventId: string, at: Date): WebhookEvent {
  return {
    id: eventId,
    type: 'test',
    createdAt: at.toISOString(),
    botId,
    data: { conversation: null, message: null },
  };
}

function nullIfGone(error: unknown): null {
  if (error instanceof ParleyError && error.code === 'conversation.not_found') return null;
  throw error;
}

/** Without what only the chat itself needs. */
function told({
  conversationId: _conversation,
  clientMessageId: _client,
  prompt: _prompt,
  ...message
}: ReturnType<typeof toMessage>): WebhookEvent['data']['message'] {
  return message;
}
