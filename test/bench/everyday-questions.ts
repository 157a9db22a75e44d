import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { Language } from '#contract/accounts/profile';

const Question = z.object({
  group: z.string(),
  language: Language,
  question: z.string().min(1),
  /** What stands in the answer; null where there is none. */
  answer: z.string().min(1).nullable(),
  /** A business's note that is asked. */
  text: z.string().min(1),
});

export interface EverydayQuestion extends z.infer<typeof Question> {
  /** Another note, which answers nothing, and the one that is asked. */
  readonly notes: readonly string[];
}

const OTHER: Readonly<Record<Language, string>> = {
  de: 'Handtücher liegen an der Rezeption bereit. Der Garten ist bis 22 Uhr offen.',
  en: 'Towels are ready at the desk. The garden is open until 10 pm.',
};

/** What everybody asks a business, in few words, of notes that have few: learned from, and held by a test. */
export function everydayQuestions(): EverydayQuestion[] {
  const file = readFileSync(new URL('answering/everyday.json', import.meta.url), 'utf8');
  return z
    .array(Question)
    .parse(JSON.parse(file))
    .map((asked) => ({ ...asked, notes: [OTHER[asked.language], asked.text] }));
}
