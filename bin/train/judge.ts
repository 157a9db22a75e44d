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

function givenBy(example: Example, learned: Weights): Given {
  const { kind, isAnswerable, isRight, passages } = example;
  const found = probabilities(example, learned);
  const best = found.indexOf(Math.max(0, ...found));
  const probability = found.reduce((sum, each, at) => sum + (passages[at] === passages[best] ? each : 0), 0);
  return { kind, isAnswerable, probability, isRight: isRight[best] ?? false };
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

/** From where on right answers outnumber wrong ones, of all questions, by most. */
export function bestLeast(given: readonly Given[]): number {
  const gainAt = (least: number) =>
    given.reduce((sum, { probability, isRight }) => sum + (probability < least ? 0 : isRight ? 1 : -1), 0);
  const all = Array.from({ length: 99 }, (_, hundredths) => (hundredths + 1) / 100);
  return all.reduce((best, least) => (gainAt(least) > gainAt(best) ? least : best));
}
