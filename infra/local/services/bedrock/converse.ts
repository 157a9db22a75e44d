import * as z from 'zod';
import { answerFrom } from './answerer';
import { countTokens } from './embeddings';
import { validation } from './error';
import { encodeEvent, encodeException } from './event-stream';
import { type ModelFault, StreamBroken, throughFaults } from './faults';
import { atPace, type ModelPace } from './pace';

const Text = z.object({ text: z.string() });

const ConverseRequest = z.object({
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(Text).min(1) })).min(1),
  system: z.array(Text).default([]),
  inferenceConfig: z
    .object({
      maxTokens: z.number().int().min(1).default(4_096),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      stopSequences: z.array(z.string()).optional(),
    })
    .prefault({}),
});

interface Answer {
  readonly tokens: readonly string[];
  readonly stopReason: 'end_turn' | 'max_tokens';
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly totalTokens: number;
  };
}

export async function converse(
  body: unknown,
  faults: readonly ModelFault[],
  pace?: ModelPace,
): Promise<object> {
  const begun = performance.now();
  const { tokens, stopReason, usage } = answer(body);
  let text = '';
  for await (const token of atPace(throughFaults(tokens, faults), pace)) text += token;
  return {
    output: { message: { role: 'assistant', content: [{ text }] } },
    stopReason,
    usage,
    metrics: { latencyMs: elapsed(begun) },
  };
}

/** The answer as AWS streams it, a word an event. A bad request throws here, before anything is streamed. */
export function converseStream(
  body: unknown,
  faults: readonly ModelFault[],
  pace?: ModelPace,
): AsyncIterable<Uint8Array> {
  const begun = performance.now();
  const answered = answer(body);
  return events(answered, atPace(throughFaults(answered.tokens, faults), pace), begun);
}

async function* events(
  { stopReason, usage }: Answer,
  tokens: AsyncIterable<string>,
  begun: number,
): AsyncGenerator<Uint8Array, void, void> {
  yield encodeEvent('messageStart', { role: 'assistant' });
  try {
    for await (const text of tokens) {
      yield encodeEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text } });
    }
  } catch (error) {
    if (!(error instanceof StreamBroken)) throw error;
    yield encodeException('modelStreamErrorException', error.message);
    return;
  }
  yield encodeEvent('contentBlockStop', { contentBlockIndex: 0 });
  yield encodeEvent('messageStop', { stopReason });
  yield encodeEvent('metadata', { usage, metrics: { latencyMs: elapsed(begun) } });
}

function answer(body: unknown): Answer {
  const result = ConverseRequest.safeParse(body);
  if (!result.success) throw validation(z.prettifyError(result.error));
  const { messages, system, inferenceConfig } = result.data;
  requireConversation(messages);

  const join = (parts: readonly { readonly text: string }[]) => parts.map(({ text }) => text).join('\n');
  const text = answerFrom({
    system: join(system),
    messages: messages.map(({ role, content }) => ({ role, text: join(content) })),
  });
  const words = text.match(/\s*\S+/g) ?? [];
  const tokens = words.slice(0, inferenceConfig.maxTokens);
  const inputTokens =
    countTokens(join(system)) + messages.reduce((sum, { content }) => sum + countTokens(join(content)), 0);
  return {
    tokens,
    stopReason: tokens.length < words.length ? 'max_tokens' : 'end_turn',
    usage: { inputTokens, outputTokens: tokens.length, totalTokens: inputTokens + tokens.length },
  };
}

/** What AWS demands of a conversation; a model there refuses it in these words. */
function requireConversation(
  messages: readonly { readonly role: string; readonly content: readonly { readonly text: string }[] }[],
): void {
  if (messages[0]?.role !== 'user') {
    throw validation(
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    );
  }
  if (messages.some(({ role }, index) => role === messages[index - 1]?.role)) {
    throw validation('roles must alternate between "user" and "assistant"');
  }
  if (messages.at(-1)?.role !== 'user') throw validation('The conversation must end with a user message.');
  if (messages.some(({ content }) => content.some(({ text }) => text.trim() === ''))) {
    throw validation(
      'The text field in the ContentBlock object is blank. Add text to the text field, and try again.',
    );
  }
}

function elapsed(begun: number): number {
  return Math.max(1, Math.round(performance.now() - begun));
}
