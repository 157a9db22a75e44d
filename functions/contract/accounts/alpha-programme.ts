import * as z from 'zod';

/** How an account stands to the alpha programme. */
export const AlphaProgramme = z.object({
  /** `closed`: joining is for accounts in their trial. */
  membership: z.enum(['joined', 'open', 'closed']),
  /** Whether joining makes the trial longer, which it does once. */
  givesTrial: z.boolean(),
  trialEndsAt: z.iso.datetime().nullable(),
});
export type AlphaProgramme = z.infer<typeof AlphaProgramme>;
