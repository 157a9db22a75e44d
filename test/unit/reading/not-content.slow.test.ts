import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { BOLD, body, messyPdf, p, type SetLine, styledDocx, textOf } from './messy';

const encode = (text: string) => new TextEncoder().encode(text);

const CHAPTERS = [
  'Unpacking the machine',
  'Filling the tank',
  'Descaling and cleaning',
  'Error messages',
  'Disposal and recycling',
];

/** A manual whose chapters begin on the pages 2, 4, 6 …, as printed and as counted. */
const manual = (contents: readonly SetLine[], frame: (page: number) => readonly SetLine[] = () => []) =>
  [
    [...contents, ...frame(1)],
    ...CHAPTERS.flatMap((chapter, at) => [
      [{ text: chapter, y: 720, size: 14 }, ...body(chapter, 690, 20), ...frame(2 * at + 2)],
      [...body(`More of ${chapter.toLowerCase()}`, 720, 20), ...frame(2 * at + 3)],
    ]),
  ] as const;

describe('a table of contents', () => {
  const shapes: readonly [string, (chapter: string, at: number) => readonly SetLine[]][] = [
    [
      'dots in one run',
      (c, at) => [{ text: `${c} ${'.'.repeat(60 - c.length)} ${2 * at + 2}`, y: 640 - at * 18 }],
    ],
    [
      'dots with spaces',
      (c, at) => [{ text: `${at + 1} ${c} ${'. '.repeat(20)}${2 * at + 2}`, y: 640 - at * 18 }],
    ],
    [
      'the number far at the right, without dots',
      (c, at) => [
        { text: c, y: 640 - at * 18 },
        { text: String(2 * at + 2), x: 500, y: 640 - at * 18 },
      ],
    ],
    [
      'dots of their own, and entries that take two lines',
      (c, at) => [
        { text: `Chapter ${at + 1}, in which is told of`, y: 700 - at * 40 },
        { text: c, y: 686 - at * 40 },
        { text: '...........................', x: 300, y: 686 - at * 40 },
        { text: String(2 * at + 2), x: 500, y: 686 - at * 40 },
      ],
    ],
  ];

  it.each(shapes)('of a PDF is in no passage: %s', async (_, entry) => {
    const contents = [{ text: 'Contents', y: 760, size: 14 }, ...CHAPTERS.flatMap(entry)];
    const text = await textOf(await messyPdf(manual(contents)), 'pdf');
    expect(text).not.toMatch(/Contents|\.{4}|\. \. \.|in which is told/);
    for (const chapter of CHAPTERS) {
      expect(text).toContain(`[${chapter}] ${chapter} is told of in line alpha`);
      expect(text).not.toMatch(new RegExp(`\\] ${chapter}\\W+\\d`));
    }
  });

  it('is not what a menu is, whose dots lead to prices', async () => {
    const dishes = ['Espresso', 'Cappuccino', 'Filter coffee', 'Hot chocolate', 'Tea of the day'];
    const menu = dishes.map((dish, at) => ({
      text: `${dish} ${'.'.repeat(40)} ${at + 2}`,
      y: 640 - at * 18,
    }));
    const pages = [
      [{ text: 'Drinks', y: 700, size: 14 }, ...menu],
      body('The cake', 700, 5),
      body('The hall', 700, 5),
    ];
    const text = await textOf(await messyPdf([...pages, ...pages.slice(1), ...pages.slice(1)]), 'pdf');
    for (const dish of dishes) expect(text).toContain(dish);
  });

  it('of a Word document is in no passage, by its styles, its field or its place in the gallery', async () => {
    const styles = `
      <w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>
      <w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>
      <w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="My entry"/><w:basedOn w:val="Verzeichnis1"/></w:style>
      <w:style w:type="paragraph" w:styleId="TH"><w:name w:val="TOC Heading"/></w:style>`;
    const chapters = CHAPTERS.map((c) => p(c, { style: 'H1' }) + p(`${c} takes a minute.`)).join('');
    const entries = (style?: string) => CHAPTERS.map((c, at) => p(`${c}\t${at + 1}`, style ? { style } : {}));
    const field = (kind: string) => `<w:p><w:r><w:fldChar w:fldCharType="${kind}"/></w:r></w:p>`;
    const made = [
      p('Was hier steht', { style: 'TH' }) + entries('Verzeichnis1').join(''),
      entries('Mine').join(''),
      `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r></w:p>${entries().join('')}${field('end')}`,
      `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${p('Was hier steht', { run: BOLD })}${entries().join('')}</w:sdtContent></w:sdt>`,
      p('Contents', { run: BOLD }) + entries().join(''),
    ];
    for (const contents of made) {
      const text = await textOf(styledDocx(contents + chapters, styles), 'docx');
      expect(text).not.toMatch(/Was hier steht|Contents/);
      for (const chapter of CHAPTERS) {
        expect(text.split(chapter)).toHaveLength(3);
        expect(text).toContain(`[${chapter}] ${chapter} takes a minute.`);
      }
    }
  });

  it('of a plain text is in no passage', async () => {
    const contents = CHAPTERS.map((c, at) => `${at + 1}. ${c} ......... ${at + 3}`).join('\n');
    const chapters = CHAPTERS.map(
      (c, at) => `${at + 1}. ${c}\n\nThis takes a minute, or two minutes for some.\n`,
    );
    const text = await textOf(encode(`Manual\n\nContents\n\n${contents}\n\n${chapters.join('\n')}`), 'txt');
    expect(text).not.toMatch(/Contents|recycling\W+\d/);
    expect(text).toContain('This takes a minute');
  });
});

describe('an index', () => {
  it('at the end of a PDF is in no passage, in one column or two', async () => {
    const terms =
      'adapter, 3|battery, 4, 9|cable, 5–7|descaling, 6|error codes, 8, 10|filter, 4|grinder, 2|hose, 5|inlet, 3, 7|lamp, 9|manual, 2|noise, 8|outlet, 6|pump, 4, 5, 9'.split(
        '|',
      );
    const column = terms.map((text, at) => ({ text, y: 680 - at * 14 }));
    const columns = terms.map((text, at) => ({
      text,
      x: at < 7 ? 70 : 320,
      y: 680 - (at % 7) * 14,
    }));
    for (const index of [column, columns]) {
      const pages = [...manual([]), [{ text: 'Index', y: 720, size: 14 }, ...index]];
      const text = await textOf(await messyPdf(pages), 'pdf');
      expect(text).not.toMatch(/grinder|inlet|pump, 4|Index/);
      expect(text).toContain('Error messages is told of in line alpha');
    }
  });

  it('is known by its name and the alphabet, though letters stand between its terms and each has one page', async () => {
    const terms = 'A|adapter|aroma|B|battery|C|cable|coffee|cups'.split('|');
    const index = terms.map((text, at) => ({
      text: text.length === 1 ? text : `${text} ${'. '.repeat(30)}${(at * 7) % 11}`,
      y: 680 - at * 24,
      size: text.length === 1 ? 14 : 9,
    }));
    const pages = [...manual([]), [{ text: 'Concept Index', y: 740, size: 17 }, ...index]];
    expect(await textOf(await messyPdf(pages), 'pdf')).not.toMatch(/adapter|cups|Concept/);
  });

  it('is not what a list of members is, with their years', async () => {
    const members =
      'Adler, 1987|Bauer, 1990|Czerny, 2001|Dorn, 1999|Ernst, 2010|Falk, 2003|Graf, 1995|Huber, 2020|Ilg, 2011|Jahn, 2015|Kern, 2018';
    const lines = members.split('|').map((text, at) => ({ text, y: 680 - at * 14 }));
    const text = await textOf(await messyPdf([[{ text: 'Members', y: 720, size: 14 }, ...lines]]), 'pdf');
    expect(text).toContain('Graf, 1995');
  });
});

describe('running heads and page numbers', () => {
  /** Each with how often it is said in all: a head once, a number never. */
  const frames: readonly [string, number, RegExp, (page: number) => readonly SetLine[]][] = [
    [
      'below the margin, above the text',
      1,
      /Owner’s guide/,
      () => [{ text: 'Owner’s guide', y: 752, bold: true }],
    ],
    [
      'left and right pages with heads of their own',
      2,
      /Brew & Co|Model 300/,
      (page) => [{ text: page % 2 ? 'Brew & Co' : 'Model 300', x: page % 2 ? 480 : 70, y: 800 }],
    ],
    ['larger than the text', 1, /BREW GUIDE/, () => [{ text: 'BREW GUIDE', y: 805, size: 16 }]],
    [
      'the chapter above each of its pages',
      3,
      /Part (?:A|B|C)/,
      (page) => [{ text: `Part ${'AAAABBBBCCCC'[page]} of the manual`, x: 300, y: 800 }],
    ],
    ['bare numbers', 0, /(?:^|\n)\[[^\]]*\] \d+$|, \d+ /m, (page) => [{ text: String(page), x: 290, y: 40 }]],
    [
      'the chapter and the printed number, which is not the page’s',
      6,
      /Chapter \d: /,
      (page) => [
        {
          text: `Chapter ${(page >> 1) + 1}: Of the ${['inlet', 'hose', 'lamp', 'pump', 'tank', 'grid', 'tray'][page >> 1]}   ${page + 20}`,
          x: 70,
          y: 800,
        },
      ],
    ],
    [
      'numbers with words',
      0,
      /Seite|von/,
      (page) => [{ text: `Seite ${page} von 11`, x: 270, y: 90, size: 8 }],
    ],
  ];

  it.each(frames)('are no part of the text: %s', async (_, times, pattern, frame) => {
    const pages = manual([{ text: 'A manual of the machine', y: 700, size: 20 }], frame);
    const text = await textOf(await messyPdf(pages), 'pdf');
    expect(text.match(new RegExp(pattern, 'gm'))?.length ?? 0).toBe(times);
    for (const chapter of CHAPTERS) expect(text).toContain(`[A manual of the machine › ${chapter}]`);
  });

  it('of pages on which nothing else stands in the margin are left out with the others', async () => {
    const frame = (page: number) =>
      page % 4 === 0
        ? [{ text: String(page + 3), x: 290, y: 40 }]
        : [{ text: `The machine, edition ${page + 3}`, x: 290, y: 800 }];
    const text = await textOf(await messyPdf(manual([], frame)), 'pdf');
    expect(text.match(/edition/g)).toHaveLength(1);
    expect(text).not.toMatch(/,\s+(?:7|11)\b/);
  });

  it('of two pages are none but for the number', async () => {
    const frame = (page: number) => [
      { text: 'Haus am See, Uferweg 3', y: 810, size: 8 },
      { text: `Page ${page} of 2`, y: 30, size: 8 },
    ];
    const text = await textOf(
      await messyPdf([
        [...frame(1), ...body('The house', 700, 10)],
        [...frame(2), ...body('The lake', 700, 10)],
      ]),
      'pdf',
    );
    expect(text).not.toMatch(/Page/);
    expect(text.match(/Uferweg/g)).toHaveLength(2);
    expect(text).toContain('The lake is told of');
  });

  it('are not the header of a table that begins at the top of each page', async () => {
    const page = (from: number) => [
      { text: 'Ticket', y: 740, bold: true },
      { text: 'Price', x: 300, y: 740, bold: true },
      ...Array.from({ length: 8 }, (_, at) => [
        { text: `Zone ${from + at}`, y: 722 - at * 18 },
        { text: `${from + at}.50 €`, x: 300, y: 722 - at * 18 },
      ]).flat(),
    ];
    const text = await textOf(await messyPdf([page(1), page(11), page(21)]), 'pdf');
    expect(text.match(/Ticket \| Price/g)?.length).toBeGreaterThanOrEqual(3);
    expect(text).toContain('Zone 21 | 21.50 €');
  });
});

describe('bookmarks of a PDF', () => {
  it('make headings of lines that are set as the text is, one under another', async () => {
    const pages = [
      [
        { text: 'Warranty', y: 740 },
        ...body('The warranty', 700, 4),
        { text: 'Repairs', y: 600 },
        ...body('A repair', 580, 4),
      ],
      [{ text: 'Returns', y: 740 }, ...body('A return', 700, 4)],
    ];
    const outline = [
      { title: 'Warranty', page: 0, under: [{ title: 'Repairs', page: 0 }] },
      { title: 'Returns', page: 1 },
    ];
    const text = await textOf(await messyPdf(pages, { outline }), 'pdf');
    expect(text).toContain('[Warranty] The warranty is told of');
    expect(text).toContain('[Warranty › Repairs] A repair is told of');
    expect(text).toContain('[Returns] A return is told of');
    const titled = [
      [{ text: 'Terms of the shop', y: 780, size: 22 }, ...(pages[0] ?? [])],
      ...pages.slice(1),
    ];
    const whole = await messyPdf(titled, { outline });
    expect((await extract(whole, 'pdf')).title).toBe('Terms of the shop');
    expect(await textOf(whole, 'pdf')).toContain(
      '[Terms of the shop › Warranty › Repairs] A repair is told of',
    );
  });
});

it('what stands above and below the pages of a Word document is in no passage', async () => {
  const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const bytes = styledDocx(p('The pool is heated.'), '', {
    'word/header1.xml': `<w:hdr ${word}>${p('Haus am See')}</w:hdr>`,
    'word/footer1.xml': `<w:ftr ${word}>${p('Page 1')}</w:ftr>`,
  });
  expect(await textOf(bytes, 'docx')).toBe('[] The pool is heated.');
});

it('what slides say is no running head, though each says it at the same place with another number', async () => {
  const slides = Array.from({ length: 6 }, (_, at) => [
    { text: `Step ${at + 1} takes ${at + 2} minutes`, y: 560, size: 20 },
    { text: `Press button ${at + 1} and wait.`, y: 480 },
  ]);
  const text = await textOf(await messyPdf(slides), 'pdf');
  for (let at = 1; at <= 6; at++) expect(text).toContain(`Press button ${at} and wait.`);
});

describe('what only looks like a frame or a directory', () => {
  it('stays: a list of what is in the box, and prices by the names of sections', async () => {
    const box = 'Contents\n\nPlates 4\nCups 4\nKnives 8\n';
    expect(await textOf(encode(box), 'txt')).toContain('Knives 8');
    const menu =
      '# Prices\n\nSauna 12\n\nMassage 35\n\nPool 40\n\n# Sauna\n\nWarm.\n\n# Massage\n\nSoft.\n\n# Pool\n\nWet.\n';
    expect(await textOf(encode(menu), 'md')).toContain('Massage 35');
    const pages = [
      [
        { text: 'Contents', y: 760, size: 14 },
        ...['Sauna 12', 'Massage 35', 'Pool 40'].map((text, at) => ({ text, y: 700 - at * 18 })),
      ],
      ...['Sauna', 'Massage', 'Pool'].map((text) => [{ text, y: 720, size: 14 }, ...body(text, 690, 5)]),
    ];
    expect(await textOf(await messyPdf(pages), 'pdf')).toContain('Massage 35');
  });

  it('stays: the same price low on each page, once, and the rooms on top, each', async () => {
    const pages = [101, 102, 103, 104].map((room) => [
      { text: `Room ${room}`, y: 810 },
      ...body(`The room`, 700, 6),
      { text: 'Price: 120 EUR', y: 40 },
    ]);
    const text = await textOf(await messyPdf(pages), 'pdf');
    for (const room of [101, 102, 103, 104]) expect(text).toContain(`Room ${room}`);
    expect(text.match(/Price: 120 EUR/g)).toHaveLength(1);
  });
});
