import type { Language } from '#contract/accounts/profile';
import { detectLanguage } from '#core/text/language';
import type { TextLanguage } from '#core/text/text-language';
import { asAbbreviated } from './acronyms';
import { type Expectation, expectationOf } from './answer-type';
import { askedWords, byMeaning } from './asked-words';
import type { TextPiece } from './candidates';
import { asksForNoContact, isContactAlone, withAddress } from './contact';
import type { Observed } from './features';
import { asWritten, type Identifier, identifiersAsked, namesOne, namesOther } from './identifiers';
import type { NumberedPassage } from './numbered-passage';
import { type AnalysedPiece, analysePassage } from './passage-analysis';
import { denies, isCondition, withWholeVerbs } from './syntax';
import { coverageOf, share, sharedBy, type Words } from './word-coverage';
import { asMeant, type TextWord, withOpening, withWholeWords } from './word-match';

export interface RatingInput {
  readonly question: string;
  /** What the question leans on, where it doesn't stand by itself: the visitor's question before. */
  readonly topic?: string | null;
  /** What is told beside the question: it may say which of several is meant. */
  readonly told?: string | null;
  /** Of the question, where its words don't tell. */
  readonly language: Language;
  /** Best first. */
  readonly passages: readonly NumberedPassage[];
}

/** A piece of a passage and what is known of it. */
export interface Seen {
  /** Of the passage. */
  readonly number: number;
  /** Place among the passage's pieces. */
  readonly place: number;
  readonly piece: TextPiece;
  /** By question word: how much of it stands in the piece itself. */
  readonly words: readonly number[];
  /** How well it is an answer of the kind that is asked for: 0 to 1. */
  readonly fits: number;
  /** How much of the question is what the text asks itself before: 0 to 1. */
  readonly asked: number;
  /** Whether it is an item whose box says that it is not so. */
  readonly isUnticked: boolean;
  /** Whether its language is the question's. */
  readonly isReadable: boolean;
  readonly observed: Observed;
}

/** What is left of a figure's fit where it is a condition: `if we can't repair it within 21 days`. */
const CONDITION = 0.6;

/** What is left of it where it is of something else: a number of a fax. */
const ELSEWHERE = 0.3;

/** What is known of each piece of the passages before it is judged, in the order that they stand. */
export function observe({ question: written, topic, told, language, passages }: RatingInput): Seen[] {
  const asked = detectLanguage(written) ?? language;
  const sources = passages.map(({ title, heading, text }) => `${title}\n${heading ?? ''}\n${text}`);
  const spelled = asAbbreviated(asWritten(written, sources), sources);
  const question = withAddress(withOpening(withWholeWords(withWholeVerbs(asMeant(spelled)))));
  // `And to Austria?` asks for what was asked for before.
  const expectation = expectationOf(question) ?? (topic ? expectationOf(topic) : null);
  const wantsNoContact = !expectation?.standsAlone && asksForNoContact(question);
  // What a short question adds to one before, a row may deny as well as affirm.
  const columns = denies(question) ? 'denied' : topic ? 'any' : 'affirmed';
  const analysed = passages.map(({ number, title, text, heading, language }) => ({
    ...analysePassage({
      text,
      heading: underTitle(title, heading),
      otherwise: language ?? asked,
      columns,
    }),
    number,
  }));
  const vocabulary = new Map<string, TextWord>();
  for (const { words } of analysed) {
    // By the term too: a word that two languages spell alike (`Sauna`) has a term in each.
    for (const word of words.values()) vocabulary.set(`${word.term} ${word.text}`, word);
  }
  const texts = {
    vocabulary,
    pieces: analysed.flatMap(({ pieces }) =>
      pieces.map(({ terms, beside }) => new Set([...terms, ...beside])),
    ),
  };
  const identifiers = identifiersAsked(written, sources);
  const shared = sharedBy(analysed.map(({ heading }) => heading));
  const inLanguage = new Map<TextLanguage, Words>();
  const toldIn = new Map<TextLanguage, Words>();

  return analysed.flatMap((passage, rank): Seen[] => {
    const { number, language: own, pieces } = passage;
    const words = inLanguage.get(own) ?? askedWords({ question, topic, asked, own, expectation }, texts);
    inLanguage.set(own, words);
    if (words.length === 0) return [];
    const toldWords =
      toldIn.get(own) ??
      byMeaning(askedWords({ question: told ?? '', asked, own, expectation: null }, texts));
    toldIn.set(own, toldWords);
    const { inHeading, found: inPieces, whole: inOrAround } = coverageOf(words, passage, shared);
    const ofTold = coverageOf(toldWords, passage, shared);
    const nearWords = byMeaning(words);
    const ofNear = coverageOf(nearWords, passage, shared);
    const { title: document = '', heading: above = '' } = passages[rank] ?? {};
    const inPassage = words.map((_, word) =>
      Math.max(inHeading[word] ?? 0, ...inPieces.map((each) => each[word] ?? 0)),
    );
    const isOfAsked = identified(identifiers, pieces, `${document} › ${above}`);
    return pieces.map(({ piece, figures, asked: questionOfText }, place): Seen => {
      const found = inPieces[place] ?? [];
      const isOther = expectation?.isOther(piece.text) ?? false;
      const fits =
        (isCondition(piece.text) ? CONDITION : 1) *
        (isOther ? ELSEWHERE : 1) *
        (expectation?.meets(figures) ?? 0);
      const whole = inOrAround[place] ?? [];
      const inAsked = words.map(({ match }) => match(questionOfText));
      return {
        number,
        place,
        piece,
        words: found,
        fits,
        asked: share(words, inAsked, ({ weight }) => weight),
        isReadable: own === asked,
        isUnticked: isUnticked(piece.text, columns === 'denied'),
        observed: {
          question,
          leansOnTopic: Boolean(topic),
          words,
          expectation,
          piece,
          place,
          rank,
          found,
          whole,
          told: { words: toldWords, found: ofTold.found[place] ?? [], whole: ofTold.whole[place] ?? [] },
          near: { words: nearWords, found: ofNear.found[place] ?? [], whole: ofNear.whole[place] ?? [] },
          inPassage,
          inHeading,
          asked: inAsked,
          fits,
          counts: fits * countsOf(words, whole, expectation),
          isNamed: expectation?.names(piece.text) ?? false,
          isOther,
          asksIdentifier: identifiers.length > 0,
          isOfIdentifier: isOfAsked[place] ?? true,
          isUnwantedContact: wantsNoContact && isContactAlone(piece.text),
          isReadable: own === asked,
        },
      };
    });
  });
}

/**
 * By piece: whether what it tells is of the part, the version or the name that was asked for: it says so itself, what
 * stands before it in its paragraph does, or its heading. What is told of another one is no answer.
 */
function identified(
  identifiers: readonly Identifier[],
  pieces: readonly AnalysedPiece[],
  heading: string,
): readonly boolean[] {
  if (identifiers.length === 0) return pieces.map(() => true);
  const isUnder = namesOne(identifiers, heading);
  let [isMeant, paragraph] = [isUnder, -1];
  return pieces.map(({ piece }) => {
    if (piece.paragraph !== paragraph || piece.isRow || piece.isLine) isMeant = isUnder;
    paragraph = piece.paragraph;
    const said = piece.answers === null ? piece.text : `${piece.answers}\n${piece.text}`;
    if (namesOne(identifiers, said)) isMeant = true;
    else if (namesOther(identifiers, said)) isMeant = false;
    return isMeant;
  });
}

/** What isn't ticked is not so, which its words don't say; where just that is asked for, what is ticked. */
function isUnticked(text: string, asksDenied: boolean): boolean {
  const [box] = /^[☐☑]/u.exec(text) ?? [];
  return box !== undefined && (box === '☐') !== asksDenied;
}

/** The document's title is the highest heading, if the document doesn't begin with it itself. */
function underTitle(title: string, heading: string | null): string {
  if (!heading) return title;
  return `${heading} › `.startsWith(`${title} › `) ? heading : `${title} › ${heading}`;
}

/** How much a figure counts: in full from where half of its subject is told on. A price of something else answers nothing. */
function countsOf(words: Words, whole: readonly number[], expectation: Expectation | null): number {
  if (expectation?.standsAlone && words.every(({ asks }) => asks)) return 1;
  return Math.min(1, share(words, whole, ({ asks, weight }) => (asks ? 0 : weight)) / ABOUT);
}

const ABOUT = 0.8;
