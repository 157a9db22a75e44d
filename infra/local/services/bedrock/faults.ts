export type ModelOperation = 'invoke' | 'converse' | 'converse-stream';

/** A way a model can fail, for tests. */
export interface ModelFault {
  readonly operation: ModelOperation;
  /**
   * `throttle`: 429 ThrottlingException. `unavailable`: 503 before the first token. `break`: the stream ends in an
   * error after `afterTokens` tokens. `cut`: the connection is lost there. `slow`: `delayMs` before each token.
   */
  readonly kind: 'throttle' | 'unavailable' | 'break' | 'cut' | 'slow';
  readonly afterTokens?: number;
  readonly delayMs?: number;
  /** Only calls whose request holds this text. */
  readonly containing?: string;
  /** How many calls it hits before it ends by itself; default: all. */
  readonly times?: number;
}
