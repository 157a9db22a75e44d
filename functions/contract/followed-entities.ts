/**
 * Entities whose changes something follows from (`core/dispatch`). The filter of the table's stream is made of it: a
 * change of any other entity reaches no function.
 */
export const FOLLOWED_ENTITIES = [
  'Attachment',
  'Bot',
  'BotPurge',
  'BotUsage',
  'Conversation',
  'Document',
  'Manifest',
  'Membership',
  'Message',
  'MonthlyUsage',
  'Profile',
  'Segment',
  'Webhook',
] as const;
export type FollowedEntity = (typeof FOLLOWED_ENTITIES)[number];

export function isFollowed(entity: unknown): entity is FollowedEntity {
  return FOLLOWED_ENTITIES.some((followed) => followed === entity);
}
