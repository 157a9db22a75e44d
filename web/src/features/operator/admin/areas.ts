/** Pages of the administration beside its overview, in their order. */
export const ADMIN_AREAS = [
  'users',
  'subscriptions',
  'errors',
  'messages',
  'queues',
  'activity',
  'settings',
] as const;
