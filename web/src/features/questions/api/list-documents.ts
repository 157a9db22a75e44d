import type { Document } from '../../../../../functions/contract/documents';
import { call } from '../../../lib/api';

/** All documents that a bot answers from. */
export async function listDocuments(botId: string, signal: AbortSignal): Promise<readonly Document[]> {
  const found: Document[] = [];
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly Document[]; readonly cursor: string | null } = await call(
      'listDocuments',
      { params: { botId }, query: cursor ? { limit: 100, cursor } : { limit: 100 }, signal },
    );
    found.push(...page.items);
    cursor = page.cursor;
  } while (cursor);
  return found.filter(({ status }) => status === 'success');
}
