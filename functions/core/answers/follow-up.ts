import type { Language } from '#contract/accounts/profile';
import { completed } from '#core/quoting/ellipsis';
import type { AskedQuestion } from '#core/quoting/quotes';
import { tokenise } from '#core/text/analysis';
import { LEXICONS } from '#core/text/lexicon/lexicons';
import { type Message, understand } from '#core/text/message';
import type { Turn } from './prompt';

/**
 * What a message asks, each question with what it leans on: the one before it, in the message or in the conversation, and
 * what the message tells.
 */
export function questionsOf(
  { questions, told }: Message,
  language: Language,
  history: readonly Turn[],
): readonly [AskedQuestion, ...AskedQuestion[]] {
  const asked = (question: string, at: number) => {
    const said = [
      ...history,
      ...questions.slice(0, at).map((text) => ({ author: 'visitor' as const, text })),
    ];
    const before = topicOf(question, language, said);
    const text = completed(question, before, language);
    return before === null && ownWords(question, language).length < SAYS_ENOUGH
      ? { text, topic: told, told: null, language }
      : { text, topic: before, told: told && lastWords(told), language };
  };
  const [first = '', ...others] = questions;
  return [asked(first, 0), ...others.map((question, at) => asked(question, at + 1))];
}

/** What is searched for: a question with what it leans on, and with what is told beside it. */
export function textSearched({ text, topic, told, isRewritten }: AskedQuestion): string {
  return isRewritten && topic !== null ? topic : [topic, told, text].filter(Boolean).join('\n');
}

/**
 * What a question leans on, or null when it stands by itself: `And how much is that?` says too little, and is
 * searched for and answered together with the visitor's question before. No model is asked, so that it costs
 * nothing.
 */
export function topicOf(question: string, language: Language, history: readonly Turn[]): string | null {
  if (!leansBack(question, language)) return null;
  const before = askedBefore(language, history);
  const previous = before.at(-1);
  if (previous === undefined) return null;
  // `And to Austria?` leans on another question itself.
  const [earlier] = leansBack(previous, language) ? before.slice(-2, -1) : [];
  return earlier === undefined ? previous : `${earlier}\n${previous}`;
}

/**
 * Whether a question is clear only from the conversation: `And the second one?` means something that the bot has
 * said, and after several questions that lean on one another the last says little of what all are about.
 */
export function needsRewriting(question: string, language: Language, history: readonly Turn[]): boolean {
  const isAnswered = history.some(({ author }) => author !== 'visitor');
  if (!isAnswered || ownWords(question, language).length > MOST_POINTING) return false;
  if (POINTS_AT_ANSWER[language].test(question)) return true;
  const [earlier, previous] = askedBefore(language, history).slice(-2);
  return (
    leansBack(question, language) &&
    earlier !== undefined &&
    previous !== undefined &&
    leansBack(previous, language) &&
    leansBack(earlier, language)
  );
}

/** What stands next to the question: all of a long story would drown it. */
function lastWords(told: string): string {
  return told.split(/\s+/).slice(-MOST_TOLD).join(' ');
}

/** Words. */
const MOST_TOLD = 40;

/** Words of its own with which a question needs nothing that the message tells beside. */
const SAYS_ENOUGH = 2;

/** What the visitor said that has words of its own, oldest first. */
function askedBefore(language: Language, history: readonly Turn[]): string[] {
  return history
    .filter(({ author }) => author === 'visitor')
    .map(({ text }) => understand(text).questions.join(' '))
    .filter((text) => ownWords(text, language).length > 0);
}

/** A question with more words of its own says what it is about. */
const MOST_POINTING = 5;

/** One of several things that were named, or what was said of them. */
const POINTS_AT_ANSWER: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:the (?:first|second|third|fourth|last|other|latter|former|next|cheaper|cheapest|larger|largest|bigger|smaller|smallest|same|more expensive)(?: (?:ones?|option|of (?:them|those|these)))?\s*(?:[?.!,]|$|and\b|or\b|cost|for\b|instead\b)|(?:which|any|all|both|none|neither|each|either) of (?:them|those|these)|you (?:just )?(?:said|mentioned|wrote|told|named|listed)|(?:those|these) two)/i,
  de: /(?<!\p{L})(?:(?:de[rmn]|die|das) (?:erste|zweite|dritte|vierte|letzte|andere|nächste|günstigere|günstigste|billigere|billigste|größere|größte|kleinere|kleinste|teurere|teuerste)[nrs]?\s*(?:[?.!,]|$|und(?!\p{L})|oder(?!\p{L})|kosten|kostet)|(?:welche[rs]?|keine[rs]?|jede[rs]?|alle|beide) (?:davon|von (?:ihnen|denen|beiden|diesen))|(?:sie|du) (?:gerade |eben |vorhin )?(?:gesagt|erwähnt|geschrieben|genannt|sagten|meinten|erwähnten)|(?:haben sie|hast du) (?:gerade |eben |vorhin )?(?:gesagt|erwähnt|geschrieben|genannt)|die(?:se)? beiden)(?!\p{L})/iu,
};

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
  const pointing = withoutSmallPointers(question, language).replace(NO_POINTERS[language], ' ');
  return (
    (own <= 2 && PRONOUNS[language].test(pointing)) || (own === 1 && DEMONSTRATIVES[language].test(pointing))
  );
}

/**
 * Who types no capitals writes `sie` to the business too (`haben sie parkplätze?`), and `das` before a noun where he
 * asks with `wo` or `was`: without those.
 */
function withoutSmallPointers(question: string, language: Language): string {
  if (language !== 'de' || /\p{Lu}/u.test(question.trim().slice(1))) return question;
  const withoutBusiness = question.replace(DONE_BY_BUSINESS, '$1 ');
  return ASKS_WHAT.test(question) ? withoutBusiness.replace(BEFORE_NOUN, ' ') : withoutBusiness;
}

/** What is asked of things that were named is mostly what they are or cost. */
const DONE_BY_BUSINESS =
  /(?<!\p{L})((?!(?:sind|kosten|gelten|werden|dauern|passen|liegen|stehen|enthalten)(?!\p{L}))\p{L}+n)\s+sie(?!\p{L})/giu;
const ASKS_WHAT = /^\s*(?:wo|wann|was|wer|wie|welche[nrs]?|warum)(?!\p{L})/iu;
const BEFORE_NOUN = /(?<!\p{L})(?:das|diese[nrs]?|welche[nrs]?)(?=\s+\p{L}{3,}[\s?.!]*$)/giu;

function ownWords(text: string, language: Language): string[] {
  return tokenise(text).filter((token) => !LEXICONS[language].stopWords.has(token));
}
