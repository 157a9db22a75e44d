import { VISITOR_ROUTES } from '#contract/routes/conversations/visitors';
import { admitVisitor } from '#core/accounts/limits/tenant-calls';
import { admitSession, openSession } from '#core/conversations/open-session';
import { listVisitorHistory } from '#core/conversations/visitor-history';
import { listMessages, openSource } from '#core/conversations/visitor-reads';
import { systemClock as clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';
import { socketAddress } from '#platform/sockets';

const appOrigin = environment('APP_ORIGIN');
const sessions = { clock, appOrigin, socketUrl: socketAddress(appOrigin) };

export const handler = httpHandler(
  'widget',
  VISITOR_ROUTES,
  {
    openSession: ({ params, body, origin }) => openSession(sessions, params.widgetId, body, origin),
    listVisitorHistory: ({ params, body, origin }) =>
      listVisitorHistory(sessions, params.widgetId, body, origin),
    listMessages: ({ visitor, query }) => listMessages(visitor, query),
    openSource: ({ visitor, params }) => openSource(clock, visitor, params.documentId),
  },
  { verifyVisitorToken: admitVisitor },
  {
    openSession: ({ params, origin }) => admitSession(clock, params.widgetId, origin),
    // As many as sessions: nobody tries hashes by the thousand.
    listVisitorHistory: ({ params, origin }) => admitSession(clock, params.widgetId, origin),
  },
);
