import type { Language } from '#contract/accounts/profile';
import { detectLanguage } from '#core/text/language';
import type { TextLanguage } from '#core/text/text-language';
import { asAbbreviated } from './acronyms';
import { type Expectation, expectationOf } from './answer-type';
import { askedWords } from './asked-words';
import type { TextPiece } from './candidates';
import { asksForNoContact, isContactAlone, withAddress } from './contact';
import type { Observed } from './features';
import { asWritten, type Identifier, identifiersAsked, namesOne, namesOther } from './identifiers';
import type { NumberedPassage } from './numbered-passage';
import { type AnalysedPiece, analysePassage } from './passage-analysis';
import { isCondition, isRequest, meansSame, tellsBareFigure, tellsForWhom, withWholeVerbs } from './syntax';
import { contextOf, headingPresence, presences, share, sharedBy, type Words } from './word-coverage';
import { asMeant, type TextWord, withOpening, withWholeWords } from './word-match';

export interface RatingInput {
  readonly question: string;
  /** What the question leans on, where it doesn't stand by itself: the visitor's question before. */
  readonly topic?: string | null;
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

/** What is left of it where the sentence goes on about something else: `We rent out bathrobes for 5 €.` */
const ELSEWHERE = 0.3;

/** What is known of each piece of the passages before it is judged, in the order that they stand. */
export function observe({ question: written, topic, language, passages }: RatingInput): Seen[] {
  const asked = detectLanguage(written) ?? language;
  const sources = passages.map(({ title, heading, text }) => `${title}\n${heading ?? ''}\n${text}`);
  const spelled = asAbbreviated(asWritten(written, sources), sources);
  const question = withAddress(withOpening(withWholeWords(withWholeVerbs(asMeant(spelled)))));
  // `And to Austria?` asks for what was asked for before.
  const expectation = expectationOf(question) ?? (topic ? expectationOf(topic) : null);
  const wantsNoContact = !expectation?.standsAlone && asksForNoContact(question);
  // What a short question adds to one before, a row may deny as well as affirm.
  const columns = DENIED.test(question) ? 'denied' : topic ? 'any' : 'affirmed';
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
    pieces: analysed.flatMap(({ pieces }) => pieces.map(({ mentioned }) => mentioned)),
    headings: analysed.map(({ heading }) => heading),
  };
  const identifiers = identifiersAsked(written, sources);
  const shared = sharedBy(analysed.map(({ heading }) => heading));
  const inLanguage = new Map<TextLanguage, Words>();

  return analysed.flatMap(({ number, language: own, heading, title, pieces: told }, rank): Seen[] => {
    const words = inLanguage.get(own) ?? askedWords({ question, topic, asked, own, expectation }, texts);
    inLanguage.set(own, words);
    if (words.length === 0) return [];
    const inHeading = headingPresence(words, heading, title, shared);
    const asSaid = (piece: AnalysedPiece): AnalysedPiece =>
      asksOther(question, piece.piece.answers) ? withoutQuestion(piece) : piece;
    const pieces = told.map(asSaid);
    const inClauses = pieces.map(({ clauses }) => clauses.map((clause) => presences(words, clause)));
    const inPieces = pieces.map((piece) => presences(words, piece));
    const around = contextOf(pieces, inPieces, inHeading);
    const { title: document = '', heading: above = '' } = passages[rank] ?? {};
    const inPassage = words.map((_, word) =>
      Math.max(inHeading[word] ?? 0, ...inPieces.map((each) => each[word] ?? 0)),
    );
    const isOfAsked = identified(identifiers, pieces, `${document} › ${above}`);
    return pieces.map(({ piece, clauses, asked: questionOfText }, place): Seen => {
      const found = inPieces[place] ?? [];
      const context = around[place] ?? [];
      const isOther =
        (expectation?.isOther(piece.text) ?? false) ||
        ((expectation?.isPrice ?? false) && speaksOfOther(words, pieces, inPieces, place));
      const figures = clauses.map(({ text }, clause): Figure => {
        const near = nearest(inClauses[place] ?? [], clause, context);
        const fits = (isCondition(text) ? CONDITION : 1) * (isOther ? ELSEWHERE : 1);
        return { fits: fits * (expectation?.meets(text) ?? 0), near };
      });
      const fits = Math.max(0, ...figures.map((figure) => figure.fits));
      const inAsked = words.map(({ presence }) => presence(questionOfText));
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
          whole: found.map((here, word) => Math.max(here, context[word] ?? 0)),
          inPassage,
          inHeading,
          near: figures.map(({ near }) => near),
          asked: inAsked,
          fits,
          counts: countsOf(words, figures, expectation),
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

/** `How far can I ride?` isn't answered by what is told to `How tall must I be?`, though both are about one bike. */
function asksOther(question: string, other: string | null): boolean {
  const [one, two] = [question, other ?? ''].map((text) => ASKS_WHAT.exec(text)?.[0].toLowerCase());
  return one !== undefined && two !== undefined && one !== two;
}

/** After `how` what is measured. */
const ASKS_WHAT =
  /(?<!\p{L})(?:how (?:far|tall|old|heavy|deep|often|high|fast|warm)|wie (?:weit|groß|alt|schwer|tief|oft|hoch|schnell|warm)|where|who|wo|wer|why|warum)(?!\p{L})/iu;

function withoutQuestion(piece: AnalysedPiece): AnalysedPiece {
  const asked: ReadonlySet<string> = new Set();
  return { ...piece, asked, clauses: piece.clauses.map((clause) => ({ ...clause, asked })) };
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

/** `Which teas have no caffeine?` */
const DENIED = /(?<!\p{L})(?:no|not|without|ohne|keine?[mnrs]?|nicht|frei von|free (?:of|from))(?!\p{L})/iu;

/**
 * Whether a sentence names something that wasn't asked for, or means what the one before was about and that is
 * something else: `The sauna is in the basement. A massage costs £40.`
 */
function speaksOfOther(
  words: Words,
  pieces: readonly AnalysedPiece[],
  inPieces: readonly (readonly number[])[],
  place: number,
): boolean {
  const names = (at: number) => words.some(({ asks }, word) => !asks && (inPieces[at]?.[word] ?? 0) > 0);
  for (let at = place; at >= 0; at--) {
    const piece = pieces[at]?.piece;
    if (!piece || piece.isRow || piece.paragraph !== pieces[place]?.piece.paragraph || names(at))
      return false;
    const leans =
      meansSame(piece.text) ||
      (at === place ? tellsBareFigure(piece.text) : isRequest(piece.text) || tellsForWhom(piece.text));
    if (!leans) return at > 0 && pieces[at - 1]?.piece.paragraph === piece.paragraph;
  }
  return false;
}

/** The document's title is the highest heading, if the document doesn't begin with it itself. */
function underTitle(title: string, heading: string | null): string {
  if (!heading) return title;
  return `${heading} › `.startsWith(`${title} › `) ? heading : `${title} › ${heading}`;
}

/** A clause that may hold the figure that was asked for, and how much of each word of the question stands near. */
interface Figure {
  readonly fits: number;
  readonly near: readonly number[];
}

/** What a word counts for a clause that stands in the same sentence before or after it. */
const SENTENCE = { before: 0.8, after: 0.5 } as const;

function nearest(
  clauses: readonly (readonly number[])[],
  place: number,
  context: readonly number[],
): readonly number[] {
  return context.map((around, word) =>
    clauses.reduce((most, found, at) => {
      const share = at === place ? 1 : at < place ? SENTENCE.before : SENTENCE.after;
      return Math.max(most, share * (found[word] ?? 0));
    }, around),
  );
}

/** How well a figure fits whose clause is about what was asked, by half of it: a price of something else answers nothing. */
function countsOf(words: Words, figures: readonly Figure[], expectation: Expectation | null): number {
  const isAlone = expectation?.standsAlone === true && words.every(({ asks }) => asks);
  const subject = ({ near }: Figure) =>
    isAlone ? 1 : share(words, near, ({ asks, weight }) => (asks ? 0 : weight));
  return Math.max(0, ...figures.map((figure) => figure.fits * Math.min(1, subject(figure) / ABOUT)));
}

const ABOUT = 0.8;
