import type { FormattedItem } from 'dynamodb-toolbox';
import { AccountId, BotId, DocumentId } from '../../contract/ids';
import type { Sockets } from '../../platform/sockets';
import type { TableChange } from '../../platform/stream-handler';
import type { StoredProfile } from '../accounts/entity';
import { eraseAttachment } from '../attachments/attachments';
import type { StoredAttachment } from '../attachments/entity';
import type { BotItem, BotPurgeEntity } from '../bots/entity';
import { queueBotJob } from '../bots/jobs';
import { publishBot, shownOf } from '../bots/publish-bot';
import { readBot } from '../bots/stored-bot';
import { followTraining } from '../bots/training';
import type { StoredConversation, StoredMessage } from '../conversations/entity';
import { followConversation, followMessage } from '../inbox/follow-conversation';
import { eraseDocumentFiles, eraseUpload } from '../knowledge/documents/erase';
import { readIndex, type StoredManifest, type StoredSegment } from '../knowledge/documents/manifest';
import { eraseSegment } from '../knowledge/documents/segments';
import { isOurFault, type StoredDocument, toDocument } from '../knowledge/documents/stored-document';
import { queueIndexJob, scheduleMerge } from '../knowledge/upkeep/jobs';
import type { StoredBotUsage } from '../limits/bot-usage';
import type { StoredMonthlyUsage } from '../limits/monthly-usage';
import { recordUnanswered } from '../questions/record-unanswered';
import { closePastSockets } from '../sessions/close-sockets';
import { broadcast } from '../sockets/broadcast';
import { dashboardChannel } from '../sockets/entity';
import type { StoredWebhook } from '../webhooks/entity';
import { announce } from '../webhooks/events';
import { queueWebhookJob } from '../webhooks/jobs';

/** What follows from a change of the table. Each of it may happen twice and changes nothing then. */
export async function dispatchChange(
  sockets: Sockets,
  { before, after, expired, at }: TableChange,
): Promise<void> {
  if (expired) return followExpiry(before);
  switch ((after ?? before)?.entity) {
    case 'Document':
      return followDocument(sockets, before as StoredDocument | null, after as StoredDocument | null);
    case 'Bot':
      return followBot(before as BotItem | null, after as BotItem | null);
    case 'Conversation': {
      const [was, is] = [before as StoredConversation | null, after as StoredConversation | null];
      await followConversation(sockets, was, is);
      return announce(was, is, at);
    }
    case 'Message':
      await followMessage(sockets, before as StoredMessage | null, after as StoredMessage | null);
      return !before && after ? recordUnanswered(after as StoredMessage) : undefined;
    case 'Webhook':
      return after ? undefined : followWebhook(before as StoredWebhook);
    case 'Attachment':
      return after ? undefined : eraseAttachment(before as StoredAttachment);
    case 'Manifest':
      return followManifest(
        before as unknown as StoredManifest | null,
        after as unknown as StoredManifest | null,
      );
    case 'Segment':
      // It answers no more: questions that hold it go on with what they have loaded.
      return after ? undefined : eraseSegment(before as unknown as StoredSegment);
    case 'MonthlyUsage':
    case 'BotUsage':
      return followUsage(before as StoredUsage | null, after as StoredUsage | null);
    case 'Profile':
      return closePastSockets(sockets, before as StoredProfile | null, after as StoredProfile | null);
  }
}

/**
 * Segments are merged where there are many, and made anew where that was asked for; a vector index that is the bot's no
 * more, or whose bot is erased, goes.
 */
async function followManifest(before: StoredManifest | null, after: StoredManifest | null): Promise<void> {
  const index = before?.vectorIndex;
  if (before && index && index.name !== after?.vectorIndex?.name)
    await queueIndexJob({ kind: 'drop', ...botOf(before), index });
  if (after?.renewal !== undefined && after.renewal !== before?.renewal)
    await queueIndexJob({ kind: 'renew', ...botOf(after), run: after.renewal });
  if (after) await scheduleMerge(after);
}

/** What its bot's vector index has of a document that is deleted, or was read anew and is shorter now. */
async function forgetPassages(before: StoredDocument, after: StoredDocument | null): Promise<void> {
  const [from, to] = [after?.passages ?? 0, before.passages ?? 0];
  if (from >= to || !(await readIndex(before))) return;
  const documentId = DocumentId.parse(before.documentId);
  await queueIndexJob({ kind: 'forget', ...botOf(before), documentId, from, to });
}

function botOf({ accountId, botId }: { readonly accountId: string; readonly botId: string }) {
  return { accountId: AccountId.parse(accountId), botId: BotId.parse(botId) };
}

type StoredUsage = StoredMonthlyUsage | StoredBotUsage;

/** An account is told that a limit is nearly reached, and when it is. */
async function followUsage(before: StoredUsage | null, after: StoredUsage | null): Promise<void> {
  if (!after || (after.warned ?? 0) <= (before?.warned ?? 0)) return;
  const accountId = AccountId.parse(after.accountId);
  await queueBotJob(
    'botId' in after
      ? { kind: 'alert_limit', accountId, botId: BotId.parse(after.botId), period: after.day }
      : { kind: 'alert_limit', accountId, botId: null, period: after.month },
  );
}

/** The log of a webhook goes with it. */
async function followWebhook({ accountId, botId, webhookId }: StoredWebhook): Promise<void> {
  await queueWebhookJob({ kind: 'erase', accountId, botId, webhookId });
}

/** What its time to live removes has no meaning any more, but for what says that a time has come. */
async function followExpiry(before: TableChange['before']): Promise<void> {
  if (before?.entity === 'Attachment') return eraseAttachment(before as StoredAttachment);
  if (before?.entity !== 'BotPurge') return;
  const { accountId, botId } = before as unknown as FormattedItem<typeof BotPurgeEntity>;
  await queueBotJob({ kind: 'purge', accountId: AccountId.parse(accountId), botId: BotId.parse(botId) });
}

/** Dashboards see their documents in work; the files of one that was deleted, or can't be read, are erased. */
async function followDocument(
  sockets: Sockets,
  before: StoredDocument | null,
  after: StoredDocument | null,
): Promise<void> {
  const changed = after ?? before;
  if (changed && before?.status !== after?.status)
    await followTraining({
      accountId: AccountId.parse(changed.accountId),
      botId: BotId.parse(changed.botId),
    });
  if (before) await forgetPassages(before, after);
  if (after) {
    const event = { type: 'document.changed', document: toDocument(after) } as const;
    await broadcast(sockets, dashboardChannel(after.accountId), event);
    // Where the fault is ours, the file is what it can be found with, and what is taken in when it is mended.
    const unreadable = after.status === 'failed' && !isOurFault(after);
    return unreadable && before?.status !== 'failed' ? eraseUpload(after) : undefined;
  }
  if (!before) return;
  await broadcast(sockets, dashboardChannel(before.accountId), {
    type: 'document.removed',
    botId: BotId.parse(before.botId),
    documentId: DocumentId.parse(before.documentId),
  });
  await eraseDocumentFiles(before);
}

/**
 * The call that changed a bot publishes it; this does when that call died in between. A duplicate that is to have
 * another's documents is given them, and a training that was asked for begins.
 */
async function followBot(before: BotItem | null, after: BotItem | null): Promise<void> {
  const [was, is] = [before && readBot(before), after && readBot(after)];
  if (!was && is && after?.knowledgeFrom !== undefined) {
    const from = BotId.parse(after.knowledgeFrom);
    await queueBotJob({ kind: 'copy_knowledge', accountId: is.accountId, botId: is.botId, from });
  }
  if (was && is && after?.trainingRequestedAt !== before?.trainingRequestedAt)
    await queueBotJob({
      kind: 'train',
      accountId: is.accountId,
      botId: is.botId,
      ...(after?.trainsAnew && { anew: after.trainingRequestedAt?.replace(/\D/g, '') }),
    });
  const [hidden, shown] = [shownOf(was), shownOf(is)];
  const bot = is ?? (was && { ...was, publication: null });
  if (bot && (hidden?.version !== shown?.version || hidden?.paused !== shown?.paused)) await publishBot(bot);
}
