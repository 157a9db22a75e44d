import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { AnswerKind } from '#contract/answers/citation';
import type { MessageId } from '#contract/base/ids';
import type { ConversationState, Message } from '#contract/conversations/conversations';
import type { RateAnswer, RateConversation } from '#contract/conversations/widget';
import { limitRate } from '#core/accounts/limits/rate-limit';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { conditionally, transact } from '#platform/table-writes';
import type { Visitor } from '#platform/visitor-token';
import { activateConversation } from '../activate-conversation';
import { conversationUpdate } from '../conversation-update';
import { MessageEntity, type StoredMessage } from '../entity';
import { isMessageOf, loadConversation, stateOf, toMessage } from '../messages';
import { entryWrite, visitorEntry } from '../timeline-entity';

/** Ratings a minute that no person gives. */
const PER_CONVERSATION = 60;

/** Keeps what the visitor thinks of an answer: of what the bot found, not of what its flow says. */
export async function rateAnswer(
  clock: Clock,
  visitor: Visitor,
  messageId: MessageId,
  { thumb, comment }: RateAnswer,
): Promise<Message> {
  const { accountId, conversationId } = visitor;
  if (!isMessageOf(visitor, messageId)) throw new ParleyError('conversation.not_found');
  await limitRate(clock, `RATINGS#${conversationId}`, PER_CONVERSATION);
  const { Attributes } = await conditionally(
    MessageEntity.build(UpdateItemCommand)
      .item({
        accountId,
        conversationId,
        messageId,
        thumb: thumb ?? $remove(),
        thumbComment: thumb !== null && comment !== '' ? comment : $remove(),
      })
      .options({ condition: { attr: 'kind', in: [...AnswerKind.options] }, returnValues: 'ALL_NEW' })
      .send(),
    () => new ParleyError('request.invalid', { fields: { messageId: 'This is no answer.' } }),
  );
  return toMessage(Attributes as StoredMessage);
}

/** Keeps the stars for the whole conversation, also when it has ended. Repeating it changes nothing. */
export async function rateConversation(
  clock: Clock,
  visitor: Visitor,
  { stars, comment }: RateConversation,
): Promise<ConversationState> {
  await limitRate(clock, `RATINGS#${visitor.conversationId}`, PER_CONVERSATION);
  const before = await activateConversation(clock, await loadConversation(visitor));
  if (before.stars === stars && (before.ratingComment ?? '') === comment) return stateOf(before);
  const text = comment === '' ? {} : { text: comment };
  await transact(
    conversationUpdate(
      visitor,
      { stars, ratingComment: comment === '' ? $remove() : comment },
      {
        condition: { attr: 'botId', exists: true },
        refused: () => new ParleyError('conversation.not_found'),
      },
    ),
    entryWrite(before, visitorEntry(clock, visitor, { kind: 'rate', stars, ...text })),
  );
  return stateOf(await loadConversation(visitor));
}
