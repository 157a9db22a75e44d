import { tokenise } from './analysis';
import type { Lexicon } from './lexicon/lexicon';
import { LEXICONS } from './lexicon/lexicons';
import { sentencesOf } from './sentences';
import type { TextLanguage } from './text-language';

/** What a visitor's message comes to: its greeting, thanks, closing and signature are understood and left out. */
export interface Message {
  /** What it asks, each by itself, in its own words; none where it is talk alone. */
  readonly questions: readonly string[];
  /** What it tells beside that: why somebody asks. It may name what the question only means. */
  readonly told: string | null;
  /** The talk that is answered where nothing is asked. */
  readonly talk: Said | null;
}

export type TalkKind = 'greeting' | 'thanks' | 'farewell' | 'invitation' | 'identity';

export interface Said {
  readonly kind: TalkKind;
  /** Null where several languages say so. */
  readonly language: TextLanguage | null;
}

/** Questions of one message that are answered apart; further ones go with the last. */
const MOST_QUESTIONS = 3;

/** Words of a name, and where it comes from, behind `Kind regards`. */
const LONGEST_SIGNATURE = 6;

/** Understands a message in any language that has a lexicon, whichever the bot's is. */
export function understand(message: string): Message {
  const parts: Part[] = [];
  let said: Said | null = null;
  let isClosed = false;
  for (const sentence of sentencesIn(message)) {
    const part = partOf(sentence, parts.length === 0);
    isClosed ||= part.isClosing;
    said = weightier(said, part.said);
    // Behind a closing stands who wrote it.
    const isSignature = isClosed && parts.length > 0 && part.asks !== 'marked' && isName(part);
    if (part.size > 0 && !isSignature) parts.push(part);
  }
  // `Would love to bring it round.` asks nothing where something else is asked.
  const isMarked = parts.some(({ asks }) => asks === 'marked');
  const isAsked = ({ asks }: Part) => asks === 'marked' || asks === 'word' || (asks === 'verb' && !isMarked);
  const textOf = (those: readonly Part[]) => those.map(({ text }) => text);
  const questions = grouped(textOf(parts.filter(isAsked)));
  const told = textOf(parts.filter((part) => !isAsked(part))).join(' ');
  if (questions.length > 0) return { questions, told: told || null, talk: said };
  if (told === '' && said !== null) return { questions: [], told: null, talk: said };
  // Whoever writes no question asks with all of it: `two nights in May, with a dog`.
  return { questions: [told || message.trim()], told: null, talk: said };
}

/** What follows a question mark in small letters is another sentence, too: `are dogs allowed? thanks`. */
function sentencesIn(message: string): string[] {
  return sentencesOf(message).flatMap(({ start, end }) => message.slice(start, end).split(/(?<=[?!])\s+/));
}

function isName({ asks, size }: Part): boolean {
  return size <= (asks === null ? LONGEST_SIGNATURE : LONGEST_NAME);
}

/** `Will and Abby` begins as a question does. */
const LONGEST_NAME = 3;

/** Words that say what a text is about, in any of the languages. */
export function ownWords(text: string): string[] {
  return tokenise(text).filter((token) => !SMALL.has(token));
}

/** A question with next to no words of its own goes with the one before: `Do you rent bikes? How much?` */
function grouped(questions: readonly string[]): string[] {
  const groups: string[] = [];
  for (const question of questions) {
    const goesOn = groups.length > 0 && (groups.length === MOST_QUESTIONS || ownWords(question).length < 2);
    groups.push(goesOn ? `${groups.pop()} ${question}` : question);
  }
  return groups;
}

/** A later word of talk is answered before an earlier one, a question about the bot before all. */
function weightier(one: Said | null, other: Said | null): Said | null {
  if (!one || !other) return one ?? other;
  const rank = ({ kind }: Said) => (kind === 'identity' ? 2 : kind === 'invitation' ? 1 : 0);
  return rank(other) >= rank(one) ? other : one;
}

interface Part {
  /** Without talk. */
  readonly text: string;
  /** Words that are left. */
  readonly size: number;
  /** By its mark, by what stands before it or a word that asks, or by a verb that begins it. */
  readonly asks: 'marked' | 'word' | 'verb' | null;
  readonly said: Said | null;
  /** Whether a letter ends with it. */
  readonly isClosing: boolean;
}

function partOf(sentence: string, isFirst: boolean): Part {
  const words = wordsIn(sentence);
  const opening = openingOf(words);
  const closing = closingFrom(sentence, words, isFirst ? Math.max(1, opening.end) : 0);
  const { said } = opening;
  const left = words.slice(Math.min(opening.end, closing ?? words.length), closing ?? words.length);
  const isClosing = closing !== null || said?.kind === 'thanks' || said?.kind === 'farewell';
  if (left.length === 0 || (said !== null && left.every(({ word }) => FILLERS.has(word))))
    return { text: '', size: 0, asks: null, said, isClosing };
  const end = closing === null ? sentence.length : left.at(-1)?.end;
  const text = sentence.slice(left[0]?.start, end).trim();
  const [first = '', second = ''] = left.map(({ word }) => word);
  const begins = JOINING.has(first) ? second : first;
  const asks = text.endsWith('?')
    ? 'marked'
    : opening.isFramed || ASKERS.has(begins)
      ? 'word'
      : ASKING_VERBS.has(begins)
        ? 'verb'
        : null;
  return { text, size: left.length, asks, said, isClosing };
}

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Whether a mark stands behind it. */
  readonly isMarked: boolean;
  /** Whether a mark or the end does. */
  readonly isLast: boolean;
  readonly isCapital: boolean;
}

function wordsIn(sentence: string): Word[] {
  const found = [...sentence.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu)];
  return found.map(({ 0: written, index }, at) => {
    const end = index + written.length;
    const behind = sentence.slice(end, found[at + 1]?.index);
    const isMarked = behind !== '-' && /[^\s\p{Pc}"“”„'’]/u.test(behind);
    return {
      word: written.toLowerCase().replaceAll('’', "'"),
      start: index,
      end,
      isMarked,
      isLast: isMarked || at === found.length - 1,
      isCapital: /^\p{Lu}/u.test(written),
    };
  });
}

/** Where what is asked or told begins, behind greetings, thanks and `Could you tell me`. */
function openingOf(words: readonly Word[]): { end: number; said: Said | null; isFramed: boolean } {
  let [end, said, isFramed] = [0, null as Said | null, false];
  for (;;) {
    const phrase = phraseAt(OPENINGS, words, end);
    const behind = phrase && endOf(phrase, words, end + phrase.length);
    if (!phrase || behind === null) return { end, said, isFramed };
    if (phrase.kind === 'frame') isFramed ||= phrase.length > 1;
    else said = weightier(said, { kind: SAYS[phrase.kind], language: phrase.language });
    end = behind;
  }
}

/** Where a phrase ends with who is addressed; null where it is no talk here: `Thanks for nothing`, `hi fi systems`. */
function endOf({ kind, length }: Phrase, words: readonly Word[], behind: number): number | null {
  const isEnd = (at: number) => words[at - 1]?.isLast === true;
  if (kind === 'frame') return behind;
  const rest = words.slice(behind, behind + LONGEST_ADDRESS);
  if (kind === 'greeting' || kind === 'salutation') {
    if (isEnd(behind)) return behind;
    const last = rest.findIndex(({ isLast }) => isLast);
    const address = rest.slice(0, last + 1);
    const isAddress =
      address.every(({ word }) => !SAYS_MORE.has(word)) &&
      (address.at(-1)?.isMarked ? true : address.length > 0 && address.every(({ isCapital }) => isCapital));
    if (isAddress) return behind + last + 1;
    if (kind === 'salutation') return null;
  }
  let end = behind;
  while (!isEnd(end) && FILLERS.has(words[end]?.word ?? '')) end++;
  const next = words[end]?.word ?? '';
  const goesOn = kind === 'greeting' && (length > 1 || SMALL.has(next));
  return isEnd(end) || goesOn || ASKS.has(next) || phraseAt(OPENINGS, words, end) ? end : null;
}

/** Words between `Dear` and its comma. */
const LONGEST_ADDRESS = 6;

/** Where a closing begins that only a name follows, or null. */
function closingFrom(sentence: string, words: readonly Word[], from: number): number | null {
  for (let at = Math.max(from, words.length - LONGEST_SIGNATURE - LONGEST_PHRASE); at < words.length; at++) {
    const phrase = phraseAt(CLOSINGS, words, at);
    if (!phrase || sentence.slice(words[at]?.start).includes('?')) continue;
    const rest = words.slice(at + phrase.length);
    const isApart = at === 0 || words[at - 1]?.isLast;
    if (phrase.kind === 'shortClosing' && !isApart && rest.length > 0) continue;
    if (
      rest.length <= LONGEST_SIGNATURE &&
      (rest.length <= LONGEST_NAME || !rest.some(({ word }) => SAYS_MORE.has(word)))
    )
      return at;
  }
  return null;
}

type Kind =
  | 'greeting'
  | 'salutation'
  | 'thanks'
  | 'farewell'
  | 'invitation'
  | 'identity'
  | 'frame'
  | 'closing'
  | 'shortClosing';

interface Phrase {
  readonly kind: Kind;
  readonly language: TextLanguage | null;
  /** Its words. */
  readonly length: number;
}

const SAYS: Readonly<Record<Exclude<Kind, 'frame'>, TalkKind>> = {
  greeting: 'greeting',
  salutation: 'greeting',
  thanks: 'thanks',
  farewell: 'farewell',
  invitation: 'invitation',
  identity: 'identity',
  closing: 'thanks',
  shortClosing: 'thanks',
};

type Phrases = ReadonlyMap<string, Phrase>;

/** The longest that begins at a word; small words may stand within it: `Vielen lieben Dank`. */
function phraseAt(phrases: Phrases, words: readonly Word[], at: number): Phrase | null {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    const said = words.slice(at, at + length).map(({ word }) => word);
    const bare = said.filter((word, place) => place === 0 || place === length - 1 || !FILLERS.has(word));
    const phrase = phrases.get(said.join(' ')) ?? phrases.get(bare.join(' '));
    if (phrase) return { ...phrase, length };
  }
  return null;
}

function phrasesOf(kinds: Readonly<Partial<Record<keyof Lexicon['talk'], Kind>>>): Phrases {
  const found = new Map<string, Phrase>();
  for (const [list, kind] of Object.entries(kinds) as ['greetings', Kind][]) {
    for (const [language, { talk }] of Object.entries(LEXICONS) as [TextLanguage, Lexicon][]) {
      for (const text of talk[list]) {
        const isShared = found.has(text) && found.get(text)?.language !== language;
        found.set(text, { kind, language: isShared ? null : language, length: text.split(' ').length });
      }
    }
  }
  return found;
}

const OPENINGS = phrasesOf({
  frames: 'frame',
  greetings: 'greeting',
  salutations: 'salutation',
  thanks: 'thanks',
  farewells: 'farewell',
  invitations: 'invitation',
  identity: 'identity',
});
const CLOSINGS = phrasesOf({ closings: 'closing', shortClosings: 'shortClosing' });
const LONGEST_PHRASE = Math.max(...[...OPENINGS.values(), ...CLOSINGS.values()].map(({ length }) => length));

function union(wordsOf: (lexicon: Lexicon) => ReadonlySet<string>): ReadonlySet<string> {
  return new Set(Object.values(LEXICONS).flatMap((lexicon) => [...wordsOf(lexicon)]));
}

const ASKERS = union(({ askers }) => askers);
const ASKING_VERBS = union(({ askingVerbs }) => askingVerbs);
const ASKS = new Set([...ASKERS, ...ASKING_VERBS]);
const SMALL = union(({ stopWords }) => stopWords);
const FILLERS = union(({ talk }) => talk.fillers);
/** `and how much is that?` */
const JOINING = new Set(['and', 'or', 'but', 'und', 'oder', 'aber', 'et', 'ou']);
/** In no name but `Will`: who says so begins to tell or to ask. */
const SAYS_MORE = new Set([
  ...ASKS,
  ...'i we ich wir man mein meine my our unser unsere unseren meinen'.split(' '),
]);
