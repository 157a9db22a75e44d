import { describe, expect, it } from 'vitest';
import { buildSegment, indexedText } from '#core/retrieval/build';
import { mergeSegments } from '#core/retrieval/merge';
import { type Hit, search } from '#core/retrieval/search';
import { openSegment } from '#core/retrieval/segment';
import { analyse, analyseQuestion } from '#core/text/analysis';
import { detectLanguage } from '#core/text/language';
import { passage, randomDocuments, randomNumbers, randomQuestions, type TestDocument } from './corpus';

const open = (document: TestDocument) => openSegment(buildSegment(document));
const sourcesOf = (documents: readonly TestDocument[]) =>
  documents.map((document) => ({ segment: open(document) }));
const textsOf = (hits: readonly Hit[]) => hits.map((hit) => hit.passage.text);

/** BM25 by the book, over all passages of all documents. */
function naiveScores(documents: readonly TestDocument[], question: string): Map<string, number> {
  const asked = detectLanguage(question);
  const all = documents.flatMap((document) =>
    document.passages.map((item, index) => {
      const { words, grams } = analyse(indexedText(item), document.language);
      const pairs = words.slice(1).map((word, i) => `${words[i]} ${word}`);
      return { id: `${document.documentId}#${index}`, language: document.language, words, grams, pairs };
    }),
  );
  type Item = (typeof all)[number];
  const bm25 = (
    terms: Iterable<string>,
    among: readonly Item[],
    item: Item,
    field: 'words' | 'grams' | 'pairs',
  ) => {
    const average = among.reduce((sum, other) => sum + other[field].length, 0) / among.length || 1;
    let score = 0;
    for (const term of new Set(terms)) {
      const frequency = item[field].filter((other) => other === term).length;
      const having = among.filter((other) => other[field].includes(term)).length;
      const idf = Math.log(1 + (among.length - having + 0.5) / (having + 0.5));
      const norm = 0.9 * (1 - 0.4 + (0.4 * item[field].length) / average);
      score += frequency === 0 ? 0 : (idf * frequency * 1.9) / (frequency + norm);
    }
    return score;
  };
  const questionGrams = ([null, 'en', 'de'] as const)
    .filter((language) => all.some((item) => item.language === language))
    .flatMap((language) => analyseQuestion(question, language, asked).flatMap(({ grams }) => grams));
  const tellingGrams = questionGrams.filter((gram) => {
    const having = all.filter(({ grams }) => grams.includes(gram)).length;
    return having <= 20 || having <= all.length / 4;
  });
  return new Map(
    all.map((item) => {
      const same = all.filter(({ language }) => language === item.language);
      const known = new Set(same.flatMap(({ words }) => words));
      const terms = analyseQuestion(question, item.language, asked).map(({ term, alternative }) =>
        !known.has(term) && alternative !== null && known.has(alternative) ? alternative : term,
      );
      const pairs = terms.slice(1).map((term, i) => `${terms[i]} ${term}`);
      const score =
        bm25(terms, same, item, 'words') +
        0.4 * bm25(tellingGrams, all, item, 'grams') +
        0.5 * bm25(pairs, same, item, 'pairs');
      return [item.id, score];
    }),
  );
}

function expectSameScores(hits: readonly Hit[], naive: ReadonlyMap<string, number>): void {
  const expected = [...naive].filter(([, score]) => score > 0);
  expect(hits).toHaveLength(expected.length);
  for (const hit of hits) expect(hit.score).toBeCloseTo(naive.get(hit.id) ?? Number.NaN, 3);
  for (const [i, hit] of hits.entries())
    expect(hit.score).toBeLessThanOrEqual(hits[i - 1]?.score ?? hit.score);
}

describe('search', () => {
  it('scores as the naive scorer does, over any documents in any number of segments', () => {
    for (let seed = 1; seed <= 25; seed++) {
      // Enough passages in some that 4-grams of many of them are left out.
      const documents = randomDocuments(seed, 1 + (seed % 15));
      const sources = sourcesOf(documents);
      for (const question of randomQuestions(seed, 8)) {
        expectSameScores(search(sources, question, { limit: 1_000 }), naiveScores(documents, question));
      }
    }
  });

  it('finds the same in one merged segment as in many', () => {
    for (let seed = 1; seed <= 15; seed++) {
      const documents = randomDocuments(seed, 6);
      const sources = sourcesOf(documents);
      const merged = [{ segment: openSegment(mergeSegments(sources)) }];
      for (const question of randomQuestions(seed, 8)) {
        expect(search(merged, question, { limit: 5 })).toEqual(search(sources, question, { limit: 5 }));
      }
    }
  });

  it('never finds a removed document, before a merge and after', () => {
    for (let seed = 1; seed <= 15; seed++) {
      const documents = randomDocuments(seed, 6);
      const merged = openSegment(mergeSegments(sourcesOf(documents)));
      const next = randomNumbers(seed);
      const removed = documents.map(({ documentId }) => documentId).filter(() => next(2) === 0);
      const kept = documents.filter(({ documentId }) => !removed.includes(documentId));
      const removing = [{ segment: merged, removedDocuments: [...removed, 'never-there'] }];
      const again = openSegment(mergeSegments(removing));
      expect(again.documentCount).toBe(kept.length);
      for (const question of randomQuestions(seed, 8)) {
        const ids = search(removing, question, { limit: 1_000 })
          .map((hit) => hit.id)
          .sort();
        const left = search([{ segment: again }], question, { limit: 1_000 });
        expect(left.map((hit) => hit.id).sort()).toEqual(ids);
        // After the merge, statistics don't know the removed ones any more either.
        expectSameScores(left, naiveScores(kept, question));
      }
    }
  });

  it('finds German compounds by their parts and parts by their compounds', () => {
    const sources = sourcesOf([
      {
        documentId: 'a',
        title: 'AGB',
        language: 'de',
        passages: [
          passage('Die Versandkosten betragen 4,90 Euro.'),
          passage('Unser Büro liegt in Hamburg an der Elbe.'),
          passage('Für das Widerrufsrecht gilt eine Frist von 14 Tagen.'),
        ],
      },
    ]);
    const first = (question: string) => textsOf(search(sources, question, { limit: 1 }))[0];
    expect(first('Was kostet der Versand?')).toContain('Versandkosten');
    expect(first('Widerruf')).toContain('Widerrufsrecht');
    expect(first('Bürolage Hamburg')).toContain('Elbe');
  });

  it('finds umlauts however they are typed', () => {
    const sources = sourcesOf([
      {
        documentId: 'a',
        title: '',
        language: 'de',
        passages: [passage('Öffnungszeiten: montags bis freitags'), passage('Größen und Maße')],
      },
    ]);
    for (const question of ['Öffnungszeiten', 'Oeffnungszeiten', 'Offnungszeiten', 'ÖFFNUNGSZEITEN']) {
      const [hit] = search(sources, question, { limit: 1 });
      expect(hit?.passage.text).toContain('Öffnungszeiten');
      expect(hit?.coverage).toBe(1);
    }
    expect(textsOf(search(sources, 'groessen', { limit: 1 }))[0]).toContain('Größen');
  });

  it('finds a passage by its heading', () => {
    const sources = sourcesOf([
      {
        documentId: 'a',
        title: '',
        language: 'en',
        passages: [
          passage('Within 30 days.', { heading: 'Returns' }),
          passage('Within 2 days.', { heading: 'Delivery' }),
        ],
      },
    ]);
    expect(textsOf(search(sources, 'How long for returns?', { limit: 1 }))).toEqual(['Within 30 days.']);
  });

  it('answers an English question from German passages by the words they share', () => {
    const sources = sourcesOf([
      {
        documentId: 'de',
        title: '',
        language: 'de',
        passages: [passage('Das Premium-Abo kostet 29 Euro und die Basis 9.')],
      },
      {
        documentId: 'en',
        title: '',
        language: 'en',
        passages: [passage('Parking is free for guests of the hotel.')],
      },
    ]);
    expect(search(sources, 'What is the price of Premium?', { limit: 1 })[0]?.documentId).toBe('de');
    expect(search(sources, 'Is parking free?', { limit: 1 })[0]?.documentId).toBe('en');
  });

  it('says how much of the question a passage covers', () => {
    const sources = sourcesOf([
      {
        documentId: 'a',
        title: '',
        language: 'en',
        passages: [passage('Orders ship within two days.'), passage('Our office is closed on Sunday.')],
      },
    ]);
    expect(search(sources, 'When do orders ship?', { limit: 1 })[0]?.coverage).toBe(1);
    expect(search(sources, 'Do you ship helicopters?', { limit: 1 })[0]?.coverage).toBeLessThan(0.5);
  });

  it('gives nothing for questions that say nothing, and survives hostile ones', () => {
    const sources = sourcesOf([
      {
        documentId: 'a',
        title: '',
        language: 'en',
        passages: [passage('Orders ship within two days.'), passage('')],
      },
      { documentId: 'b', title: '', language: 'de', passages: [] },
    ]);
    for (const question of ['', '   ', '???', 'what is the', '\u0000\uffff', '\ud800', '🙂'.repeat(500)]) {
      expect(search(sources, question, { limit: 5 })).toEqual([]);
    }
    const long = `${'constructor __proto__ toString '.repeat(20_000)} ship`;
    expect(() => search(sources, long, { limit: 5 })).not.toThrow();
    expect(search(sources, `orders ${'a b c d e f g h i j k l '.repeat(300)}`, { limit: 1 })).toHaveLength(1);
    expect(search([], 'orders', { limit: 5 })).toEqual([]);
    expect(search(sources, 'orders', { limit: 0 })).toEqual([]);
  });
});

describe('search with vectors', () => {
  const vector = (...values: number[]) => Float32Array.from(values);
  const withVectors = (documentId: string, texts: string[], values: Float32Array[], model = 'm') =>
    openSegment(
      buildSegment({
        documentId,
        title: '',
        language: 'en',
        passages: texts.map((text) => passage(text)),
        vectors: { model, dimensions: 2, values },
      }),
    );

  it('finds what means the same in other words', () => {
    const segment = withVectors(
      'a',
      ['Send goods back within 30 days.', 'Our office is in Berlin.', 'We sell shoes.'],
      [vector(1, 0), vector(0, 1), vector(0.1, 1)],
    );
    const [hit] = search([{ segment }], 'refund?', {
      limit: 3,
      vector: { model: 'm', values: vector(2, 0.1) },
    });
    expect(hit?.passage.text).toContain('30 days');
    expect(hit?.fields.dense).toBeGreaterThan(0.99);
  });

  it('weighs by how far scores stand out, so that a clear match of words wins over a vague one of meaning', () => {
    const texts = Array.from({ length: 20 }, (_, i) => `Filler number ${i} about nothing.`);
    const segment = withVectors(
      'a',
      ['Article XK-42 weighs 3 kg.', ...texts],
      [vector(0.5, 0.8), ...texts.map((_, i) => vector(0.55 + i / 100, 0.8))],
    );
    const [hit] = search([{ segment }], 'XK-42', { limit: 1, vector: { model: 'm', values: vector(1, 0) } });
    expect(hit?.passage.text).toContain('XK-42');
  });

  it('counts passages without a vector of the same model as average', () => {
    const other = withVectors('other', ['Orders ship today.'], [vector(1, 0)], 'another-model');
    const own = withVectors('own', ['Nothing of this.', 'Nor of that.'], [vector(1, 0), vector(0, 1)]);
    const sources = [{ segment: other }, { segment: own }];
    const hits = search(sources, 'orders ship', { limit: 9, vector: { model: 'm', values: vector(1, 0) } });
    expect(hits.find(({ documentId }) => documentId === 'other')?.fields.dense).toBeNull();
    const merged = openSegment(mergeSegments(sources));
    expect(merged.meta.vectors?.model).toBe('m');
    expect(Array.from(merged.vectorScales, (scale) => scale > 0)).toEqual([false, true, true]);
  });

  it('never finds a removed document by its vector', () => {
    const a = withVectors('a', ['Alpha.'], [vector(1, 0)]);
    const b = withVectors('b', ['Beta.'], [vector(0.9, 0.1)]);
    const segment = openSegment(mergeSegments([{ segment: a }, { segment: b }]));
    const hits = search([{ segment, removedDocuments: ['a'] }], 'gamma', {
      limit: 9,
      vector: { model: 'm', values: vector(1, 0) },
    });
    expect(hits.map(({ documentId }) => documentId)).toEqual(['b']);
  });

  it('takes vectors of zeros or of no numbers as none', () => {
    const segment = withVectors('a', ['One.', 'Two.'], [vector(0, 0), vector(Number.NaN, 1)]);
    const hits = search([{ segment }], 'one', { limit: 9, vector: { model: 'm', values: vector(1, 0) } });
    expect(hits[0]?.passage.text).toBe('One.');
    expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
  });
});
