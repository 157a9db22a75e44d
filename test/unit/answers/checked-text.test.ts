import { describe, expect, it } from 'vitest';
import { CheckedText, urlsOf } from '#core/answers/checked-text';
import { randomNumbers } from '../retrieval/corpus';

const knownUrls = urlsOf([
  'Book at https://example.com/book or www.example.org/a?b=1. Mail info@example.com.',
  'The new one: https://example.com/book_(new).',
]);

/** Runs a text through the checks in pieces of the given length. */
function check(text: string, size = text.length || 1): CheckedText & { pieces: string[] } {
  const checked = new CheckedText({ citable: 3, knownUrls });
  const pieces: string[] = [];
  for (let i = 0; i < text.length; i += size) pieces.push(checked.push(text.slice(i, i + size)));
  pieces.push(checked.end());
  return Object.assign(checked, { pieces });
}

/** As a reader sees it, without what keeps characters apart that must not come together. */
const seen = (text: string) => text.replaceAll('\ufeff', '');

const CASES: readonly [string, string][] = [
  ['Plain text stays.', 'Plain text stays.'],
  ['We open at 9 [1].', 'We open at 9 [1].'],
  ['Second first [3], then [1], again [3].', 'Second first [1], then [2], again [1].'],
  ['False [9] and [0] and [12].', 'False and and.'],
  ['Both [1][2].', 'Both [1][2].'],
  ['List [1, 2] and range [1-3] and [1–2].', 'List [1][2] and range [1][2][3] and [1][2].'],
  ['Mixed [2, 9].', 'Mixed [1].'],
  ['Twice [2, 2].', 'Twice [1].'],
  ['Words [passage 2] and [Source 1] and 【3】.', 'Words [1] and [2] and [3].'],
  ['A year [2024].', 'A year.'],
  ['Nested [[9]2] and [1[9]] and [[](https://evil.example)3].', 'Nested [2] and [1] and [3].'],
  ['An array a[i] and [see below].', 'An array a[i] and [see below].'],
  ['Open [ bracket', 'Open [ bracket'],
  ['Ends with [', 'Ends with ['],
  ['Ends with [1', 'Ends with [1'],
  ['See [our site](https://evil.example/x).', 'See our site.'],
  ['See [our site](https://example.com/book).', 'See [our site](https://example.com/book).'],
  ['See [our site](<https://evil.example/a b>).', 'See our site.'],
  ['![pixel](https://evil.example/p.png?q=secret) Hi', 'pixel Hi'],
  ['Click [here](javascript:alert(1)) now', 'Click here) now'],
  ['Cited [1](https://evil.example) link', 'Cited [1] link'],
  ['Cited [7](https://evil.example) link', 'Cited link'],
  ['Go to https://evil.example/steal?x=1, please.', 'Go to …, please.'],
  ['Go to https://example.com/book, please.', 'Go to https://example.com/book, please.'],
  ['Go to http://www.example.com/book/ now', 'Go to http://www.example.com/book/ now'],
  ['Go to www.example.org/a?b=1!', 'Go to www.example.org/a?b=1!'],
  ['Go to www.evil.example', 'Go to …'],
  ['Not ftp://example.com/book either', 'Not … either'],
  ['Go to https://example.com/book(evil) now', 'Go to https://example.com/book(evil) now'],
  ['Write to info@example.com.', 'Write to info@example.com.'],
  ['[a]: https://evil.example/x\nText [a].', '\nText [a].'],
  ['Great! Really! [1]', 'Great! Really! [1]'],
  ['', ''],
];

describe('checked text', () => {
  it('leaves an address whole that has brackets in it', () => {
    const text = 'Book at https://example.com/book_(new), or call.';
    for (const size of [1, 3, 7, text.length]) expect(check(text, size).text).toBe(text);
  });

  it.each(CASES)('%j is shown as %j', (text, shown) => {
    expect(seen(check(text).text)).toBe(shown);
  });

  it('is the same however the text comes in pieces', () => {
    for (const [text, shown] of CASES) {
      for (const size of [1, 2, 3, 5, 7]) {
        const checked = check(text, size);
        expect(seen(checked.text), `${text} by ${size}`).toBe(shown);
        expect(checked.pieces.join('')).toBe(checked.text);
      }
    }
  });

  it('is the same for random mixtures in random pieces', () => {
    const next = randomNumbers(11);
    const parts = [
      '[1]',
      '[9]',
      ' ',
      '[',
      ']',
      '(',
      ')',
      '!',
      'https://evil.example',
      'https://example.com/book',
      'word',
      ', ',
      '2',
      '-',
      '\n',
      '[x](',
      'www.',
      '.',
    ];
    for (let i = 0; i < 20_000; i++) {
      const text = Array.from({ length: next(14) }, () => parts[next(parts.length)]).join('');
      const whole = check(text).text;
      const checked = new CheckedText({ citable: 3, knownUrls });
      let shown = '';
      for (let at = 0; at < text.length; ) {
        const size = 1 + next(4);
        shown += checked.push(text.slice(at, at + size));
        at += size;
      }
      shown += checked.end();
      expect(shown, JSON.stringify(text)).toBe(whole);
      expect(shown).not.toMatch(/(:\/\/|www\.)\S*evil|evil\S*\)/);
      for (const [, number] of shown.matchAll(/\[(\d+)\]/g)) {
        expect(Number(number)).toBeLessThanOrEqual(checked.cited.length);
      }
    }
  });

  it('lets nothing come together to an address, a link or a citation by taking something out', () => {
    const joined = [
      'https:[9]//evil.example',
      'https: [9]//evil.example',
      'https:[](x)//evil.example',
      'http[/](x)s://evil.example',
      'ww[9]w.evil.example',
      '[x]([9]https[9]://evil.example)',
      '[[9]2]',
      '[1[9]2]',
      '[[](x)2]',
    ];
    for (const text of joined) {
      for (const size of [1, 2, 3, 100]) {
        const { text: shown } = check(text, size);
        expect(shown).not.toMatch(/:\/\/[^\s]*evil|www\.evil|\[\d+\]|\]\(/);
      }
    }
  });

  it('says which passages the shown numbers name', () => {
    expect(check('A [3]. B [1]. C [9]. D [3].').cited).toEqual([3, 1]);
  });

  it('shows text without waiting for more than the word that is being written', () => {
    const checked = new CheckedText({ citable: 3, knownUrls });
    expect(checked.push('We are open from nine to fi')).toBe('We are open from nine to ');
    expect(checked.push('ve. See')).toBe('five. ');
    expect(checked.push(' [')).toBe('See');
    expect(checked.push('1')).toBe('');
    expect(checked.push(']')).toBe('');
    expect(checked.push('. ')).toBe(' [1].');
  });

  it('does not wait for ever for a bracket that is never closed', () => {
    const checked = new CheckedText({ citable: 3, knownUrls });
    const shown = checked.push(`[${'a '.repeat(2_000)}`);
    expect(shown.length).toBeGreaterThan(1_000);
  });
});
