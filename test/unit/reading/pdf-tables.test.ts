import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { type Grid, spreadCells } from '#core/reading/pdf-grid-cells';
import { justified, type PdfLine, type PdfRule, pdfOf } from './documents';

const fixture = async (name: string) =>
  (await extract(await readFile(new URL(`../../fixtures/documents/${name}`, import.meta.url)), 'pdf')).blocks;
const blocksOf = async (...pages: (readonly (PdfLine | PdfRule)[])[]) =>
  (await extract(await pdfOf(pages), 'pdf')).blocks;
const tables = (blocks: Awaited<ReturnType<typeof fixture>>) => blocks.filter(({ kind }) => kind === 'table');

/** Cells side by side; an empty one is not drawn. */
const row = (y: number, xs: readonly number[], ...cells: readonly string[]): PdfLine[] =>
  cells.flatMap((text, i) => (text === '' ? [] : [{ text, x: xs[i] ?? 0, y }]));

describe('tables of a PDF', () => {
  it('reads an invoice with figures at the right, wrapped cells set in the middle, and totals', async () => {
    const blocks = await fixture('invoice.pdf');
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'paragraph',
      'table',
      'paragraph',
    ]);
    expect(tables(blocks)[0]?.rows).toEqual([
      ['Pos', 'Description', 'Qty', 'Unit price', 'Amount'],
      [
        '1',
        'Distribution board, surface mounted, with 12 ways and residual current device of 30 mA',
        '1',
        '€312.50',
        '€312.50',
      ],
      ['2', 'Installation cable 3 x 1.5', '120', '€1.15', '€138.00'],
      ['3', 'LED panel light 60 x 60', '8', '€45.90', '€367.20'],
      ['4', 'Working hours electrician', '14', '€58.00', '€812.00'],
      ['5', 'Call-out', '1', '€65.00', '€65.00'],
      ['', 'Net total', '', '', '€1,694.70'],
      ['', 'VAT 20%', '', '', '€338.94'],
      ['', 'Total due', '', '', '€2,033.64'],
    ]);
  });

  it('reads a price list with cells set at the top, over the end of a page, the header on each', async () => {
    const [first, second, third, ...more] = tables(await fixture('preisliste.pdf'));
    expect(more).toEqual([]);
    expect([first, second, third].map((table) => table?.page)).toEqual([1, 2, 2]);
    const header = ['Leistung', 'Umfang', 'Einheit', 'Preis'];
    expect(first?.rows).toHaveLength(21);
    expect([first?.rows?.[0], second?.rows?.[0]]).toEqual([header, header]);
    expect(first?.rows).toContainEqual([
      'Winterdienst',
      'Räumen und Streuen vor sieben Uhr, an Sonn- und Feiertagen vor neun Uhr',
      'Einsatz',
      '48,00 €',
    ]);
    expect(second?.rows).toHaveLength(9);
    expect(second?.rows).toContainEqual(['Obst ernten', 'Auch auf der Leiter', 'Stunde', '34,00 €']);
    expect(third?.rows).toEqual([
      ['Posten', 'Menge', 'Einzelpreis', 'Betrag'],
      ['Rasen mähen', '300', '0,35', '105,00'],
      ['Hecke schneiden, beide Seiten und oben, Schnittgut wird mitgenommen', '24', '6,80', '163,20'],
      ['Laub abfahren', '2', '39,00', '78,00'],
      ['Summe', '', '', '346,20'],
    ]);
  });

  it('reads full cells between drawn lines, which stand no further apart than words', async () => {
    const [fares, times, refunds, ...luggage] = tables(await fixture('ferry-fares.pdf'));
    expect(fares?.rows).toEqual([
      ['Passenger', 'Aberness – Holm', 'Aberness – Straumvik', 'Holm – Straumvik'],
      ['Adult', '£24.50', '£68.00', '£41.00'],
      ['Child under 5', 'free', 'free', 'free'],
      ['Student with card', '£18.40', '£51.00', '£30.75'],
      ['Islander card holder', '£9.80', '£27.20', '£16.40'],
    ]);
    expect(times?.rows).toEqual([
      ['Route', 'Leaves at', 'Arrives at', 'Ship'],
      ['Aberness – Holm', '07:15', '09:40', 'MV Solan'],
      ['Aberness – Straumvik', '19:30', '08:15 next day', 'MV Bonxie'],
      ['Straumvik – Aberness', '20:00', '08:45 next day', 'MV Bonxie'],
    ]);
    expect(refunds?.rows).toEqual([
      ['Cancelled', 'Refund'],
      ['More than 28 days before', '100 %'],
      ['28 to 8 days before', '75 %'],
      ['Less than 24 hours before', 'none'],
    ]);
    expect(luggage.map(({ rows, page }) => [page, rows])).toEqual([
      // Its header, which stands on the first page too, once; cells that reach over several in each.
      [
        2,
        [
          ['What', 'Rules', 'Price'],
          [
            'Cabin bag',
            'One for each passenger, no larger than 55 by 40 by 20 cm; it stays under your seat or in the racks at the door',
            'free',
          ],
          ['Suitcase', 'Up to 23 kg', '£4.00'],
          ['Suitcase', 'Up to 32 kg', '£9.00'],
          ['Bicycle', '', '£3.00'],
          [
            'Luggage that is sent ahead, whatever it weighs',
            'Luggage that is sent ahead, whatever it weighs',
            '£12.00',
          ],
        ],
      ],
    ]);
  });

  it('leaves headings and justified text between drawn tables as they are', async () => {
    const blocks = await fixture('schwimmbad.pdf');
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'heading',
      'table',
      'heading',
      'table',
      'paragraph',
    ]);
    const [hours, prices] = tables(blocks);
    expect(hours?.rows).toEqual([
      ['Monat', 'Montag bis Freitag', 'Samstag und Sonntag'],
      ['Mai und September', '10:00 bis 18:00 Uhr', '9:00 bis 19:00 Uhr'],
      ['Juni bis August', '8:00 bis 20:00 Uhr', '8:00 bis 21:00 Uhr'],
    ]);
    expect(prices?.rows).toEqual([
      ['Karte', 'Erwachsene', 'Ermäßigt', 'Kinder bis 6 Jahre'],
      ['Einzelkarte', '5,50 €', '3,50 €', 'frei'],
      ['Zehnerkarte', '48,00 €', '30,00 €', 'frei'],
      ['Saisonkarte', '112,00 €', '70,00 €', 'frei'],
      ['Abendkarte ab 17 Uhr', '3,00 €', '2,00 €', 'frei'],
    ]);
  });

  it('joins the rest of a cell to its row where a program draws line by line', async () => {
    const xs = [60, 100, 300, 360];
    const blocks = await blocksOf([
      ...row(700, xs, 'Pos', 'Part', 'Qty', 'Price'),
      ...row(680, xs, '1', 'Frame of ash, oiled and', '2', '40.00'),
      ...row(667, xs, '', 'waxed by hand', '', ''),
      ...row(647, xs, '2', 'Shelf', '6', '12.50'),
      ...row(627, xs, '3', 'Door with a lock and', '1', '85.00'),
      ...row(614, xs, '', 'two keys', '', ''),
    ]);
    expect(blocks.map(({ text }) => text)).toEqual([
      'Pos | Part | Qty | Price\n1 | Frame of ash, oiled and waxed by hand | 2 | 40.00\n' +
        '2 | Shelf | 6 | 12.50\n3 | Door with a lock and two keys | 1 | 85.00',
    ]);
  });

  it('reads items that are numbered with a dot, which a list is numbered with too', async () => {
    const xs = [60, 90, 300];
    const blocks = await blocksOf([
      ...row(700, xs, '1.', 'Lamp', '40.00'),
      ...row(680, xs, '2.', 'Shelf', '12.50'),
    ]);
    expect(blocks.map(({ kind }) => kind)).toEqual(['table']);
    const list = await blocksOf([
      ...row(700, xs, '1.', 'Switch the lamp on'),
      ...row(680, xs, '2.', 'Wait a minute'),
    ]);
    expect(list.map(({ kind }) => kind)).toEqual(['list', 'list']);
  });

  it('gives the rest of a table on the next page the header that the file draws once', async () => {
    const xs = [60, 220, 330];
    const part = (from: number, y: number) =>
      [0, 1, 2].flatMap((i) =>
        row(y - i * 20, xs, `Part ${'ABCDEFGH'[from + i]}`, `${from + i}`, `${from + i}.50`),
      );
    const blocks = await blocksOf(
      [...row(120, xs, 'Name', 'Qty', 'Price'), ...part(0, 100), { text: 'Page 1', y: 30 }],
      [...part(3, 780), { text: 'Thank you.', y: 600 }, ...part(5, 400)],
    );
    expect(tables(blocks).map(({ rows, page }) => [page, rows?.[0], rows?.length])).toEqual([
      [1, ['Name', 'Qty', 'Price'], 4],
      [2, ['Name', 'Qty', 'Price'], 4],
      // Another table, since a text stands between.
      [2, ['Part F', '5', '5.50'], 3],
    ]);
  });

  it('knows by its place a cell that is set in the middle of its rows, and leaves empty what was', async () => {
    const xs = [60, 200, 350];
    const [blocks, off] = await Promise.all(
      [0, 5].map((lower) =>
        blocksOf([
          ...row(700, xs, 'What', 'Rules', 'Price'),
          ...row(682, xs, 'Cabin bag', '55 by 40 cm', 'free'),
          { text: 'Suitcase', x: 60, y: 655 - lower },
          ...row(664, xs, '', 'Up to 23 kg', '£4.00'),
          ...row(646, xs, '', 'Up to 32 kg', '£9.00'),
          ...row(628, xs, 'Bicycle', '', '£3.00'),
          { text: 'Animal', x: 60, y: 592 },
          ...row(610, xs, '', 'Dog', '£1.00'),
          ...row(592, xs, '', 'Cat', '£2.00'),
          ...row(574, xs, '', 'Horse', '£20.00'),
        ]),
      ),
    );
    expect(tables(blocks ?? []).map(({ rows }) => rows)).toEqual([
      [
        ['What', 'Rules', 'Price'],
        ['Cabin bag', '55 by 40 cm', 'free'],
        ['Suitcase', 'Up to 23 kg', '£4.00'],
        ['Suitcase', 'Up to 32 kg', '£9.00'],
        ['Bicycle', '', '£3.00'],
        ['Animal', 'Dog', '£1.00'],
        ['Animal', 'Cat', '£2.00'],
        ['Animal', 'Horse', '£20.00'],
      ],
    ]);
    expect(tables(off ?? [])[0]?.rows).not.toContainEqual(['Suitcase', 'Up to 32 kg', '£9.00']);
  });

  it('takes text in two columns for no table, in whichever order a file draws it', async () => {
    const left = [
      'We deliver to every place',
      'in the country on weekdays',
      'between eight and twelve',
      'and bring it to your door.',
    ];
    const right = [
      'Returns are free within a',
      'month, and we collect them',
      'at your door on any of the',
      'weekdays that you choose.',
    ];
    const column = (x: number, texts: readonly string[]) =>
      texts.map((text, i) => ({ text, x, y: 700 - i * 14 }));
    const across = left.flatMap((text, i) => row(700 - i * 14, [60, 320], text, right[i] ?? ''));
    for (const lines of [[...column(60, left), ...column(320, right)], across]) {
      const blocks = await blocksOf(lines);
      expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
        ['paragraph', left.join(' ')],
        ['paragraph', right.join(' ')],
      ]);
    }
  });

  it('takes figures in running text and wide spaces of justified lines for no table', async () => {
    const blocks = await blocksOf([
      ...row(
        700,
        [60, 190, 330],
        'In 2025 we sold 1,200',
        'lamps for 45.90 each,',
        'and 310 of them were sent',
      ),
      ...row(686, [60, 240, 300], 'back, which cost us about 14,229', '€ 300', 'in all. In 2026 it was 12 %'),
      ...row(672, [60, 160, 280], 'less, and so 48', 'of 50 customers', 'have nothing to complain of.'),
    ]);
    expect(tables(blocks)).toEqual([]);
    const text = blocks.map((block) => block.text).join(' ');
    expect(text).toContain('lamps for 45.90 each, and 310 of them');
    expect(text).toContain('have nothing to complain of.');
  });

  it('keeps a line of justified text in its paragraph whose few words stand as far apart as columns', async () => {
    const lines = [
      'partners check each other, and on the lead a device is',
      'compulsory; assisted braking',
      'devices are kept at the desk, where you may borrow one',
    ];
    const drawn = await Promise.all(
      lines.map((text, i) => justified(text, { x: 60, end: 340, y: 700 - i * 14 })),
    );
    const blocks = await blocksOf([...drawn.flat(), { text: 'for the day.', y: 658 }]);
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['paragraph', `${lines.join(' ')} for the day.`],
    ]);
  });

  it('leaves a field under a paragraph to itself', async () => {
    const blocks = await blocksOf([
      { text: 'Please fill in the form and bring it with you', y: 700 },
      ...row(686, [60, 200], 'Name', 'Telephone'),
    ]);
    expect(blocks).toHaveLength(2);
  });

  it('leaves the paragraph under a table to itself', async () => {
    const xs = [60, 300];
    const blocks = await blocksOf([
      ...row(700, xs, 'Size', 'Price'),
      ...row(684, xs, 'Small', '10 EUR'),
      ...row(668, xs, 'Large', '14 EUR'),
      { text: 'All prices hold until the end of the year and include tax.', y: 650 },
    ]);
    expect(blocks.map(({ kind }) => kind)).toEqual(['table', 'paragraph']);
  });
});

describe('cells that reach over several rows or columns', () => {
  const upright = (at: number, from = 0, to = 40) => ({ upright: true, at, from, to });
  const level = (at: number, from = 0, to = 200) => ({ upright: false, at, from, to });
  const frame = [upright(0), upright(200), level(0), level(40)];
  const gridOf = (...rules: Grid['rules']): Grid => ({ xs: [0, 100, 200], ys: [40, 20, 0], rules });

  it('are in each of their rows where lines are drawn all around them', () => {
    const grid = gridOf(...frame, upright(100), level(20, 100, 200));
    const bands = [[['Suitcase', '23 kg']], [['', '32 kg']]];
    expect(spreadCells(bands, grid)).toEqual([
      ['Suitcase', '23 kg'],
      ['Suitcase', '32 kg'],
    ]);
  });

  it('are told from cells that are empty, and from the blank beside a total', () => {
    const bands = [[['Call-out', '65.00']], [['', '65.00']]];
    const drawn = gridOf(...frame, upright(100), level(20));
    expect(spreadCells(bands, drawn)).toEqual(bands.flat());
    // Only the total itself is framed.
    const [outer, ...others] = [upright(0, 20), upright(200), level(0, 100), level(40)];
    const open = gridOf(outer, ...others, upright(100), level(20, 100, 200));
    expect(spreadCells(bands, open)).toEqual(bands.flat());
  });

  it('are said once where they reach across the whole table', () => {
    const bands = [[['Suitcase', '23 kg']], [['All prices with tax', '']]];
    const grid = gridOf(...frame, upright(100, 20), level(20));
    expect(spreadCells(bands, grid)).toEqual(bands.flat());
  });
});

describe('cells that the end of a page cuts', () => {
  const xs = [60, 220, 380, 500] as const;
  const [left, , , right] = xs;
  const HEIGHT = 20;

  /** Rows between drawn lines, from `y` down. Under and above a null, a cell goes on: no line is drawn there. */
  const ruled = (
    y: number,
    rows: readonly (readonly (string | null)[])[],
    open: 'above' | 'below' | '' = '',
  ) => {
    const bottom = y - rows.length * HEIGHT;
    const isLevel = (edge: number, column: number) => {
      if (column > 0) return true;
      if (edge === 0) return open !== 'above';
      return edge === rows.length ? open !== 'below' : rows[edge]?.[column] !== null;
    };
    return [
      ...xs.map((x): PdfRule => ({ from: [x, y], to: [x, bottom] })),
      ...[...rows, []].flatMap((_, edge) =>
        [0, 1, 2]
          .filter((column) => isLevel(edge, column))
          .map((column): PdfRule => {
            const level = y - edge * HEIGHT;
            return { from: [xs[column] ?? left, level], to: [xs[column + 1] ?? right, level] };
          }),
      ),
      ...rows.flatMap((cells, at) =>
        row(y - at * HEIGHT - 14, [left + 5, xs[1] + 5, xs[2] + 5], ...cells.map((cell) => cell ?? '')),
      ),
    ];
  };
  const header = ['What', 'How heavy', 'Price'];
  const firstColumn = async (...pages: Parameters<typeof blocksOf>) =>
    tables(await blocksOf(...pages)).map(({ rows }) => rows?.map(([cell]) => cell));

  it('are on the next page too, where they reach over several rows of it', async () => {
    const above = ruled(120, [header, ['Bag', 'To 8 kg', 'free'], ['Suitcase', 'To 23 kg', '4.00']]);
    const below = [
      [null, 'To 32 kg', '9.00'],
      [null, 'To 40 kg', '19.00'],
      ['Bicycle', 'Any', '3.00'],
    ];
    const expected = [
      ['What', 'Bag', 'Suitcase'],
      ['What', 'Suitcase', 'Suitcase', 'Bicycle'],
    ];
    expect(await firstColumn(above, ruled(780, below))).toEqual(expected);
    // Also where nothing else is left in their column.
    expect((await firstColumn(above, ruled(780, below.slice(0, 2))))[1]).toEqual(expected[1]?.slice(0, 3));
    expect(
      await firstColumn(above, ruled(780, [header, ['', ...(below[0] ?? []).slice(1)], ...below.slice(1)])),
    ).toEqual(expected);
  });

  it('are in the only row that is left of them, where the page before shows that they go on', async () => {
    const rows = [header, ['Suitcase', 'To 23 kg', '4.00']];
    const rest = [
      ['', 'To 40 kg', '19.00'],
      ['Bicycle', 'Any', '3.00'],
    ];
    const expected = ['What', 'Suitcase', 'Bicycle'];
    const several = ruled(120, [...rows, [null, 'To 32 kg', '9.00']]);
    expect((await firstColumn(several, ruled(780, rest)))[1]).toEqual(expected);
    expect((await firstColumn(ruled(120, rows, 'below'), ruled(780, rest, 'above')))[1]).toEqual(expected);
  });

  it('are told from a cell that is empty', async () => {
    const above = ruled(120, [header, ['Bag', 'To 8 kg', 'free'], ['Suitcase', 'To 23 kg', '4.00']]);
    const below = ruled(780, [
      ['', 'Together', '4.00'],
      ['', 'With tax', '4.76'],
    ]);
    expect((await firstColumn(above, below))[1]).toEqual(['What', '', '']);
  });
});
