import { showBilling } from '#core/accounts/billing/show-billing';
import type { StoredMembership, StoredProfile } from '#core/accounts/entity';
import { recordPlaces } from '#core/accounts/limits/place-usage';
import { closePastSockets } from '#core/accounts/sockets/close-sockets';
import { closeFormerSockets, showTeam } from '#core/accounts/team/show-team';
import type { StoredAttachment } from '#core/conversations/attachment-entity';
import { eraseAttachment } from '#core/conversations/attachments';
import { queueLimitMail, queueMails } from '#core/conversations/inbox/queue-mails';
import { showConversation, showMessage, showTimeline } from '#core/conversations/inbox/show-conversations';
import {
  notifyOfFailedDocument,
  notifyOfFailedPayment,
  notifyOfFailedReport,
  notifyOfInvitation,
  notifyOfLimit,
  notifyOfMention,
  notifyOfRegression,
  notifyOfSignIn,
  notifyOfSuspension,
  notifyOfWaiting,
} from '#core/insight/notifications/notify-of-events';
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
import { notifyOfEndedPlan } from '#core/lifecycle/plans/notify-of-ended-plan';
import { showAccount } from '#core/lifecycle/plans/show-account';
import { listUser } from '../admin/directory';
import { logSubscription } from '../admin/log-accounts';
import type { Reader } from './reader';

/** What people wait for: done at once. */
export const NOW: Reader = {
  of: {
    'conversation.changed': [(event, sockets) => showConversation(sockets, event), queueMails, queueErasure],
    'conversation.escalated': [notifyOfWaiting],
    'message.added': [(event, sockets) => showMessage(sockets, event)],
    'conversation.worked_on': [(event, sockets) => showTimeline(sockets, event), notifyOfMention],
    'document.moved': [followTraining],
    'document.changed': [forgetPassages, (event, sockets) => showDocument(sockets, event), eraseFiles],
    'document.failed': [notifyOfFailedDocument],
    'document.removed': [forgetPassages, (event, sockets) => showDocument(sockets, event), eraseFiles],
    'account.changed': [
      queueFitToPlan,
      queueDeletion,
      recordPlaces,
      (event, sockets) => showAccount(sockets, event),
    ],
    'account.purge_due': [({ accountId }) => queueAccountJob({ kind: 'purge', accountId })],
    'bot.changed': [queueBotWork, publishChanged, endConversations, followRetention],
    'bot.purge_due': [({ accountId, botId }) => queueBotJob({ kind: 'purge', accountId, botId })],
    'bot.purged': [queueSweep],
    'attachment.removed': [({ before }) => eraseAttachment(before as StoredAttachment)],
    // No longer live: questions that have loaded it go on with what is in memory.
    'segment.removed': [({ before }) => eraseSegment(before as unknown as StoredSegment)],
    'index.changed': [followIndex],
    'member.invited': [notifyOfInvitation],
    'member.suspended': [
      ({ after }, sockets) => closeFormerSockets(sockets, after as StoredMembership),
      notifyOfSuspension,
    ],
    'member.removed': [
      ({ before }, sockets) => closeFormerSockets(sockets, before as StoredMembership),
      queueForgetting,
    ],
    'ownership.transferred': [queueNewOwner],
    'team.changed': [(event, sockets) => showTeam(sockets, event)],
    'limit.warned': [queueLimitMail, notifyOfLimit],
    'golden.regressed': [notifyOfRegression],
    'report.failed': [notifyOfFailedReport],
    'subscription.changed': [(event, sockets) => showBilling(sockets, event), logSubscription],
    'payment.failed': [notifyOfFailedPayment],
    'plan.ended': [notifyOfEndedPlan],
    'profile.changed': [
      ({ before, after }, sockets) =>
        closePastSockets(sockets, before as StoredProfile | null, after as StoredProfile),
      ({ before, after }) => listUser(before as StoredProfile | null, after as StoredProfile),
    ],
    'profile.removed': [({ before }) => listUser(before as StoredProfile, null)],
    'session.begun': [notifyOfSignIn],
  },
};
