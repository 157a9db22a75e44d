/** Days that we keep what people send us; the privacy notice says the same by this table. */
export const RETENTION_DAYS = {
  feedback: 730,
  contact: 730,
  clientErrors: 30,
  webhookDeliveries: 30,
} as const;
