import * as z from 'zod';
import { validation } from './error';

/** What a model answers, and the tokens that are charged for it. */
export interface Embedded {
  readonly body: object;
  readonly inputTokens: number;
}

/** Makes a unit vector of each text. */
export type EmbedTexts = (
  texts: readonly string[],
  dimensions: number,
) => Promise<readonly (readonly number[])[]>;

/** The models that the product calls, each in its own shape, whoever makes the vectors. */
export const EMBEDDING_MODELS: Readonly<
  Record<string, (request: unknown, embed: EmbedTexts) => Promise<Embedded>>
> = {
  'cohere.embed-multilingual-v3': embedWithCohere,
  'amazon.titan-embed-text-v2:0': embedWithTitan,
};

const COHERE_DIMENSIONS = 1_024;
const CohereRequest = z.strictObject({
  texts: z.array(z.string()).min(1).max(96),
  input_type: z.enum(['search_document', 'search_query', 'classification', 'clustering']),
  truncate: z.enum(['NONE', 'START', 'END']).default('NONE'),
  embedding_types: z
    .array(z.enum(['float', 'int8', 'uint8', 'binary', 'ubinary']))
    .min(1)
    .optional(),
});
/** Characters that Bedrock lets through for a text; the model's own cut comes after. */
const COHERE_MAX_CHARACTERS = 2_048;

async function embedWithCohere(body: unknown, embed: EmbedTexts): Promise<Embedded> {
  const request = parse(CohereRequest, body);
  const tooLong = request.texts.findIndex((text) => text.length > COHERE_MAX_CHARACTERS);
  if (tooLong >= 0) {
    throw validation(
      `Malformed input request: #/texts/${tooLong}: expected maxLength: ${COHERE_MAX_CHARACTERS}, please reformat your input and try again.`,
    );
  }
  const vectors = await embed(request.texts, COHERE_DIMENSIONS);
  const { embedding_types: types } = request;
  return {
    body: {
      id: '00000000-0000-4000-8000-000000000000',
      texts: request.texts,
      ...(types
        ? {
            response_type: 'embeddings_by_type',
            embeddings: Object.fromEntries(types.map((type) => [type, vectors.map(COHERE_TYPES[type])])),
          }
        : { response_type: 'embeddings_floats', embeddings: vectors }),
    },
    inputTokens: request.texts.reduce((sum, text) => sum + countTokens(text), 0),
  };
}

/** Component of a unit vector that becomes 127: larger ones are rare, and are cut. */
const FULL_SCALE = 0.25;
const int8 = (value: number) => Math.max(-128, Math.min(127, Math.round((value / FULL_SCALE) * 127)));

const COHERE_TYPES = {
  float: (vector: readonly number[]) => vector,
  int8: (vector: readonly number[]) => vector.map(int8),
  uint8: (vector: readonly number[]) => vector.map((value) => int8(value) + 128),
  binary: (vector: readonly number[]) => packed(vector).map((byte) => byte - 128),
  ubinary: (vector: readonly number[]) => packed(vector),
} as const;

const TitanRequest = z.strictObject({
  inputText: z.string().min(1).max(50_000),
  dimensions: z.union([z.literal(256), z.literal(512), z.literal(1_024)]).default(1_024),
  normalize: z.boolean().default(true),
  embeddingTypes: z
    .array(z.enum(['float', 'binary']))
    .min(1)
    .optional(),
});
const TITAN_MAX_TOKENS = 8_192;
/** Titan's vectors have no unit length unless they are asked to. */
const TITAN_LENGTH = 16;

async function embedWithTitan(body: unknown, embed: EmbedTexts): Promise<Embedded> {
  const request = parse(TitanRequest, body);
  const inputTokens = countTokens(request.inputText);
  if (inputTokens > TITAN_MAX_TOKENS) {
    throw validation(
      `Too many input tokens. Max input tokens: ${TITAN_MAX_TOKENS}, request input token count: ${inputTokens}`,
    );
  }
  const [vector = []] = await embed([request.inputText], request.dimensions);
  const float = request.normalize ? vector : vector.map((value) => value * TITAN_LENGTH);
  const types = request.embeddingTypes ?? ['float'];
  return {
    body: {
      ...(types.includes('float') && { embedding: float }),
      embeddingsByType: {
        ...(types.includes('float') && { float }),
        ...(types.includes('binary') && { binary: vector.map((value) => (value > 0 ? 1 : 0)) }),
      },
      inputTextTokenCount: inputTokens,
    },
    inputTokens,
  };
}

/** About what the models' own tokenizers count. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

function packed(vector: readonly number[]): number[] {
  return Array.from({ length: vector.length / 8 }, (_, byte) =>
    vector.slice(byte * 8, byte * 8 + 8).reduce((bits, value) => (bits << 1) | (value > 0 ? 1 : 0), 0),
  );
}

function parse<S extends z.ZodType>(schema: S, body: unknown): z.infer<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw validation(
    `Malformed input request: #/${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}, please reformat your input and try again.`,
  );
}
