import { tokenise } from '#core/text/analysis';
import { CLOCK_TIME } from '#core/text/time-expressions';
import { tellsAmount } from './amounts';
import type { Expectation } from './answer-type';
import { isItem, type TextPiece } from './candidates';
import { asksFor, asksWhether, denies, isCondition, pointsBack } from './syntax';
import { share, type Words } from './word-coverage';

/** What is known of a piece of a passage, and of the question, before it is judged. Lists of numbers are by word of the question. */
export interface Observed {
  readonly question: string;
  readonly leansOnTopic: boolean;
  readonly words: Words;
  readonly expectation: Expectation | null;
  readonly piece: TextPiece;
  readonly place: number;
  /** Of the passage, as search ranked it. */
  readonly rank: number;
  /** How much of each word stands in the piece, in it or around it, anywhere in its passage, and in the heading. */
  readonly found: readonly number[];
  readonly whole: readonly number[];
  readonly inPassage: readonly number[];
  readonly inHeading: readonly number[];
  /** How much of each word stands in the question that the text asks itself and answers here. */
  readonly asked: readonly number[];
  /** The words of what is told beside the question. */
  readonly told: Covered;
  /** The words of the question by what they mean: what is near to one stands for it. */
  readonly near: Covered;
  /** How well it is an answer of the kind that is asked for. */
  readonly fits: number;
  /** The same where it is about what was asked. */
  readonly counts: number;
  /** Whether it says what its figure measures, and whether that is something else. */
  readonly isNamed: boolean;
  readonly isOther: boolean;
  /** Whether a number or a name is asked for, which tells it from its like, and whether the piece is of it. */
  readonly asksIdentifier: boolean;
  readonly isOfIdentifier: boolean;
  readonly isUnwantedContact: boolean;
  readonly isReadable: boolean;
}

/** Words, and how much of each stands in the piece, and in it or around it. */
interface Covered {
  readonly words: Words;
  readonly found: readonly number[];
  readonly whole: readonly number[];
}

interface Feature {
  readonly id: string;
  readonly what: string;
  compute(observed: Observed): number;
}

const weight = (word: Words[number]) => word.weight;
const rarityOf = (word: Words[number]) => word.rarity;
const byRarity = (word: Words[number]) => word.weight * word.rarity;
const subject = (word: Words[number]) => (word.asks ? 0 : word.weight);
const rarest = (words: Words, match: (word: number) => number) =>
  Math.max(0, ...words.map(({ rarity }, word) => rarity * match(word)));
const sumOf = (words: Words, match: readonly number[]) =>
  words.reduce((sum, { rarity }, word) => sum + rarity * (match[word] ?? 0), 0);

const NAME = /(?<=\s)\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u;
const TIME = new RegExp(`(?:${CLOCK_TIME})(?!\\p{L})`, 'iu');

const feature = (id: string, what: string, compute: (observed: Observed) => number): Feature => ({
  id,
  what,
  compute,
});
const fact = (id: string, what: string, holds: (observed: Observed) => boolean): Feature =>
  feature(id, what, (observed) => (holds(observed) ? 1 : 0));

const ofTold = (id: string, what: string, compute: (told: Covered) => number): Feature =>
  feature(id, what, ({ told }) => compute(told));
const ofNear = (id: string, what: string, compute: (near: Covered) => number): Feature =>
  feature(id, what, ({ near }) => compute(near));

/** What a piece is judged by, against the other pieces and against that none of them answers. */
export const FEATURES: readonly Feature[] = [
  feature('first', 'how near the top of the search its passage is', ({ rank }) => 1 / (1 + rank)),
  feature('early', 'how near the top of its passage it stands', ({ place }) => 1 / (1 + place)),
  feature('found rare', 'share of the question by rarity that stands in it', ({ words, found }) =>
    share(words, found, byRarity),
  ),
  feature('whole rare', 'the same with what stands around it', ({ words, whole }) =>
    share(words, whole, byRarity),
  ),
  feature('whole subject', 'share of what it does not only ask by, in it or around it', ({ words, whole }) =>
    share(words, whole, subject),
  ),
  feature('passage', 'share by rarity that stands in its passage', ({ words, inPassage }) =>
    share(words, inPassage, byRarity),
  ),
  feature('heading', 'share by rarity that stands in its heading', ({ words, inHeading }) =>
    share(words, inHeading, byRarity),
  ),
  feature('rarest', 'the rarest word in it or around it', ({ words, whole }) =>
    rarest(words, (at) => whole[at] ?? 0),
  ),
  feature('missing', 'the rarest word that is not', ({ words, whole }) =>
    rarest(words, (at) => (words[at]?.asks ? 0 : 1 - (whole[at] ?? 0))),
  ),
  feature('elsewhere', 'the rarest that another passage has and its own has not', ({ words, inPassage }) =>
    rarest(words, (at) => (words[at]?.asks || words[at]?.isAbsent ? 0 : 1 - (inPassage[at] ?? 0))),
  ),
  feature(
    'full',
    'words that stand in it as they are',
    ({ found }) => found.filter((share) => share >= 0.8).length,
  ),
  feature(
    'some',
    'words that stand in it in any way',
    ({ found }) => found.filter((share) => share >= 0.3).length,
  ),
  ofNear('near', 'share by meaning that stands in it or around it', ({ words, whole }) =>
    share(words, whole, weight),
  ),
  ofNear('near rare', 'share by meaning and rarity', ({ words, whole }) => share(words, whole, rarityOf)),
  ofNear('near sum', 'sum of the rarity that stands in it or around it by meaning', ({ words, whole }) =>
    sumOf(words, whole),
  ),
  ofNear('near rarest', 'the rarest that does', ({ words, whole }) => rarest(words, (at) => whole[at] ?? 0)),
  ofNear('near missing', 'the weightiest that does not', ({ words, whole }) =>
    Math.max(0, ...words.map(({ asks, weight }, at) => (asks ? 0 : weight * (1 - (whole[at] ?? 0))))),
  ),
  feature('fits', 'how well it is an answer of the kind that is asked for', ({ fits }) => fits),
  feature(
    'fits subject',
    'the same where it says of what',
    (observed) => observed.fits * share(observed.words, observed.found, subject),
  ),
  feature('counts', 'the same by half of what was asked', ({ counts }) => counts),
  feature('figure whole', 'share around it where a figure is asked for', ({ expectation, words, whole }) =>
    expectation ? share(words, whole, byRarity) : 0,
  ),
  feature('asked', 'share that the text asks itself', ({ words, asked }) => share(words, asked, weight)),
  feature('same question', 'how alike that question is to this one, small words and all', sameQuestion),
  fact('answers', 'it answers a question of the text', ({ piece }) => piece.answers !== null),
  fact('measured', 'it says what its figure measures', ({ isNamed }) => isNamed),
  fact('other', 'its figure is of something else', ({ isOther }) => isOther),
  fact(
    'identifier',
    'it tells of the number or name that is asked for',
    ({ asksIdentifier, isOfIdentifier }) => asksIdentifier && isOfIdentifier,
  ),
  fact('contact', 'it tells a contact that is not asked for', ({ isUnwantedContact }) => isUnwantedContact),
  fact('readable', 'it is in the language of the question', ({ isReadable }) => isReadable),
  feature('length', 'how long it is', ({ piece }) => Math.log1p(piece.text.length)),
  fact('row', 'it is a row', ({ piece }) => piece.isRow),
  fact('line', 'it is a line', ({ piece }) => piece.isLine),
  fact('item', 'it is an item of a list', ({ piece }) => isItem(piece.text)),
  fact('timetable', 'it tells hours by day', ({ piece }) => piece.timetable !== null),
  fact('announced', 'a line before announces it', ({ piece }) => piece.isAnnounced),
  fact('announces', 'it announces what follows', ({ piece }) => piece.text.endsWith(':')),
  fact('condition', 'it says under which condition something holds', ({ piece }) => isCondition(piece.text)),
  fact('pronoun', 'it goes on about what stands before', ({ piece }) => pointsBack(piece.text)),
  fact('digit', 'it has a figure', ({ piece }) => /\d/.test(piece.text)),
  fact('negation', 'it denies something', ({ piece }) => denies(piece.text)),
  feature(
    'same number',
    'numbers of the question in it',
    ({ question, piece }) =>
      (question.match(/\d+/g) ?? []).filter((number) => piece.text.includes(number)).length,
  ),
  fact(
    'place',
    'a name where a place is asked for',
    ({ question, piece }) => asksFor('where', question) && NAME.test(piece.text),
  ),
  fact(
    'person',
    'a name where a person is asked for',
    ({ question, piece }) => asksFor('who', question) && NAME.test(piece.text),
  ),
  fact(
    'time',
    'a time where one is asked for',
    ({ question, piece }) => asksFor('when', question) && TIME.test(piece.text),
  ),
  fact(
    'date',
    'a figure where a time is asked for',
    ({ question, piece }) => asksFor('when', question) && /\d/.test(piece.text),
  ),
  fact(
    'count',
    'a figure where a count is asked for',
    ({ question, piece }) => asksFor('many', question) && /\d/.test(piece.text),
  ),
  fact(
    'denial',
    'a denial where yes or no is asked for',
    ({ question, piece }) => asksWhether(question) && denies(piece.text),
  ),
  fact(
    'price',
    'a sum where a price is asked for',
    ({ expectation, piece }) => (expectation?.isPrice ?? false) && tellsAmount(piece.text),
  ),
];

/**
 * What of what is told beside the question stands in a piece, against the most that any piece has of it: it chooses among
 * pieces, and makes none an answer, since nobody asked for it.
 */
export const TOLD_FEATURES: readonly Feature[] = [
  ofTold('told around', 'how much stands in it or around it', ({ words, whole }) =>
    Math.log1p(sumOf(words, whole)),
  ),
  ofTold('told rarest', 'the rarest that does', ({ words, whole }) => rarest(words, (at) => whole[at] ?? 0)),
];

/** By what it is judged that none answers: the question's form, and the most that any piece has of a feature. */
export const QUESTION_FEATURES: readonly Feature[] = [
  fact('asks figure', 'it asks for a figure', ({ expectation }) => expectation !== null),
  fact('asks price', 'it asks for a price', ({ expectation }) => expectation?.isPrice ?? false),
  fact('asks contact', 'it asks for a contact', ({ expectation }) => expectation?.standsAlone ?? false),
  fact('asks identifier', 'it names a number, a version, a name', ({ asksIdentifier }) => asksIdentifier),
  feature('words', 'how many words it has', ({ words }) => Math.log1p(words.length)),
  feature('letters', 'how long it is', ({ question }) => Math.log1p(question.length)),
  feature('tells', 'how many words it tells beside', ({ told }) => Math.log1p(told.words.length)),
  fact('leans', 'it leans on what was asked before', ({ leansOnTopic }) => leansOnTopic),
  ...(['when', 'where', 'who', 'how', 'many', 'what', 'why'] as const).map((form) =>
    fact(`asks ${form}`, `it asks ${form}`, ({ question }) => asksFor(form, question)),
  ),
  fact('asks whether', 'it asks whether', ({ question }) => asksWhether(question)),
];

export const MOST: readonly string[] = [
  'same question',
  'whole rare',
  'whole subject',
  'passage',
  'found rare',
  'counts',
  'fits',
  'heading',
  'asked',
  'rarest',
  'near',
  'near rare',
  'near sum',
  'near rarest',
];
export const LEAST: readonly string[] = ['missing', 'elsewhere', 'near missing'];

/** `What does Parley do?` and `What does Parley cost?` share all but the small words. */
function sameQuestion({ question, piece: { answers } }: Observed): number {
  if (answers === null) return 0;
  const [one, other] = [question, answers].map((text) => new Set(tokenise(text)));
  const shared = [...(one ?? [])].filter((word) => other?.has(word)).length;
  return ((2 * shared) / ((one?.size ?? 0) + (other?.size ?? 0))) ** 4;
}
