import { Entity, item, number, string } from 'dynamodb-toolbox';
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
    /** When the operator was sent it: a resend of one that was not is sent again. */
    mailedAt: string().optional(),
    expiresAt: number(),
    gsi1pk: string(),
    gsi1sk: string(),
  }),
  computeKey: ({ id }) => ({ pk: `CONTACT#${id}`, sk: 'CONTACT' }),
});

/** The index attributes of a message. */
export function contactIndex(receivedAt: string, id: string) {
  return { gsi1pk: 'CONTACT', gsi1sk: `${receivedAt}#${id}` };
}
