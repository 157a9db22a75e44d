/**
 * Keys of cached server state that several features read; what one reads alone is in its queries.ts. All of it belongs
 * to one account: a change of account clears the cache.
 */
export const queryKeys = {
  me: ['me'] as const,
  /** What everybody may know of the platform: its notice of maintenance, what its plans allow. */
  status: ['status'] as const,
  team: ['team'] as const,
  usage: ['usage'] as const,
  dashboard: ['dashboard'] as const,
  notifications: ['notifications'] as const,
  analytics: ['analytics'] as const,
  billing: ['billing'] as const,
  invoices: ['invoices'] as const,
  activity: ['activity'] as const,
  bots: ['bots'] as const,
  bot: (botId: string) => ['bot', botId] as const,
  waitingConversations: ['conversations', 'waiting'] as const,
  goldenSet: (botId: string) => ['golden', botId] as const,
  documents: (botId: string) => ['documents', botId] as const,
};
