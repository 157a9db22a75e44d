import { describe, expect, it } from 'vitest';
import type { Block } from '#core/reading/block';
import { toBlocks } from '#core/reading/tree';
import { BLOCK_GAP, splitIntoPassages } from '#core/retrieval/split';
import { sentencesOf } from '#core/text/sentences';
import { randomNumbers } from './corpus';

const heading = (text: string, level = 1): Block => ({ kind: 'heading', text, level, page: 1 });
const paragraph = (text: string, page: number | null = 1): Block => ({ kind: 'paragraph', text, page });
const table = (rows: string[][], page = 1): Block => ({
  kind: 'table',
  rows,
  page,
  text: rows.map((row) => row.join('\t')).join('\n'),
});
const sentence = (n: number) => `This is sentence number ${n} of a long text.`;

describe('splitting into passages', () => {
  it('keeps what stands under a heading together, and names the headings above', () => {
    const passages = splitIntoPassages([
      heading('Terms', 1),
      paragraph('Preamble.'),
      heading('Returns', 2),
      paragraph('Within 30 days.'),
      paragraph('Unworn.'),
      heading('Delivery', 2),
      paragraph('Two days.'),
      heading('Imprint', 1),
      paragraph('Berlin.'),
    ]);
    expect(passages.map(({ heading, text }) => [heading, text])).toEqual([
      ['Terms', 'Preamble.'],
      ['Terms › Returns', `Within 30 days.${BLOCK_GAP}Unworn.`],
      ['Terms › Delivery', 'Two days.'],
      ['Imprint', 'Berlin.'],
    ]);
  });

  it('lets the title of a table head its rows, and nothing behind the table', () => {
    const tableOf = (season: string) =>
      [[season], ['Card', 'Adults', 'Children'], ['Day', '9 €', '4 €']].map((cells) => ({
        cells: cells.map((text) => ({ content: [{ role: 'paragraph' as const, content: [text] }] })),
      }));
    const passages = splitIntoPassages([
      heading('Prices', 1),
      heading('Cards', 2),
      ...toBlocks(['Summer', 'Winter'].map((season) => ({ role: 'table', rows: tableOf(season) }))),
      paragraph('With tax.'),
    ]);
    const text = 'Card | Adults | Children\nDay | 9 € | 4 €';
    expect(passages.map(({ heading, text }) => [heading, text])).toEqual([
      ['Prices › Cards › Summer', text],
      ['Prices › Cards › Winter', text],
      ['Prices › Cards', 'With tax.'],
    ]);
  });

  it('cuts long text between sentences, about evenly', () => {
    const text = Array.from({ length: 40 }, (_, i) => sentence(i)).join(' ');
    const passages = splitIntoPassages([paragraph(text)], { target: 500 });
    expect(passages.length).toBeGreaterThan(2);
    for (const passage of passages) {
      expect(passage.text).toMatch(/^This is .* text\.$/s);
      expect(passage.text.length).toBeGreaterThan(300);
      expect(passage.text.length).toBeLessThan(700);
    }
  });

  it('cuts a sentence without end between words, and a word without end anywhere but inside a character', () => {
    const passages = splitIntoPassages([paragraph(`${'word '.repeat(500)}${'𐐷'.repeat(500)}`)], {
      target: 201,
    });
    for (const { text } of passages) {
      expect(text.length).toBeLessThanOrEqual(402);
      expect(new TextDecoder().decode(new TextEncoder().encode(text))).toBe(text);
    }
    expect(
      passages
        .map(({ text }) => text)
        .join('')
        .replaceAll(' ', ''),
    ).toHaveLength(500 * 4 + 1_000);
  });

  it('begins each passage of a table with its header row and never cuts a row', () => {
    const rows = Array.from({ length: 60 }, (_, i) => [`Article ${i}`, `${i},00 €`]);
    const passages = splitIntoPassages([heading('Prices'), table([['Name', 'Price'], ...rows])], {
      target: 300,
    });
    expect(passages.length).toBeGreaterThan(3);
    for (const { text, heading } of passages) {
      expect(text.split('\n')[0]).toBe('Name | Price');
      expect(heading).toBe('Prices');
      expect(text.match(/Name \| Price/g)).toHaveLength(1);
    }
    const all = passages.map(({ text }) => text).join('\n');
    for (const row of rows) expect(all).toContain(row.join(' | '));
  });

  it('does not repeat a first row that would fill each passage', () => {
    const passages = splitIntoPassages(
      [table([['long '.repeat(100)], ...Array.from({ length: 40 }, (_, i) => [`row ${i}`])])],
      {
        target: 200,
      },
    );
    expect(passages.filter(({ text }) => text.includes('long')).length).toBeLessThan(5);
  });

  it('loses no heading that nothing stands under', () => {
    const passages = splitIntoPassages([
      heading('Only a title'),
      heading('Part', 1),
      heading('Free parking', 2),
      heading('End', 1),
    ]);
    expect(passages.map(({ heading, text }) => [heading, text])).toEqual([
      [null, 'Only a title'],
      ['Part', 'Free parking'],
      [null, 'End'],
    ]);
  });

  it('says on which page a passage begins, and begins a new one with a page that is not the first words of it', () => {
    const page = (n: number) =>
      paragraph(Array.from({ length: 9 }, (_, i) => sentence(n * 10 + i)).join(' '), n);
    const passages = splitIntoPassages([1, 2, 3].map(page), { target: 600 });
    expect(passages.map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it('says where in the text of the document a passage stands', () => {
    const blocks = [
      heading('A'),
      paragraph('First one. Second one.'),
      paragraph('Third.'),
      heading('B'),
      paragraph('  Fourth.  '),
    ];
    const text = blocks.map((block) => block.text).join(BLOCK_GAP);
    for (const passage of splitIntoPassages(blocks)) {
      expect(text.slice(passage.start, passage.end)).toBe(passage.text);
    }
  });

  it('loses no word of any document', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const next = randomNumbers(seed);
      let serial = 0;
      const words = (most: number) =>
        Array.from({ length: 1 + next(most) }, () => `w${serial++}${next(4) ? '' : '.'}`).join(
          next(9) ? ' ' : '\n',
        );
      const blocks = Array.from({ length: next(12) }, (): Block => {
        const kind = next(5);
        if (kind === 0) return heading(words(4), 1 + next(3));
        if (kind === 1) return table(Array.from({ length: 1 + next(6) }, () => [words(5), words(9)]));
        return { kind: kind === 2 ? 'list' : 'paragraph', text: words(90), page: 1 + next(3) };
      });
      const passages = splitIntoPassages(blocks, { target: 40 + next(200) });
      const said = passages.map(({ heading, text }) => `${heading ?? ''} ${text}`).join(' ');
      const found = new Set(said.match(/w\d+/g));
      for (let i = 0; i < serial; i++) expect(found.has(`w${i}`), `w${i} of seed ${seed}`).toBe(true);
      for (const { text } of passages) expect(text.trim()).toBe(text);
    }
  });

  it('gives nothing for nothing', () => {
    expect(splitIntoPassages([])).toEqual([]);
    expect(
      splitIntoPassages([paragraph(''), paragraph(' \n '), heading('  '), table([]), table([['', ' ']])]),
    ).toEqual([]);
  });
});

describe('sentences', () => {
  const split = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end));

  it.each([
    ['One. Two! Three? Four…', ['One.', 'Two!', 'Three?', 'Four…']],
    [
      'Mr. Smith paid approx. 5.50 euros. Then he left.',
      ['Mr. Smith paid approx. 5.50 euros.', 'Then he left.'],
    ],
    [
      'Das gilt z.B. für Bücher, d.h. für alle. Am 3. Mai ist zu.',
      ['Das gilt z.B. für Bücher, d.h. für alle.', 'Am 3. Mai ist zu.'],
    ],
    [
      'Your risk is limited to €75. Flat tyres are free.',
      ['Your risk is limited to €75.', 'Flat tyres are free.'],
    ],
    ['We close at 6. Ask us. See no. 5 Mill Lane.', ['We close at 6.', 'Ask us.', 'See no. 5 Mill Lane.']],
    [
      'Die Praxis ist im 3. Stock. Ab 21. Dezember zu.',
      ['Die Praxis ist im 3. Stock.', 'Ab 21. Dezember zu.'],
    ],
    ['Siehe § 5 Abs. 2 Nr. 3 BGB. Weiter.', ['Siehe § 5 Abs. 2 Nr. 3 BGB.', 'Weiter.']],
    ['It opened in 1999. It closed later.', ['It opened in 1999.', 'It closed later.']],
    ['“Really?” she asked. “Yes.” He nodded.', ['“Really?” she asked.', '“Yes.”', 'He nodded.']],
    ['- one\n- two\n\n- three', ['- one', '- two', '- three']],
    ['Visit example.com. Thanks.', ['Visit example.com.', 'Thanks.']],
    ['', []],
  ])('of %j', (text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });
});
