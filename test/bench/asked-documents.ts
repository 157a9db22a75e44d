import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import * as z from 'zod';
import { Language } from '#contract/accounts/profile';
import { DocumentFormat } from '#contract/knowledge/documents';
import type { Retriever } from '#core/answers/ports';
import { extract } from '#core/reading/extract';
import { buildSegment } from '#core/retrieval/build';
import { search } from '#core/retrieval/search';
import { openSegment, type Segment } from '#core/retrieval/segment';
import { splitIntoPassages } from '#core/retrieval/split';
import { detectLanguage } from '#core/text/language';
import { plainText } from './unseen-documents';

const AskedQuestion = z.object({
  question: z.string().min(1),
  form: z.enum(['bare', 'polite', 'follow-up', 'colloquial', 'misspelt']),
  /** What a polite message asks, without the politeness. */
  bare: z.string().optional(),
  /** What the visitor asked before. */
  after: z.array(z.string()).default([]),
  /** Any of which an answer holds; null where the document has none. */
  answers: z.array(z.string().min(1)).nullable(),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

const AskedDocument = z.object({
  document: z.string(),
  language: Language,
  kind: z.string(),
  questions: z.array(AskedQuestion),
});
export type AskedDocument = z.infer<typeof AskedDocument>;

const folder = new URL('answering/', import.meta.url);

/** Documents as owners write them, with what visitors ask of them; of small ones each is a kind of business of its own. */
export function askedDocuments(): readonly AskedDocument[] {
  const questions = new URL('questions/', folder);
  return readdirSync(questions)
    .toSorted()
    .map((name) => AskedDocument.parse(JSON.parse(readFileSync(new URL(name, questions), 'utf8'))));
}

/** The trade that a document is of: the middle of its name. Each is left out as a whole when it judges. */
export function tradeOf({ document }: Pick<AskedDocument, 'document'>): string {
  const [language, trade = ''] = document.split('-');
  return language === 'long' ? 'manual' : trade;
}

/** The document as the product takes it in, a bot's only one, by words alone. */
export async function segmentOfAsked({ document, language }: AskedDocument): Promise<Segment> {
  const format = DocumentFormat.parse(extname(document).slice(1));
  const { blocks } = await extract(readFileSync(new URL(`documents/${document}`, folder)), format);
  const passages = splitIntoPassages(blocks);
  const told = detectLanguage(passages.map(({ text }) => text).join('\n\n'));
  const title = document.replace(/\.\w+$/, '');
  return openSegment(buildSegment({ documentId: document, title, language: told ?? language, passages }));
}

/** What a visitor of the document's bot asks, after other questions, as `answerQuestion` takes it. */
export function requestOf({ language }: AskedDocument, question: string, after: readonly string[]) {
  return {
    bot: { accountId: 'benchmark', botId: 'benchmark' },
    botName: 'Benchmark',
    companyName: 'Benchmark',
    language,
    fallbackMessage: '',
    question,
    history: after.map((text) => ({ author: 'visitor' as const, text })),
  };
}

/** A bot's knowledge that is one segment, searched by words alone. */
export function retrieverOf(segment: Segment): Retriever {
  return {
    retrieve: async (_, wanted, options) => ({
      hits: search([{ segment }], wanted, options),
      hasKnowledge: true,
    }),
  };
}

/** Whether a text has one of the answers, however it is set. */
export function holdsFact(answers: AskedQuestion['answers'], text: string): boolean {
  return (answers ?? []).some((answer) => compared(text).includes(compared(answer)));
}

/** A row's cells are apart in a text, and in what is shown of it. */
function compared(text: string): string {
  return plainText(text.replace(/[|„“”"»«]/g, ' ')).trim();
}
