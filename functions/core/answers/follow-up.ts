import type { Language } from '../../contract/profile';
import { tokenise } from '../knowledge/index/analysis';
import { STOP_WORDS } from '../knowledge/index/stop-words';
import type { Turn } from './prompt';

/**
 * What a question leans on, or null when it stands by itself: `And how much is that?` says too little, and is
 * searched for and answered together with the visitor's question before. No model is asked, so that it costs
 * nothing.
 */
export function topicOf(question: string, language: Language, history: readonly Turn[]): string | null {
  if (!leansBack(question, language)) return null;
  const previous = history.findLast(
    ({ author, text }) => author === 'visitor' && ownWords(text, language).length > 0,
  );
  return previous?.text ?? null;
}

/** What is searched for. */
export function searchText(question: string, language: Language, history: readonly Turn[]): string {
  const topic = topicOf(question, language, history);
  return topic === null ? question : `${topic}\n${question}`;
}

/** More words of its own than this, and a question stands by itself though it opens like an addition. */
const FEW = 3;

const OPENERS: Readonly<Record<Language, RegExp>> = {
  en: /^(and|or|but|so|what about|how about|also|then)\b/i,
  de: /^(und|oder|aber|also|auch|was ist mit|wie ist es mit|wie sieht es mit|dann|außerdem)(?!\p{L})/iu,
};

/** Stand for what was named before, `How long are they valid?`; beside two words of its own at most. */
const PRONOUNS: Readonly<Record<Language, RegExp>> = {
  en: /\b(it|its|they|them|their|theirs|he|she|him|her|ones?)\b/i,
  // A capital `Sie` is the company.
  de: /(?<!\p{L})(es|sie|ihn|ihm|deren|dessen|davon|dafür|damit|darauf|darin|dazu|daran|dabei|dagegen|denen)(?!\p{L})/u,
};

/** May also go with a noun, `Does that cost extra?`, `Is that colour …`; beside one word at most. */
const DEMONSTRATIVES: Readonly<Record<Language, RegExp>> = {
  en: /\b(this|that|these|those|same)\b/i,
  de: /(?<!\p{L})(das|dies|diese[nrs]?|welche[nrs]?)(?!\p{L})/iu,
};

/** The same words where they point at nothing: `Gibt es Parkplätze?`, `Wo ist das Büro?`. */
const NO_POINTERS: Readonly<Record<Language, RegExp>> = {
  en: /\b(is|are|was) it (true|possible|ok|okay)\b/gi,
  de: /(?<!\p{L})(([Gg]ibt|[Gg]eht|[Ii]st) es|[Ee]s (gibt|geht)|([Dd](as|ie)|[Dd]iese[nrs]?|[Ww]elche[nrs]?)(?=\s+\p{Lu}))/gu,
};

function leansBack(question: string, language: Language): boolean {
  const own = ownWords(question, language).length;
  if (own === 0) return true;
  if (OPENERS[language].test(question.trim())) return own <= FEW;
  const pointing = question.replace(NO_POINTERS[language], ' ');
  return (
    (own <= 2 && PRONOUNS[language].test(pointing)) || (own === 1 && DEMONSTRATIVES[language].test(pointing))
  );
}

function ownWords(text: string, language: Language): string[] {
  return tokenise(text).filter((token) => !STOP_WORDS[language].has(token));
}
