import { expect, it } from 'vitest';
import { everydayQuestions } from '../../bench/everyday-questions';
import { markedPlaces } from './places';

/** Of a hundred; what is learned next may exchange one for another. */
const RIGHT = 80;

it('what everybody asks a business is mostly answered from notes of a line or two', () => {
  const asked = everydayQuestions();
  const wrong = asked.flatMap(({ question, language, answer, notes }) => {
    const given = markedPlaces({
      question,
      language,
      passages: notes.map((text, at) => ({ number: at + 1, title: 'Info', heading: null, page: null, text })),
    });
    const isRight = answer === null ? given === null : given?.includes(answer);
    return isRight ? [] : [`${question} → ${given} (${answer})`];
  });
  expect(asked.length).toBeGreaterThan(100);
  expect(100 * (1 - wrong.length / asked.length), wrong.join('\n')).toBeGreaterThanOrEqual(RIGHT);
});
