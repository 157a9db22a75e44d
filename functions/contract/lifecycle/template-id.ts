import * as z from 'zod';

/** The templates there are; their texts, fields and flows are in core/templates. */
export const TemplateId = z.enum([
  'contact-request',
  'lead-qualification',
  'faq-assistant',
  'support-ticket',
  'product-advisor',
  'newsletter-sign-up',
  'order-help',
  'returns-desk',
  'appointment',
  'event-registration',
  'satisfaction-survey',
  'product-feedback',
]);
export type TemplateId = z.infer<typeof TemplateId>;
