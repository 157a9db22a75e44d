import { describe, expect, it } from 'vitest';
import { contrast, nearestColour, READABLE, VISIBLE } from '#features/bots/contrast.ts';

describe('contrast', () => {
  it('is that of WCAG, whichever colour is the text', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrast('#777777', '#777777')).toBe(1);
    // The well-known greys on either side of the line.
    expect(contrast('#767676', '#ffffff')).toBeGreaterThanOrEqual(READABLE);
    expect(contrast('#777777', '#ffffff')).toBeLessThan(READABLE);
  });
});

describe('the nearest readable colour', () => {
  const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#f0a45c', '#808080', '#4f46e5', '#123456'];
  const grounds = ['#ffffff', '#000000', '#16171f', '#7f7f7f', '#f0a45c', '#4f46e5'];

  it('passes on every background there is, since black or white does', () => {
    for (const colour of colours)
      for (const ground of grounds) {
        const nearest = nearestColour(colour, [ground], READABLE);
        expect(nearest, `${colour} on ${ground}`).toMatch(/^#[0-9a-f]{6}$/);
        expect(contrast(nearest ?? '', ground)).toBeGreaterThanOrEqual(READABLE);
      }
  });

  it('is the colour itself where it passes', () => {
    expect(nearestColour('#4F46E5', ['#ffffff'], READABLE)).toBe('#4f46e5');
  });

  it('is only just past the line: no further from what was chosen than it has to be', () => {
    for (const colour of ['#ff0000', '#f0a45c', '#00b3a4', '#999999']) {
      const nearest = nearestColour(colour, ['#ffffff'], READABLE) ?? '';
      expect(contrast(nearest, '#ffffff')).toBeLessThan(READABLE + 0.15);
    }
  });

  it('keeps the hue', () => {
    const [red = 0, green = 0, blue = 0] = channels(nearestColour('#ff8800', ['#ffffff'], READABLE) ?? '');
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
    const grey = channels(nearestColour('#aaaaaa', ['#ffffff'], READABLE) ?? '');
    expect(new Set(grey).size).toBe(1);
  });

  it('goes to the side on which there is one', () => {
    // On a middle grey neither direction is far, but only one passes.
    expect(nearestColour('#6b6b6b', ['#808080'], READABLE)).not.toBeNull();
    expect(contrast(nearestColour('#eeeeee', ['#ffffff'], VISIBLE) ?? '', '#ffffff')).toBeGreaterThanOrEqual(
      VISIBLE,
    );
  });

  it('passes on all of several backgrounds, and is none where that is not possible', () => {
    const both = ['#ffffff', '#16171f'];
    const nearest = nearestColour('#ffffff', both, VISIBLE) ?? '';
    for (const ground of both) expect(contrast(nearest, ground)).toBeGreaterThanOrEqual(VISIBLE);
    expect(nearestColour('#4f46e5', ['#ffffff', '#000000'], 7)).toBeNull();
  });
});

function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
