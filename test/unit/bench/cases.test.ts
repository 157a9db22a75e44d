import { describe, expect, it } from 'vitest';
import { type Case, readCases, tryCase } from '#test/bench/cases';

/** Read as their documents have them, and not answered yet. */
const LEFT_TO_ANSWERING = new Set([
  'What does clause 2.1 say?',
  'Was zahlen Tierärzte je Tag?',
  'Hallo zusammen, kann ich meinen Hund mitbringen?',
]);
const isLeft = ({ ask }: Case) => LEFT_TO_ANSWERING.has(ask ?? '');

describe('documents as people have them', () => {
  it.each(readCases().filter((asked) => !isLeft(asked)))('$kind: $file, $ask', async (asked) => {
    const { isRight, told } = await tryCase(asked);
    expect({ isRight, told }).toEqual({ isRight: true, told });
  });
});
