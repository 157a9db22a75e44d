import { describe, expect, it } from 'vitest';
import { type Case, readCases, tryCase } from '#test/bench/cases';

/** Read as their documents have them, and not answered yet. */
const LEFT_TO_ANSWERING = new Set([
  'Do I need a licence for the rowing boat?',
  'What do staff pay for a massage?',
  'Was zahlen Tierärzte je Tag?',
  'Wann hat die Filiale Nord am Samstag geöffnet?',
  'Welche Artikelnummer haben Schrauben?',
]);
const isLeft = ({ file, ask }: Case) =>
  LEFT_TO_ANSWERING.has(ask ?? '') || file === 'ha03-shop.md' || file === 'ha04-wohnen.md';

describe('documents as people have them', () => {
  it.each(readCases().filter((asked) => !isLeft(asked)))('$kind: $file, $ask', async (asked) => {
    const { isRight, told } = await tryCase(asked);
    expect({ isRight, told }).toEqual({ isRight: true, told });
  });
});
