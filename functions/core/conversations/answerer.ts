import type { AnswerKind, Citation } from '../../contract/conversations';
import type { AccountId, BotId } from '../../contract/ids';
import type { Language } from '../../contract/profile';

/** What a visitor asked, and what is to be known to answer it. */
export interface Question {
  readonly bot: { readonly accountId: AccountId; readonly botId: BotId };
  readonly botName: string;
  readonly companyName: string;
  /** Of the bot: its fallback message is in it. */
  readonly language: Language;
  readonly fallbackMessage: string;
  readonly text: string;
  /** What was said before, oldest first. */
  readonly history: readonly { readonly author: 'visitor' | 'bot' | 'agent'; readonly text: string }[];
}

export interface WrittenAnswer {
  readonly text: string;
  readonly kind: AnswerKind;
  readonly citations: readonly Citation[];
}

/** Writes answers from a bot's documents. Throws only when even its passages can't be read. */
export interface Answerer {
  /** By the model; with quotes when it fails or when `modelDeadline` aborts it. */
  answer(
    question: Question,
    options: { readonly modelDeadline: AbortSignal; readonly onText: (text: string) => void },
  ): Promise<WrittenAnswer>;
  /** With the best passages, without the model. */
  quote(question: Question): Promise<WrittenAnswer>;
}
