import { questionsOf, topicOf } from '#core/answers/follow-up';
import { NO_ANSWER, parsePrompt } from '#core/answers/prompt';
import { parseRewriting } from '#core/answers/rewrite';
import { extractiveAnswer } from '#core/quoting/extractive';
import { understand } from '#core/text/message';
import { validation } from './error';

export interface Prompt {
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
}

/**
 * What a model would answer that follows its instructions to the letter: the sentences of the prompt's passages
 * that speak to the question, cited, or that none does. The one place where the local cloud uses product code, so
 * that what it answers comes from real documents.
 */
export function answerFrom(prompt: Prompt): string {
  const rewriting = parseRewriting(prompt.messages);
  if (rewriting) {
    // It knows no better than what was asked before.
    const { question, language, history } = rewriting;
    return [topicOf(question, language, history), question].filter(Boolean).join(' ').replaceAll('\n', ' ');
  }
  const parsed = parsePrompt(prompt.messages);
  if (!parsed) throw validation('The local model answers from passages alone, and this prompt has none.');
  // A model has the conversation before it, and knows what a short question leans on.
  const history = prompt.messages
    .slice(0, -1)
    .map(({ role, text }) => ({ author: role === 'user' ? ('visitor' as const) : ('bot' as const), text }));
  const questions = questionsOf(understand(parsed.question), parsed.language, history);
  const answers = questions.map(({ text, topic, told }) =>
    extractiveAnswer({ ...parsed, question: text, topic, told }),
  );
  return [...new Set(answers.filter((answer) => answer !== null))].join('\n\n') || NO_ANSWER;
}
