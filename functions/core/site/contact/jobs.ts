import * as z from 'zod';

/** A message to the operator that is mailed later. */
export const ContactJob = z.object({ kind: z.literal('mail_contact'), id: z.uuid() });
export type ContactJob = z.infer<typeof ContactJob>;
