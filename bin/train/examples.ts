import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Language } from '#contract/accounts/profile';
import { questionsOf, textSearched } from '#core/answers/follow-up';
import { placeInContext } from '#core/quoting/context';
import { extractAt } from '#core/quoting/extractive';
import { mayAnswer } from '#core/quoting/judges';
import { numbered } from '#core/quoting/numbered-passage';
import { observe, type RatingInput } from '#core/quoting/rank-candidates';
import { type Numbers, numbersOf } from '#core/quoting/reader';
import { searchWords } from '#core/quoting/search-words';
import { PASSAGES } from '#core/quoting/should-ask-model';
import { type Hit, search } from '#core/retrieval/search';
import type { Segment } from '#core/retrieval/segment';
import { detectSpoken } from '#core/text/language';
import { understand } from '#core/text/message';
import { type AskedDocument, askedDocuments, segmentOfAsked, tradeOf } from '#test/bench/asked-documents';
import { CORPUS, datasetsIn, segmentOf } from '#test/bench/datasets';
import { demoArticles } from '#test/bench/demo-articles';
import { type EverydayQuestion, everydayQuestions } from '#test/bench/everyday-questions';
import { plainText } from '#test/bench/unseen-documents';
import { segmentOf as handbookOf, handbookSegment, readQuestions } from '#test/unit/answers/evaluation';

/** A question over some passages, and which of their pieces answer it. */
export interface Example extends Numbers {
  /** Of the document. */
  readonly trade: string;
  /** How it came to be: visitors' words, the question alone of a polite message, the document's words, or with other passages. */
  readonly kind: 'visitor' | 'bared' | 'plain' | 'without' | 'among two' | 'alone' | 'everyday';
  /** By piece: whether what is shown of it holds the answer. */
  readonly isRight: readonly boolean[];
  /** By piece: the number of its passage. */
  readonly passages: readonly number[];
  /** Whether its document has the answer at all. */
  readonly isAnswerable: boolean;
}

interface Asked {
  readonly kind: Example['kind'];
  readonly question: string;
  readonly after: readonly string[];
  readonly answers: readonly string[] | null;
}

/** What is asked of a bot's only document, or of several that make one segment. */
interface Source {
  readonly name: string;
  readonly trade: string;
  readonly language: Language;
  readonly segment: Segment;
  readonly asked: readonly Asked[];
}

export async function readExamples(progress: (line: string) => void = () => {}): Promise<Example[]> {
  const examples: Example[] = [];
  const read = (source: Source) => {
    for (const asked of source.asked) examples.push(...examplesOf(source, asked));
    progress(`${source.name}: ${examples.length}`);
  };
  for (const document of askedDocuments()) read(await ownersDocument(document));
  examples.push(...everydayQuestions().map(everydayExample));
  for (const language of ['en', 'de'] as const) {
    read(await handbook(language));
    read(corpus(language));
    read(await demo(language));
  }
  return examples;
}

/**
 * By document: questions in its own words, with what an answer holds, null where there is none. Visitors' words alone
 * would teach to answer next to nothing.
 */
const Plain = z.record(z.string(), z.record(z.string(), z.string().min(1).nullable()));
export const PLAIN = new URL('../../test/bench/answering/plain.json', import.meta.url);

async function ownersDocument(document: AskedDocument): Promise<Source> {
  const plain = Plain.parse(JSON.parse(readFileSync(PLAIN, 'utf8')))[document.document] ?? {};
  return {
    name: document.document,
    trade: tradeOf(document),
    language: document.language,
    segment: await segmentOfAsked(document),
    asked: [
      ...document.questions.flatMap((each): Asked[] => [
        { ...each, kind: 'visitor' },
        ...(each.bare ? [{ ...each, kind: 'bared' as const, question: each.bare }] : []),
      ]),
      ...Object.entries(plain).map(([question, answer]) =>
        plainly(question, answer === null ? null : [answer]),
      ),
    ],
  };
}

async function handbook(language: Language): Promise<Source> {
  const { document, answerable, unanswerable } = readQuestions('questions')[language];
  return {
    name: document,
    trade: 'handbook',
    language,
    segment: await handbookSegment(document),
    asked: [
      ...answerable.map(({ question, gold, after }) => plainly(question, gold, after)),
      ...unanswerable.map(({ question, after }) => plainly(question, null, after)),
    ],
  };
}

async function demo(language: Language): Promise<Source> {
  const { passages, asked } = await demoArticles(language);
  return {
    name: `articles, ${language}`,
    trade: 'demo',
    language,
    segment: handbookOf('Parley', passages, { embeddings: false }),
    asked: asked.map(({ question, answer }) => plainly(question, [answer.split('\n')[0] ?? answer])),
  };
}

function corpus(language: Language): Source {
  const [set] = datasetsIn(CORPUS).filter((each) => each.language === language);
  if (!set) throw new Error(`there is no corpus in ${language}`);
  const { questions, unanswerable } = set.dataset;
  return {
    name: `corpus, ${language}`,
    trade: 'corpus',
    language,
    segment: segmentOf(set.dataset, language),
    asked: [
      ...questions.flatMap(({ question, answers }) => (answers ? [plainly(question, answers)] : [])),
      ...unanswerable.map(({ question }) => plainly(question, null)),
    ],
  };
}

/** What everybody asks, of two notes of a line or two. */
function everydayExample({ language, question, answer, notes }: EverydayQuestion): Example {
  const passages = notes.map((text, at) => ({
    number: at + 1,
    title: 'Info',
    heading: null,
    page: null,
    text,
  }));
  return {
    trade: 'everyday',
    kind: 'everyday',
    isAnswerable: answer !== null,
    ...labelled({ question, language, passages }, (text) => answer !== null && text.includes(answer)),
  };
}

function plainly(question: string, answers: readonly string[] | null, after?: string): Asked {
  return { kind: 'plain', question, after: after ? [after] : [], answers };
}

/** Of each question of a message one, and with other passages: where those with the answer are missing, and among two. */
function examplesOf({ trade, segment, language: own }: Source, { kind, question, after, answers }: Asked) {
  const language = detectSpoken(question) ?? own;
  const history = after.map((text) => ({ author: 'visitor' as const, text }));
  const questions = questionsOf(understand(question), language, history);
  const found = questions.flatMap((asked) =>
    search([{ segment }], `${textSearched(asked)}\n${searchWords(asked.text)}`, {
      limit: PASSAGES,
      language,
    }),
  );
  const hits = [...new Map(found.map((hit) => [hit.id, hit])).values()];
  const holds = (text: string) => (answers ?? []).some((answer) => compared(text).includes(compared(answer)));
  const [right, others] = [hits.filter(has(holds)), hits.filter((hit) => !has(holds)(hit))];
  return questions.flatMap(({ text, topic, told }): Example[] => {
    const exampleOf = (as: Example['kind'], some: readonly Hit[], isAnswer = holds): Example => ({
      trade,
      kind: as,
      isAnswerable: as !== 'without' && isAnswer === holds && answers !== null,
      ...labelled({ question: text, topic, told, language, passages: numbered(some) }, isAnswer),
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
      ...(kind !== 'visitor' ? alone(right, holds).map((hit) => exampleOf('alone', [hit])) : []),
      ...(kind !== 'visitor'
        ? alone(few.slice(0, 1), () => true).map((hit) => exampleOf('alone', [hit], () => false))
        : []),
    ];
  });
}

/** Its first passage, cut to the paragraph that is wanted: as a note of a few lines has it. */
function alone([first]: readonly Hit[], isWanted: (text: string) => boolean): Hit[] {
  const text = first?.passage.text.split(/\n{2,}/).find(isWanted);
  return first && text ? [{ ...first, passage: { ...first.passage, text } }] : [];
}

function has(holds: (text: string) => boolean) {
  return ({ passage: { text, heading } }: Hit) => holds(`${heading ?? ''}\n${text}`);
}

function labelled(input: RatingInput, holds: (text: string) => boolean) {
  const rated = observe(input).map((piece) => ({ ...piece, likelihood: 0, support: 0 }));
  const eligible = rated.filter(mayAnswer);
  return {
    ...numbersOf(eligible.map(({ observed }) => observed)),
    isRight: eligible.map((piece) => holds(placeInContext(extractAt(piece, rated, input)))),
    passages: eligible.map(({ number }) => number),
  };
}

/** A row's cells are apart in a text, and in what is shown of it. */
function compared(text: string): string {
  return plainText(text.replace(/[|„“”"»«]/g, ' ')).trim();
}
