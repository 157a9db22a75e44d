/** Areas of the application whose screens come later, and where one can go on today: a path, or of a bot its page. */
export const AREAS = {
  settings: '/profile',
  analytics: '/bots',
  team: '/roadmap',
  help: '/contact',
  developerTools: '/admin',
  botAnalytics: 'knowledge',
} as const;
export type Area = keyof typeof AREAS;
