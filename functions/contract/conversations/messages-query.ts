import * as z from 'zod';
import { Text } from '../base/text';

/** With `before` the messages before that one, with `after` those after it; a hundred at most. */
export const MessagesQuery = z
  .object({ after: Text(64).optional(), before: Text(64).optional() })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    message: 'Name one of the two.',
    path: ['before'],
  });
export type MessagesQuery = z.infer<typeof MessagesQuery>;
