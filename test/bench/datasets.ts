import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { buildSegment } from '../../functions/core/knowledge/index/build';
import type { TextLanguage } from '../../functions/core/knowledge/index/passage';
import { openSegment, type Segment } from '../../functions/core/knowledge/index/segment';

/** Passages, questions with the places of the passages that answer them, questions that none answers. */
const Dataset = z.object({
  passages: z.array(z.object({ title: z.string(), text: z.string() })).min(1),
  questions: z.array(
    z.object({
      question: z.string(),
      gold: z.array(z.number().int().nonnegative()).min(1),
      answers: z.array(z.string()).optional(),
    }),
  ),
  unanswerable: z.array(z.object({ question: z.string() })).default([]),
});
export type Dataset = z.infer<typeof Dataset>;

export const BENCH_LANGUAGES = ['en', 'de'] as const satisfies readonly TextLanguage[];

/** The languages that the folder has a set of. */
export function datasetsIn(folder: string): { language: TextLanguage; dataset: Dataset }[] {
  const found = BENCH_LANGUAGES.flatMap((language) => {
    const file = join(folder, `${language}.json`);
    if (!existsSync(file)) return [];
    return [{ language, dataset: Dataset.parse(JSON.parse(readFileSync(file, 'utf8'))) }];
  });
  if (found.length === 0) throw new Error(`${folder} has neither en.json nor de.json`);
  return found;
}

/** All passages in one segment: the hit `{id}#{n}` is passage n. Titles are headings, as extraction gives them. */
export function segmentOf(dataset: Dataset, language: TextLanguage): Segment {
  const passages = dataset.passages.map(({ title, text }) => ({
    text,
    heading: title || null,
    page: null,
    start: 0,
    end: text.length,
  }));
  return openSegment(buildSegment({ documentId: 'all', title: '', language, passages }));
}

export function placeOf(hitId: string): number {
  return Number(hitId.slice(hitId.indexOf('#') + 1));
}
