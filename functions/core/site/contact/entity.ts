import { Entity, type FormattedItem, item, list, map, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** A message to the operator. gsi1 lists all of them, newest last; gsi2 those of one person. */
export const ContactEntity = new Entity({
  name: 'Contact',
  table,
  timestamps: false,
  schema: item({
    id: string().key(),
    name: string(),
    email: string(),
    subject: string(),
    message: string(),
    category: string().enum('general', 'sales', 'support', 'billing', 'privacy', 'partnership'),
    priority: string().enum('low', 'normal', 'high', 'urgent'),
    language: string().enum('en', 'de'),
    /** Who wrote it while signed in. */
    userId: string().optional(),
    /** The account that the sender acted for, and its plan. */
    accountId: string().optional(),
    plan: string().enum('free', 'starter', 'professional', 'enterprise').optional(),
    /** How far the operator is with it; what was stored before there was a status has none and is new. */
    status: string().enum('new', 'read', 'answered', 'closed').optional(),
    /** What the operator answered, oldest first, which the sender reads too. */
    answers: list(map({ text: string(), at: string() })).optional(),
    /** When the newest answer was given. */
    answeredAt: string().optional(),
    receivedAt: string(),
    /** When the operator was sent it. */
    mailedAt: string().optional(),
    /** Seconds since 1970: until then one call is about to mail it, and no other does. */
    mailingUntil: number(),
    expiresAt: number(),
    gsi1pk: string(),
    gsi1sk: string(),
    gsi2pk: string().optional(),
    gsi2sk: string().optional(),
  }),
  computeKey: ({ id }) => ({ pk: `CONTACT#${id}`, sk: 'CONTACT' }),
});
export type StoredContact = FormattedItem<typeof ContactEntity>;

/** The index attributes of a message. */
export function contactIndex(receivedAt: string, id: string) {
  return { gsi1pk: 'CONTACT', gsi1sk: `${receivedAt}#${id}` };
}
