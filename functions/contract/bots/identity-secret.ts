import * as z from 'zod';

/**
 * The secret by which a website vouches for its visitors: it shows `Parley('identify')` the HMAC-SHA256 of the
 * visitor's id under it.
 */
export const IdentitySecret = z.object({
  secret: z.string(),
  createdAt: z.iso.datetime(),
  /** Until when the secret that it replaced counts as well; null: it is the only one. */
  formerValidUntil: z.iso.datetime().nullable(),
});
export type IdentitySecret = z.infer<typeof IdentitySecret>;
