import { WEIGHTS } from '#core/retrieval/bm25';
import { type FieldScores, search } from '#core/retrieval/search';
import { datasetsIn, type LanguageDataset, placeOf, segmentOf } from '../datasets';
import { type Figures, type Part, prefixed } from '../figures';

/**
 * Whether the fields' weights hold on questions that had no say in them: each fifth of the passages' questions is
 * ranked with the weights that do best on the others. Recall@1 in percent, for comparison with the weights in use and
 * with fewer fields. Ranked anew are the first thirty of each question, which hold nearly all that could come first.
 */
export const weights: Part = async ({ data, progress }) => {
  const figures: Record<string, number> = {};
  for (const set of datasetsIn(data)) {
    progress(`weights: ${set.language}, ${set.dataset.questions.length} questions`);
    Object.assign(figures, prefixed(`weights.${set.language}`, measure(set)));
  }
  return figures;
};

type Weights = Pick<FieldScores, 'words' | 'grams' | 'pairs'>;

interface Ranked {
  readonly candidates: readonly { readonly fields: FieldScores; readonly isGold: boolean }[];
  readonly fold: number;
}

const CANDIDATES = 30;
const FOLDS = 5;
const GRID: readonly Weights[] = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].flatMap((grams) =>
  [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1].map((pairs) => ({ words: 1, grams, pairs })),
);

function measure({ language, dataset }: LanguageDataset): Figures {
  const segment = segmentOf(dataset, language);
  const ranked = dataset.questions.map(({ question, gold }): Ranked => {
    const hits = search([{ segment }], question, { limit: CANDIDATES, language });
    return {
      candidates: hits.map(({ documentId, fields }) => ({
        fields,
        isGold: gold.includes(placeOf(documentId)),
      })),
      // Questions about one passage are in one fold.
      fold: (gold[0] ?? 0) % FOLDS,
    };
  });
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold);
  const chosen = folds.map((fold) => best(ranked.filter((each) => each.fold !== fold)));
  const held = folds.map((fold) => ranked.filter((each) => each.fold === fold));
  const right = held.reduce(
    (sum, questions, fold) => sum + countRight(questions, chosen[fold] ?? WEIGHTS),
    0,
  );
  const recall = (weighting: Weights) => (100 * countRight(ranked, weighting)) / ranked.length;
  const mean = (pick: (weighting: Weights) => number) =>
    chosen.reduce((sum, weighting) => sum + pick(weighting), 0) / FOLDS;
  return {
    'in_use.recall1': recall(WEIGHTS),
    'cross_validated.recall1': (100 * right) / ranked.length,
    'cross_validated.grams': mean(({ grams }) => grams),
    'cross_validated.pairs': mean(({ pairs }) => pairs),
    'words_alone.recall1': recall({ words: 1, grams: 0, pairs: 0 }),
    'words_and_grams.recall1': recall({ ...WEIGHTS, pairs: 0 }),
    'words_and_pairs.recall1': recall({ ...WEIGHTS, grams: 0 }),
  };
}

/** Of several that do as well, the middle one: it stands farthest from where they stop to. */
function best(questions: readonly Ranked[]): Weights {
  const counts = GRID.map((weighting) => countRight(questions, weighting));
  const most = Math.max(...counts);
  const equals = GRID.filter((_, index) => counts[index] === most);
  return equals[Math.floor(equals.length / 2)] ?? WEIGHTS;
}

function countRight(questions: readonly Ranked[], weighting: Weights): number {
  let right = 0;
  for (const { candidates } of questions) {
    let [score, isGold] = [Number.NEGATIVE_INFINITY, false];
    for (const candidate of candidates) {
      const { words, grams, pairs } = candidate.fields;
      const own = weighting.words * words + weighting.grams * grams + weighting.pairs * pairs;
      if (own > score) [score, isGold] = [own, candidate.isGold];
    }
    if (isGold) right++;
  }
  return right;
}
