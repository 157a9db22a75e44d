import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  InvokeModelCommand,
  ThrottlingException,
} from '@aws-sdk/client-bedrock-runtime';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { readModelBackend } from '#bin/local/models';
import { UsageError } from '#bin/local/settings';
import { createAwsBackend } from '#infra/local/services/bedrock/aws';

describe('the models that the environment asks for', () => {
  const read = (environment: Record<string, string>) => readModelBackend(environment, 'eu-central-1');

  it('are the stand-in where it names none', async () => {
    expect(await read({})).toBeUndefined();
    expect(await read({ BEDROCK: '' })).toBeUndefined();
  });

  it("are Bedrock's in the stage's region, or in the one of the machine", async () => {
    expect((await read({ BEDROCK: 'aws' }))?.embeddings).toBe('Bedrock in eu-central-1');
    expect((await read({ BEDROCK: 'aws', AWS_REGION: 'eu-west-1' }))?.embeddings).toBe(
      'Bedrock in eu-west-1',
    );
  });

  it('are those of an address', async () => {
    const there = { BEDROCK: 'http://localhost:11434/v1', BEDROCK_MODEL: 'llama3.2' };
    expect((await read(there))?.embeddings).toBeUndefined();
    expect((await read({ ...there, BEDROCK_EMBEDDINGS: 'nomic-embed-text' }))?.embeddings).toBe(
      'nomic-embed-text of http://localhost:11434/v1',
    );
  });

  it.each([
    [{ BEDROCK: 'ollama' }, /is neither aws nor an address/],
    [{ BEDROCK: 'http://' }, /is neither aws nor an address/],
    [{ BEDROCK: 'http://localhost:11434/v1' }, /needs BEDROCK_MODEL/],
    [{ BEDROCK_MODEL: 'llama3.2' }, /needs BEDROCK/],
  ])('are refused as %j', async (environment: Record<string, string>, message) => {
    const refused = read(environment);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(message);
  });
});

describe('Bedrock itself', () => {
  const client = new BedrockRuntimeClient({ region: 'eu-central-1' });
  const bedrock = mockClient(client);
  const backend = createAwsBackend({ region: 'eu-central-1', client });
  const body = { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] };

  beforeEach(() => {
    bedrock.reset();
  });

  async function collected(events: AsyncIterable<Uint8Array>): Promise<string> {
    let text = '';
    for await (const event of events) text += Buffer.from(event).toString('latin1');
    return text;
  }

  it('is asked what the function asked, and its answer is given as it came', async () => {
    const answer = {
      stopReason: 'end_turn' as const,
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
    };
    bedrock.on(ConverseCommand).resolves({ ...answer, $metadata: {} } as never);
    expect(await backend.converse('some-model', body)).toEqual(answer);
    expect(bedrock.commandCalls(ConverseCommand)[0]?.args[0].input).toEqual({
      ...body,
      modelId: 'some-model',
    });
  });

  it('streams its events on, and what breaks them', async () => {
    async function* parts(): AsyncGenerator<ConverseStreamOutput> {
      yield { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Three days' } } };
      throw new ThrottlingException({ message: 'Slow down.', $metadata: {} });
    }
    bedrock.on(ConverseStreamCommand).resolves({ stream: parts(), $metadata: {} });
    const text = await collected(await backend.converseStream('some-model', body));
    expect(text).toContain('"delta":{"text":"Three days"}');
    expect(text).toContain('throttlingException');
    expect(text).toContain('Slow down.');
  });

  it('refuses in its own words', async () => {
    const denied = Object.assign(new Error('No access to the model.'), {
      name: 'AccessDeniedException',
      $metadata: { httpStatusCode: 403 },
    });
    bedrock.on(ConverseStreamCommand).rejects(denied);
    await expect(backend.converseStream('some-model', body)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      status: 403,
      message: 'No access to the model.',
    });
  });

  it('is told at the start when it cannot be used', async () => {
    bedrock.on(ConverseCommand).rejects(new Error('Could not load credentials from any providers'));
    await expect(backend.check({ answer: 'nova', embedding: 'none' })).rejects.toThrow(
      /^Bedrock in eu-central-1 does not answer with nova: Could not load credentials/,
    );
  });

  it('says at the start what answers', async () => {
    bedrock.on(ConverseCommand).resolves({ $metadata: {} } as never);
    bedrock.on(InvokeModelCommand).resolves({
      body: Object.assign(Buffer.from('{"embeddings":[[1]]}'), {
        transformToString: () => '{"embeddings":[[1]]}',
      }),
    } as never);
    expect(await backend.check({ answer: 'nova', embedding: 'cohere.embed-multilingual-v3' })).toBe(
      'models: nova of Bedrock in eu-central-1, paid by use; vectors: cohere.embed-multilingual-v3',
    );
  });
});
