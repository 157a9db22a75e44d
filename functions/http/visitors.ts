import { askForPerson, returnToBot } from '../core/inbox/person';
import { systemClock as clock } from '../platform/clock';
import { ParleyError } from '../platform/errors';
import { httpHandler } from '../platform/http-handler';
import { socketsAt } from '../platform/sockets';

const people = { clock, sockets: socketsAt() };

const refuse = async (): Promise<never> => {
  throw new ParleyError('server.unavailable');
};

export const handler = httpHandler('visitors', {
  requestUpload: refuse,
  openAttachment: refuse,
  rateAnswer: refuse,
  askForPerson: ({ visitor, body }) => askForPerson(people, visitor, body),
  returnToBot: ({ visitor }) => returnToBot(visitor),
  endConversation: refuse,
  rateConversation: refuse,
  mailTranscript: refuse,
  describeVisitor: refuse,
});
