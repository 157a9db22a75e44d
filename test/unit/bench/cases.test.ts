import { describe, expect, it } from 'vitest';
import { readCases, tryCase } from '#test/bench/cases';

describe('documents as people have them', () => {
  it.each(readCases())('$kind: $file, $ask', async (asked) => {
    const { isRight, told } = await tryCase(asked);
    expect({ isRight, told }).toEqual({ isRight: true, told });
  });
});
