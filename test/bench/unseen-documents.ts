import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { Language } from '#contract/accounts/profile';
import { DocumentFormat } from '#contract/knowledge/documents';
import { extract } from '#core/reading/extract';
import { buildSegment } from '#core/retrieval/build';
import { openSegment, type Segment } from '#core/retrieval/segment';
import { splitIntoPassages } from '#core/retrieval/split';
import { detectLanguage } from '#core/text/language';

/** Questions over one document, with what an answer holds: any of it, but for space, case and bold. */
const AskedDocument = z.object({
  document: z.string(),
  language: Language,
  answerable: z.array(z.object({ question: z.string().min(1), answers: z.array(z.string().min(1)).min(1) })),
  unanswerable: z.array(z.object({ question: z.string().min(1) })),
});
export type AskedDocument = z.infer<typeof AskedDocument>;

const folder = new URL('unseen/', import.meta.url);

/**
 * Small documents as businesses have them, with gaps, in two languages and put by many hands, and visitors' questions.
 * Nothing in the answering is written for them: they only measure it, and choose its threshold.
 */
export function unseenDocuments(): readonly AskedDocument[] {
  const questions = readFileSync(fileURLToPath(new URL('questions.json', folder)), 'utf8');
  return z.array(AskedDocument).parse(JSON.parse(questions));
}

/** The document as the product takes it in, a bot's only one, by words alone. */
export async function segmentOfUnseen({ document, language }: AskedDocument): Promise<Segment> {
  const format = DocumentFormat.parse(extname(document).slice(1));
  const { blocks } = await extract(readFileSync(fileURLToPath(new URL(document, folder))), format);
  const passages = splitIntoPassages(blocks);
  const told = detectLanguage(passages.map(({ text }) => text).join('\n\n'));
  const title = document.replace(/\.\w+$/, '');
  return openSegment(buildSegment({ documentId: document, title, language: told ?? language, passages }));
}

/** As it is compared: without what Markdown and the lines of a quote add. */
export function plainText(text: string): string {
  return text
    .replace(/[*`]|^> ?/gm, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}
