import { describe, expect, it } from 'vitest';
import { CheckedText, urlsOf } from '#core/answers/checked-text';

const PASSAGE = `Open http://localhost:631/ for the printers, \`http://printer/status\` for their ink.
The router is at http://192.168.1.1/ or simply 192.168.1.1:8080, the wiki at intranet/wiki and the box at nas:5000.
Files lie at ftp://files/public. Pick tea and/or coffee.`;

const checked = (text: string) => {
  const check = new CheckedText({ citable: 1, knownUrls: urlsOf([PASSAGE]) });
  return (check.push(text) + check.end()).replaceAll('\ufeff', '');
};

describe('an address whose host has no dot, or is a number', () => {
  it.each([
    'Open http://localhost:631/ now.',
    'Open http://localhost:631, please.',
    'See http://printer/status.',
    'Try http://192.168.1.1/ first.',
    'Try http://192.168.1.1:8080/ then.',
    'Read http://intranet/wiki again.',
    'Look at [the box](http://nas:5000).',
    'Fetch ftp://files/public here.',
  ])('stays where a passage holds it: %s', (text) => {
    expect(checked(text)).toBe(text);
  });

  it.each([
    ['Open http://localhost:8080/ now.', 'Open … now.'],
    ['Open http://printer/steal now.', 'Open … now.'],
    ['Try http://192.168.1.2/ first.', 'Try … first.'],
    ['Read [it](http://evil/wiki).', 'Read it.'],
    ['Fetch https://files/public here.', 'Fetch … here.'],
  ])('goes where none does: %s', (text, shown) => {
    expect(checked(text)).toBe(shown);
  });

  it('is found in a long text without a look back at each letter', () => {
    const before = process.cpuUsage();
    urlsOf(['a-'.repeat(20_000), '1.'.repeat(20_000), 'x:'.repeat(20_000), '/'.repeat(40_000)]);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
