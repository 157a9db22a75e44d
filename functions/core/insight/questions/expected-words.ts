import type { FoundPassage, RetrievalTrial } from '#contract/answers/retrieval';
import { TELEPHONE } from '#contract/base/telephone';
import { NUMERALS } from '#core/answers/claims';
import { fold, tokenise } from '#core/text/analysis';
import { isTelephone, saysNumber, telephoneToken } from './telephone';

/**
 * Of the expected words, or phrases, those that an answer lacks, whatever their case and accents. Its model may put
 * it in words of its own, so that they may stand in a passage which it cites instead. Figures may not: the passage
 * of a price list holds the prices of everything else too.
 */
export function missingIn({ reply, passages }: Answered, words: readonly string[]): string[] {
  const said = tokensOf(reply.text.replace(/\[\d+\]/g, ' '));
  const cited = passages
    .filter(({ citationNumber }) => citationNumber !== null)
    .map(({ heading, text }) => tokensOf(`${heading ?? ''}\n${text}`));
  const isSaid = (wanted: readonly string[]) => {
    if (holds(said, wanted)) return true;
    const figures = wanted.filter((token) => isTelephone(token) || /^−?\d/.test(token));
    return figures.every((figure) => holds(said, [figure])) && cited.some((text) => holds(text, wanted));
  };
  return words.filter((expected) => ![tokensOf(expected), ...asNumber(expected)].some(isSaid));
}

interface Answered {
  readonly reply: Pick<RetrievalTrial['reply'], 'text'>;
  readonly passages: readonly Pick<FoundPassage, 'heading' | 'text' | 'citationNumber'>[];
}

/** Digits alone may also be a part of a telephone number: `4711-0`. */
function asNumber(expected: string): string[][] {
  return /^\d[\d\s()/–-]*$/.test(expected.trim()) ? [[telephoneToken(expected)]] : [];
}

/** Whether the wanted words stand one after the other in a text. Numbers in it count as they are wanted. */
function holds(text: readonly string[], wanted: readonly string[]): boolean {
  const respelt = text.map((token) => wanted.find((each) => saysNumber(token, each)) ?? token);
  return plain(respelt).includes(plain(wanted));
}

/** Between single spaces, so that `30` does not stand in `300`. */
function plain(tokens: readonly string[]): string {
  return ` ${tokens.join(' ')} `;
}

/** Words, and figures with the unit that makes them what they are: `25 £` is not `25 €`. */
function tokensOf(text: string): string[] {
  // What a pattern in brackets has found stands at every second place.
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(TELEPHONE)
    .flatMap((piece, at) => (at % 2 ? [telephoneToken(piece)] : wordTokens(piece)));
}

function wordTokens(text: string): string[] {
  return respelled(text)
    .split(AMOUNT)
    .flatMap((piece, at) =>
      at % 2 ? amountTokens(piece) : tokenise(piece).map((word) => NUMERALS.get(word) ?? fold(word)),
    );
}

/** What is spelled in several ways, in one: `9 a.m.`, `30days`, figures below zero. */
function respelled(text: string): string {
  return text
    .replace(/(?<=\d[^\S\n]?)([ap])\.[^\S\n]?m(?:\.|(?!\p{L}))/gu, '$1m')
    .replace(/(?<=\d)(?=\p{L})/gu, ' ')
    .replace(BELOW_ZERO, '−');
}

/** Not the dash of `9-17` and `9 -17`, nor a hyphen. */
const BELOW_ZERO = /(?<![\p{L}\p{N}.,:/])(?<!\d[^\S\n])(?:minus[^\S\n]+|[-–−])(?=\d)/gu;

/** Units and the words for them, all of which are written as the first. */
const UNITS: readonly (readonly [unit: string, words: string])[] = [
  ['€', 'eur|euros?'],
  ['$', 'usd|dollars?'],
  ['£', 'gbp|pounds?|pfund'],
  ['chf', 'chf|franken|francs?'],
  ['%', 'prozent|per ?cent'],
];

const NUMBER = String.raw`−?\d+(?:[.,:]\d+)*`;
const [BEGINS, ENDS] = [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`];
const SIGN = String.raw`\p{Sc}|[%‰°]`;
const WORDS = `(?:${UNITS.map(([, words]) => words).join('|')})${ENDS}`;
const CURRENCY = String.raw`(?:\p{Sc}|${BEGINS}(?:eur|usd|gbp|chf)${ENDS})`;
/** `18,50 €`, `12,- EUR` or a figure alone; `£25`, and the `Preis (€): 35` of a table's row; a unit alone. */
const AMOUNT = new RegExp(
  `(${[
    String.raw`${BEGINS}${NUMBER}(?:(?:,[-–—])?[^\S\n]?(?:${SIGN}|${WORDS})|${ENDS})`,
    String.raw`${CURRENCY}[)\]]?:?[^\S\n]?${NUMBER}${ENDS}`,
    `${SIGN}|${BEGINS}${WORDS}`,
  ].join('|')})`,
  'u',
);

/** The figure with its unit behind it. What follows in a date, such as its year, stands by itself. */
function amountTokens(amount: string): string[] {
  const number = new RegExp(NUMBER).exec(amount)?.[0] ?? '';
  const written = amount.replace(number, '').replace(/^,[-–—]|[)\]:\s]/g, '');
  const [unit = written] = UNITS.find(([, words]) => new RegExp(`^(?:${words})$`).test(written)) ?? [];
  const [figure = '', ...rest] = figureTokens(number.replace('−', ''));
  // `-20 %` is a discount of 20 %, `-5 °` another temperature than 5 °.
  const sign = number.startsWith('−') && !/[%\p{Sc}]|chf/u.test(unit) ? '−' : '';
  return [`${sign}${figure} ${unit}`.trim(), ...rest];
}

/** So written that `1.500,00` and `1,500` are one, as are `9:00` and `9`, `12,50` and `12.5`. */
function figureTokens(number: string): string[] {
  const ungrouped = GROUPED.test(number) ? number.replace(/[.,](?=\d{3}(?!\d))/g, '') : number;
  const [whole = '', part, ...rest] = ungrouped.split(/[.,:]/);
  if (part === undefined) return [whole];
  if (rest.length > 0) return [`${whole}.${part}`, ...rest];
  // `24.10.` is not `24.1.`
  const short = part === '10' && Number(whole) <= 31 ? part : part.replace(/0{1,2}$/, '');
  return [short === '' ? whole : `${whole}.${short}`];
}

const GROUPED = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:[.,]\d{1,2})?$/;
