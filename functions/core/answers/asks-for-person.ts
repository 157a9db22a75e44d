import type { PersonWords } from '#core/text/lexicon/lexicon';
import { LEXICONS } from '#core/text/lexicon/lexicons';

/**
 * Whether a visitor's message asks for a human being instead of the bot: `Can I speak to a real person?`, `Mitarbeiter
 * bitte`. One of its sentences has to ask for nothing else, since people also speak of people (`Is there a person who
 * repairs bikes?`): each of its words is one that such a wish is made of. All languages are looked for.
 */
export function asksForPerson(message: string): boolean {
  if (message.length > LONGEST) return false;
  const sentences = message
    .normalize('NFKC')
    .toLowerCase()
    .split(/[.!?;\n]+/);
  return sentences.some((sentence) => {
    const words = sentence.match(/\p{L}+/gu) ?? [];
    return Object.values(LEXICONS).some(({ person }) => isWish(words, person));
  });
}

/** A text that is longer tells a story, which is the documents' or the model's to understand. */
const LONGEST = 500;

function isWish(
  words: readonly string[],
  { people, humans, talking, subjects, beside }: PersonWords,
): boolean {
  const other = (word: string) => ![people, humans, talking, subjects, beside].some((list) => list.has(word));
  let [about, isAbout] = [0, false];
  for (const word of words) {
    if (subjects.has(word)) [about, isAbout] = [LONGEST_SUBJECT, true];
    else if (other(word) && about-- <= 0) return false;
  }
  const isNamed = words.some((word) => people.has(word));
  const isHuman = words.some(
    (word, at) => humans.has(word) && (people.has(word) || people.has(words[at + 1] ?? '')),
  );
  return isNamed && (words.some((word) => talking.has(word)) || (isHuman && !isAbout));
}

/** Words that may say what it is about. */
const LONGEST_SUBJECT = 4;
