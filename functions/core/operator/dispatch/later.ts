import type { StoredAccount } from '#core/accounts/entity';
import type { StoredMessage } from '#core/conversations/entity';
import { showRemoved } from '#core/conversations/inbox/show-conversations';
import { watchSilence } from '#core/conversations/inbox/watch-silence';
import { listCitations } from '#core/conversations/list-citations';
import { listUnderVisitor } from '#core/conversations/visitor-history';
import { indexWords } from '#core/conversations/words/index-words';
import { recordBot, recordDocument, recordTalk } from '#core/insight/activity/record-activity';
import { queueCount } from '#core/insight/analytics/jobs';
import { recordFailedAnswer } from '#core/insight/health/failed-answers';
import { recordUnanswered } from '#core/insight/questions/record-unanswered';
import { eraseLog } from '#core/insight/webhooks/erase-log';
import { notifyWebhooks } from '#core/insight/webhooks/notify-webhooks';
import { buryHidden, followErased } from '#core/lifecycle/bots/forget-conversations';
import { countChange, countOnPlatform } from '../admin/counts';
import { listSubscription } from '../admin/directory';
import { logDeletedBot } from '../admin/log-accounts';
import { logEvents } from '../developer/event-log';
import type { Reader } from './reader';

/** What may come some seconds later, done for many changes together. */
export const LATER: Reader = {
  of: {
    'conversation.removed': [(event, sockets) => showRemoved(sockets, event)],
    'conversation.changed': [watchSilence, queueCount, listUnderVisitor, buryHidden],
    'answer.abstained': [({ after }) => recordUnanswered(after as StoredMessage)],
    'answer.failed': [({ after }) => recordFailedAnswer(after as StoredMessage)],
    'document.changed': [
      (event, sockets) => recordDocument(sockets, event),
      async (event) => {
        if (!event.before) await countOnPlatform(event, 'documents', 1);
      },
    ],
    'document.removed': [(event) => countOnPlatform(event, 'documents', -1)],
    'account.changed': [
      ({ before, after }) => listSubscription(before as StoredAccount | null, after as StoredAccount),
      (event) => countChange(event, 'accounts'),
    ],
    'account.removed': [
      ({ before }) => listSubscription(before as StoredAccount, null),
      (event) => countOnPlatform(event, 'accounts', -1),
    ],
    'bot.changed': [
      (event, sockets) => recordBot(sockets, event),
      (event) => countChange(event, 'bots'),
      logDeletedBot,
    ],
    'webhook.removed': [eraseLog],
    'profile.changed': [(event) => countChange(event, 'users')],
    'profile.removed': [(event) => countOnPlatform(event, 'users', -1)],
  },
  ofBatch: [notifyWebhooks, recordTalk, indexWords, listCitations, followErased, logEvents],
};
