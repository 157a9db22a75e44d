import type { Bot } from '../../../../../functions/contract/bots';
import { call } from '../../../lib/api';

/** All bots of the account: their names stand beside their conversations. */
export async function listBots(signal: AbortSignal): Promise<readonly Bot[]> {
  const bots: Bot[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: { items: Bot[]; cursor: string | null } = await call('listBots', {
      query: { limit: 100, ...(cursor && { cursor }) },
      signal,
    });
    bots.push(...page.items);
    cursor = page.cursor;
    if (cursor === null) return bots;
  }
}
