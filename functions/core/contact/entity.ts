import { Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { table } from '../../platform/table';

/** A message to the operator. gsi1 lists all of them, newest last. */
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
    receivedAt: string(),
    /** When the operator was sent it. */
    mailedAt: string().optional(),
    /** Seconds since 1970: until then one call is about to mail it, and no other does. */
    mailingUntil: number(),
    expiresAt: number(),
    gsi1pk: string(),
    gsi1sk: string(),
  }),
  computeKey: ({ id }) => ({ pk: `CONTACT#${id}`, sk: 'CONTACT' }),
});
export type StoredContact = FormattedItem<typeof ContactEntity>;

/** The index attributes of a message. */
export function contactIndex(receivedAt: string, id: string) {
  return { gsi1pk: 'CONTACT', gsi1sk: `${receivedAt}#${id}` };
}
