import * as z from 'zod';
import { Text } from './text';

/** A page of a list. */
export const Cursor = z.object({
  cursor: Text(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
