import type { Language } from '#contract/accounts/profile';
import { analyse, type Terms, tokenise } from '#core/text/analysis';
import { agree, joined } from './agreement';

/** A question as it was asked, with the language that it is analysed in. */
export interface Asked {
  readonly question: string;
  readonly language: Language;
}

/**
 * Which of the questions asks most nearly the same, or null where none does. Judged by the index's own terms: what
 * two questions have in common of stems, and of 4-grams, which see through compounds and typing errors. What many
 * of the questions have tells them apart less than what few of them name. However alike, each has to ask for what
 * the other does.
 */
export function nearest<KNOWN extends Asked>(asked: Asked, known: readonly KNOWN[]): KNOWN | null {
  const others = known
    .filter(({ language }) => language === asked.language)
    .map((each) => ({ each, terms: analyse(joined(each.question), each.language) }));
  const own = analyse(joined(asked.question), asked.language);
  const all = [own, ...others.map(({ terms }) => terms)];
  const [words, grams] = [comparison(all, 'words'), comparison(all, 'grams')];
  const text = plain(asked);
  let best: { readonly each: KNOWN; readonly score: number } | null = null;
  for (const { each, terms } of others) {
    // Nothing but stop words has no terms: such questions are alike where they are the same.
    if (plain(each) === text) return each;
    const score = WORDS * words(own, terms) + (1 - WORDS) * grams(own, terms);
    if (score < ALIKE || score <= (best?.score ?? 0)) continue;
    if (agree(asked.question, each.question, asked.language, LIGHT)) best = { each, score };
  }
  return best?.each ?? null;
}

/** Whether anything is asked that could be alike. */
export function asksSomething(question: string): boolean {
  return tokenise(question).length > 0;
}

/**
 * Measured on the groups of test/unit/insight/questions/paraphrases.json, each question put to those before it, in three
 * orders: all that are put together ask the same, and of two that ask the same 87 in 100 are put together. Without
 * the agreement of both it is 93 and 90, and of 49 pairs that differ in the word that counts, 40 are put together.
 */
const WORDS = 0.65;
const ALIKE = 0.35;

function plain({ question }: Asked): string {
  return tokenise(question).join(' ');
}

/** The cosine of the terms of two questions, weighted by how rare they are among all. */
function comparison(all: readonly Terms[], field: keyof Terms) {
  const having = new Map<string, number>();
  for (const terms of all)
    for (const term of new Set(terms[field])) having.set(term, (having.get(term) ?? 0) + 1);
  const weightOf = (terms: Iterable<string>): number => {
    let sum = 0;
    for (const term of terms)
      sum +=
        (LIGHT.has(term) ? LIGHT_SHARE : 1) * Math.log(1 + (all.length + SMOOTH) / (having.get(term) ?? 1));
    return sum;
  };
  return (one: Terms, other: Terms): number => {
    const [a, b] = [new Set(one[field]), new Set(other[field])];
    const most = Math.sqrt(weightOf(a) * weightOf(b));
    return most === 0 ? 0 : weightOf([...a].filter((term) => b.has(term))) / most;
  };
}

/** Among the first few questions rarity says little. */
const SMOOTH = 5;

/** Say how something is asked for more than what: `Do you offer …`, `Is … possible?`. */
const LIGHT_SHARE = 0.2;
const LIGHT_WORDS: Readonly<Record<Language, string>> = {
  en: `possible available offer offered get got want have need allowed ok accept take buy bring find use name cost price
    free open change now much long nearby may visit come sell serve hour time method option`,
  de: `möglich verfügbar anbieten bekommen möchte haben erlaubt akzeptieren kaufen mitbringen mitnehmen finden nutzen
    heißt kostet kosten preis teuer offen geöffnet ändern vorhanden lange kostenlos lautet verkaufen Öffnungszeit Uhrzeit`,
};
const LIGHT: ReadonlySet<string> = new Set([
  ...analyse(LIGHT_WORDS.en, 'en').words,
  ...analyse(LIGHT_WORDS.de, 'de').words,
]);
