/** Models that run elsewhere. The local Bedrock hands them what functions ask, as Bedrock's API says it. */
export interface ModelBackend {
  /** Where texts become vectors: vectors of two places can't be compared. Undefined: the stand-in makes them. */
  readonly embeddings: string | undefined;
  /**
   * Asks each model that the stage uses for something small. Gives one line that says what will answer; throws a
   * `ModelsMissing` that says what to do.
   */
  check(models: StageModels): Promise<string>;
  /** A response of Converse. All three throw a `BedrockError` for what Bedrock would refuse. */
  converse(model: string, body: unknown): Promise<object>;
  /** The events of ConverseStream, encoded. What fails before the first event throws here. */
  converseStream(model: string, body: unknown): Promise<AsyncIterable<Uint8Array>>;
  /** A response of InvokeModel, of an embedding model. */
  invoke(model: string, body: unknown): Promise<{ readonly body: object; readonly inputTokens: number }>;
}

export interface StageModels {
  readonly answer: string;
  /** `none`: the stage has no vectors. */
  readonly embedding: string;
}

/** The models can't be used as the environment asks for it; the message says why and what helps. */
export class ModelsMissing extends Error {
  override readonly name = 'ModelsMissing';
}
