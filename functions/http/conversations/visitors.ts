import { VISITOR_ROUTES } from '#contract/routes/conversations/visitors';
import { admitVisitor } from '#core/accounts/limits/tenant-calls';
import { linkToAttachment, requestUpload } from '#core/conversations/attachments';
import { describeVisitor } from '#core/conversations/describe-visitor';
import { askForPerson, returnToBot } from '#core/conversations/inbox/hand-over';
import { endConversation } from '#core/conversations/visitors/end-conversation';
import { showOwnConversation } from '#core/conversations/visitors/own-conversation';
import { rateAnswer, rateConversation } from '#core/conversations/visitors/ratings';
import { sendTranscriptMail } from '#core/conversations/visitors/send-transcript-mail';
import { eraseOwnConversation } from '#core/lifecycle/bots/erase-conversation';
import { systemClock as clock } from '#platform/clock';
import { httpHandler } from '#platform/http-handler';
import { sendMail } from '#platform/mail';
import { socketsAt } from '#platform/sockets';

const people = { clock, sockets: socketsAt() };
const transcripts = { clock, sendMail };
/** Milliseconds in which one more piece of a conversation is erased, and the answer sent. */
const LEFT_MS = 2_000;

export const handler = httpHandler(
  'visitors',
  VISITOR_ROUTES,
  {
    requestUpload: ({ visitor, body }) => requestUpload(clock, visitor, body),
    openAttachment: ({ visitor, params }) => linkToAttachment(clock, visitor, params.attachmentId),
    rateAnswer: ({ visitor, params, body }) => rateAnswer(clock, visitor, params.messageId, body),
    askForPerson: ({ visitor, body }) => askForPerson(people, visitor, body),
    returnToBot: ({ visitor }) => returnToBot(clock, visitor),
    endConversation: ({ visitor }) => endConversation(clock, visitor),
    rateConversation: ({ visitor, body }) => rateConversation(clock, visitor, body),
    mailTranscript: ({ visitor, body, origin }) =>
      sendTranscriptMail(transcripts, visitor, body, origin.address),
    showOwnConversation: ({ visitor }) => showOwnConversation(visitor),
    eraseOwnConversation: ({ visitor, origin }) =>
      eraseOwnConversation(visitor, () => origin.remainingTime() > LEFT_MS),
    describeVisitor: ({ visitor, body }) => describeVisitor(clock, visitor, body),
  },
  { verifyVisitorToken: admitVisitor },
);
