import type { Language } from '#contract/accounts/profile';
import { AccountId, BotId } from '#contract/base/ids';
import {
  type AnswerDeps,
  type AnswerRequest,
  type AnswerResult,
  answerQuestion,
  answerWithQuotes,
} from '#core/answers/answer-question';
import type { AnswerModel } from '#core/answers/ports';
import { NO_ANSWER, parsePrompt } from '#core/answers/prompt';
import { placeInContext } from '#core/quoting/context';
import { type Extract, extractiveAnswer } from '#core/quoting/extractive';
import { READER } from '#core/quoting/judges';
import { type SearchSource, search } from '#core/retrieval/search';
import { calibrationFigures, type Trial } from '../calibration';
import { type Dataset, datasetsIn, type LanguageDataset, placeOf, segmentOf } from '../datasets';
import { type Figures, type Part, prefixed } from '../figures';
import { quotedFrom } from '../quoted';

/**
 * In percent: questions that the passages answer and that nobody answers, and the other way round. By the product's
 * own answering, with the model that the local cloud has; `search` is what is decided before a model is asked, and
 * `quotes` what is answered without one. `off_topic` are the same questions with all passages of their title taken
 * away; those of the set without an answer are near to passages that are there.
 */
export const abstention: Part = async ({ data, progress }) => {
  const figures: Record<string, number> = {};
  for (const set of datasetsIn(data)) {
    const { questions, unanswerable } = set.dataset;
    progress(
      `abstention: ${set.language}, ${questions.length} questions, ${unanswerable.length} without an answer`,
    );
    Object.assign(figures, prefixed(`abstention.${set.language}`, await measure(set)));
  }
  return figures;
};

interface Asked {
  readonly generated: AnswerResult;
  readonly quoted: AnswerResult;
  /** Whether a model was asked at all. */
  readonly reachedModel: boolean;
}

async function measure({ language, dataset }: LanguageDataset): Promise<Figures> {
  const segment = segmentOf(dataset, language);
  const answerable: Asked[] = [];
  const offTopic: Asked[] = [];
  let [citedGold, withAnswers, holdsAnswer] = [0, 0, 0];
  for (const { question, gold, answers } of dataset.questions) {
    const asked = await ask({ segment }, question, language);
    answerable.push(asked);
    const { text, citations } = asked.generated;
    if (citations.some(({ documentId }) => gold.includes(placeOf(documentId)))) citedGold++;
    if (answers) {
      withAnswers++;
      if (answers.some((answer) => text.replaceAll('**', '').includes(answer))) holdsAnswer++;
    }
    offTopic.push(await ask({ segment, removedDocuments: onTopic(dataset, gold) }, question, language));
  }
  const without: Asked[] = [];
  for (const { question } of dataset.unanswerable) without.push(await ask({ segment }, question, language));
  // Where the set has none that nothing answers, those do whose article was taken away.
  const trials = [
    ...dataset.questions.map((asked) => tried({ segment }, asked, dataset, language)),
    ...(without.length > 0
      ? dataset.unanswerable.map(({ question }) => tried({ segment }, { question }, dataset, language))
      : dataset.questions.map(({ question, gold }) =>
          tried({ segment, removedDocuments: onTopic(dataset, gold) }, { question }, dataset, language),
        )),
  ];

  return {
    wrongly_abstained: share(answerable, ({ generated }) => !isAnswer(generated)),
    ...(without.length > 0 && { wrongly_answered: share(without, ({ generated }) => isAnswer(generated)) }),
    off_topic_answered: share(offTopic, ({ generated }) => isAnswer(generated)),
    cited_gold: (100 * citedGold) / dataset.questions.length,
    ...(withAnswers > 0 && { held_answer: (100 * holdsAnswer) / withAnswers }),
    ...prefixed('support', calibrationFigures(trials, READER.least)),
    'search.wrongly_abstained': share(answerable, ({ reachedModel }) => !reachedModel),
    'search.off_topic_passed': share(offTopic, ({ reachedModel }) => reachedModel),
    'quotes.wrongly_abstained': share(answerable, ({ quoted }) => !isAnswer(quoted)),
    'quotes.off_topic_answered': share(offTopic, ({ quoted }) => isAnswer(quoted)),
  };
}

const isAnswer = ({ kind }: AnswerResult) => kind !== 'abstained';

function share(asked: readonly Asked[], fits: (asked: Asked) => boolean): number {
  return (100 * asked.filter(fits).length) / asked.length;
}

/** What is taken away for a question to be off topic; where texts have no titles, what answers it alone. */
function onTopic({ passages }: Dataset, gold: readonly number[]): string[] {
  const titles = new Set(gold.flatMap((place) => passages[place]?.title || []));
  return passages.flatMap(({ title }, place) =>
    titles.has(title) || gold.includes(place) ? [String(place)] : [],
  );
}

function tried(
  source: SearchSource,
  {
    question,
    gold = [],
    answers,
  }: Pick<Dataset['questions'][number], 'question' | 'answers'> & { gold?: number[] },
  { passages }: Dataset,
  language: Language,
): Trial {
  const { hits, extracts } = quotedFrom(source, question, language);
  const cites = extracts.some(({ number }) => gold.includes(placeOf(hits[number - 1]?.documentId ?? '')));
  const place = gold[0] ?? placeOf(hits[0]?.documentId ?? '0');
  return {
    support: extracts[0]?.support ?? 0,
    isRight:
      gold.length > 0 &&
      (answers ? extracts.some((each) => answers.some((answer) => shownOf(each).includes(answer))) : cites),
    isAnswerable: gold.length > 0,
    group: passages[place]?.title || String(place % 50),
  };
}

const shownOf = (found: Extract) => placeInContext(found).replaceAll('**', '');

async function ask(source: SearchSource, question: string, language: Language): Promise<Asked> {
  let reachedModel = false;
  const model: AnswerModel = {
    // As the local cloud's model answers.
    async *stream({ messages }) {
      reachedModel = true;
      const prompt = parsePrompt(messages);
      yield { type: 'delta', text: (prompt && extractiveAnswer(prompt)) ?? NO_ANSWER };
      yield { type: 'end', stop: 'complete', usage: null };
    },
  };
  const deps: AnswerDeps = {
    retriever: {
      async retrieve(_, wanted, options) {
        return { hits: search([source], wanted, options), hasKnowledge: true };
      },
    },
    model,
    timeouts: { firstText: 60_000, total: 60_000 },
  };
  const request: AnswerRequest = {
    bot: { accountId: AccountId.parse('benchmark'), botId: BotId.parse('benchmark') },
    botName: 'Benchmark',
    companyName: 'Benchmark',
    language,
    fallbackMessage: '',
    question,
    history: [],
  };
  const generated = await answerQuestion(deps, request, { onText: () => {} });
  if (generated.modelFailure) throw new Error(`the model failed at "${question}"`);
  return { generated, quoted: await answerWithQuotes(deps, request), reachedModel };
}
