import type { Language } from '../../contract/profile';
import { tokenise } from '../knowledge/index/analysis';
import { STOP_WORDS } from '../knowledge/index/stop-words';
import type { Turn } from './prompt';

/**
 * What is searched for. A short question that leans on the one before (`And how much is that?`) says too
 * little by itself: it is searched for together with that one. No model is asked, so that it costs nothing.
 */
export function searchText(question: string, language: Language, history: readonly Turn[]): string {
  const previous = history.findLast(
    ({ author, text }) => author === 'visitor' && ownWords(text, language).length > 0,
  );
  return previous && leansBack(question, language) ? `${previous.text}\n${question}` : question;
}

/** More words of its own than this, and a question stands by itself. */
const FEW = 3;

const OPENERS: Readonly<Record<Language, RegExp>> = {
  en: /^(and|or|but|so|what about|how about|also|then)\b/i,
  de: /^(und|oder|aber|also|auch|was ist mit|wie ist es mit|wie sieht es mit|dann|außerdem)(?!\p{L})/iu,
};

/** Words that stand for what was named before. */
const POINTERS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set('it its that this those these they them their he she him her one ones same else'.split(' ')),
  de: new Set(
    `das dies diese diesen dieser dieses es sie ihn ihm deren dessen davon dafür damit darauf darin dazu daran
    dabei dagegen denen welche welcher`.split(/\s+/),
  ),
};

/** The same words where they point at nothing: `Gibt es Parkplätze?`, `Wo ist das Büro?`, `Können Sie …`. */
const NO_POINTERS: Readonly<Record<Language, RegExp>> = {
  en: /\b(is|are|was) it (true|possible|ok|okay)\b/gi,
  de: /\b(gibt es|ist es möglich|geht es um|es gibt|sie)\b|\b(das|die|diese[nrs]?|welche[nrs]?)(?=\s+\p{Lu})/giu,
};

function leansBack(question: string, language: Language): boolean {
  const own = ownWords(question, language).length;
  if (OPENERS[language].test(question.trim())) return own <= FEW;
  // `Was kostet das?` has one word of its own; with two, a question names what it is about.
  if (own !== 1) return own === 0;
  const pointing = question.replace(NO_POINTERS[language], ' ');
  return tokenise(pointing).some((token) => POINTERS[language].has(token));
}

function ownWords(text: string, language: Language): string[] {
  return tokenise(text).filter((token) => !STOP_WORDS[language].has(token));
}
