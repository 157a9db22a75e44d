import { loadActor } from '../core/accounts/load-actor';
import { ParleyError } from '../platform/errors';
import { httpHandler } from '../platform/http-handler';

const refuse = async (): Promise<never> => {
  throw new ParleyError('server.unavailable');
};

export const handler = httpHandler(
  'conversations',
  {
    listConversations: refuse,
    getConversation: refuse,
    listConversationMessages: refuse,
    replyToVisitor: refuse,
    actOnConversation: refuse,
    markConversationRead: refuse,
    openConversationAttachment: refuse,
  },
  { loadActor },
);
