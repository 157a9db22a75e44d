import { Cursor } from '../../base/cursor';
import { OwnSubmissionPage, SendContact } from '../../site/contact';
import { Receipt, SendFeedback } from '../../site/feedback';
import type { Route } from '../route';

/** What a signed-in person writes to the operator: kept as theirs, so that they see how far it is. */
export const HELP_ROUTES = {
  sendOwnFeedback: {
    area: 'platform',
    method: 'POST',
    path: '/api/me/feedback',
    caller: 'user',
    permission: 'bots.view',
    summary: 'Say what is good, bad or missing, and see later what became of it',
    body: SendFeedback,
    status: 201,
    response: Receipt,
  },
  sendOwnContact: {
    area: 'platform',
    method: 'POST',
    path: '/api/me/messages',
    caller: 'user',
    permission: 'bots.view',
    summary: "Write to the operator, who is told the account's plan, and see later what became of it",
    body: SendContact,
    status: 201,
    response: Receipt,
  },
  listOwnSubmissions: {
    area: 'platform',
    method: 'GET',
    path: '/api/me/submissions',
    caller: 'user',
    permission: null,
    summary: 'Messages and feedback of the caller with their status and answers, newest first',
    query: Cursor,
    status: 200,
    response: OwnSubmissionPage,
  },
} as const satisfies Record<string, Route>;
