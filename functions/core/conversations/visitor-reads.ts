import { BotId, type DocumentId } from '#contract/base/ids';
import type { MessagesQuery } from '#contract/conversations/messages-query';
import type { MessageList } from '#contract/conversations/widget';
import type { DocumentLink } from '#contract/knowledge/documents';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { Visitor } from '#platform/visitor-token';
import { linkToOriginal } from '../knowledge/documents/original';
import { isMessageOf, latestMessages, loadConversation, messagesAfter, stateOf, toMessage } from './messages';
import { markGiven } from './visitor-delivery';

/** What was written after a message, for clients that can't keep a socket open, or before one, for who scrolls up. */
export async function listMessages(visitor: Visitor, { after, before }: MessagesQuery): Promise<MessageList> {
  for (const [field, id] of Object.entries({ after, before }))
    if (id !== undefined && !isMessageOf(visitor, id))
      throw new ParleyError('request.invalid', {
        fields: { [field]: 'This is no message of the conversation.' },
      });
  const [messages, conversation] = await Promise.all([
    before === undefined ? messagesAfter(visitor, after) : latestMessages(visitor, { before }),
    loadConversation(visitor),
  ]);
  await markGiven(visitor, conversation, messages);
  return { items: messages.map(toMessage), state: stateOf(conversation) };
}

/** A link to an original, for a visitor whom an answer showed it as a source. Others are not theirs to read. */
export async function openSource(
  clock: Clock,
  visitor: Visitor,
  documentId: DocumentId,
): Promise<DocumentLink> {
  const { accountId, botId, citedDocuments } = await loadConversation(visitor);
  if (accountId !== visitor.accountId || !citedDocuments?.has(documentId))
    throw new ParleyError('source.not_found');
  try {
    return await linkToOriginal(
      clock,
      { accountId: visitor.accountId, botId: BotId.parse(botId) },
      documentId,
    );
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'document.not_found')
      throw new ParleyError('source.not_found', { cause: error });
    throw error;
  }
}
