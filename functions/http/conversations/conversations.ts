import { CANNED_REPLY_ROUTES } from '#contract/routes/conversations/canned-replies';
import { INBOX_ROUTES } from '#contract/routes/conversations/inbox';
import { INBOX_WORK_ROUTES } from '#contract/routes/conversations/inbox-work';
import { loadKeyActor } from '#core/accounts/api-keys/load-key-actor';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { actOnConversations } from '#core/conversations/inbox/act-on-conversations';
import { listAgents, setAvailability } from '#core/conversations/inbox/agents';
import { assignConversation } from '#core/conversations/inbox/assign';
import {
  deleteCannedReply,
  listCannedReplies,
  saveCannedReply,
} from '#core/conversations/inbox/canned-replies';
import { countUnderWay } from '#core/conversations/inbox/count-under-way';
import {
  getConversation,
  listConversationMessages,
  listConversations,
  openConversationAttachment,
} from '#core/conversations/inbox/list-conversations';
import { listWithPeople } from '#core/conversations/inbox/list-with-people';
import { showPresence } from '#core/conversations/inbox/presence';
import { actOnConversation, markConversationRead, replyToVisitor } from '#core/conversations/inbox/reply';
import { getSavedViews, saveViews } from '#core/conversations/inbox/saved-views';
import { addNote, getTimeline } from '#core/conversations/inbox/timeline';
import { wereCounted } from '#core/insight/analytics/were-counted';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { httpHandler } from '#platform/http-handler';
import { socketsAt } from '#platform/sockets';

const agents = { clock, sockets: socketsAt() };

export const handler = httpHandler(
  'conversations',
  { ...CANNED_REPLY_ROUTES, ...INBOX_ROUTES, ...INBOX_WORK_ROUTES },
  {
    listConversations: ({ actor, query }) => listConversations(actor, query, wereCounted),
    listWithPeople: ({ actor }) => listWithPeople(actor),
    countUnderWay: ({ actor, params }) => countUnderWay(clock, actor, params.botId),
    getConversation: ({ actor, params }) => getConversation(clock, actor, params.conversationId),
    listConversationMessages: ({ actor, params, query }) =>
      listConversationMessages(actor, params.conversationId, query),
    replyToVisitor: ({ actor, params, body }) => replyToVisitor(agents, actor, params.conversationId, body),
    actOnConversation: ({ actor, params, body }) =>
      actOnConversation(clock, actor, params.conversationId, body),
    listAgents: ({ actor }) => listAgents(actor),
    setAvailability: ({ actor, body }) => setAvailability(actor, body.available),
    getSavedViews: ({ actor }) => getSavedViews(actor),
    saveViews: ({ actor, body }) => saveViews(actor, body),
    assignConversation: ({ actor, params, body }) =>
      assignConversation(clock, actor, params.conversationId, body.to),
    getTimeline: ({ actor, params }) => getTimeline(actor, params.conversationId),
    addNote: ({ actor, params, body }) => addNote(clock, actor, params.conversationId, body),
    showPresence: ({ actor, params, body }) => showPresence(agents, actor, params.conversationId, body),
    actOnConversations: ({ actor, body }) => actOnConversations(clock, actor, body),
    listCannedReplies: ({ actor }) => listCannedReplies(actor),
    saveCannedReply: ({ actor, params, body }) => saveCannedReply(actor, params.cannedReplyId, body),
    deleteCannedReply: ({ actor, params }) => deleteCannedReply(actor, params.cannedReplyId),
    markConversationRead: ({ actor, params, body }) =>
      markConversationRead(actor, params.conversationId, body),
    openConversationAttachment: ({ actor, params }) =>
      openConversationAttachment(clock, actor, params.conversationId, params.attachmentId),
  },
  { loadActor, loadKeyActor, verifyAccessToken },
);
