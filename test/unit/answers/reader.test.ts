import { describe, expect, it } from 'vitest';
import { dataHash } from '#bin/train/data';
import { minimise } from '#bin/train/minimise';
import { extract, supported } from '#core/quoting/extractive';
import { NONE_NAMES, numbersOf, PIECE_NAMES, probabilities } from '#core/quoting/reader';
import learned from '../../../functions/core/quoting/reader.json';

describe('what the reader has learned', () => {
  it('was learned from the questions and documents that are there', () => {
    expect(learned.data, 'stale: npm run train').toBe(dataHash());
  });

  it('says of each feature what it counts', () => {
    expect(Object.keys(learned.piece)).toEqual(PIECE_NAMES);
    expect(Object.keys(learned.none)).toEqual(NONE_NAMES);
  });

  it('names each feature once', () => {
    for (const names of [PIECE_NAMES, NONE_NAMES]) expect(new Set(names).size).toBe(names.length);
  });
});

describe('the probability of a piece', () => {
  const row = (id: string, number: number) => PIECE_NAMES.map((name) => (name === id ? number : 0));
  const none = NONE_NAMES.map((name) => (name === 'always' ? 1 : 0));
  const weights = { piece: { first: 2 }, none: { always: 1 } };

  it('grows with what counts, and all make one with that none answers', () => {
    const [more = 0, less = 0] = probabilities(
      { pieces: [row('first', 1), row('first', 0.2)], none },
      weights,
    );
    expect(more).toBeGreaterThan(less);
    expect(more + less).toBeCloseTo(1 - Math.E / (Math.E + Math.E ** 2 + Math.E ** 0.4));
  });

  it('is none where there is no piece', () => {
    expect(probabilities(numbersOf([]), weights)).toEqual([]);
  });
});

describe('the reader', () => {
  const ask = (question: string) =>
    supported(
      extract({
        question,
        language: 'en',
        passages: [
          'The garden is open until 10 pm. Towels are ready at the desk.',
          'Parking costs 5 euros a day. The car park is behind the house.',
        ].map((text, index) => ({ number: index + 1, title: 'Info', heading: null, page: null, text })),
      }),
    ).map(({ text }) => text);

  it('finds what answers, and nothing where nothing does', () => {
    expect(ask('How much does parking cost?')).toEqual([expect.stringContaining('5 euros')]);
    expect(ask('Who painted the Mona Lisa?')).toEqual([]);
  });
});

describe('the search for what is least', () => {
  it('finds it where directions are of different steepness', () => {
    const found = minimise(3, (at) => {
      const of = [1, -2, 3].map((best, index) => ({ steep: 10 ** index, from: (at[index] ?? 0) - best }));
      return {
        loss: of.reduce((sum, { steep, from }) => sum + steep * from ** 2, 0),
        slope: Float64Array.from(of, ({ steep, from }) => 2 * steep * from),
      };
    });
    for (const [index, best] of [1, -2, 3].entries()) expect(found[index]).toBeCloseTo(best, 2);
  });
});
