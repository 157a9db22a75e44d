import type { Figures } from './figures';

/** A question with what an answer to it would be. */
export interface Trial {
  /** How sure the best answer is: 0 to 1. */
  readonly support: number;
  /** Whether it is one that was asked for; false for a question that nothing answers. */
  readonly isRight: boolean;
  readonly isAnswerable: boolean;
  /** Questions of one text share it, so that none of them chooses the threshold that others are judged by. */
  readonly group: string;
}

/** Shares of all questions, in percent, and how well abstaining finds those without an answer. */
export interface Outcome {
  readonly answered_right: number;
  readonly answered_wrong: number;
  readonly abstained_right: number;
  readonly abstained_wrong: number;
  readonly f1: number;
}

/** What becomes of the questions when those are answered whose support reaches the threshold. */
export function outcomeAt(trials: readonly Trial[], threshold: number): Outcome {
  return outcomeOf(trials, () => threshold);
}

/**
 * The threshold at which right answers outnumber wrong ones by most; of several the lowest, which leaves the fewest
 * unanswered. Not that of the best F1: where half of the questions have no answer it is best never to answer.
 */
export function bestThreshold(trials: readonly Trial[]): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  for (const threshold of THRESHOLDS) {
    const gain = gainOf(outcomeAt(trials, threshold));
    if (gain > most) [best, most] = [threshold, gain];
  }
  return best;
}

/** Each fifth of the texts is judged by the threshold that the others choose. */
export function crossValidated(trials: readonly Trial[]): {
  readonly outcome: Outcome;
  readonly threshold: number;
} {
  const groups = [...new Set(trials.map(({ group }) => group))];
  const foldOf = ({ group }: Trial) => groups.indexOf(group) % FOLDS;
  const thresholds = Array.from({ length: FOLDS }, (_, fold) =>
    bestThreshold(trials.filter((trial) => foldOf(trial) !== fold)),
  );
  return {
    outcome: outcomeOf(trials, (trial) => thresholds[foldOf(trial)] ?? 0),
    threshold: thresholds.reduce((sum, each) => sum + each, 0) / FOLDS,
  };
}

/** A wrong answer takes away what a right one gives. */
function gainOf({ answered_right, answered_wrong }: Outcome): number {
  return answered_right - answered_wrong;
}

const FOLDS = 5;
const THRESHOLDS = Array.from({ length: 96 }, (_, hundredths) => hundredths / 100);

/** Of the threshold in use, cross-validated, and a point of the curve for each tenth. */
export function calibrationFigures(trials: readonly Trial[], inUse: number): Figures {
  const { outcome, threshold } = crossValidated(trials);
  const curve = Object.fromEntries(
    [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].flatMap((at) =>
      Object.entries(outcomeAt(trials, at)).map(([name, value]) => [`at_${at}.${name}`, value]),
    ),
  );
  return {
    ...outcomeAt(trials, inUse),
    gain: gainOf(outcomeAt(trials, inUse)),
    'cross_validated.gain': gainOf(outcome),
    'cross_validated.f1': outcome.f1,
    'cross_validated.threshold': 100 * threshold,
    ...curve,
  };
}

function outcomeOf(trials: readonly Trial[], thresholdFor: (trial: Trial) => number): Outcome {
  const counts = { answered_right: 0, answered_wrong: 0, abstained_right: 0, abstained_wrong: 0 };
  for (const trial of trials) {
    if (trial.support >= thresholdFor(trial)) counts[trial.isRight ? 'answered_right' : 'answered_wrong']++;
    else counts[trial.isAnswerable ? 'abstained_wrong' : 'abstained_right']++;
  }
  const unanswerable = trials.filter(({ isAnswerable }) => !isAnswerable).length;
  const abstained = counts.abstained_right + counts.abstained_wrong;
  const percent = (count: number) => (100 * count) / Math.max(1, trials.length);
  return {
    answered_right: percent(counts.answered_right),
    answered_wrong: percent(counts.answered_wrong),
    abstained_right: percent(counts.abstained_right),
    abstained_wrong: percent(counts.abstained_wrong),
    // 2pr / (p + r)
    f1: (200 * counts.abstained_right) / Math.max(1, abstained + unanswerable),
  };
}
