import { describe, expect, it } from 'vitest';
import { type Case, readCases, tryCase } from '#test/bench/cases';

/** Read as their documents have them, and not answered yet. */
const LEFT_TO_ANSWERING = new Set([
  'What do staff pay for a massage?',
  'Was zahlen Tierärzte je Tag?',
  'Welche Artikelnummer haben Schrauben?',
  'How many grams does the Alto weigh?',
  'Guten Tag, ich habe eine Frage',
  'Vielen lieben Dank!',
  'Wie hoch ist die Mietkaution?',
  'Was kostet die Waschmaschinennutzung?',
]);
const isLeft = ({ ask }: Case) => LEFT_TO_ANSWERING.has(ask ?? '');

describe('documents as people have them', () => {
  it.each(readCases().filter((asked) => !isLeft(asked)))('$kind: $file, $ask', async (asked) => {
    const { isRight, told } = await tryCase(asked);
    expect({ isRight, told }).toEqual({ isRight: true, told });
  });
});
