import type { Language } from '#contract/accounts/profile';
import type { Citation } from '#contract/answers/citation';
import { DocumentId } from '#contract/base/ids';
import { extract, shortened } from '#core/quoting/extractive';
import { withoutMarkdown } from '#core/quoting/faq-answer';
import { numbered } from '#core/quoting/numbered-passage';
import { indexedText } from '#core/retrieval/build';
import type { Hit } from '#core/retrieval/search';
import { analyse } from '#core/text/analysis';

/** Longest quote of a citation, as the contract has it. */
const QUOTE_LENGTH = 300;

/**
 * Citations for an answer's text in which `[1]` names the first of `cited`, which are numbers of passages as
 * the model was given them. Each quotes what in its passage speaks to the sentences that cite it.
 */
export function citationsFor(
  text: string,
  cited: readonly number[],
  hits: readonly Hit[],
  question: { readonly text: string; readonly language: Language },
): Citation[] {
  const passages = numbered(hits);
  return cited.flatMap((given, index) => {
    const [hit, passage] = [hits[given - 1], passages[given - 1]];
    if (!hit || !passage) return [];
    const number = index + 1;
    const claims = `${question.text} ${claimsOf(text, number)}`;
    const [found] = extract(
      { question: claims, language: question.language, passages: [passage] },
      { most: 1, length: QUOTE_LENGTH },
    );
    return [
      {
        number,
        documentId: DocumentId.parse(hit.documentId),
        title: hit.title,
        page: hit.passage.page,
        heading: hit.passage.heading,
        quote: shortened(quoted(found?.text ?? hit.passage.text, hit), QUOTE_LENGTH),
      },
    ];
  });
}

/**
 * An answer with what it stands on, or null when it stands on nothing. Where the model cited no passage, the
 * one that holds most of its words is cited for it; a question back needs none.
 */
export function attribute(
  text: string,
  cited: readonly number[],
  hits: readonly Hit[],
  mayCite: (hit: Hit) => boolean = () => true,
): { readonly text: string; readonly cited: readonly number[] } | null {
  if (cited.length > 0) return { text, cited };
  const shares = hits.map((hit) => (mayCite(hit) ? sharedWords(text, hit) : 0));
  const most = Math.max(0, ...shares);
  if (most >= GROUNDED) return { text: `${text} [1]`, cited: [shares.indexOf(most) + 1] };
  return text.endsWith('?') && text.length <= QUESTION_LENGTH ? { text, cited } : null;
}

/** Share of an answer's words that a passage must have to be its source. */
const GROUNDED = 0.6;
const QUESTION_LENGTH = 300;

function sharedWords(text: string, { passage, language }: Hit): number {
  const words = new Set(analyse(text, language).words);
  const known = new Set(analyse(indexedText(passage), language).words);
  return words.size === 0 ? 0 : [...words].filter((word) => known.has(word)).length / words.size;
}

/** Of a pair, which was given whole, its beginning without Markdown: a source is shown as plain text. */
function quoted(text: string, { passage }: Hit): string {
  return passage.isFaqAnswer ? withoutMarkdown(passage.text) : text;
}

/** The sentences before each `[number]`; of those with a marked place that alone, which what stands around it isn't. */
function claimsOf(text: string, number: number): string {
  return text
    .split(/(?<=\])(?!\[)/)
    .filter((part) => part.includes(`[${number}]`))
    .map((part) => markedPlace(part) ?? part)
    .map((part) => part.replace(/\[\d+\]/g, ''))
    .join(' ');
}

/** Null where what is in bold is a word or two, which a model stresses. */
function markedPlace(part: string): string | null {
  const marked = [...part.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, place]) => place).join(' ');
  return (marked.match(/[\p{L}\p{N}]+/gu) ?? []).length < FEWEST_MARKED ? null : marked;
}

const FEWEST_MARKED = 4;
