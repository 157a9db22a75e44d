import { Entity, item, number, string } from 'dynamodb-toolbox';
import { table } from '../../platform/table';

/** What somebody thinks of the product. gsi1 lists all of it, newest last. */
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
    receivedAt: string(),
    expiresAt: number(),
    gsi1pk: string(),
    gsi1sk: string(),
  }),
  computeKey: ({ id }) => ({ pk: `FEEDBACK#${id}`, sk: 'FEEDBACK' }),
});

/** The index attributes of a feedback. */
export function feedbackIndex(receivedAt: string, id: string) {
  return { gsi1pk: 'FEEDBACK', gsi1sk: `${receivedAt}#${id}` };
}
