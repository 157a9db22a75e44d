import { describe, expect, it } from 'vitest';
import { parseCommand, QUICK, UsageError } from '#test/bench/command';
import { PARTS } from '#test/bench/parts/index';

const NAMES = ['retrieval', 'chat', 'sizes'];
const refusal = (...args: string[]): string => {
  try {
    parseCommand(args, NAMES);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('It was taken.');
};

describe('the command line of the benchmark', () => {
  it('measures everything with the own corpus, as a table, unless told otherwise', () => {
    expect(parseCommand([], NAMES)).toEqual({
      parts: NAMES,
      data: undefined,
      minutes: 0,
      model: false,
      json: false,
      help: false,
    });
  });

  it('takes one part, several, or the same one twice, in the order of the table', () => {
    expect(parseCommand(['--only', 'chat'], NAMES).parts).toEqual(['chat']);
    expect(parseCommand(['--only', 'sizes,retrieval'], NAMES).parts).toEqual(['retrieval', 'sizes']);
    expect(parseCommand(['--only=sizes', '--only', 'chat, sizes'], NAMES).parts).toEqual(['chat', 'sizes']);
  });

  it('takes what is quick, which parts have the names of', () => {
    expect(parseCommand(['quick'], Object.keys(PARTS)).parts).toEqual(QUICK);
    expect(parseCommand(['quick', '--only', 'sizes'], NAMES).parts).toEqual(['sizes']);
  });

  it('takes a folder and asks for JSON', () => {
    expect(parseCommand(['--data', 'some/folder', '--json'], NAMES)).toMatchObject({
      data: 'some/folder',
      json: true,
    });
  });

  it.each([
    [['--only', 'speed'], /no part "speed": there are retrieval, chat, sizes$/],
    [['--only', ''], /no part ""/],
    [['--only'], /'--only <value>' argument missing/],
    [['--data='], /--data needs a folder/],
    [['--fast'], /Unknown option '--fast' \(usage: /],
    [['retrieval'], /"retrieval" is not understood \(usage: /],
    [['--json=yes'], /'--json' does not take an argument/],
  ])('refuses %j in one line', (args, message) => {
    expect(refusal(...args)).toMatch(message);
    expect(refusal(...args)).not.toContain('\n');
  });
});
