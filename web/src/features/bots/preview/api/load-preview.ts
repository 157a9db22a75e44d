import type { BotPreview } from '#contract/bots/previews';
import type { PublicBot } from '#contract/bots/public-bot';
import { call } from '#lib/api';
import { isPassing } from '#lib/api-error';
import { hasStoredSession } from '#lib/storage';

/** What is shown of a bot: to its team the draft, to everybody else what is published. */
export type LoadedPreview =
  | ({ readonly kind: 'draft' } & BotPreview)
  | { readonly kind: 'published'; readonly bot: PublicBot };

export async function loadPreview(botId: string, signal: AbortSignal): Promise<LoadedPreview> {
  if (hasStoredSession()) {
    try {
      return { kind: 'draft', ...(await call('getBotPreview', { params: { botId }, signal })) };
    } catch (error) {
      if (isPassing(error)) throw error;
      // Of another account, or the session has ended: then they are a stranger to this bot.
    }
  }
  return { kind: 'published', bot: await call('getPublicBot', { params: { botId }, signal }) };
}
