/**
 * Days that we keep what people send us, and what a page opened for a visitor who then said nothing; the privacy notice
 * says the same by this table.
 */
export const RETENTION_DAYS = {
  feedback: 730,
  contact: 730,
  clientErrors: 30,
  webhookDeliveries: 30,
  unsaidConversations: 7,
} as const;
