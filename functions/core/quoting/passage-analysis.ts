import { createAnalyser, wordsOf } from '#core/text/analysis';
import { detectLanguage } from '#core/text/language';
import type { TextLanguage } from '#core/text/text-language';
import { daysMeant } from '#core/text/weekdays';
import { tellsAmount } from './amounts';
import { piecesOf, type RowCells, type TextPiece } from './candidates';
import { addressesAssistant } from './instructions';
import { memoised } from './memo';
import { separatedVerbs } from './syntax';
import { DAYS_AND_TIMES, daysToldBy, OPENING_WORDS, tellsOpening } from './timetable';
import { type TextWord, textWord, withWholeWords } from './word-match';

/** Terms of a text: what it says, and what only names the columns of a row. */
interface Said {
  readonly terms: ReadonlySet<string>;
  readonly beside: ReadonlySet<string>;
}

export interface Mentions extends Said {
  /** Those that it answers for by leaving them out. */
  readonly left: ReadonlySet<string>;
  /** Of the question that the text asks itself and answers by it. */
  readonly asked: ReadonlySet<string>;
}

export interface AnalysedPiece extends Mentions {
  readonly piece: TextPiece;
  /** Its text, each figure of a row with the unit that its column names. */
  readonly figures: string;
}

/** What is held against a question, whatever that is. */
export interface AnalysedPassage {
  readonly language: TextLanguage;
  readonly heading: ReadonlySet<string>;
  /** Of the heading its last part. */
  readonly title: ReadonlySet<string>;
  readonly pieces: readonly AnalysedPiece[];
  /** By the word as it is written, folded. */
  readonly words: ReadonlyMap<string, TextWord>;
}

interface Analysable {
  readonly text: string;
  readonly heading: string | null;
  /** Where its words don't tell. */
  readonly otherwise: TextLanguage;
  /** Which columns a row is found by, of those that it answers by yes or no: `Which dishes are vegan?` */
  readonly columns: 'affirmed' | 'denied' | 'any';
}

/** Some 30 KB each. */
const KEPT = 1_000;

/**
 * Its pieces with their terms, but for what is said to an assistant and not to readers. A passage without words of a
 * language is taken for one in the question's.
 */
export const analysePassage: (passage: Analysable) => AnalysedPassage = memoised(analyse, {
  keyOf: ({ text, heading, otherwise, columns }) => `${otherwise} ${columns}\n${heading ?? ''}\n${text}`,
  most: KEPT,
});

function analyse({ text: passage, heading, otherwise, columns }: Analysable): AnalysedPassage {
  const language = detectLanguage(passage) ?? otherwise;
  const analyser = createAnalyser(language);
  const words = new Map<string, TextWord>();
  const termsOf = (text: string) => {
    const terms = new Set<string>();
    for (const token of wordsOf(withWholeWords(text))) {
      const [term] = analyser(token).words;
      if (term === undefined) continue;
      terms.add(term);
      const word = textWord(token, term);
      words.set(word.text, word);
    }
    return terms;
  };
  const verbsOf = (text: string) => (language === 'de' ? separatedVerbs(text) : '');
  const saidBy = (text: string): Said => ({
    terms: termsOf(`${text} ${daysMeant(text, language).join(' ')} ${verbsOf(text)}`),
    beside: NONE,
  });
  const saidByRow = ({ told, named, affirmed, denied }: RowCells): Said => {
    const [said, beside] = {
      affirmed: [`${told} ${affirmed}`, named],
      denied: [`${told} ${denied}`, named],
      any: [told, `${named} ${affirmed} ${denied}`],
    }[columns];
    return { terms: termsOf(said ?? ''), beside: termsOf(beside ?? '') };
  };
  const title = heading?.split(' › ').at(-1) ?? '';
  const analysePiece = (piece: TextPiece): AnalysedPiece => {
    const { text, timetable } = piece;
    const asked = piece.answers === null ? NONE : termsOf(`${piece.answers} ${verbsOf(piece.answers)}`);
    if (timetable) {
      const isOpening = tellsOpening(text, title);
      const terms = termsOf(`${text} ${daysToldBy(timetable)} ${isOpening ? OPENING_WORDS : ''}`);
      const left = isOpening ? termsOf(DAYS_AND_TIMES) : NONE;
      return { piece, figures: text, terms, beside: NONE, left, asked };
    }
    const left = tellsAdmission(piece.cells?.told ?? text) ? termsOf(ADMISSION) : NONE;
    return piece.cells
      ? { piece, figures: `${text}, ${piece.cells.figures}`, ...saidByRow(piece.cells), left, asked }
      : { piece, figures: text, ...saidBy(text), left, asked };
  };
  const pieces = piecesOf(passage, title.endsWith('?') ? title : null)
    .filter(({ text }) => !addressesAssistant(text))
    .map(analysePiece);
  return {
    language,
    heading: termsOf(`${heading ?? ''} ${verbsOf(title)} ${daysMeant(title, language).join(' ')}`),
    // Without the chapter's number.
    title: termsOf(`${title.replace(/^[\d.]+\s/, '')} ${daysMeant(title, language).join(' ')}`),
    pieces,
    words,
  };
}

/** `Children 6 €`, below `Prices`, or `Day ticket 12 €`: it is what lets them in, which no price list says. */
function tellsAdmission(text: string): boolean {
  return tellsAmount(text) && (FOR_WHOM.test(text) || TICKET.test(text));
}

const FOR_WHOM =
  /^(?:adults?|children|kids|students|seniors|members|guests|visitors|everyone|erwachsene|kinder|studierende|studenten|schüler|senioren|mitglieder|gäste|besucher|alle)(?!\p{L})/iu;
const TICKET =
  /^(?:\p{L}+ )?(?:tickets?|pass|(?:\p{L}*(?:tages|abend|stunden|einzel|familien|gruppen|jahres|monats|kinder|eintritts))karten?)(?!\p{L})/iu;
const ADMISSION = 'admission entry entrance Eintritt Eintrittspreis';

const NONE: ReadonlySet<string> = new Set();
