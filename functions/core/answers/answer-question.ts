import { DEFAULT_MESSAGES } from '../../contract/bot-config';
import type { AnswerKind, Citation } from '../../contract/conversations';
import type { Language } from '../../contract/profile';
import { detectLanguage } from '../knowledge/index/language';
import type { BotKey } from '../knowledge/index/ports';
import type { Hit } from '../knowledge/index/search';
import { CheckedText, urlsOf } from './checked-text';
import { attribute, citationsFor, numbered } from './citations';
import { searchText, topicOf } from './follow-up';
import { generate, type ModelFailure, type Timeouts } from './generate';
import type { AnswerModel, ModelUsage, Retriever } from './ports';
import { buildPrompt, type Turn } from './prompt';
import { type AskedQuestion, quotesOf } from './quotes';
import { smallTalk } from './small-talk';
import { isSupported, PASSAGES } from './support';

export interface AnswerDeps {
  readonly retriever: Retriever;
  readonly model: AnswerModel;
  readonly timeouts: Timeouts;
  /** Told when quotes had to stand in for the model. */
  readonly onModelFailed?: (failure: ModelFailure, error: unknown) => void;
}

export interface AnswerRequest {
  readonly bot: BotKey;
  readonly botName: string;
  readonly companyName: string;
  /** Of the bot: its fallback message is in it. */
  readonly language: Language;
  readonly fallbackMessage: string;
  readonly question: string;
  /** What was said before, oldest first, without the question. */
  readonly history: readonly Turn[];
}

export interface AnswerOptions {
  /**
   * Gets the answer piece by piece as it may be shown. Pieces are as small as the model's: sending fewer, larger
   * ones is the transport's affair. The result replaces them: they may have ended in an answer that failed.
   */
  readonly onText: (text: string) => void;
  /** When it aborts, the model has had its time, and quotes are given. */
  readonly modelDeadline?: AbortSignal;
}

export interface AnswerResult {
  readonly text: string;
  readonly kind: AnswerKind;
  readonly citations: readonly Citation[];
  /** What the model took, or null where it wasn't asked or didn't get to say. */
  readonly usage: ModelUsage | null;
  /** Why quotes stand in for the model's answer. */
  readonly modelFailure: ModelFailure | null;
  /** Milliseconds since the call; null for what didn't happen. */
  readonly timings: {
    readonly retrieved: number | null;
    readonly firstText: number | null;
    readonly done: number;
  };
}

const MAX_TOKENS = 700;

/**
 * Answers a visitor from the bot's documents: with the model's words and citations, with quotes when the model
 * fails, or with the fallback message when no passage supports an answer.
 */
export async function answerQuestion(
  deps: AnswerDeps,
  request: AnswerRequest,
  { onText, modelDeadline }: AnswerOptions,
): Promise<AnswerResult> {
  const clock = stopwatch();
  const language = languageOf(request);
  const reply = smallTalk(request.question, language);
  if (reply !== null) return { ...plain('generated', reply), ...clock.read() };

  const { hits } = await find(deps, request, language);
  clock.mark('retrieved');
  if (!isSupported(hits)) return { ...plain('abstained', fallbackIn(language, request)), ...clock.read() };

  const passages = numbered(hits);
  const prompt = buildPrompt({ ...request, language, passages, maxTokens: MAX_TOKENS });
  const checked = new CheckedText({
    citable: passages.length,
    knownUrls: urlsOf(passages.map(({ text }) => text)),
  });
  const written = await generate(deps, prompt, checked, {
    onText: (text) => {
      clock.mark('firstText');
      onText(text);
    },
    ...(modelDeadline && { deadline: modelDeadline }),
  });

  if (written.outcome === 'failed') {
    deps.onModelFailed?.(written.failure, written.error);
    const quotes = quoted(request, language, hits);
    return { ...quotes, ...clock.read(), modelFailure: written.failure };
  }
  const { usage } = written;
  const answer = written.outcome === 'answered' ? attribute(written.text, checked.cited, hits) : null;
  if (!answer) return { ...plain('abstained', fallbackIn(language, request)), ...clock.read(), usage };
  const citations = citationsFor(answer.text, answer.cited, hits, asked(request, language));
  return { ...plain('generated', answer.text), ...clock.read(), citations, usage };
}

/** Answers with the best passages, without the model. */
export async function answerWithQuotes(
  deps: Pick<AnswerDeps, 'retriever'>,
  request: AnswerRequest,
): Promise<AnswerResult> {
  const clock = stopwatch();
  const language = languageOf(request);
  const reply = smallTalk(request.question, language);
  if (reply !== null) return { ...plain('generated', reply), ...clock.read() };
  const { hits } = await find(deps, request, language);
  clock.mark('retrieved');
  return { ...quoted(request, language, hits), ...clock.read() };
}

/** The question's language, else that of what the visitor said before, else the bot's. */
function languageOf({ question, history, language }: AnswerRequest): Language {
  const said = history.filter(({ author }) => author === 'visitor').map(({ text }) => text);
  return detectLanguage(question) ?? detectLanguage(said.join('\n')) ?? language;
}

function find({ retriever }: Pick<AnswerDeps, 'retriever'>, request: AnswerRequest, language: Language) {
  const wanted = searchText(request.question, language, request.history);
  return retriever.retrieve(request.bot, wanted, { limit: PASSAGES, language });
}

function asked({ question, history }: AnswerRequest, language: Language): AskedQuestion {
  return { text: question, topic: topicOf(question, language, history), language };
}

function quoted(request: AnswerRequest, language: Language, hits: readonly Hit[]) {
  const question = asked(request, language);
  const quotes = quotesOf(question, hits);
  if (!quotes) return plain('abstained', fallbackIn(language, request));
  return {
    ...plain('quoted', quotes.text),
    citations: citationsFor(quotes.text, quotes.cited, hits, question),
  };
}

/**
 * What the owner wrote, in whichever language; the default in the visitor's. Her own words may hold a number
 * to call, which helps in any language.
 */
function fallbackIn(language: Language, request: AnswerRequest): string {
  const isDefault = request.fallbackMessage === DEFAULT_MESSAGES[request.language].fallbackMessage;
  return isDefault ? DEFAULT_MESSAGES[language].fallbackMessage : request.fallbackMessage;
}

function plain(kind: AnswerKind, text: string) {
  return { text, kind, citations: [] as Citation[], usage: null, modelFailure: null };
}

function stopwatch() {
  const start = performance.now();
  const marks: { retrieved: number | null; firstText: number | null } = { retrieved: null, firstText: null };
  return {
    /** The first time counts. */
    mark(event: keyof typeof marks): void {
      marks[event] ??= performance.now() - start;
    },
    read(): Pick<AnswerResult, 'timings'> {
      return { timings: { ...marks, done: performance.now() - start } };
    },
  };
}
