import { eraseOwnConversation } from '#core/bot-lifecycle/erase-conversation';
import { linkToAttachment, requestUpload } from '#core/conversations/attachments';
import { describeVisitor } from '#core/conversations/describe-visitor';
import { askForPerson, returnToBot } from '#core/inbox/person';
import { admitVisitor } from '#core/limits/tenant-calls';
import { endConversation } from '#core/visitors/end-conversation';
import { mailTranscript } from '#core/visitors/mail-transcript';
import { showOwnConversation } from '#core/visitors/own-conversation';
import { rateAnswer, rateConversation } from '#core/visitors/ratings';
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
  {
    requestUpload: ({ visitor, body }) => requestUpload(clock, visitor, body),
    openAttachment: ({ visitor, params }) => linkToAttachment(clock, visitor, params.attachmentId),
    rateAnswer: ({ visitor, params, body }) => rateAnswer(clock, visitor, params.messageId, body),
    askForPerson: ({ visitor, body }) => askForPerson(people, visitor, body),
    returnToBot: ({ visitor }) => returnToBot(clock, visitor),
    endConversation: ({ visitor }) => endConversation(clock, visitor),
    rateConversation: ({ visitor, body }) => rateConversation(clock, visitor, body),
    mailTranscript: ({ visitor, body, origin }) => mailTranscript(transcripts, visitor, body, origin.address),
    showOwnConversation: ({ visitor }) => showOwnConversation(visitor),
    eraseOwnConversation: ({ visitor, origin }) =>
      eraseOwnConversation(visitor, () => origin.remainingTime() > LEFT_MS),
    describeVisitor: ({ visitor, body }) => describeVisitor(clock, visitor, body),
  },
  { verifyVisitorToken: admitVisitor },
);
