import * as z from 'zod';
import { SubmissionId } from './feedback';
import { Language } from './profile';

export const ContactCategory = z.enum(['general', 'sales', 'support', 'billing', 'privacy', 'partnership']);
export type ContactCategory = z.infer<typeof ContactCategory>;

export const ContactPriority = z.enum(['low', 'normal', 'high', 'urgent']);
export type ContactPriority = z.infer<typeof ContactPriority>;

/** What a message to the operator may be; the form counts by it too. */
export const CONTACT_LIMITS = { maxName: 120, maxSubject: 199, minMessage: 10, maxMessage: 5_000 } as const;

/** One line: it goes into the head of a mail, where a line break would begin another field. */
const Line = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u);

/** Body of POST /api/contact. */
export const SendContact = z.object({
  id: SubmissionId,
  name: Line.max(CONTACT_LIMITS.maxName),
  email: z.email().max(254),
  subject: Line.max(CONTACT_LIMITS.maxSubject),
  message: z.string().trim().min(CONTACT_LIMITS.minMessage).max(CONTACT_LIMITS.maxMessage),
  category: ContactCategory,
  priority: ContactPriority,
  /** Of the page she wrote on, so that the operator answers in it. */
  language: Language,
});
export type SendContact = z.infer<typeof SendContact>;
