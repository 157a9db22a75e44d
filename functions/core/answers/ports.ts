import type { Asker, BotKey } from '#core/retrieval/ports';
import type { Retrieval } from '#core/retrieval/retrieve';
import type { TextLanguage } from '#core/text/text-language';

/** Finds the passages of a bot's documents that speak to a question, best first. */
export interface Retriever {
  retrieve(
    bot: BotKey,
    question: string,
    options: {
      readonly limit: number;
      readonly language?: TextLanguage | null;
      readonly asker?: Asker | undefined;
      readonly signal?: AbortSignal;
    },
  ): Promise<Retrieval>;
}

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** Messages alternate and begin with the user's, as Bedrock's Converse demands. */
export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  readonly temperature: number;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * `end` comes once, last. `complete`: the model said all it had to; `length`: it was cut off at maxTokens;
 * `filtered`: a guardrail or the provider's filter stopped it, so that its words are not to be shown.
 */
export type ModelEvent =
  | { readonly type: 'delta'; readonly text: string }
  | {
      readonly type: 'end';
      readonly stop: 'complete' | 'length' | 'filtered';
      readonly usage: ModelUsage | null;
    };

/** A model that writes answers. It must stop when the signal aborts; whatever it throws counts as a failure. */
export interface AnswerModel {
  stream(request: ModelRequest, options: { readonly signal: AbortSignal }): AsyncIterable<ModelEvent>;
}

/** Thrown by an AnswerModel so that logs and metrics can tell the causes apart. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  constructor(
    readonly reason: 'throttled' | 'unavailable' | 'refused' | 'over_limit' | 'over_share' | 'stopped',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
