/**
 * Entities whose changes have subscribers (`core/operator/dispatch`). The stream's filter is made from this list: changes of
 * other entities reach no function.
 */
export const FOLLOWED_ENTITIES = [
  'Account',
  'AccountPurge',
  'Attachment',
  'Bot',
  'BotPurge',
  'Conversation',
  'DeletedBot',
  'Document',
  'GoldenSet',
  'Invitation',
  'Manifest',
  'Membership',
  'Message',
  'Profile',
  'ReportRun',
  'Segment',
  'Subscription',
  'TimelineEntry',
  'Webhook',
] as const;

/**
 * Those of which many change with every conversation. What people wait for follows them only where somebody has been told
 * of the conversation, or is to be: its visitor or the team. All else that follows may come some seconds later.
 */
export const FOLLOWED_LATER = [
  'Conversation',
  'Message',
] as const satisfies readonly (typeof FOLLOWED_ENTITIES)[number][];

/** Of these nothing follows when they go, with their conversation or by their time to live. */
export const FOLLOWED_WHILE_THERE = [
  'Message',
] as const satisfies readonly (typeof FOLLOWED_ENTITIES)[number][];

/** Entities that have subscribers where they come new only: what changes of them later, however often, calls no function. */
export const FOLLOWED_WHEN_NEW = ['UserSession'] as const;

/** Counters of what a plan limits. Each use changes one; somebody is told where a level is reached (`warned`). */
export const FOLLOWED_WHEN_WARNED = ['BotUsage', 'MonthlyUsage', 'PlaceUsage'] as const;

const ALL = [...FOLLOWED_ENTITIES, ...FOLLOWED_WHEN_NEW, ...FOLLOWED_WHEN_WARNED] as const;
export type FollowedEntity = (typeof ALL)[number];

export function isFollowed(entity: unknown): entity is FollowedEntity {
  return ALL.some((followed) => followed === entity);
}
