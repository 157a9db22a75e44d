import { answerFrom } from './answerer';
import { readConverseRequest } from './converse-request';
import { countTokens } from './embeddings';
import { encodeEvent, encodeException } from './event-stream';
import { type ModelFault, StreamBroken, throughFaults } from './faults';
import { atPace, type ModelPace } from './pace';

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
  const { system, messages, maxTokens } = readConverseRequest(body);
  const text = answerFrom({ system, messages });
  const words = text.match(/\s*\S+/g) ?? [];
  const tokens = words.slice(0, maxTokens);
  const inputTokens = countTokens(system) + messages.reduce((sum, { text }) => sum + countTokens(text), 0);
  return {
    tokens,
    stopReason: tokens.length < words.length ? 'max_tokens' : 'end_turn',
    usage: { inputTokens, outputTokens: tokens.length, totalTokens: inputTokens + tokens.length },
  };
}

function elapsed(begun: number): number {
  return Math.max(1, Math.round(performance.now() - begun));
}
