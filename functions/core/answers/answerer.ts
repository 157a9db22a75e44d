import type { Language } from '#contract/accounts/profile';
import type { AnswerRecord } from '#contract/answers/answer-record';
import type { BotConfig } from '#contract/bots/bot-config';
import type { BotKey } from '#core/retrieval/ports';
import type { AnswerRequest, AnswerResult } from './answer-question';
import type { Turn } from './prompt';

/**
 * `model`: one of the stage's; without it, or where the stage has it no more, its own answers. `isTest`: the bot's team
 * asks, to see what it answers.
 */
export type Question = AnswerRequest & {
  readonly model?: string | null;
  readonly isTest?: boolean;
};

export type WrittenAnswer = Pick<AnswerResult, 'text' | 'kind' | 'citations'> & {
  /** Kept with the answer. */
  readonly record?: AnswerRecord;
};
/** With what it was made from. */
export type RecordedAnswer = Pick<
  AnswerResult,
  'text' | 'kind' | 'citations' | 'citationNumbers' | 'found'
> & {
  readonly record: AnswerRecord;
};

/** Writes answers from a bot's documents. Throws only when even its passages can't be read. */
export interface Answerer<ANSWER = WrittenAnswer> {
  /** By the model; with quotes when it fails or when `modelDeadline` aborts it. */
  answer(
    question: Question,
    options: { readonly onText: (text: string) => void; readonly modelDeadline?: AbortSignal },
  ): Promise<ANSWER>;
  /** With the best passages, without the model. */
  quote(question: Question): Promise<ANSWER>;
}
export type RecordingAnswerer = Answerer<RecordedAnswer>;

/** What is answered with: the draft of a bot, or what of it is published. */
export interface AnsweringBot {
  readonly ref: BotKey;
  readonly name: string;
  readonly config: Pick<
    BotConfig,
    | 'companyName'
    | 'language'
    | 'fallbackMessage'
    | 'instructions'
    | 'model'
    | 'escalationEnabled'
    | 'escalationMessage'
  >;
}

/** What a bot is asked. A visitor's message and a trial of one come to the same through this. */
export function questionTo(
  { ref, name, config }: AnsweringBot,
  question: string,
  history: readonly Turn[],
  visitorLanguage?: Language,
) {
  const { companyName, language, fallbackMessage, instructions, model } = config;
  const { escalationEnabled, escalationMessage } = config;
  return {
    bot: ref,
    botName: name,
    companyName,
    language,
    ...(visitorLanguage && { visitorLanguage }),
    fallbackMessage,
    ...(instructions !== '' && { instructions }),
    ...(escalationEnabled && { escalationMessage }),
    model,
    question,
    history,
  } satisfies Question;
}
