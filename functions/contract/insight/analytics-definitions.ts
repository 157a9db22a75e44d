import type { Metrics } from './analytics';

/**
 * How each metric is made: what a dashboard explains beside its figure. The words are the web's
 * (`analytics:definitions`); here stands what they have in common, so that a metric without an explanation doesn't
 * compile.
 *
 * All of a conversation counts on the day on which it began, in the account's time zone, also what happens in it later.
 *
 * - conversation: a visitor has said something. Intercom and Zendesk count alike; a chat that was only opened is none.
 * - engaged: she has said at least two things.
 * - answered, abstained: questions; the bot answered from documents, or said that they hold no answer.
 * - deflected: the bot answered at least one question, and no person was asked for or wrote.
 * - resolved: deflected, the last question was answered, it wasn't asked again in the same conversation, and the rating,
 *   if any, is three stars or more; or an agent marked it as resolved. Intercom counts a resolution where the visitor
 *   leaves after an answer or says that it helped; it is taken back as here where she comes back with the question. The
 *   window is the conversation: it ends with the bot's session time-out.
 * - response time: from a visitor's message to the bot's complete answer.
 * - satisfaction: the mean of stars; four and five are positive, as CSAT counts.
 */
export const DEFINITIONS = {
  conversations: 'count',
  engaged: 'count',
  messages: 'count',
  answered: 'count',
  abstained: 'count',
  deflected: 'count',
  resolved: 'count',
  escalated: 'count',
  ended: 'count',
  contacts: 'count',
  rated: 'count',
  resolutionRate: 'share',
  abstentionRate: 'share',
  satisfaction: 'stars',
  positiveShare: 'share',
  responseMs: 'milliseconds',
  agentResponseMs: 'milliseconds',
  messagesPerConversation: 'decimal',
  durationSeconds: 'seconds',
  inputTokens: 'count',
  outputTokens: 'count',
  costUsd: 'dollars',
  costPerConversation: 'dollars',
  costPerResolved: 'dollars',
  visits: 'count',
  openings: 'count',
  visitors: 'estimate',
} as const satisfies Record<keyof Metrics, Unit>;

/** How a figure is written. */
export type Unit =
  | 'count'
  | 'estimate'
  | 'share'
  | 'stars'
  | 'milliseconds'
  | 'seconds'
  | 'decimal'
  | 'dollars';
export type MetricName = keyof Metrics;
/** Of these less is better. */
export const LESS_IS_BETTER: ReadonlySet<MetricName> = new Set([
  'abstained',
  'abstentionRate',
  'escalated',
  'responseMs',
  'agentResponseMs',
  'costUsd',
  'costPerConversation',
  'costPerResolved',
]);
