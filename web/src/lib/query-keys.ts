/** Keys of cached server state. All of it belongs to one account: a change of account clears the cache. */
export const queryKeys = {
  me: ['me'] as const,
  bots: ['bots'] as const,
  bot: (botId: string) => ['bot', botId] as const,
  versions: (botId: string) => ['versions', botId] as const,
  documents: (botId: string) => ['documents', botId] as const,
};
