import { VISITOR_ROUTES } from '#contract/routes/conversations/visitors';
import { admitVisitor } from '#core/accounts/limits/tenant-calls';
import { answerDeps } from '#core/conversations/answer-deps';
import { sendMessage } from '#core/conversations/send-message';
import { environment } from '#platform/environment';
import { invokeLater } from '#platform/functions';
import { httpHandler } from '#platform/http-handler';

const answerFunction = environment('ANSWER_FUNCTION_NAME');
const answers = {
  ...answerDeps(),
  startAnswer: (request: unknown) => invokeLater(answerFunction, request),
};

export const handler = httpHandler(
  'messages',
  VISITOR_ROUTES,
  { sendMessage: ({ visitor, body, origin }) => sendMessage(answers, visitor, body, origin) },
  { verifyVisitorToken: admitVisitor },
);
