import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Language } from '#contract/accounts/profile';
import { buildSegment } from '#core/retrieval/build';
import { mergeSegments } from '#core/retrieval/merge';
import { openSegment, type Segment } from '#core/retrieval/segment';
import { UsageError } from './command';

/** Passages, questions with the places of the passages that answer them, questions that none answers. */
export const Dataset = z
  .object({
    passages: z.array(z.object({ title: z.string(), text: z.string().min(1) })).min(1),
    questions: z
      .array(
        z.object({
          question: z.string().min(1),
          gold: z.array(z.number().int().nonnegative()).min(1),
          /** Any of them, word for word in the passage. */
          answers: z.array(z.string().min(1)).optional(),
        }),
      )
      .min(1),
    unanswerable: z.array(z.object({ question: z.string().min(1) })).default([]),
  })
  .superRefine(({ passages, questions }, context) => {
    for (const [index, { gold }] of questions.entries()) {
      const beyond = gold.find((passage) => passage >= passages.length);
      if (beyond === undefined) continue;
      const message = `passage ${beyond} of ${passages.length}`;
      context.addIssue({ code: 'custom', path: ['questions', index, 'gold'], message });
    }
  });
export type Dataset = z.infer<typeof Dataset>;

export interface LanguageDataset {
  readonly language: Language;
  readonly dataset: Dataset;
}

export const BENCH_LANGUAGES = ['en', 'de'] as const satisfies readonly Language[];

/** The repo's own. */
export const CORPUS = fileURLToPath(new URL('corpus', import.meta.url));

/** The languages that the folder has a set of. */
export function datasetsIn(folder: string): LanguageDataset[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UsageError(`there is no folder ${folder}`);
  }
  const found = BENCH_LANGUAGES.flatMap((language) => {
    const file = join(folder, `${language}.json`);
    return existsSync(file) ? [{ language, dataset: read(file) }] : [];
  });
  if (found.length === 0) throw new UsageError(`${folder} has neither en.json nor de.json`);
  return found;
}

function read(file: string): Dataset {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${(error as Error).message.replace(/\s+/g, ' ')}`);
  }
  const parsed = Dataset.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(
    `${file} is no set of questions: ${issue?.path.join('.') || 'all'}: ${issue?.message}`,
  );
}

/**
 * All passages in one segment, each a document of its own, so that a citation names its passage: document `n`
 * is passage n. Titles are headings, as extraction gives them.
 */
export function segmentOf(dataset: Dataset, language: Language): Segment {
  const segments = dataset.passages.map(({ title, text }, place) => {
    const passage = { text, heading: title || null, page: null, start: 0, end: text.length };
    const bytes = buildSegment({ documentId: String(place), title, language, passages: [passage] });
    return { segment: openSegment(bytes) };
  });
  return openSegment(mergeSegments(segments));
}

export function placeOf(documentId: string): number {
  return Number(documentId);
}
