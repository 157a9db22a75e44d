import MiniSearch from 'minisearch';
import snowball from 'snowball-stemmers';
import { search } from '#core/retrieval/search';
import { LEXICONS } from '#core/text/lexicon/lexicons';
import type { TextLanguage } from '#core/text/text-language';
import { type Dataset, datasetsIn, placeOf, segmentOf } from '../datasets';
import { type Figures, type Part, prefixed } from '../figures';

/** Recall and MRR of the product's search, and of MiniSearch on the same questions in the same run. */
export const retrieval: Part = async ({ data, progress }) => {
  const figures: Record<string, number> = {};
  for (const { language, dataset } of datasetsIn(data)) {
    progress(
      `retrieval: ${language}, ${dataset.passages.length} passages, ${dataset.questions.length} questions`,
    );
    const segment = segmentOf(dataset, language);
    const ours = (question: string) =>
      search([{ segment }], question, { limit: 10, language }).map((hit) => placeOf(hit.documentId));
    Object.assign(
      figures,
      prefixed(`retrieval.${language}`, quality(dataset, ours)),
      prefixed(`retrieval.${language}.minisearch`, quality(dataset, stemmedMiniSearch(dataset, language))),
      prefixed(`retrieval.${language}.minisearch_default`, quality(dataset, miniSearch(dataset, {}))),
    );
  }
  return figures;
};

type Ranking = (question: string) => readonly number[];

/** In percent: questions whose passage is first, among the first five; mean of 1/rank within ten. */
function quality({ questions }: Dataset, rank: Ranking): Figures {
  let [recall1, recall5, mrr10] = [0, 0, 0];
  for (const { question, gold } of questions) {
    const place = rank(question).findIndex((passage) => gold.includes(passage));
    if (place < 0 || place >= 10) continue;
    if (place < 1) recall1++;
    if (place < 5) recall5++;
    mrr10 += 1 / (place + 1);
  }
  const percent = (sum: number) => (100 * sum) / questions.length;
  return { recall1: percent(recall1), recall5: percent(recall5), mrr10: percent(mrr10) };
}

/** The peer at its best: with the stop words and the Snowball stems that the product uses. */
function stemmedMiniSearch(dataset: Dataset, language: TextLanguage): Ranking {
  const stemmer = snowball.newStemmer(language === 'de' ? 'german' : 'english');
  const stops = LEXICONS[language].stopWords;
  return miniSearch(dataset, {
    processTerm: (term) => {
      const word = term.normalize('NFKC').toLowerCase();
      return stops.has(word) ? null : stemmer.stem(word);
    },
  });
}

function miniSearch(
  { passages }: Dataset,
  options: { processTerm?: (term: string) => string | null },
): Ranking {
  const index = new MiniSearch<{ id: number; title: string; text: string }>({
    fields: ['title', 'text'],
    ...options,
  });
  index.addAll(passages.map(({ title, text }, id) => ({ id, title, text })));
  return (question) => index.search(question).map(({ id }) => Number(id));
}
