import { cleanLine } from '#contract/base/clean';
import type { StoredMessage } from '#core/conversations/entity';
import { isStopWord, tokenise } from '#core/text/analysis';
import { detectLanguage } from '#core/text/language';

/** Characters of a topic's name. */
const LONGEST = 60;
/** Words that a question's topic is made of. */
const WORDS = 3;

/**
 * What an answer was about: the heading of the passage that it cites first, else that document's title. They are taken
 * as the message has them, so that counting again later gives the same.
 */
export function topicOfAnswer({ citations = [] }: Pick<StoredMessage, 'citations'>): string | null {
  const [first] = citations;
  // Of `Prices › Bicycles` the last: the others are what it stands in.
  return first ? shortened(first.heading?.split(' › ').at(-1) || first.title) : null;
}

/** What a question was about that found nothing: its first words that carry meaning. */
export function topicOfQuestion(question: string): string | null {
  const language = detectLanguage(question);
  const words = tokenise(question).filter((word) => !isStopWord(word, language));
  return words.length === 0 ? null : shortened(words.slice(0, WORDS).join(' '));
}

/** Whether two questions are the same but for case, order of words and words without a meaning. */
export function sameQuestion(one: string, other: string): boolean {
  const [a, b] = [meaning(one), meaning(other)];
  return a !== '' && a === b;
}

function meaning(question: string): string {
  const language = detectLanguage(question);
  const words = tokenise(question).filter((word) => !isStopWord(word, language));
  // Less than two words say too little to be a question asked again: 'yes', 'thanks'.
  return words.length < 2 ? '' : words.sort().join(' ');
}

/** Cleaned again once it is cut: half a character is stored as another one than is counted. */
function shortened(name: string): string {
  return cleanLine(cleanLine(name).slice(0, LONGEST));
}
