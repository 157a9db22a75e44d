import { showBilling } from '#core/accounts/billing/show-billing';
import type { StoredAccount, StoredMembership, StoredProfile } from '#core/accounts/entity';
import { recordPlaces } from '#core/accounts/limits/place-usage';
import { closePastSockets } from '#core/accounts/sockets/close-sockets';
import { closeFormerSockets, showTeam } from '#core/accounts/team/show-team';
import type { DomainEvent, EventType } from '#core/base/events/events';
import type { StoredAttachment } from '#core/conversations/attachment-entity';
import { eraseAttachment } from '#core/conversations/attachments';
import type { StoredConversation, StoredMessage } from '#core/conversations/entity';
import { indexMessage, indexVisitor } from '#core/conversations/inbox/index-words';
import { queueLimitMail, queueMails } from '#core/conversations/inbox/queue-mails';
import {
  showConversation,
  showMessage,
  showRemoved,
  showTimeline,
} from '#core/conversations/inbox/show-conversations';
import { watchSilence } from '#core/conversations/inbox/watch-silence';
import { listUnderVisitor } from '#core/conversations/visitor-history';
import {
  recordBot,
  recordConversation,
  recordDocument,
  recordMessage,
} from '#core/insight/activity/record-activity';
import { forgetRating } from '#core/insight/analytics/forget-rating';
import { queueCount } from '#core/insight/analytics/jobs';
import { recordFailedAnswer } from '#core/insight/health/failed-answers';
import {
  tellOfFailedDocument,
  tellOfFailedPayment,
  tellOfFailedReport,
  tellOfInvitation,
  tellOfLimit,
  tellOfMention,
  tellOfRegression,
  tellOfSignIn,
  tellOfSuspension,
  tellOfWaiting,
} from '#core/insight/notifications/tell';
import { forgetQuestions } from '#core/insight/questions/forget-questions';
import { recordUnanswered } from '#core/insight/questions/record-unanswered';
import { eraseLog } from '#core/insight/webhooks/erase-log';
import { notifyWebhooks } from '#core/insight/webhooks/notify-webhooks';
import { eraseFiles, showDocument } from '#core/knowledge/documents/follow-documents';
import type { StoredSegment } from '#core/knowledge/documents/manifest';
import { eraseSegment } from '#core/knowledge/documents/segments';
import { followTraining } from '#core/knowledge/ingest/training';
import { followIndex, forgetPassages } from '#core/knowledge/maintenance/follow-index';
import { queueDeletion, queueForgetting, queueNewOwner } from '#core/lifecycle/accounts/follow-account';
import { queueAccountJob } from '#core/lifecycle/accounts/jobs';
import {
  endConversations,
  publishChanged,
  queueBotWork,
  queueErasure,
  queueFitToPlan,
  queueSweep,
} from '#core/lifecycle/bots/follow-bot';
import { queueBotJob } from '#core/lifecycle/bots/jobs';
import { followRetention } from '#core/lifecycle/bots/retention';
import { showAccount } from '#core/lifecycle/plans/show-account';
import { tellOfEndedPlan } from '#core/lifecycle/plans/tell-of-ended-plan';
import type { Sockets } from '#platform/sockets';
import { countChange, countOnPlatform } from '../admin/counts';
import { listSubscription, listUser } from '../admin/directory';
import { logDeletedBot, logSubscription } from '../admin/log-accounts';

/**
 * Handles an event. It may get one twice, and the second time changes nothing. Where it throws, the event is delivered
 * again to all its subscribers.
 */
type Subscriber<TYPE extends EventType> = (event: DomainEvent<TYPE>, sockets: Sockets) => Promise<unknown>;

/**
 * The subscribers of each event, called one after the other. The stream waits for all of them, so slow work is queued
 * as a job of its subject.
 */
export const SUBSCRIBERS: { readonly [TYPE in EventType]: readonly Subscriber<TYPE>[] } = {
  'conversation.removed': [
    ({ before }) => forgetRating(before as StoredConversation),
    ({ before }) => forgetQuestions(before as StoredConversation),
    (event, sockets) => showRemoved(sockets, event),
  ],
  'conversation.changed': [
    (event, sockets) => showConversation(sockets, event),
    queueMails,
    watchSilence,
    queueCount,
    indexVisitor,
    listUnderVisitor,
    queueErasure,
  ],
  'conversation.started': [
    notifyWebhooks,
    (event, sockets) => recordConversation(sockets, event),
    (event) => countOnPlatform(event, 'conversations', 1),
  ],
  'message.created': [
    notifyWebhooks,
    (event, sockets) => recordMessage(sockets, event),
    (event) => countOnPlatform(event, 'messages', 1),
  ],
  'conversation.escalated': [notifyWebhooks, tellOfWaiting],
  'conversation.ended': [notifyWebhooks],
  'contact.collected': [notifyWebhooks],
  'conversation.rated': [notifyWebhooks],
  'message.added': [(event, sockets) => showMessage(sockets, event), indexMessage],
  'conversation.worked_on': [(event, sockets) => showTimeline(sockets, event), tellOfMention],
  'answer.given': [],
  'answer.abstained': [({ after }) => recordUnanswered(after as StoredMessage)],
  'answer.failed': [({ after }) => recordFailedAnswer(after as StoredMessage)],
  'document.moved': [followTraining],
  'document.changed': [
    forgetPassages,
    (event, sockets) => showDocument(sockets, event),
    eraseFiles,
    (event, sockets) => recordDocument(sockets, event),
    async (event) => {
      if (!event.before) await countOnPlatform(event, 'documents', 1);
    },
  ],
  'document.failed': [tellOfFailedDocument],
  'document.removed': [
    forgetPassages,
    (event, sockets) => showDocument(sockets, event),
    eraseFiles,
    (event) => countOnPlatform(event, 'documents', -1),
  ],
  'account.changed': [
    queueFitToPlan,
    queueDeletion,
    recordPlaces,
    (event, sockets) => showAccount(sockets, event),
    ({ before, after }) => listSubscription(before as StoredAccount | null, after as StoredAccount),
    (event) => countChange(event, 'accounts'),
  ],
  'account.removed': [
    ({ before }) => listSubscription(before as StoredAccount, null),
    (event) => countOnPlatform(event, 'accounts', -1),
  ],
  'account.purge_due': [({ accountId }) => queueAccountJob({ kind: 'purge', accountId })],
  'bot.changed': [
    queueBotWork,
    publishChanged,
    endConversations,
    followRetention,
    (event, sockets) => recordBot(sockets, event),
    (event) => countChange(event, 'bots'),
    logDeletedBot,
  ],
  'bot.purge_due': [({ accountId, botId }) => queueBotJob({ kind: 'purge', accountId, botId })],
  'bot.purged': [queueSweep],
  'webhook.removed': [eraseLog],
  'attachment.removed': [({ before }) => eraseAttachment(before as StoredAttachment)],
  // No longer live: questions that have loaded it go on with what is in memory.
  'segment.removed': [({ before }) => eraseSegment(before as unknown as StoredSegment)],
  'index.changed': [followIndex],
  'member.joined': [],
  'member.invited': [tellOfInvitation],
  'member.role_changed': [],
  'member.suspended': [
    ({ after }, sockets) => closeFormerSockets(sockets, after as StoredMembership),
    tellOfSuspension,
  ],
  'member.reinstated': [],
  'member.removed': [
    ({ before }, sockets) => closeFormerSockets(sockets, before as StoredMembership),
    queueForgetting,
  ],
  'ownership.transferred': [queueNewOwner],
  'team.changed': [(event, sockets) => showTeam(sockets, event)],
  'limit.warned': [queueLimitMail, tellOfLimit],
  'golden.regressed': [tellOfRegression],
  'report.failed': [tellOfFailedReport],
  'subscription.changed': [(event, sockets) => showBilling(sockets, event), logSubscription],
  'invoice.paid': [],
  'payment.failed': [tellOfFailedPayment],
  'plan.ended': [tellOfEndedPlan],
  'profile.changed': [
    ({ before, after }, sockets) =>
      closePastSockets(sockets, before as StoredProfile | null, after as StoredProfile),
    ({ before, after }) => listUser(before as StoredProfile | null, after as StoredProfile),
    (event) => countChange(event, 'users'),
  ],
  'profile.removed': [
    ({ before }) => listUser(before as StoredProfile, null),
    (event) => countOnPlatform(event, 'users', -1),
  ],
  'session.begun': [tellOfSignIn],
};
