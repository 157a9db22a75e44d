import { isDeployed } from '#contract/bots/bot-status';
import type { Bot, BotHealth } from '#contract/bots/bots';

/** What its owner has to know of a bot first. */
export function healthOf(
  bot: Pick<Bot, 'status' | 'documentCount' | 'failedDocumentCount' | 'hasUnpublishedChanges'>,
): BotHealth {
  if (bot.failedDocumentCount > 0) return 'failed_documents';
  if (bot.documentCount === 0) return 'no_knowledge';
  if (!isDeployed(bot.status) || bot.status === 'inactive') return 'offline';
  return bot.hasUnpublishedChanges ? 'unpublished_changes' : 'healthy';
}

/**
 * What is missing of what it should know. In error it is that none of its documents could be read; while it learns
 * its first ones nothing is missing yet.
 */
export function lackingKnowledge({
  documentCount,
  failedDocumentCount,
  trainingStep,
}: Pick<Bot, 'documentCount' | 'failedDocumentCount' | 'trainingStep'>):
  | 'noDocuments'
  | 'noneRead'
  | 'someUnread'
  | null {
  if (documentCount === 0 && trainingStep !== null) return null;
  if (failedDocumentCount > 0) return documentCount === 0 ? 'noneRead' : 'someUnread';
  return documentCount === 0 ? 'noDocuments' : null;
}
