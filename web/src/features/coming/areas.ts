/** Areas of the application whose screens come later. */
export const AREAS = [
  'settings',
  'billing',
  'analytics',
  'conversations',
  'team',
  'templates',
  'help',
  'developerTools',
  'botConversations',
  'botAnalytics',
] as const;
export type Area = (typeof AREAS)[number];
