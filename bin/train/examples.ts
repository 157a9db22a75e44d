import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { questionsOf } from '#core/answers/follow-up';
import { placeInContext } from '#core/quoting/context';
import { extractAt } from '#core/quoting/extractive';
import { RULES } from '#core/quoting/judges';
import { numbered } from '#core/quoting/numbered-passage';
import { observe, type RatingInput } from '#core/quoting/rank-candidates';
import { type Numbers, numbersOf } from '#core/quoting/reader';
import { searchWords } from '#core/quoting/search-words';
import { PASSAGES } from '#core/quoting/support';
import { type Hit, search } from '#core/retrieval/search';
import type { Segment } from '#core/retrieval/segment';
import { detectLanguage } from '#core/text/language';
import { understand } from '#core/text/message';
import { type AskedDocument, askedDocuments, segmentOfAsked, tradeOf } from '#test/bench/asked-documents';
import { plainText } from '#test/bench/unseen-documents';

/** A question over some passages, and which of their pieces answer it. */
export interface Example extends Numbers {
  /** Of the document. */
  readonly trade: string;
  /** How it came to be: visitors' words, the question alone of a polite message, the document's words, or with other passages. */
  readonly kind: 'visitor' | 'bared' | 'plain' | 'without' | 'among two';
  /** By piece: whether what is shown of it holds the answer. */
  readonly isRight: readonly boolean[];
  /** By piece: the number of its passage. */
  readonly passages: readonly number[];
  /** Whether its document has the answer at all. */
  readonly isAnswerable: boolean;
}

/**
 * By document: questions in its own words, with what an answer holds, null where there is none. Visitors' words alone
 * would teach to answer next to nothing.
 */
const Plain = z.record(z.string(), z.record(z.string(), z.string().min(1).nullable()));

interface Asked {
  readonly kind: Example['kind'];
  readonly question: string;
  readonly after: readonly string[];
  readonly answers: readonly string[] | null;
}

export async function readExamples(progress: (line: string) => void = () => {}): Promise<Example[]> {
  const plain = Plain.parse(JSON.parse(readFileSync(PLAIN, 'utf8')));
  const examples: Example[] = [];
  for (const document of askedDocuments()) {
    const segment = await segmentOfAsked(document);
    const asked = [
      ...document.questions.flatMap((each): Asked[] => [
        { ...each, kind: 'visitor' },
        ...(each.bare ? [{ ...each, kind: 'bared' as const, question: each.bare }] : []),
      ]),
      ...Object.entries(plain[document.document] ?? {}).map(
        ([question, answer]): Asked => ({
          kind: 'plain',
          question,
          after: [],
          answers: answer === null ? null : [answer],
        }),
      ),
    ];
    for (const each of asked) examples.push(...examplesOf(document, segment, each));
    progress(`${document.document}: ${examples.length}`);
  }
  return examples;
}

export const PLAIN = new URL('../../test/bench/answering/plain.json', import.meta.url);

/** Of each question of a message one, and with other passages: where those with the answer are missing, and among two. */
function examplesOf(document: AskedDocument, segment: Segment, { kind, question, after, answers }: Asked) {
  const language = detectLanguage(question) ?? document.language;
  const history = after.map((text) => ({ author: 'visitor' as const, text }));
  const questions = questionsOf(understand(question), language, history);
  const found = questions.flatMap(({ text, topic }) =>
    search([{ segment }], [topic, text, searchWords(text)].filter(Boolean).join('\n'), {
      limit: PASSAGES,
      language,
    }),
  );
  const hits = [...new Map(found.map((hit) => [hit.id, hit])).values()];
  const holds = (text: string) => (answers ?? []).some((answer) => compared(text).includes(compared(answer)));
  const [right, others] = [hits.filter(has(holds)), hits.filter((hit) => !has(holds)(hit))];
  return questions.flatMap(({ text, topic }): Example[] => {
    const exampleOf = (as: Example['kind'], some: readonly Hit[], isAnswer = holds): Example => ({
      trade: tradeOf(document),
      kind: as,
      isAnswerable: as !== 'without' && answers !== null,
      ...labelled({ question: text, topic, language, passages: numbered(some) }, isAnswer),
    });
    const isNear = kind === 'visitor' && question.length % 2 === 0;
    const rest = right.length > 0 && others.length > 1 && (kind !== 'visitor' || isNear) ? others : [];
    const at = question.length % Math.max(1, rest.length);
    const few = question.length % 3 === 0 ? rest : [...rest.slice(at), ...rest.slice(0, at)].slice(0, 2);
    return [
      exampleOf(kind, hits),
      ...(rest.length > 0 ? [exampleOf('without', few, () => false)] : []),
      ...(rest.length > 0 && kind !== 'visitor'
        ? [
            exampleOf(
              'among two',
              question.length % 2
                ? [...right.slice(0, 1), ...few.slice(0, 1)]
                : [...few.slice(0, 1), ...right.slice(0, 1)],
            ),
          ]
        : []),
    ];
  });
}

function has(holds: (text: string) => boolean) {
  return ({ passage: { text, heading } }: Hit) => holds(`${heading ?? ''}\n${text}`);
}

function labelled(input: RatingInput, holds: (text: string) => boolean) {
  const seen = observe(input);
  const rated = RULES.judge(seen);
  return {
    ...numbersOf(seen.map(({ observed }) => observed)),
    isRight: rated.map((piece) => holds(placeInContext(extractAt(piece, rated, input)))),
    passages: rated.map(({ number }) => number),
  };
}

/** A row's cells are apart in a text, and in what is shown of it. */
function compared(text: string): string {
  return plainText(text.replace(/[|„“”"»«]/g, ' ')).trim();
}
