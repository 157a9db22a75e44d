import { answerDeps } from '../core/conversations/answer-deps';
import { admitSession, openSession } from '../core/conversations/open-session';
import { sendMessage } from '../core/conversations/send-message';
import { listMessages, openSource } from '../core/conversations/visitor-reads';
import { admitVisitor } from '../core/limits/tenant-calls';
import { systemClock as clock } from '../platform/clock';
import { environment } from '../platform/environment';
import { invokeLater } from '../platform/functions';
import { httpHandler } from '../platform/http-handler';
import { socketAddress } from '../platform/sockets';

const appOrigin = environment('APP_ORIGIN');
const sessions = { clock, appOrigin, socketUrl: socketAddress(appOrigin) };
const answerFunction = environment('ANSWER_FUNCTION_NAME');
const answers = {
  ...answerDeps(),
  startAnswer: (request: unknown) => invokeLater(answerFunction, request),
};

export const handler = httpHandler(
  'widget',
  {
    openSession: ({ params, body, origin }) => openSession(sessions, params.widgetId, body, origin),
    sendMessage: ({ visitor, body, origin }) => sendMessage(answers, visitor, body, origin),
    listMessages: ({ visitor, query }) => listMessages(visitor, query.after),
    openSource: ({ visitor, params }) => openSource(clock, visitor, params.documentId),
  },
  { verifyVisitorToken: admitVisitor },
  { openSession: ({ params, origin }) => admitSession(clock, params.widgetId, origin) },
);
