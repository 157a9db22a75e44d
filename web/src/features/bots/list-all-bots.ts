import type { Bot } from '#contract/bots/bots';
import { call } from '#lib/api';

/** All bots of the account, page by page. */
export async function listAllBots(signal: AbortSignal): Promise<readonly Bot[]> {
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
