import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  InvokeModelCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { type ModelBackend, ModelsMissing } from './backend';
import { BedrockError } from './error';
import { encodeEvent, encodeException } from './event-stream';

export interface AwsSettings {
  readonly region: string;
  /** Answers in the place of the stage's model. */
  readonly model?: string | undefined;
  /** Only for tests: whose credentials are used, and where, is otherwise the machine's business. */
  readonly client?: BedrockRuntimeClient;
}

/** Bedrock itself, called with the credentials of this machine. */
export function createAwsBackend({ region, model: chosen, client: given }: AwsSettings): ModelBackend {
  const client = given ?? new BedrockRuntimeClient({ region, maxAttempts: 1 });

  async function converse(model: string, body: unknown): Promise<object> {
    const { $metadata: _, ...response } = await asBedrockError(
      client.send(new ConverseCommand(converseInput(chosen ?? model, body))),
    );
    return response;
  }

  async function invoke(model: string, body: unknown) {
    const response = await asBedrockError(
      client.send(
        new InvokeModelCommand({
          modelId: model,
          contentType: 'application/json',
          accept: 'application/json',
          body: JSON.stringify(body),
        }),
      ),
    );
    const json: unknown = JSON.parse(response.body.transformToString());
    const inputTokens = Number((json as { inputTextTokenCount?: unknown }).inputTextTokenCount ?? 0);
    return { body: json as object, inputTokens };
  }

  return {
    embeddings: `Bedrock in ${region}`,
    converse,
    invoke,

    async check({ answer, embedding }) {
      const model = chosen ?? answer;
      const small = {
        messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
        inferenceConfig: { maxTokens: 1 },
      };
      await asMissing(converse(model, small), `Bedrock in ${region} does not answer with ${model}`);
      if (embedding !== 'none')
        await asMissing(
          invoke(
            embedding,
            embedding.startsWith('cohere.')
              ? { texts: ['Hi'], input_type: 'search_query' }
              : { inputText: 'Hi' },
          ),
          `Bedrock in ${region} makes no vectors with ${embedding}`,
        );
      return `models: ${model} of Bedrock in ${region}, paid by use; vectors: ${embedding}`;
    },

    async converseStream(model, body) {
      const { stream } = await asBedrockError(
        client.send(new ConverseStreamCommand(converseInput(chosen ?? model, body))),
      );
      return events(stream ?? []);
    },
  };
}

/** Text alone crosses, and of text the SDK's shapes are the wire's. */
function converseInput(modelId: string, body: unknown): ConverseCommandInput {
  return { ...(body as Omit<ConverseCommandInput, 'modelId'>), modelId };
}

async function* events(
  stream: AsyncIterable<ConverseStreamOutput> | Iterable<ConverseStreamOutput>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    for await (const event of stream) {
      const [[type, payload] = []] = Object.entries(event);
      if (type && type !== '$unknown') yield encodeEvent(type, payload as object);
    }
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const known = /^[A-Z][A-Za-z]+Exception$/.test(name) ? name : 'InternalServerException';
    yield encodeException(`${known.charAt(0).toLowerCase()}${known.slice(1)}`, message);
  }
}

/** What the SDK throws, as the service said it. */
async function asBedrockError<RESULT>(call: Promise<RESULT>): Promise<RESULT> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
    const status = $metadata?.httpStatusCode;
    if (status !== undefined && status >= 400) throw new BedrockError(error.name, status, error.message);
    // No credentials, no network: AWS did not answer.
    throw new BedrockError('ServiceUnavailableException', 503, error.message);
  }
}

async function asMissing(call: Promise<unknown>, what: string): Promise<void> {
  try {
    await call;
  } catch (error) {
    throw new ModelsMissing(
      `${what}: ${error instanceof Error ? error.message : String(error)} (BEDROCK=aws uses the credentials of this machine, AWS_PROFILE, and AWS_REGION)`,
    );
  }
}
