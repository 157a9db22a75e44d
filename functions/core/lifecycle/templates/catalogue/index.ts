import type { TemplateId } from '#contract/lifecycle/template-id';
import type { TemplateSource } from '../source';
import { FAQ_ASSISTANT, SUPPORT_TICKET } from './customer-support';
import { ORDER_HELP, RETURNS_DESK } from './ecommerce';
import { APPOINTMENT, EVENT_REGISTRATION } from './events-booking';
import { CONTACT_REQUEST, LEAD_QUALIFICATION } from './lead-generation';
import { NEWSLETTER, PRODUCT_ADVISOR } from './sales-marketing';
import { PRODUCT_FEEDBACK, SATISFACTION_SURVEY } from './surveys-feedback';

/** Every template there is, two a category. */
export const TEMPLATES: Readonly<Record<TemplateId, TemplateSource>> = {
  'contact-request': CONTACT_REQUEST,
  'lead-qualification': LEAD_QUALIFICATION,
  'faq-assistant': FAQ_ASSISTANT,
  'support-ticket': SUPPORT_TICKET,
  'product-advisor': PRODUCT_ADVISOR,
  'newsletter-sign-up': NEWSLETTER,
  'order-help': ORDER_HELP,
  'returns-desk': RETURNS_DESK,
  appointment: APPOINTMENT,
  'event-registration': EVENT_REGISTRATION,
  'satisfaction-survey': SATISFACTION_SURVEY,
  'product-feedback': PRODUCT_FEEDBACK,
};
