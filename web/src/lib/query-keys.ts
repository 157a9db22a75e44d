/** Keys of cached server state. All of it belongs to one account: a change of account clears the cache. */
export const queryKeys = {
  me: ['me'] as const,
  bots: ['bots'] as const,
  bot: (botId: string) => ['bot', botId] as const,
  webhooks: (botId: string) => ['webhooks', botId] as const,
  deliveries: (botId: string, webhookId: string) => ['deliveries', botId, webhookId] as const,
  versions: (botId: string) => ['versions', botId] as const,
  /** Lists of conversations by their filters. */
  conversationLists: ['conversations', 'list'] as const,
  waitingConversations: ['conversations', 'waiting'] as const,
  conversation: (conversationId: string) => ['conversation', conversationId] as const,
  transcript: (conversationId: string) => ['transcript', conversationId] as const,
  /** Questions that a bot could not answer, by where they stand. */
  unanswered: (botId: string, state: string) => ['unanswered', botId, state] as const,
  goldenSet: (botId: string) => ['golden', botId] as const,
  documents: (botId: string) => ['documents', botId] as const,
  /** What was looked up in documents. */
  passages: (botId: string) => ['passages', botId] as const,
  /** How many answers cite documents. */
  citations: (botId: string) => ['citations', botId] as const,
  sites: (botId: string) => ['sites', botId] as const,
  sitePages: (botId: string, siteId: string) => ['site-pages', botId, siteId] as const,
};
