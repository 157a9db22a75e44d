/** Days until personal data expires. The privacy notice is made from this table. An empty conversation has no message. */
export const RETENTION_DAYS = {
  feedback: 730,
  contact: 730,
  clientErrors: 30,
  webhookDeliveries: 30,
  emptyConversations: 7,
  /** After the time that a bot keeps a conversation for: nobody is shown it by then, and all of it is gone. */
  conversationsGone: 9,
  activity: 90,
  notifications: 90,
} as const;
