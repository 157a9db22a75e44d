import type { Block } from './block';
import { readText } from './decode';
import type { Extraction } from './extraction';
import type { DocumentReader } from './isolated';
import { cleanText } from './normalise';

/** A question on the first line, and its answer below, in the Markdown that it was typed in. */
export async function extractFaq(bytes: Uint8Array): Promise<Extraction> {
  const text = readText(bytes);
  const { question, answer } = readFaqText(text);
  const blocks: Block[] = [{ kind: 'heading', level: 1, text: cleanText(question), page: null }];
  if (answer) blocks.push({ kind: 'faq-answer', text: answer, page: null });
  return { blocks, pages: null };
}

/** Reads pairs and nothing else. */
export const FAQ_READER: DocumentReader = {
  extract: extractFaq,
  extractPart: neverInParts,
  assemble: neverInParts,
  extractPictures: neverInParts,
};

function neverInParts(): never {
  throw new Error('A pair has neither parts nor pictures.');
}

/** What is stored of a pair, and what a source that cites it opens. */
export function faqText({ question, answer }: FaqText): string {
  return `${question}\n\n${answer}\n`;
}

export function readFaqText(text: string): FaqText {
  const end = text.indexOf('\n');
  return end < 0
    ? { question: text, answer: '' }
    : { question: text.slice(0, end), answer: text.slice(end).trim() };
}

interface FaqText {
  readonly question: string;
  readonly answer: string;
}
