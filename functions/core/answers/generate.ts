import type { CheckedText } from './checked-text';
import { type AnswerModel, ModelError, type ModelEvent, type ModelRequest, type ModelUsage } from './ports';
import { NO_ANSWER } from './prompt';
import type { PromptLeakGuard } from './prompt-leak';

/** How long the model may take, in milliseconds: until its first words, and in all. */
export interface Timeouts {
  readonly firstText: number;
  readonly total: number;
}

export type ModelFailure = ModelError['reason'] | 'timed_out';

export type Generated =
  | { readonly outcome: 'answered'; readonly text: string; readonly usage: ModelUsage | null }
  /** The model found no answer in the passages, or its words are not to be shown. */
  | { readonly outcome: 'refused'; readonly usage: ModelUsage | null }
  | {
      readonly outcome: 'failed';
      readonly failure: ModelFailure;
      readonly error: unknown;
      readonly usage: ModelUsage | null;
    };

export interface GenerateOptions {
  readonly guard: PromptLeakGuard;
  readonly onText: (text: string) => void;
  readonly deadline?: AbortSignal;
}

/** Lets the model write, and what it writes through the checks as it comes. Never throws. */
export async function generate(
  { model, timeouts }: { readonly model: AnswerModel; readonly timeouts: Timeouts },
  request: ModelRequest,
  checked: CheckedText,
  { guard, onText, deadline }: GenerateOptions,
): Promise<Generated> {
  const limit = timeLimit(timeouts, deadline);
  const opening = new Opening();
  let end: Extract<ModelEvent, { type: 'end' }> | null = null;
  let isRefused = false;
  const show = (text: string) => {
    if (text) onText(text);
  };
  try {
    for await (const event of until(limit.signal, model.stream(request, { signal: limit.signal }))) {
      if (event.type === 'end') {
        end = event;
        break;
      }
      limit.began();
      if (isRefused) continue;
      show(checked.push(guard.push(opening.push(event.text))));
      if (opening.refuses || guard.leaks) {
        // Only its end says what it took.
        isRefused = true;
        limit.endIn(REFUSED_TIME);
      }
    }
    if (isRefused) return { outcome: 'refused', usage: end?.usage ?? null };
    if (!end) throw new ModelError('unavailable', 'The stream ended before the answer did.');
    if (end.stop === 'filtered') return { outcome: 'refused', usage: end.usage };
    show(checked.push(guard.push(opening.end()) + guard.end()));
    if (guard.leaks) return { outcome: 'refused', usage: end.usage };
    show(checked.end());
    const text = end.stop === 'length' ? wholeSentences(checked.text) : checked.text.trim();
    if (!text) throw new ModelError('unavailable', 'The model wrote nothing.');
    // Said after other words, it takes them back.
    if (text.includes(NO_ANSWER)) return { outcome: 'refused', usage: end.usage };
    return { outcome: 'answered', text, usage: end.usage };
  } catch (error) {
    const usage = end?.usage ?? null;
    if (isRefused) return { outcome: 'refused', usage };
    return { outcome: 'failed', failure: limit.signal.aborted ? 'timed_out' : reasonOf(error), error, usage };
  } finally {
    limit.clear();
  }
}

/** Milliseconds that a refusal's end is waited for: after NO_ANSWER it is there at once, a leak may go on. */
const REFUSED_TIME = 1_000;

/** Holds an answer's first letters back while they may still become NO_ANSWER, with or without ornament. */
class Opening {
  refuses = false;
  #held: string | null = '';

  push(text: string): string {
    if (this.#held === null) return text;
    this.#held += text;
    const said = this.#held.replace(/^[\s*_`"'“”„[(]+/, '');
    if (said.startsWith(NO_ANSWER)) {
      this.refuses = true;
      return '';
    }
    return NO_ANSWER.startsWith(said) ? '' : this.end();
  }

  end(): string {
    const held = this.#held ?? '';
    this.#held = null;
    return held.trimStart();
  }
}

function timeLimit(timeouts: Timeouts, deadline: AbortSignal | undefined) {
  const late = new AbortController();
  const after = (milliseconds: number, message: string) =>
    setTimeout(() => late.abort(new ModelError('unavailable', message)), milliseconds);
  const first = after(timeouts.firstText, 'The model did not begin in time.');
  const total = after(timeouts.total, 'The model took too long.');
  let hurried: NodeJS.Timeout | undefined;
  return {
    signal: deadline ? AbortSignal.any([late.signal, deadline]) : late.signal,
    began: () => clearTimeout(first),
    endIn: (milliseconds: number) => {
      hurried ??= after(milliseconds, 'The model went on.');
    },
    clear: () => {
      clearTimeout(first);
      clearTimeout(total);
      clearTimeout(hurried);
      // Ends a stream that nobody listens to any more.
      late.abort();
    },
  };
}

/** Throws when the signal aborts, also while the stream says nothing and doesn't heed it. */
async function* until<T>(signal: AbortSignal, stream: AsyncIterable<T>): AsyncGenerator<T, void, void> {
  const events = stream[Symbol.asyncIterator]();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  // It may come when nobody waits for it.
  aborted.catch(() => undefined);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    for (;;) {
      const next = await Promise.race([events.next(), aborted]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited: a generator that hangs would hang here too.
    events.return?.().then(undefined, () => undefined);
  }
}

function reasonOf(error: unknown): ModelFailure {
  return error instanceof ModelError ? error.reason : 'unavailable';
}

/** What was cut off at the model's limit ends with its last whole sentence or line. */
function wholeSentences(text: string): string {
  const whole = /^[\s\S]*(?:[.!?…](?:\s*\[\d+\])*|\n)(?=\s|$)/.exec(text)?.[0].trim();
  return whole || `${text.trim()}…`;
}
