import { showBilling } from '#core/accounts/billing/show-billing';
import type { StoredAccount, StoredMembership, StoredProfile } from '#core/accounts/entity';
import { recordPlaces } from '#core/accounts/limits/place-usage';
import { closePastSockets } from '#core/accounts/sockets/close-sockets';
import { closeFormerSockets, showTeam } from '#core/accounts/team/show-team';
import type { DomainEvent, EventType } from '#core/base/events/events';
import type { StoredAttachment } from '#core/conversations/attachment-entity';
import { eraseAttachment } from '#core/conversations/attachments';
import type { StoredConversation, StoredMessage } from '#core/conversations/entity';
import { queueLimitMail, queueMails } from '#core/conversations/inbox/queue-mails';
import {
  showConversation,
  showMessage,
  showRemoved,
  showTimeline,
} from '#core/conversations/inbox/show-conversations';
import { watchSilence } from '#core/conversations/inbox/watch-silence';
import { listCitations } from '#core/conversations/list-citations';
import { listUnderVisitor } from '#core/conversations/visitor-history';
import { forgetErased } from '#core/conversations/words/forget-words';
import { indexWords } from '#core/conversations/words/index-words';
import { recordBot, recordDocument, recordTalk } from '#core/insight/activity/record-activity';
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
import { eraseRest } from '#core/lifecycle/bots/erase-conversation';
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
import { logEvents } from '../developer/event-log';

/**
 * Handles an event. It may get one twice, and the second time changes nothing. Where it throws, the event is delivered
 * again to all subscribers of its reader.
 */
type Subscriber<TYPE extends EventType> = (event: DomainEvent<TYPE>, sockets: Sockets) => Promise<unknown>;

/**
 * The stream has two readers: one for what people wait for, at once, and one for what may come some seconds later, and so
 * costs less, since it is done for many changes together. Of conversations that nobody looks at the first is told
 * nothing (`contract/base/followed-entities.ts`).
 */
export type Reader = 'now' | 'later';

type Subscribers<TYPE extends EventType> = { readonly [R in Reader]?: readonly Subscriber<TYPE>[] };

/**
 * The subscribers of each event, called one after the other. The stream waits for all of them, so slow work is queued
 * as a job of its subject.
 */
export const SUBSCRIBERS: { readonly [TYPE in EventType]: Subscribers<TYPE> } = {
  'conversation.removed': {
    later: [
      ({ before }) => forgetRating(before as StoredConversation),
      ({ before }) => forgetQuestions(before as StoredConversation),
      (event, sockets) => showRemoved(sockets, event),
      ({ before }) => eraseRest(before as StoredConversation),
    ],
  },
  'conversation.changed': {
    now: [(event, sockets) => showConversation(sockets, event), queueMails, queueErasure],
    later: [watchSilence, queueCount, listUnderVisitor],
  },
  'conversation.started': {},
  'message.created': {},
  'conversation.escalated': { now: [tellOfWaiting] },
  'conversation.ended': {},
  'contact.collected': {},
  'conversation.rated': {},
  'message.added': { now: [(event, sockets) => showMessage(sockets, event)] },
  'conversation.worked_on': { now: [(event, sockets) => showTimeline(sockets, event), tellOfMention] },
  'answer.given': {},
  'answer.abstained': { later: [({ after }) => recordUnanswered(after as StoredMessage)] },
  'answer.failed': { later: [({ after }) => recordFailedAnswer(after as StoredMessage)] },
  'document.moved': { now: [followTraining] },
  'document.changed': {
    now: [forgetPassages, (event, sockets) => showDocument(sockets, event), eraseFiles],
    later: [
      (event, sockets) => recordDocument(sockets, event),
      async (event) => {
        if (!event.before) await countOnPlatform(event, 'documents', 1);
      },
    ],
  },
  'document.failed': { now: [tellOfFailedDocument] },
  'document.removed': {
    now: [forgetPassages, (event, sockets) => showDocument(sockets, event), eraseFiles],
    later: [(event) => countOnPlatform(event, 'documents', -1)],
  },
  'account.changed': {
    now: [queueFitToPlan, queueDeletion, recordPlaces, (event, sockets) => showAccount(sockets, event)],
    later: [
      ({ before, after }) => listSubscription(before as StoredAccount | null, after as StoredAccount),
      (event) => countChange(event, 'accounts'),
    ],
  },
  'account.removed': {
    later: [
      ({ before }) => listSubscription(before as StoredAccount, null),
      (event) => countOnPlatform(event, 'accounts', -1),
    ],
  },
  'account.purge_due': { now: [({ accountId }) => queueAccountJob({ kind: 'purge', accountId })] },
  'bot.changed': {
    now: [queueBotWork, publishChanged, endConversations, followRetention],
    later: [
      (event, sockets) => recordBot(sockets, event),
      (event) => countChange(event, 'bots'),
      logDeletedBot,
    ],
  },
  'bot.purge_due': {
    now: [({ accountId, botId }) => queueBotJob({ kind: 'purge', accountId, botId })],
  },
  'bot.purged': { now: [queueSweep] },
  'webhook.removed': { now: [eraseLog] },
  'attachment.removed': { now: [({ before }) => eraseAttachment(before as StoredAttachment)] },
  // No longer live: questions that have loaded it go on with what is in memory.
  'segment.removed': { now: [({ before }) => eraseSegment(before as unknown as StoredSegment)] },
  'index.changed': { now: [followIndex] },
  'member.joined': {},
  'member.invited': { now: [tellOfInvitation] },
  'member.role_changed': {},
  'member.suspended': {
    now: [({ after }, sockets) => closeFormerSockets(sockets, after as StoredMembership), tellOfSuspension],
  },
  'member.reinstated': {},
  'member.removed': {
    now: [({ before }, sockets) => closeFormerSockets(sockets, before as StoredMembership), queueForgetting],
  },
  'ownership.transferred': { now: [queueNewOwner] },
  'team.changed': { now: [(event, sockets) => showTeam(sockets, event)] },
  'limit.warned': { now: [queueLimitMail, tellOfLimit] },
  'golden.regressed': { now: [tellOfRegression] },
  'report.failed': { now: [tellOfFailedReport] },
  'subscription.changed': { now: [(event, sockets) => showBilling(sockets, event), logSubscription] },
  'invoice.paid': {},
  'payment.failed': { now: [tellOfFailedPayment] },
  'plan.ended': { now: [tellOfEndedPlan] },
  'profile.changed': {
    now: [
      ({ before, after }, sockets) =>
        closePastSockets(sockets, before as StoredProfile | null, after as StoredProfile),
      ({ before, after }) => listUser(before as StoredProfile | null, after as StoredProfile),
    ],
    later: [(event) => countChange(event, 'users')],
  },
  'profile.removed': {
    now: [({ before }) => listUser(before as StoredProfile, null)],
    later: [(event) => countOnPlatform(event, 'users', -1)],
  },
  'session.begun': { now: [tellOfSignIn] },
};

/** What the later reader has done of all events of a batch together. */
export const OF_A_BATCH: readonly ((events: readonly DomainEvent[], sockets: Sockets) => Promise<unknown>)[] =
  [notifyWebhooks, recordTalk, indexWords, listCitations, forgetErased, logEvents];
