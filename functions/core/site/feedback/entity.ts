import { Entity, type FormattedItem, item, list, map, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** What somebody thinks of the product. gsi1 lists all of it, newest last; gsi2 what one person wrote. */
export const FeedbackEntity = new Entity({
  name: 'Feedback',
  table,
  timestamps: false,
  schema: item({
    id: string().key(),
    type: string().enum('feature_request', 'improvement', 'compliment', 'complaint'),
    rating: number(),
    message: string(),
    email: string().optional(),
    page: string(),
    /** Who wrote it while signed in. */
    userId: string().optional(),
    /** The account that the sender acted for. */
    accountId: string().optional(),
    /** How far the operator is with it; what was stored before there was a status has none and is new. */
    status: string().enum('new', 'read', 'answered', 'closed').optional(),
    /** What the operator answered, oldest first, which the sender reads too. */
    answers: list(map({ text: string(), at: string() })).optional(),
    /** When the newest answer was given. */
    answeredAt: string().optional(),
    receivedAt: string(),
    expiresAt: number(),
    gsi1pk: string(),
    gsi1sk: string(),
    gsi2pk: string().optional(),
    gsi2sk: string().optional(),
  }),
  computeKey: ({ id }) => ({ pk: `FEEDBACK#${id}`, sk: 'FEEDBACK' }),
});

export type StoredFeedback = FormattedItem<typeof FeedbackEntity>;

/** The index attributes of what a signed-in person wrote: feedback (`F`) or a message (`C`). */
export function ownIndex(userId: string, kind: 'F' | 'C', receivedAt: string, id: string) {
  return { gsi2pk: `USER#${userId}#SUBMISSIONS`, gsi2sk: `${receivedAt}#${kind}#${id}` };
}

/** The index attributes of a feedback. */
export function feedbackIndex(receivedAt: string, id: string) {
  return { gsi1pk: 'FEEDBACK', gsi1sk: `${receivedAt}#${id}` };
}
