import type { AnswerRecord } from '../../contract/answer-record';
import type { AnswerRequest, AnswerResult } from '../answers/answer-question';

/** `model`: one of the stage's; without it, or where the stage has it no more, its own answers. */
export type Question = AnswerRequest & { readonly model?: string | null };
export type WrittenAnswer = Pick<AnswerResult, 'text' | 'kind' | 'citations'> & {
  /** Kept with the answer. */
  readonly record?: AnswerRecord;
};

/** Writes answers from a bot's documents. Throws only when even its passages can't be read. */
export interface Answerer {
  /** By the model; with quotes when it fails or when `modelDeadline` aborts it. */
  answer(
    question: Question,
    options: { readonly onText: (text: string) => void; readonly modelDeadline?: AbortSignal },
  ): Promise<WrittenAnswer>;
  /** With the best passages, without the model. */
  quote(question: Question): Promise<WrittenAnswer>;
}
