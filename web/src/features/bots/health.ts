import type { Bot } from '#contract/bots/bots';

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
