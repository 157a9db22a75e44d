import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '#test/bench/command';
import { datasetsIn, placeOf, segmentOf } from '#test/bench/datasets';

const CORPUS = path.resolve(import.meta.dirname, '../../bench/corpus');

describe('the repo’s own corpus', () => {
  const sets = datasetsIn(CORPUS);

  it('is there in both languages', () => {
    expect(sets.map(({ language }) => language)).toEqual(['en', 'de']);
  });

  describe.each(sets)('in $language', ({ dataset: { passages, questions, unanswerable } }) => {
    it('is large enough to tell two searches apart, with questions that it can not answer', () => {
      expect(passages.length).toBeGreaterThanOrEqual(60);
      expect(questions.length).toBeGreaterThanOrEqual(60);
      expect(unanswerable.length).toBeGreaterThanOrEqual(20);
    });

    it('holds nothing twice', () => {
      const texts = passages.map(({ text }) => text);
      const asked = [...questions, ...unanswerable].map(({ question }) => question.toLowerCase());
      expect(new Set(texts).size).toBe(texts.length);
      expect(new Set(asked).size).toBe(asked.length);
      for (const { gold } of questions) expect(new Set(gold).size).toBe(gold.length);
    });

    it('has each answer, word for word, in a passage that the question names', () => {
      const missing = questions.filter(
        ({ gold, answers = [] }) =>
          answers.length === 0 ||
          !answers.every((answer) => gold.some((place) => passages[place]?.text.includes(answer))),
      );
      expect(missing).toEqual([]);
    });

    it('asks about every passage', () => {
      const asked = new Set(questions.flatMap(({ gold }) => gold));
      expect(passages.flatMap((_, place) => (asked.has(place) ? [] : [place]))).toEqual([]);
    });

    it('names for every passage the document that it is of', () => {
      expect(passages.filter(({ title }) => title.trim() === '')).toEqual([]);
    });
  });
});

describe('a folder of questions', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'parley-data-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (content: unknown, name = 'en.json') =>
    writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const refusal = (place = folder): string => {
    try {
      datasetsIn(place);
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    }
    throw new Error('It was taken.');
  };
  const SET = {
    passages: [
      { title: 'Opening hours', text: 'We open at nine.' },
      { title: 'Returns', text: 'Within 30 days.' },
    ],
    questions: [{ question: 'When do you open?', gold: [0] }],
  };

  it('may hold one language only, and no questions without an answer', () => {
    write(SET, 'de.json');
    const [{ language, dataset } = { language: 'en', dataset: undefined }, ...others] = datasetsIn(folder);
    expect(language).toBe('de');
    expect(dataset).toEqual({ ...SET, unanswerable: [] });
    expect(others).toEqual([]);
  });

  it('finds a passage under its place', () => {
    write(SET);
    const [set] = datasetsIn(folder);
    if (!set) throw new Error('No set.');
    const segment = segmentOf(set.dataset, set.language);
    expect(segment.passageCount).toBe(2);
    for (let index = 0; index < 2; index++) {
      const place = placeOf(segment.document(segment.documentOf(index)).id);
      expect(segment.passage(index).text).toBe(SET.passages[place]?.text);
    }
  });

  it.each([
    ['that is none', () => path.join(folder, 'nowhere'), /^there is no folder .*nowhere$/],
    ['without a set', () => folder, /has neither en\.json nor de\.json$/],
  ])('%s is told in one line', (_, place, message) => {
    expect(refusal(place())).toMatch(message);
  });

  it.each([
    ['no JSON', '{', /en\.json is no JSON: /],
    ['a list', [], /en\.json is no set of questions: all: /],
    ['no passages', { ...SET, passages: [] }, /: passages: /],
    ['no questions', { ...SET, questions: [] }, /: questions: /],
    ['a passage without a text', { ...SET, passages: [{ title: '' }] }, /: passages\.0\.text: /],
    [
      'a question whose passage is not there',
      { ...SET, questions: [{ question: 'When?', gold: [0, 2] }] },
      /: questions\.0\.gold: passage 2 of 2$/,
    ],
    [
      'a question that no passage answers',
      { ...SET, questions: [{ question: 'When?', gold: [] }] },
      /: questions\.0\.gold: /,
    ],
  ])('with %s is told in one line', (_, content, message) => {
    write(content);
    expect(refusal()).toMatch(message);
    expect(refusal()).not.toContain('\n');
  });
});
