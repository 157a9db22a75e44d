import { isStopWord, stemIn, tokenise } from '#core/text/analysis';

/** Different words of one message that are indexed: a longer text is found by its beginning. */
const WORDS_OF_MESSAGE = 60;
/** Words of a search that count. */
const WORDS_OF_SEARCH = 5;
/** Characters of a word. */
const LONGEST = 40;

/** The words by which a text is found: the stem of each once, without those that every text has, accents folded. */
export function wordsToIndex(text: string): readonly string[] {
  const words = tokenise(text)
    .filter((word) => !isStopWord(word, 'en') && !isStopWord(word, 'de'))
    .map((word) => [...stemInEither(word)].slice(0, LONGEST).join(''));
  return [...new Set(words)].slice(0, WORDS_OF_MESSAGE);
}

/** Rounds in which one language's endings may be left by the other's. */
const ROUNDS = 4;

/** One stem for both languages, as nobody says in which of them a word was written or is searched for. */
function stemInEither(word: string): string {
  let stem = word;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const next = stemIn(stemIn(stem, 'de'), 'en');
    if (next === stem) break;
    stem = next;
  }
  return stem;
}

/** What a visitor without a name is called in the dashboard: their number alone is indexed. */
const NUMBERED = /(?<!\p{L})(?:visitor|besucher)(?=\s+\d{4}(?!\d))/giu;

/** The words of a search. */
export function wordsToFind(text: string): readonly string[] {
  return wordsToIndex(text.replace(NUMBERED, '')).slice(0, WORDS_OF_SEARCH);
}
