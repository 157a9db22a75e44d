import { readPreference, writePreference } from '#lib/preferences';

const copiedKey = (botId: string) => `parley.embedCopied.${botId}` as const;

/** Remembered in this browser only: it ticks off a step of the checklist. */
export function rememberEmbedCopied(botId: string): void {
  writePreference(copiedKey(botId), 'true');
}

export function hasCopiedEmbedCode(botId: string): boolean {
  return readPreference(copiedKey(botId)) !== null;
}
