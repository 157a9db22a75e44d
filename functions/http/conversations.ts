import { loadActor } from '../core/accounts/load-actor';
import { actOnConversation, markConversationRead, replyToVisitor } from '../core/inbox/answer';
import {
  getConversation,
  listConversationMessages,
  listConversations,
  openConversationAttachment,
} from '../core/inbox/reads';
import { verifyAccessToken } from '../platform/access-token';
import { systemClock as clock } from '../platform/clock';
import { httpHandler } from '../platform/http-handler';
import { socketsAt } from '../platform/sockets';

const agents = { clock, sockets: socketsAt() };

export const handler = httpHandler(
  'conversations',
  {
    listConversations: ({ actor, query }) => listConversations(actor, query),
    getConversation: ({ actor, params }) => getConversation(actor, params.conversationId),
    listConversationMessages: ({ actor, params, query }) =>
      listConversationMessages(actor, params.conversationId, query.after),
    replyToVisitor: ({ actor, params, body }) => replyToVisitor(agents, actor, params.conversationId, body),
    actOnConversation: ({ actor, params, body }) => actOnConversation(actor, params.conversationId, body),
    markConversationRead: ({ actor, params, body }) =>
      markConversationRead(actor, params.conversationId, body),
    openConversationAttachment: ({ actor, params }) =>
      openConversationAttachment(clock, actor, params.conversationId, params.attachmentId),
  },
  { loadActor, verifyAccessToken },
);
