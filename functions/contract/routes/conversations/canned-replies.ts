import { CannedReply, CannedReplyList, WriteCannedReply } from '../../conversations/inbox-work';
import type { Route } from '../route';

/** Replies that a team writes once and sends often. */
export const CANNED_REPLY_ROUTES = {
  listCannedReplies: {
    area: 'conversations',
    method: 'GET',
    path: '/api/canned-replies',
    caller: 'user',
    permission: 'conversations.view',
    summary: "The account's canned replies, by title",
    status: 200,
    response: CannedReplyList,
  },
  saveCannedReply: {
    area: 'conversations',
    method: 'POST',
    path: '/api/canned-replies/{cannedReplyId}',
    caller: 'user',
    permission: 'conversations.answer',
    summary: "Write a canned reply under the sender's own id, or write it anew",
    body: WriteCannedReply,
    status: 200,
    response: CannedReply,
  },
  deleteCannedReply: {
    area: 'conversations',
    method: 'DELETE',
    path: '/api/canned-replies/{cannedReplyId}',
    caller: 'user',
    permission: 'conversations.answer',
    summary: 'Delete a canned reply; one that is gone stays gone',
    status: 204,
  },
} as const satisfies Record<string, Route>;
