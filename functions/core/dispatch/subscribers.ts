import type { Sockets } from '../../platform/sockets';
import type { StoredProfile } from '../accounts/entity';
import { eraseAttachment } from '../attachments/attachments';
import type { StoredAttachment } from '../attachments/entity';
import { publishChanged, queueBotWork } from '../bots/follow-bot';
import { queueBotJob } from '../bots/jobs';
import { followTraining } from '../bots/training';
import type { StoredMessage } from '../conversations/entity';
import type { DomainEvent, EventType } from '../events/events';
import { queueLimitMail, queueMails } from '../inbox/queue-mails';
import { showConversation, showMessage } from '../inbox/show-conversations';
import { eraseFiles, showDocument } from '../knowledge/documents/follow-documents';
import type { StoredSegment } from '../knowledge/documents/manifest';
import { eraseSegment } from '../knowledge/documents/segments';
import { followIndex, forgetPassages } from '../knowledge/upkeep/follow-index';
import { recordUnanswered } from '../questions/record-unanswered';
import { closePastSockets } from '../sessions/close-sockets';
import { eraseLog } from '../webhooks/erase-log';
import { tellWebhooks } from '../webhooks/tell-webhooks';

/**
 * Follows an event. It may be told twice of one, and the second time changes nothing; where it throws, the event comes
 * again, to all that follow it.
 */
type Subscriber<TYPE extends EventType> = (event: DomainEvent<TYPE>, sockets: Sockets) => Promise<unknown>;

/**
 * Who follows what, one after the other. What takes long, or calls what may be slow, queues a job of its subject: the
 * stream waits for all of it.
 */
export const SUBSCRIBERS: { readonly [TYPE in EventType]: readonly Subscriber<TYPE>[] } = {
  'conversation.changed': [(event, sockets) => showConversation(sockets, event), queueMails],
  'conversation.started': [tellWebhooks],
  'message.created': [tellWebhooks],
  'conversation.escalated': [tellWebhooks],
  'conversation.ended': [tellWebhooks],
  'contact.collected': [tellWebhooks],
  'conversation.rated': [tellWebhooks],
  'message.added': [(event, sockets) => showMessage(sockets, event)],
  'answer.given': [],
  'answer.abstained': [({ after }) => recordUnanswered(after as StoredMessage)],
  'document.moved': [followTraining],
  'document.changed': [forgetPassages, (event, sockets) => showDocument(sockets, event), eraseFiles],
  'document.failed': [],
  'document.removed': [forgetPassages, (event, sockets) => showDocument(sockets, event), eraseFiles],
  'bot.changed': [queueBotWork, publishChanged],
  'bot.purge_due': [({ accountId, botId }) => queueBotJob({ kind: 'purge', accountId, botId })],
  'webhook.removed': [eraseLog],
  'attachment.removed': [({ before }) => eraseAttachment(before as StoredAttachment)],
  // It answers no more: questions that hold it go on with what they have loaded.
  'segment.removed': [({ before }) => eraseSegment(before as unknown as StoredSegment)],
  'index.changed': [followIndex],
  'member.joined': [],
  'limit.warned': [queueLimitMail],
  'profile.changed': [
    ({ before, after }, sockets) =>
      closePastSockets(sockets, before as StoredProfile | null, after as StoredProfile),
  ],
};
