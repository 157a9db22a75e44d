import * as z from 'zod';
import { Email, Raw, Text } from '../base/text';

/** The sender's own id of what they submit: a resend carries the same one and is stored once. */
export const SubmissionId = Text(36).check(z.uuid());
export type SubmissionId = z.infer<typeof SubmissionId>;

/** What people wrote to the operator: feedback, or messages of the contact form. */
export const SubmissionKind = z.enum(['feedback', 'contact']);
export type SubmissionKind = z.infer<typeof SubmissionKind>;

/** What a submission gets in return: `reference` is what the sender may quote. */
export const Receipt = z.object({ reference: z.string(), receivedAt: z.iso.datetime() });
export type Receipt = z.infer<typeof Receipt>;

/** How far the operator is with what somebody wrote: feedback, or a message. */
export const SubmissionStatus = z.enum(['new', 'read', 'answered', 'closed']);
export type SubmissionStatus = z.infer<typeof SubmissionStatus>;

/** What the operator answered, and when. */
export const SubmissionAnswer = z.object({ text: z.string(), at: z.iso.datetime() });
export type SubmissionAnswer = z.infer<typeof SubmissionAnswer>;

/** Path of a page of ours, without query and fragment, which may carry what is nobody's business. */
export const PagePath = Text(500).regex(/^\/[^?#\s]*$/);

export const FeedbackType = z.enum(['feature_request', 'improvement', 'compliment', 'complaint']);
export type FeedbackType = z.infer<typeof FeedbackType>;

/** What a feedback may be; the form counts by it too. */
export const FEEDBACK_LIMITS = { minRating: 1, maxRating: 5, minMessage: 10, maxMessage: 2_000 } as const;

/** Body of POST /api/feedback. The address is for follow-up only. */
export const SendFeedback = z.object({
  id: SubmissionId,
  type: FeedbackType,
  rating: z.int().min(FEEDBACK_LIMITS.minRating).max(FEEDBACK_LIMITS.maxRating),
  message: Raw(FEEDBACK_LIMITS.maxMessage)
    .trim()
    .min(FEEDBACK_LIMITS.minMessage)
    .max(FEEDBACK_LIMITS.maxMessage),
  email: Email().optional(),
  page: PagePath,
});
export type SendFeedback = z.infer<typeof SendFeedback>;
