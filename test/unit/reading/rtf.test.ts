import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { EXTRACTION_LIMITS } from '#core/reading/extraction';

const rtf = (body: string, head = '') =>
  strToU8(
    String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset128 MS Mincho;}{\f3\fcharset2 Wingdings;}}{\colortbl;\red255\green255\blue255;\red200\green220\blue240;}{\stylesheet{\s0 Normal;}{\s1 heading 1;}{\s7\outlinelevel1 Clause;}}${head}${body}}`,
    true,
  );
const blocksOf = async (body: string, head?: string) => (await extract(rtf(body, head), 'rtf')).blocks;
const told = async (body: string, head?: string) =>
  (await blocksOf(body, head)).map(({ kind, text }) => [kind, text]);
const said = async (body: string) => (await blocksOf(body)).map(({ text }) => text);

describe('rich text', () => {
  it('is read with its headings, signs, links, notes and tables, without what is hidden', async () => {
    const body = String.raw`{\*\generator Word;}{\header\pard Page head\par}
\pard\s1 Rules\par
\pard\plain A boat costs {\strike 40} 30{\super 2} \u8364?, caf\'e9 {\v Staff only.}included{\footnote Dogs free.}.\par
\pard Book {\field{\*\fldinst{HYPERLINK "https://book.example.org"}}{\fldrslt here}}.\par
\trowd\cellx1000\cellx2000\pard\intbl Garden\cell 80 euros\cell\row
\trowd\cellx1000\cellx2000\pard\intbl Attic\cell 60 euros\cell\row
\pard\s7 Towels\par
\pard Bring \{towels\}.\line And soap.\par`;
    expect(await told(body, String.raw`{\info{\title Rules of the lake}}`)).toEqual([
      ['paragraph', 'Page head'],
      ['heading', 'Rules'],
      ['paragraph', 'A boat costs 30² €, café included (Dogs free).'],
      ['paragraph', 'Book here (https://book.example.org).'],
      ['table', 'Garden | 80 euros\nAttic | 60 euros'],
      ['heading', 'Towels'],
      ['paragraph', 'Bring {towels}. And soap.'],
    ]);
  });

  it('that is cut off is read as far as it goes, its table too', async () => {
    expect(await told('Open daily.')).toEqual([['paragraph', 'Open daily.']]);
    const half = String.raw`{\rtf1 \pard\intbl Garden\cell 80 euros\cell\row\pard\intbl Attic\cell 60`;
    const { blocks } = await extract(strToU8(half), 'rtf');
    expect(blocks.map(({ text }) => text)).toEqual(['Garden | 80 euros\nAttic | 60']);
  });

  it('is read in all boxes of a group, and in tables that a file says are in fewer than none', async () => {
    const box = (text: string) =>
      String.raw`{\shp{\*\shpinst{\sp{\sn shapeType}{\sv 202}}{\shptxt ${text}\par}}}`;
    const group = String.raw`{\shpgrp{\*\shpinst\shpleft5${box('Open daily.')}${box('Ring twice.')}}{\shprslt Drawn}}\par`;
    expect(await said(group)).toEqual(['Open daily.', 'Ring twice.']);
    expect(await said(String.raw`\itap-3 A boat costs 30 euros.\par`)).toEqual(['A boat costs 30 euros.']);
  });

  it('has the signs of its formulas, and not how they are set', async () => {
    const sum = String.raw`{\mnary{\mnaryPr{\mchr \u8721?}{\msubHide on}{\mctrlPr\f0 }}{\msub}{\msup}{\me{\mr 5x}}}`;
    const formula = String.raw`{\mmath{\*\moMathPara{\moMathParaPr{\mjc center}}{\*\moMath ${sum}}}}\par`;
    expect(await said(formula)).toEqual(['∑5x']);
  });

  it('has the alphabet that the name of a font says, and the letters of Symbol', async () => {
    const fonts = String.raw`{\fonttbl{\f1 Arial CE;}{\f2 Arial Cyr;}{\f3\fcharset2 Symbol;}}`;
    const body = String.raw`{\f1 \'b3\'f3d\'9f} {\f2 \'ec\'e8\'f0} {\f3 qS\'e5}\par`;
    const { blocks } = await extract(strToU8(String.raw`{\rtf1\ansi${fonts}${body}}`), 'rtf');
    expect(blocks.map(({ text }) => text)).toEqual(['łódź мир θΣ∑']);
  });

  it('has letters of the first colour, whichever that is', async () => {
    const head = String.raw`{\colortbl\red255\green255\blue255;\red0\green0\blue0;}`;
    const { blocks } = await extract(strToU8(String.raw`{\rtf1${head}\cf0 Open {\cf1 daily.}\par}`), 'rtf');
    expect(blocks.map(({ text }) => text)).toEqual(['Open daily.']);
  });

  it('has no word that is one of the program that reads it', async () => {
    expect(await said(String.raw`\constructor Open \toString daily.\valueOf\par`)).toEqual(['Open daily.']);
  });
});

describe('heads and feet of rich text', () => {
  const page = String.raw`Page {\field{\*\fldinst{ PAGE }}{\fldrslt 1}} of {\field{\*\fldinst NUMPAGES}{\fldrslt 4}}\par`;

  it.each(['header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf'])(
    'are read though the text stands in \\%s only',
    async (word) => {
      const text = String.raw`\pard\plain Haus am See, {\b Uferweg} 3\par ${page}`;
      const body = String.raw`{${`\\${word}`}${text}}\sectd\pard\par`;
      expect(await told(body)).toEqual([['paragraph', 'Haus am See, Uferweg 3']]);
    },
  );

  it('are told once, as are those of other sections and of first pages, unless the text says the same', async () => {
    const head = (word: string, text: string) => String.raw`{${`\\${word}`}\pard ${text}\par}`;
    const body =
      head('headerf', 'Haus am See') +
      head('headerr', 'Haus am See') +
      String.raw`\pard All rooms face the lake.\par\sect` +
      head('headerr', 'Haus am See') +
      head('footerr', String.raw`Emergency: 0800 4455\par All rooms face the lake.`) +
      String.raw`\pard Dogs stay free.\par`;
    expect(await said(body)).toEqual([
      'Haus am See\nEmergency: 0800 4455',
      'All rooms face the lake.',
      'Dogs stay free.',
    ]);
  });

  it('with a table and a text box say both, and end no paragraph of the text', async () => {
    const box = String.raw`{\shp{\*\shpinst{\sp{\sn x}{\sv 7}}{\shptxt\pard Ring twice.\par}}{\shprslt\pard Ring twice.\par}}`;
    const head = String.raw`{\header\trowd\cellx1000\cellx2000\pard\intbl Wren Quay\cell 0800 4455\cell\row\pard ${box}\par}`;
    expect(await said(String.raw`\pard Boats ${head}cost 5 euros.\par`)).toEqual([
      'Wren Quay | 0800 4455\nRing twice.',
      'Boats cost 5 euros.',
    ]);
  });

  it('of megabytes are bounded as the text is', async () => {
    const long = String.raw`{\header ${'Haus am See. '.repeat(100_000)}}`;
    const limits = { ...EXTRACTION_LIMITS, maxCharacters: 1_000_000 };
    await expect(extract(rtf(long), 'rtf', limits)).rejects.toMatchObject({ reason: 'too_much_text' });
    expect((await blocksOf(long))[0]?.text).toHaveLength(13 * 100_000 - 1);
  });

  it('within one another, or named often in one group, end', async () => {
    const within = String.raw`{\header{\footnote `.repeat(200);
    expect((await said(`Open daily.${within}x${'}}'.repeat(200)}`)).at(-1)).toBe('Open daily.');
    expect(await said(String.raw`{${'\\header\\footer'.repeat(100_000)} x}\pard Open daily.\par`)).toEqual([
      'x',
      'Open daily.',
    ]);
    await expect(said(String.raw`{\header `.repeat(5_000))).rejects.toMatchObject({ reason: 'corrupted' });
  });
});

describe('notes of rich text', () => {
  it('stand where they are called, as Word writes them, and long ones behind their paragraph', async () => {
    const note = (text: string) =>
      String.raw`{\cs20\super\chftn {\footnote\ltrpar\pard\plain\s19{\cs20\super\chftn}{\rtlch\fcs1 ${text}}\par}}`;
    const long = 'Not on holidays. Ask at the desk first.';
    const body = String.raw`\pard Dogs stay free${note('One to a room.')}.\par\pard Cats pay${note(long)}.\par`;
    expect(await said(body)).toEqual(['Dogs stay free (One to a room).', 'Cats pay.', long]);
  });

  it('are read as LibreOffice writes them, marked for programs that know none', async () => {
    const note = String.raw`{\super\chftn{\*\footnote\chftn\pard\plain \s20 With tax.}}`;
    expect(await told(String.raw`\pard\plain\s1 Prices${note} of 2026\par`)).toEqual([
      ['heading', 'Prices (With tax) of 2026'],
    ]);
  });

  it('in cells stay in their cell, and those of what is hidden are hidden', async () => {
    const row = (first: string, second: string) =>
      String.raw`\trowd\cellx1000\cellx2000\pard\intbl ${first}\cell ${second}\cell\row`;
    const note = String.raw`{\footnote\pard\plain With tax.\par}`;
    expect(await said(row('Garden', `80 euros${note}`) + row('Attic', '60 euros'))).toEqual([
      'Garden | 80 euros (With tax)\nAttic | 60 euros',
    ]);
    expect(await said(String.raw`\pard Open daily{\v but not for you${note}}{\deleted${note}}.\par`)).toEqual(
      ['Open daily.'],
    );
  });

  it('that are many in one paragraph are read', async () => {
    const [only] = await said(String.raw`{\footnote a}`.repeat(30_000));
    expect(only).toHaveLength(30_000 * 4 - 1);
  });

  it('beside as many links are read', async () => {
    const link = String.raw`{\field{\*\fldinst HYPERLINK "https://a.example"}{\fldrslt a}} `;
    const [only] = await said(link.repeat(30_000));
    expect(only).toHaveLength('a (https://a.example) '.length * 30_000 - 1);
  });
});

describe('letters of rich text', () => {
  it('are decoded as their font says, whichever way a letter of two bytes is written', async () => {
    const body = String.raw`\pard\f1\'c4\'e5\'ed\'fc \f2\'83e\'83\'58\'83g\f0  caf\'e9\par`;
    expect(await said(body)).toEqual(['День テスト café']);
  });

  it('of fonts of signs show their signs: a box that is ticked, and one that is not', async () => {
    expect(await said(String.raw`\pard{\f3\'fe} Breakfast {\f3\u-3928?} Dinner\par`)).toEqual([
      '☑ Breakfast ☐ Dinner',
    ]);
  });

  it('in white are no content, unless they stand on a colour', async () => {
    const body = String.raw`\pard Open daily.{\cf1  Secret.}\par\pard\cbpat2{\cf1 On blue.}\par\pard{\cf1\chcbpat2 Marked.}\par
\trowd\cellx1000\cellx2000\pard\intbl{\cf1 Room}\cell{\cf1 Price}\cell\row`;
    expect(await said(body)).toEqual(['Open daily.', 'On blue.', 'Marked.', 'Room | Price']);
  });

  it('stay struck out though they are no longer hidden', async () => {
    expect(await said(String.raw`\pard A boat costs {\strike\v 40\v0  euros} 30 euros.\par`)).toEqual([
      'A boat costs 30 euros.',
    ]);
  });
});

describe('what rich text holds twice, or others made', () => {
  it('is read once: the Unicode one of two texts, and what an object shows', async () => {
    const both = String.raw`{\upr{Gr?\'dfe}{\*\ud{Gr\u246?\u223?e}}}`;
    const object = String.raw`{\object\objlink{\*\objclass Word.Document}{\*\objdata 0105}{\result\pard Five euros.\par}}`;
    expect(await said(String.raw`\pard ${both}: ${object}\par`)).toEqual(['Größe: Five euros.']);
  });

  it('is a formula by its parts, not by its picture', async () => {
    const fraction = String.raw`{\mf{\mfPr{\mctrlPr\i}}{\mnum{\mr a+b}}{\mden{\mr 2}}}`;
    const power = String.raw`{\msSup{\msSupPr}{\me{\mr x}}{\msup{\mr 3}}}`;
    const math = String.raw`{\mmath{\*\moMath${fraction}${power}}}{\mmathPict{\*\shppict{\pict 0105}}}`;
    expect(await said(String.raw`\pard Take ${math} litres.\par`)).toEqual(['Take (a+b)/2x³ litres.']);
  });

  it('is left out where it is a table of contents that a program keeps', async () => {
    const contents = String.raw`{\field{\*\fldinst{ TOC \\o "1-3" }}{\fldrslt{\pard Intro\tab 1\par\pard Prices\tab 2\par}}}`;
    expect(await said(String.raw`${contents}\pard Open daily.\par`)).toEqual(['Open daily.']);
  });
});

describe('lists, forms and boxes of rich text', () => {
  it('have the numbers of their items, and no bullets', async () => {
    const item = (label: string, text: string) =>
      String.raw`{\listtext\pard\plain ${label}\tab}\pard ${text}\par`;
    expect(await told(item('2.1', 'Shower first.') + item(String.raw`\'b7`, 'Keep quiet.'))).toEqual([
      ['list', '2.1 Shower first.'],
      ['list', 'Keep quiet.'],
    ]);
  });

  it('have the numbers that are counted where the file does not tell them', async () => {
    const level = (format: number, text: string) =>
      String.raw`{\listlevel\levelnfc${format}\levelnfcn${format}\levelstartat1{\leveltext${text};}{\levelnumbers;}\fi-360}`;
    const head = String.raw`{\*\listtable{\list\listtemplateid1${level(0, String.raw`\'05Art \'00`)}${level(4, String.raw`\'02\'01)`)}{\listname ;}\listid77}
{\list${level(23, String.raw`\'01\u8226 ?`)}\listid78}}{\*\listoverridetable{\listoverride\listid77\listoverridecount0\ls1}{\listoverride\listid78\ls2}{\listoverride\listid77\listoverridecount1{\lfolevel\listoverridestartat\levelstartat9}\ls3}}`;
    const item = (list: number, place: number, text: string) =>
      String.raw`\pard\ls${list}\ilvl${place} ${text}\par`;
    const body =
      String.raw`\pard\plain\s1\ls1\ilvl0 Lease\par` +
      item(1, 1, 'A year.') +
      item(1, 1, 'It goes on.') +
      item(2, 0, 'Keys.') +
      item(3, 0, 'Deposit.') +
      String.raw`{\listtext\pard\plain 10.\tab}\pard\ls3\ilvl0 Two rents.\par`;
    expect(await told(body, head)).toEqual([
      ['heading', 'Art 1 Lease'],
      ['list', 'a) A year.'],
      ['list', 'b) It goes on.'],
      ['list', 'Keys.'],
      ['list', 'Art 9 Deposit.'],
      ['list', '10. Two rents.'],
    ]);
  });

  it('stand before headings, too', async () => {
    const body = String.raw`{\listtext\pard\plain 2\tab}\pard\s1 Rules\par\pard Shower first.\par`;
    expect(await told(body)).toEqual([
      ['heading', '2 Rules'],
      ['paragraph', 'Shower first.'],
    ]);
  });

  it('say whether a box is ticked, and what was chosen', async () => {
    const form = (kind: string, set: string) =>
      String.raw`{\field{\*\fldinst ${kind}{\*\formfield{${set}}}}{\fldrslt}}`;
    const tick = (set: number, usual: number) =>
      form('FORMCHECKBOX', String.raw`\fftype1\ffres${set}\ffdefres${usual}`);
    const choice = form('FORMDROPDOWN', String.raw`\fftype2\ffres1{\*\ffl Lake}{\*\ffl Garden}`);
    expect(
      await said(
        String.raw`\pard ${tick(25, 1)} Towels ${tick(0, 1)} Soap ${tick(1, 0)} Bed\par\pard View: ${choice}\par`,
      ),
    ).toEqual(['☑ Towels ☐ Soap ☑ Bed', 'View: Garden']);
  });

  it('are read where they stand in a shape of an older program', async () => {
    const box = String.raw`{\*\do\dobxcolumn\dptxbx{\dptxbxtext\pard Ring twice.\par}\dpx0}`;
    expect(await said(String.raw`\pard At the door:${box}\par`)).toEqual(['At the door:', 'Ring twice.']);
    // No paragraph of the text follows.
    expect(await said(box)).toEqual(['Ring twice.']);
  });
});

describe('tables of rich text', () => {
  it('say in each row what a cell over several rows or columns says', async () => {
    const body = String.raw`\trowd\clvmgf\cellx1000\cellx2000\cellx3000\pard\intbl Lake view\cell Summer\cell 90 euros\cell\row
\trowd\clvmrg\cellx1000\cellx2000\cellx3000\pard\intbl\cell Winter\cell 60 euros\cell\row
\trowd\cellx2000\cellx3000\pard\intbl Luggage\cell 4 euros\cell\row`;
    const [table] = await blocksOf(body);
    expect(table?.rows).toEqual([
      ['Lake view', 'Summer', '90 euros'],
      ['Lake view', 'Winter', '60 euros'],
      ['Luggage', 'Luggage', '4 euros'],
    ]);
  });

  it.each([
    ['repeats on the next page', String.raw`\trhdr`, ''],
    ['stands on a colour', String.raw`\clcbpat2`, String.raw`\clcbpat2`],
  ])('have a header where their first row %s', async (_, first, second) => {
    const body = String.raw`\trowd${first}\cellx1000${second}\cellx2000\pard\intbl Room\cell Price\cell\row
\trowd\cellx1000\cellx2000\pard\intbl Garden\cell Ask\cell\row`;
    expect(await blocksOf(body)).toMatchObject([{ kind: 'table', hasHeader: true, isHeaderMarked: true }]);
  });

  it('within a cell stand under what their row is about', async () => {
    const inner = (price: string) =>
      String.raw`\pard\intbl\itap2 Night\nestcell ${price}\nestcell{\*\nesttableprops\trowd\cellx1500\cellx2000\nestrow}{\nonesttables\par}`;
    const row = (name: string, price: string) =>
      String.raw`\pard\intbl\itap1 ${name}\cell ${inner(price)}\pard\intbl\itap1\cell\trowd\cellx1000\cellx2000\row`;
    const names = String.raw`\trowd\cellx1000\cellx2000\pard\intbl Room\cell Prices\cell\row`;
    const texts = await said(names + row('Garden', '80 euros') + row('Attic', '60 euros'));
    expect(texts.join('\n')).toMatch(/Garden.*\nNight \| 80 euros\n.*Attic.*\nNight \| 60 euros/);
  });
});
