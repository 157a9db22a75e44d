import * as z from 'zod';
import { Message } from '../conversations';
import { OriginalLink } from '../documents';
import { ActOnConversation, Conversation, ConversationMessages, MarkRead, ReplyToVisitor } from '../inbox';
import type { Route } from '../route';
import { Text } from '../text';

/** Visitors' conversations as the team sees and answers them. */
export const INBOX_ROUTES = {
  getConversation: {
    area: 'conversations',
    method: 'GET',
    path: '/api/conversations/{conversationId}',
    caller: 'user',
    permission: 'conversations.view',
    summary: 'One conversation',
    status: 200,
    response: Conversation,
  },
  listConversationMessages: {
    area: 'conversations',
    method: 'GET',
    path: '/api/conversations/{conversationId}/messages',
    caller: 'user',
    permission: 'conversations.view',
    summary: 'Messages of a conversation after one, oldest first',
    query: z.object({ after: Text(64).optional() }),
    status: 200,
    response: ConversationMessages,
  },
  replyToVisitor: {
    area: 'conversations',
    method: 'POST',
    path: '/api/conversations/{conversationId}/messages',
    caller: 'user',
    permission: 'conversations.answer',
    summary: 'Write to the visitor; the first message takes the conversation over from the bot',
    body: ReplyToVisitor,
    status: 201,
    response: Message,
  },
  actOnConversation: {
    area: 'conversations',
    method: 'POST',
    path: '/api/conversations/{conversationId}/actions',
    caller: 'user',
    permission: 'conversations.answer',
    summary: 'Take over, hand back, resolve, reopen; what its status does not allow gets 409',
    body: ActOnConversation,
    status: 200,
    response: Conversation,
  },
  markConversationRead: {
    area: 'conversations',
    method: 'POST',
    path: '/api/conversations/{conversationId}/read',
    caller: 'user',
    permission: 'conversations.answer',
    summary: 'Say how far an agent has read',
    body: MarkRead,
    status: 200,
    response: Conversation,
  },
  openConversationAttachment: {
    area: 'conversations',
    method: 'GET',
    path: '/api/conversations/{conversationId}/attachments/{attachmentId}',
    caller: 'user',
    permission: 'conversations.view',
    summary: 'A short-lived link to a file that the visitor handed in',
    status: 200,
    response: OriginalLink,
  },
} as const satisfies Record<string, Route>;
