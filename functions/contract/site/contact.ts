import * as z from 'zod';
import { Language } from '../accounts/profile';
import { Email, Raw } from '../base/text';
import { FeedbackType, SubmissionAnswer, SubmissionId, SubmissionStatus } from './feedback';

export const ContactCategory = z.enum(['general', 'sales', 'support', 'billing', 'privacy', 'partnership']);
export type ContactCategory = z.infer<typeof ContactCategory>;

export const ContactPriority = z.enum(['low', 'normal', 'high', 'urgent']);
export type ContactPriority = z.infer<typeof ContactPriority>;

/** What a message to the operator may be; the form counts by it too. */
export const CONTACT_LIMITS = { maxName: 120, maxSubject: 199, minMessage: 10, maxMessage: 5_000 } as const;

/** One line: it goes into the head of a mail, where a line break would begin another field. */
const Line = (max: number) =>
  Raw(max)
    .trim()
    .min(1)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)
    .max(max);

/** Body of POST /api/contact. */
export const SendContact = z.object({
  id: SubmissionId,
  name: Line(CONTACT_LIMITS.maxName),
  email: Email(),
  subject: Line(CONTACT_LIMITS.maxSubject),
  message: Raw(CONTACT_LIMITS.maxMessage)
    .trim()
    .min(CONTACT_LIMITS.minMessage)
    .max(CONTACT_LIMITS.maxMessage),
  category: ContactCategory,
  priority: ContactPriority,
  /** Of the page they wrote on, so that the operator answers in it. */
  language: Language,
});
export type SendContact = z.infer<typeof SendContact>;

/** What a signed-in person wrote to the operator, and how far it is. */
export const OwnSubmission = z.object({
  id: SubmissionId,
  reference: z.string(),
  receivedAt: z.iso.datetime(),
  status: SubmissionStatus,
  message: z.string(),
  /** What the operator answered, oldest first. */
  answers: z.array(SubmissionAnswer),
  /** Of a message. */
  subject: z.string().nullable(),
  /** Of feedback. */
  type: FeedbackType.nullable(),
});
export type OwnSubmission = z.infer<typeof OwnSubmission>;

export const OwnSubmissionPage = z.object({ items: z.array(OwnSubmission), cursor: z.string().nullable() });
export type OwnSubmissionPage = z.infer<typeof OwnSubmissionPage>;
