import { CLOSE } from '#core/quoting/extractive';
import { probabilities, type Weights } from '#core/quoting/reader';
import type { Example } from './examples';
import { learn } from './learn';

/** What somebody would be given for a question, and how likely it seemed to hold the answer. */
export interface Given extends Pick<Example, 'kind' | 'isAnswerable'> {
  readonly probability: number;
  readonly isRight: boolean;
}

/** What is learned without some kinds of business, and those: they judge it. */
export interface LeftOut {
  readonly trades: readonly string[];
  readonly weights: Weights;
}

const FOLDS = 5;

export function learnWithout(examples: readonly Example[], progress: (line: string) => void): LeftOut[] {
  const all = [...new Set(examples.map(({ trade }) => trade))].toSorted();
  return Array.from({ length: FOLDS }, (_, fold) => {
    const trades = all.filter((_, at) => at % FOLDS === fold);
    progress(`without ${trades.join(', ')}`);
    return { trades, weights: learn(examples.filter(({ trade }) => !trades.includes(trade))) };
  });
}

/** What is given for each question by what the other kinds of business teach. */
export function givenByOthers(examples: readonly Example[], folds: readonly LeftOut[]): Given[] {
  return folds.flatMap(({ trades, weights }) =>
    examples.filter(({ trade }) => trades.includes(trade)).map((example) => givenBy(example, weights)),
  );
}

/** As `extract` shows it: the best piece of a passage, and of a second one that is about as likely. */
function givenBy(example: Example, learned: Weights): Given {
  const { kind, isAnswerable, isRight, passages } = example;
  const found = probabilities(example, learned);
  const byPassage = new Map<number, { support: number; best: number; isRight: boolean }>();
  for (const [at, likelihood] of found.entries()) {
    const passage = byPassage.get(passages[at] ?? 0) ?? { support: 0, best: -1, isRight: false };
    passage.support += likelihood;
    if (likelihood > passage.best) Object.assign(passage, { best: likelihood, isRight: isRight[at] });
    byPassage.set(passages[at] ?? 0, passage);
  }
  const [first, ...others] = [...byPassage.values()].toSorted((one, other) => other.best - one.best);
  const second = others.find(({ support }) => support >= CLOSE * (first?.support ?? 0));
  const shown = [first, second].filter((passage) => passage !== undefined);
  return {
    kind,
    isAnswerable,
    probability: shown.reduce((sum, { support }) => sum + support, 0),
    isRight: shown.some((passage) => passage.isRight),
  };
}

/** The share of the questions with an answer that is answered right and wrong, and of the others that is answered. */
export function outcomeAt(given: readonly Given[], least: number) {
  const share = (of: readonly Given[], fits: (one: Given) => boolean) =>
    Number(((100 * of.filter(fits).length) / Math.max(1, of.length)).toFixed(1));
  const answerable = given.filter(({ isAnswerable }) => isAnswerable);
  const isAnswered = ({ probability }: Given) => probability >= least;
  return {
    right: share(answerable, (one) => isAnswered(one) && one.isRight),
    wrong: share(answerable, (one) => isAnswered(one) && !one.isRight),
    'answered without an answer': share(
      given.filter(({ isAnswerable }) => !isAnswerable),
      isAnswered,
    ),
  };
}

/** Of a hundred visitors' questions with an answer those that may be answered wrong: more would cost trust. */
const MOST_WRONG = 7.5;

/**
 * The least probability from which on no more are: just above the first of those that would be too many. Chosen in
 * hundredths it would leave unanswered what may be answered.
 */
export function leastFor(visitors: readonly Given[]): number {
  const answerable = visitors.filter(({ isAnswerable }) => isAnswerable);
  const wrong = answerable.filter(({ isRight }) => !isRight).map(({ probability }) => probability);
  const most = Math.floor((MOST_WRONG / 100) * answerable.length);
  const tooMany = wrong.toSorted((one, other) => other - one)[most] ?? 0;
  return (Math.floor(STEPS * tooMany) + 1) / STEPS;
}

const STEPS = 10_000;
