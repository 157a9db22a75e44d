import { ParleyError } from '../platform/errors';
import { httpHandler } from '../platform/http-handler';

const refuse = async (): Promise<never> => {
  throw new ParleyError('server.unavailable');
};

export const handler = httpHandler('visitors', {
  requestUpload: refuse,
  openAttachment: refuse,
  rateAnswer: refuse,
  askForPerson: refuse,
  returnToBot: refuse,
  endConversation: refuse,
  rateConversation: refuse,
  mailTranscript: refuse,
  describeVisitor: refuse,
});
