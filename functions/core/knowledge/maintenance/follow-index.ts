import { AccountId, BotId, DocumentId } from '#contract/base/ids';
import type { DomainEvent } from '#core/base/events/events';
import { readIndex, type StoredManifest } from '../documents/manifest';
import type { StoredDocument } from '../documents/stored-document';
import { queueIndexJob, scheduleMerge } from './jobs';

/**
 * Segments are merged where there are many, and made anew where that was asked for; a vector index that is the bot's no
 * more, or whose bot is erased, goes.
 */
export async function followIndex(event: DomainEvent<'index.changed'>): Promise<void> {
  const before = event.before as unknown as StoredManifest | null;
  const after = event.after as unknown as StoredManifest | null;
  const index = before?.vectorIndex;
  if (before && index && index.name !== after?.vectorIndex?.name)
    await queueIndexJob({ kind: 'drop', ...botOf(before), index });
  if (after?.renewal !== undefined && after.renewal !== before?.renewal)
    await queueIndexJob({ kind: 'renew', ...botOf(after), run: after.renewal });
  if (after) await scheduleMerge(after);
}

/** What its bot's vector index has of a document that is deleted, or was read anew and is shorter now. */
export async function forgetPassages(
  event: DomainEvent<'document.changed' | 'document.removed'>,
): Promise<void> {
  const before = event.before as StoredDocument | null;
  const after = event.type === 'document.changed' ? (event.after as StoredDocument) : null;
  const [from, to] = [after?.passages ?? 0, before?.passages ?? 0];
  if (!before || from >= to || !(await readIndex(before))) return;
  const documentId = DocumentId.parse(before.documentId);
  await queueIndexJob({ kind: 'forget', ...botOf(before), documentId, from, to });
}

function botOf({ accountId, botId }: { readonly accountId: string; readonly botId: string }) {
  return { accountId: AccountId.parse(accountId), botId: BotId.parse(botId) };
}
