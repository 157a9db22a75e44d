import { describe, expect, it } from 'vitest';
import type { Language } from '../../../functions/contract/profile';
import { nearest } from '../../../functions/core/questions/similarity';
import paraphrases from './paraphrases.json';

interface Group {
  readonly question: string;
  readonly language: Language;
  /** Of each question in it: what it asks. */
  readonly asks: number[];
}

/** Puts each question to those that came before, in one of several orders. */
function grouped(language: Language, order: number): readonly Group[] {
  const questions = paraphrases[language].flatMap((group, asks) =>
    group.map((question, at) => ({
      question,
      asks,
      place: ((asks * 7 + at * 13 + order * 31) % 97) + at / 10,
    })),
  );
  const groups: Group[] = [];
  for (const { question, asks } of questions.sort((a, b) => a.place - b.place)) {
    const group = nearest({ question, language }, groups);
    if (group) group.asks.push(asks);
    else groups.push({ question, language, asks: [asks] });
  }
  return groups;
}

function pairs(asks: readonly number[]) {
  const all = asks.flatMap((one, at) => asks.slice(at + 1).map((other) => one === other));
  return { together: all.length, alike: all.filter(Boolean).length };
}

it('puts questions together that ask the same, and few others', () => {
  let [together, alike, wanted] = [0, 0, 0];
  for (const language of ['en', 'de'] as const)
    for (const order of [0, 1, 2]) {
      for (const group of paraphrases[language]) wanted += pairs(group.map(() => 0)).together;
      for (const { asks } of grouped(language, order)) {
        const found = pairs(asks);
        together += found.together;
        alike += found.alike;
      }
    }
  expect(alike / together).toBeGreaterThan(0.9);
  expect(alike / wanted).toBeGreaterThan(0.88);
});

describe('one question and those before', () => {
  const first = (question: string, ...known: string[]) =>
    nearest(
      { question, language: 'en' },
      known.map((each) => ({ question: each, language: 'en' as const })),
    )?.question ?? null;

  it('takes the nearest', () => {
    expect(
      first('Do you deliver to Austria?', 'Do you deliver on Sundays?', 'Is delivery to Austria possible?'),
    ).toBe('Is delivery to Austria possible?');
  });

  it('finds typing errors', () => {
    expect(first('wher can i park my carr', 'Where can I park my car?')).not.toBeNull();
  });

  it('puts together what has stop words alone only where it is the same', () => {
    expect(first('What about you?', 'And who are they?')).toBeNull();
    expect(first('what about you', 'What about you?')).not.toBeNull();
  });

  it('leaves those of another language alone', () => {
    expect(
      nearest({ question: 'Wi-Fi?', language: 'en' }, [{ question: 'Wi-Fi?', language: 'de' }]),
    ).toBeNull();
  });
});
