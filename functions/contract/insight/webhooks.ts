import * as z from 'zod';
import { AddressProblem } from '../base/address-problem';
import { DeliveryId, WebhookId } from '../base/ids';
import { List, WebAddress } from '../base/text';
import { Message } from '../conversations/conversations';
import { Conversation } from '../conversations/inbox';
import { RETENTION_DAYS } from '../conversations/retention';

/** What a webhook may be told of. */
export const WebhookEventType = z.enum([
  'conversation.started',
  'message.created',
  'conversation.escalated',
  'conversation.ended',
  'contact.collected',
  'conversation.rated',
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** Most webhooks of a bot. */
export const MAX_WEBHOOKS = 5;
/** Seconds to wait after the first failed attempt, the second …: eight attempts in less than a day. */
export const RETRY_SECONDS = [30, 120, 600, 1_800, 7_200, 21_600, 43_200] as const;
export const MAX_DELIVERY_ATTEMPTS = RETRY_SECONDS.length + 1;
/** Days that the log of deliveries goes back. */
export const DELIVERY_LOG_DAYS = RETENTION_DAYS.webhookDeliveries;

/** `t=…,v1=…`: seconds since 1970, and the HMAC-SHA256 of `{t}.{body}` in hex, once for each secret that counts. */
export const SIGNATURE_HEADER = 'parley-signature';

/** A receiver's address: HTTPS on the internet. The server also refuses addresses that are not public. */
const Url = WebAddress(1_000, 'Please enter a whole address.');
const MAX_EVENTS = WebhookEventType.options.length;
const Events = List(
  z
    .array(WebhookEventType)
    .min(1, 'Please choose at least one event.')
    .max(MAX_EVENTS)
    .overwrite((events) => [...new Set(events)]),
  MAX_EVENTS,
);

export const CreateWebhook = z.object({ url: Url, events: Events });
export type CreateWebhook = z.infer<typeof CreateWebhook>;

/** What is left out stays as it was. */
export const UpdateWebhook = z.object({
  url: Url.optional(),
  events: Events.optional(),
  enabled: z.boolean().optional(),
});
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;

/** What switched a webhook off: a person, a day without a delivery, or the answer 410. */
export const SwitchedOffBy = z.enum(['person', 'failing', 'gone']);
export type SwitchedOffBy = z.infer<typeof SwitchedOffBy>;

export const Webhook = z.object({
  id: WebhookId,
  url: z.string(),
  events: z.array(WebhookEventType),
  enabled: z.boolean(),
  switchedOffBy: SwitchedOffBy.nullable(),
  switchedOffAt: z.iso.datetime().nullable(),
  /** Since when every attempt has failed; null: the last one went through, or there was none. */
  failingSince: z.iso.datetime().nullable(),
  lastDeliveredAt: z.iso.datetime().nullable(),
  /** Until when deliveries are also signed with the secret before. */
  formerSecretUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof Webhook>;
export const WebhookList = z.object({ items: z.array(Webhook) });
export type WebhookList = z.infer<typeof WebhookList>;

/** Shown once: afterwards a secret can only be replaced. */
export const WebhookWithSecret = z.object({ webhook: Webhook, secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

/** Why nobody answered a delivery. */
export const DeliveryProblem = z.enum([
  ...AddressProblem.options,
  'switched_off',
  /** What posted it was cut off, and nobody knows whether it came. */
  'interrupted',
]);
export type DeliveryProblem = z.infer<typeof DeliveryProblem>;

export const DeliveryAttempt = z.object({
  at: z.iso.datetime(),
  milliseconds: z.number().int().nonnegative(),
  /** Of the answer. */
  status: z.number().int().nullable(),
  problem: DeliveryProblem.nullable(),
  /** The beginning of the answer. */
  excerpt: z.string(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliveryStatus = z.enum(['pending', 'delivered', 'failed']);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/** One event on its way to one webhook. */
export const Delivery = z.object({
  id: DeliveryId,
  /** The same in each delivery of an event: by it a receiver knows what it has had. */
  eventId: z.string(),
  type: z.enum([...WebhookEventType.options, 'test']),
  status: DeliveryStatus,
  createdAt: z.iso.datetime(),
  /** When it is tried again. */
  nextAttemptAt: z.iso.datetime().nullable(),
  attempts: z.array(DeliveryAttempt),
  /** The delivery that a person had repeated by this one. */
  redeliveryOf: DeliveryId.nullable(),
});
export type Delivery = z.infer<typeof Delivery>;
export const DeliveryPage = z.object({ items: z.array(Delivery), cursor: z.string().nullable() });
export type DeliveryPage = z.infer<typeof DeliveryPage>;

/** With what was sent, to the letter. */
export const WholeDelivery = Delivery.extend({ body: z.string() });
export type WholeDelivery = z.infer<typeof WholeDelivery>;

/** The conversation as it is when the event is written down. */
export const WebhookConversation = Conversation.pick({
  id: true,
  status: true,
  language: true,
  page: true,
  startedAt: true,
  visitor: true,
  variables: true,
  collected: true,
  escalation: true,
  stars: true,
  ratingComment: true,
});

/** What is posted to a webhook. */
export const WebhookEvent = z.object({
  id: z.string(),
  type: Delivery.shape.type,
  createdAt: z.iso.datetime(),
  botId: Conversation.shape.botId,
  data: z.object({
    /** Null in a test. */
    conversation: WebhookConversation.nullable(),
    /** Of `message.created`. */
    message: Message.omit({ conversationId: true, clientMessageId: true, prompt: true }).nullable(),
  }),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;
