import { describe, expect, it } from 'vitest';
import { colourIn } from '#features/bots/colour.ts';

describe('a colour that is typed', () => {
  it.each([
    ['#0F766E', '#0f766e'],
    ['0f766e', '#0f766e'],
    [' #0f766e ', '#0f766e'],
    ['#fa0', '#ffaa00'],
    ['fa0', '#ffaa00'],
  ])('is taken as people write it: %j', (text, colour) => expect(colourIn(text)).toBe(colour));

  it.each(['', '#', 'teal', '#12', '#1234', '#12345', '#1234567', '##123456', '#12345g', 'rgb(1,2,3)'])(
    'is none where it is something else: %j',
    (text) => expect(colourIn(text)).toBeNull(),
  );
});
