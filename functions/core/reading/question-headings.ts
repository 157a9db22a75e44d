import { sentencesOf } from '#core/text/sentences';
import type { Block } from './block';

/**
 * Makes headings of the questions of a text that goes by question and answer. Written as sentences they would be
 * found before their answers, which share fewer words with what a visitor asks, and be given back to him.
 */
export function withQuestionsAsHeadings(blocks: readonly Block[]): Block[] {
  const sections = sectionsOf(blocks);
  return sections.flatMap(({ heading, blocks: content }) => {
    const read = content.map((block, at) => questionOf(block, content[at + 1]));
    const asked = read.filter(({ question }) => question !== null);
    const isAmongQuestions = heading?.text.endsWith('?') ?? false;
    // What follows `Are dogs allowed? Yes.` in a paragraph of its own is about something else.
    const below = isAmongQuestions ? read.slice(read.findIndex(({ isQuestion }) => isQuestion)) : read;
    const isMixed = asked.some(({ rest }) => rest !== '') && below.some(({ isQuestion }) => !isQuestion);
    if (isMixed || asked.length < (isAmongQuestions ? 1 : SEVERAL)) return content;
    const above = heading ? Math.max(1, heading.level ?? 1) : 0;
    return answered(read.flatMap((each) => blocksOf(each, isAmongQuestions ? above : above + 1)));
  });
}

/** Each question heads what follows it up to the next, and nothing of the sections behind, however deep these are. */
function answered(blocks: readonly Block[]): Block[] {
  return blocks.map((block, at) => {
    if (block.kind !== 'heading') return block;
    const next = blocks.findIndex(({ kind }, other) => other > at && kind === 'heading');
    return { ...block, heads: (next < 0 ? blocks.length : next) - at - 1 };
  });
}

/** One question may be meant for the reader: `Hungry?` */
const SEVERAL = 2;

/** A longer one is a sentence of a text. */
const LONGEST = 200;

/** `Q:`, `F 3.`, `Frage:`, and how what follows begins. */
const ASKS = /^(?:(?:q|f|question|frage)\s?\d{0,3}\s*[:.)]|\d{1,3}[.)])\s+/iu;
const TELLS = /^(?:a|answer|antwort)\s?\d{0,3}\s*[:.)]\s+/iu;

interface Read {
  readonly block: Block;
  /** Whether it begins with one, answered or not. */
  readonly isQuestion: boolean;
  /** Where something answers it: in the block itself, or below it. */
  readonly question: string | null;
  /** What follows it in its block. */
  readonly rest: string;
}

interface Section {
  readonly heading: Block | null;
  readonly blocks: Block[];
}

/** Each heading as one of its own, and what stands between it and the next. */
function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [{ heading: null, blocks: [] }];
  for (const block of blocks) {
    if (block.kind === 'heading')
      sections.push({ heading: null, blocks: [block] }, { heading: block, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

function questionOf(block: Block, next: Block | undefined): Read {
  const nothing = { block, isQuestion: false, question: null, rest: '' };
  if (block.kind !== 'paragraph') return nothing;
  const [, labelled = '', answer = ''] = LABELLED.exec(block.text) ?? [];
  if (labelled && labelled.length <= LONGEST)
    return { block, isQuestion: true, question: labelled.trim(), rest: answer };
  // Not all of a long paragraph is split for its first sentence.
  const beginning = block.text.slice(0, 2 * LONGEST);
  const [first] = sentencesOf(beginning.replace(ASKS, (label) => ' '.repeat(label.length)));
  const asked = first && block.text.slice(first.start, first.end).trim();
  if (!asked?.endsWith('?') || asked.length > LONGEST) return nothing;
  const rest = block.text.slice(first?.end ?? 0).trim();
  const isAnswered = rest !== '' || (next !== undefined && !questionOf(next, undefined).isQuestion);
  return { block, isQuestion: true, question: isAnswered ? asked : null, rest };
}

/** Both with their letters: then all before the answer is the question, `My parcel hasn't arrived.` too. */
const LABELLED =
  /^(?:q|f|question|frage)\s?\d{0,3}\s*[:.)]\s+([\s\S]+?)\n(?:a|answer|antwort)\s?\d{0,3}\s*[:.)]\s+([\s\S]+)$/iu;

function blocksOf({ block, question, rest }: Read, level: number): Block[] {
  const { page } = block;
  const told = (text: string) => (block.kind === 'paragraph' ? text.replace(TELLS, '') : text);
  if (question === null) return [{ ...block, text: told(block.text) }];
  const heading: Block = { kind: 'heading', level, text: question, page };
  return rest === '' ? [heading] : [heading, { ...block, text: told(rest) }];
}
