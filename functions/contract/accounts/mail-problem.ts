import * as z from 'zod';

/** Why an address gets no mails of ours, and since when: they came back, or were marked as spam there. */
export const MailProblem = z.object({ reason: z.enum(['bounced', 'complained']), at: z.iso.datetime() });
export type MailProblem = z.infer<typeof MailProblem>;
