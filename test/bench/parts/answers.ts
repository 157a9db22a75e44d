import MiniSearch from 'minisearch';
import { type AnswerResult, answerWithQuotes } from '#core/answers/answer-question';
import { questionsOf, textSearched } from '#core/answers/follow-up';
import { type Judge, readerOf } from '#core/quoting/judges';
import { searchWords } from '#core/quoting/search-words';
import { PASSAGES, shouldAskModel } from '#core/quoting/should-ask-model';
import { search } from '#core/retrieval/search';
import type { Segment } from '#core/retrieval/segment';
import { detectSpoken } from '#core/text/language';
import { understand } from '#core/text/message';
import leftOut from '../answering/left-out.json';
import {
  type AskedDocument,
  type AskedQuestion,
  askedDocuments,
  holdsFact,
  requestOf,
  retrieverOf,
  segmentOfAsked,
  tradeOf,
} from '../asked-documents';
import { type Figures, type Part, prefixed } from '../figures';
import { modelAnswers } from './model-answers';

/**
 * In percent: what visitors get without a model over documents as owners write them, in words that are not the
 * documents', each by what was learned without its kind of business. Beside the product's answers two that anybody could give: the first passage of MiniSearch, and that of
 * Parley's own search, each whole and from the score on that suits it best.
 */
export const answers: Part = async (options) => {
  const { model, progress } = options;
  if (model) return modelAnswers(options);
  const trials: Trial[] = [];
  for (const document of askedDocuments()) {
    const segment = await segmentOfAsked(document);
    const naive = naiveSearch(segment);
    for (const asked of document.questions) trials.push(await tryQuestion(segment, naive, document, asked));
  }
  progress(`answers: ${trials.length} questions`);
  const groups: Readonly<Record<string, (trial: Trial) => boolean>> = {
    all: () => true,
    en: ({ language }) => language === 'en',
    de: ({ language }) => language === 'de',
    bare: ({ form }) => form === 'bare',
    polite: ({ form }) => form === 'polite',
    polite_bared: ({ bared }) => bared !== null,
    follow_up: ({ form }) => form === 'follow-up',
    colloquial: ({ form }) => form === 'colloquial',
    misspelt: ({ form }) => form === 'misspelt',
  };
  const figures = Object.entries(groups).map(([name, isOf]) => {
    const some = trials.filter(isOf);
    return prefixed(
      name,
      outcomeOf(some.map(({ bared, given }) => (name === 'polite_bared' ? (bared ?? given) : given))),
    );
  });
  const answerable = trials.filter(({ given }) => given.isAnswerable);
  return prefixed('answers', {
    ...Object.assign({}, ...figures),
    ...prefixed('minisearch', bestOf(trials.map(({ naive }) => naive))),
    ...prefixed('first_passage', bestOf(trials.map(({ first }) => first))),
    found_first: share(answerable, ({ rank }) => rank === 0),
    found_among_8: share(answerable, ({ rank }) => rank >= 0),
    kept_from_model: share(answerable, ({ reachesModel }) => !reachesModel),
    answer_ms: trials.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / trials.length,
  });
};

/** What somebody gets for a question, and whether it holds what was asked for. */
interface Given {
  readonly isAnswerable: boolean;
  /** Answered from a threshold on. */
  readonly score: number;
  readonly isRight: boolean;
}

interface Trial extends Pick<AskedDocument, 'language'>, Pick<AskedQuestion, 'form'> {
  readonly given: Given;
  /** Of a polite message, what its question alone gets. */
  readonly bared: Given | null;
  readonly naive: Given;
  readonly first: Given;
  /** Of the first passage found that holds the fact, or −1. */
  readonly rank: number;
  readonly reachesModel: boolean;
  readonly milliseconds: number;
}

async function tryQuestion(
  segment: Segment,
  naive: (question: string) => { text: string; score: number },
  document: AskedDocument,
  { question, form, bare, after, answers }: AskedQuestion,
): Promise<Trial> {
  const isAnswerable = answers !== null;
  const holds = (text: string) => holdsFact(answers, text);
  const language = detectSpoken(question) ?? document.language;
  const history = after.map((text) => ({ author: 'visitor' as const, text }));
  // As the product searches before it asks a model.
  const [first, ...others] = questionsOf(understand(question), language, history);
  const whole = { ...first, text: [first, ...others].map(({ text }) => text).join(' ') };
  const searched = `${textSearched(whole)}\n${searchWords(whole.text)}`;
  const hits = search([{ segment }], searched, { limit: PASSAGES, language });
  const texts = hits.map(({ passage: { heading, text } }) => `${heading ?? ''}\n${text}`);
  const found = naive([...after, question].join(' '));
  const before = performance.now();
  const judge = learnedWithout(document);
  const answer = await ask(segment, document, question, after, judge);
  const milliseconds = performance.now() - before;
  const givenBy = ({ kind, text }: AnswerResult): Given => ({
    isAnswerable,
    score: kind === 'abstained' ? 0 : 1,
    isRight: holds(text),
  });
  return {
    language: document.language,
    form,
    given: givenBy(answer),
    bared: bare ? givenBy(await ask(segment, document, bare, after, judge)) : null,
    naive: { isAnswerable, score: found.score, isRight: holds(found.text) },
    first: { isAnswerable, score: hits[0]?.coverage ?? 0, isRight: holds(texts[0] ?? '') },
    rank: texts.findIndex(holds),
    reachesModel: shouldAskModel(hits, whole.text),
    milliseconds,
  };
}

function learnedWithout(document: AskedDocument): Judge {
  const trade = tradeOf(document);
  const weights = Object.entries(leftOut.without).find(([trades]) => trades.split(' ').includes(trade))?.[1];
  if (!weights) throw new Error(`nothing was learned without ${document.document}: npm run train`);
  return readerOf({ ...weights, least: leftOut.least });
}

function ask(
  segment: Segment,
  document: AskedDocument,
  question: string,
  after: readonly string[],
  judge: Judge,
) {
  return answerWithQuotes({ retriever: retrieverOf(segment), judge }, requestOf(document, question, after));
}

function naiveSearch(segment: Segment) {
  const passages = Array.from({ length: segment.passageCount }, (_, at) => segment.passage(at));
  const index = new MiniSearch<{ id: number; heading: string; text: string }>({
    fields: ['heading', 'text'],
  });
  index.addAll(passages.map(({ heading, text }, id) => ({ id, heading: heading ?? '', text })));
  return (question: string) => {
    const [first] = index.search(question);
    const passage = first && passages[Number(first.id)];
    return { text: passage ? `${passage.heading ?? ''}\n${passage.text}` : '', score: first?.score ?? 0 };
  };
}

/** Answered from the threshold on at which right answers outnumber wrong ones, of all questions, by most. */
function bestOf(given: readonly Given[]): Figures {
  const thresholds = [...new Set(given.map(({ score }) => score))].sort((a, b) => a - b);
  const steps = Array.from(
    { length: STEPS },
    (_, at) => thresholds[Math.floor((at * thresholds.length) / STEPS)] ?? 0,
  );
  const gainAt = (threshold: number) =>
    given.reduce((sum, { score, isRight }) => sum + (score < threshold ? 0 : isRight ? 1 : -1), 0);
  const best = steps.reduce((one, other) => (gainAt(other) > gainAt(one) ? other : one));
  return outcomeOf(given.map((each) => ({ ...each, score: each.score >= best ? 1 : 0 })));
}

const STEPS = 100;

/** Of the questions with an answer those answered right, wrong and not; of the others those that are answered. */
function outcomeOf(given: readonly Given[]): Figures {
  const answerable = given.filter(({ isAnswerable }) => isAnswerable);
  const isAnswered = ({ score }: Given) => score > 0;
  return {
    right: share(answerable, (each) => isAnswered(each) && each.isRight),
    wrong: share(answerable, (each) => isAnswered(each) && !each.isRight),
    wrongly_abstained: share(answerable, (each) => !isAnswered(each)),
    wrongly_answered: share(
      given.filter((each) => !each.isAnswerable),
      isAnswered,
    ),
  };
}

function share<T>(of: readonly T[], fits: (one: T) => boolean): number {
  return (100 * of.filter(fits).length) / Math.max(1, of.length);
}
