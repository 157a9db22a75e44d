import * as z from 'zod';
import type { Clock } from '#platform/clock';
import { logger } from '#platform/logger';
import { countOnStage } from '#platform/metrics';
import { markUndeliverable } from './undeliverable';

const Recipients = z.array(z.object({ emailAddress: z.string() }));

/** What SES tells of a mail that came back, or that its reader called spam. */
export const ReturnedMail = z.object({
  kind: z.literal('mail_returned'),
  detail: z.discriminatedUnion('eventType', [
    z.object({
      eventType: z.literal('Bounce'),
      bounce: z.object({ bounceType: z.string(), bouncedRecipients: Recipients }),
    }),
    z.object({
      eventType: z.literal('Complaint'),
      complaint: z.object({ complainedRecipients: Recipients }),
    }),
  ]),
});
export type ReturnedMail = z.infer<typeof ReturnedMail>;

/** Has the addresses get no more mails. What came back for a while only, as from a full mailbox, strikes nobody off. */
export async function noteReturnedMail(clock: Clock, { detail }: ReturnedMail): Promise<void> {
  if (detail.eventType === 'Bounce' && detail.bounce.bounceType !== 'Permanent') return;
  const [reason, recipients] =
    detail.eventType === 'Bounce'
      ? (['bounced', detail.bounce.bouncedRecipients] as const)
      : (['complained', detail.complaint.complainedRecipients] as const);
  for (const { emailAddress } of recipients) await markUndeliverable(clock, emailAddress, reason);
  logger.warn('Mails came back: their addresses get no more.', { reason, count: recipients.length });
  countOnStage('MailsReturned', recipients.length);
}
