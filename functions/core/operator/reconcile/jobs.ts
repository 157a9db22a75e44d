import * as z from 'zod';

/** Comes once a day, and goes on with its run where there was no time for all; an operator's has a name. */
export const ReconcileJob = z.object({
  kind: z.literal('reconcile'),
  run: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/)
    .optional(),
});
export type ReconcileJob = z.infer<typeof ReconcileJob>;
