import { readFile } from 'node:fs/promises';
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { DocumentFormat } from '#contract/knowledge/documents';
import { extract } from '#core/reading/extract';
import { oleOf } from './documents';
import { styledDocx } from './messy';
import { ADDRESS, presentationOf, relation, relations, slideBox, slideRun, wordRun, zip } from './office';
import { ofList, word97 } from './word';

/** Letters of a sentence, and what one of its words is. */
type Mark = 'hidden' | 'white' | 'struck' | 'raised' | 'linked' | 'noted';
type Writer = (before: string, word: string, mark: Mark, behind: string) => Uint8Array;

const docx: Writer = (before, word, mark, behind) => {
  const marked = {
    hidden: wordRun(word, '<w:vanish/>'),
    white: wordRun(word, '<w:color w:val="FFFFFF"/>'),
    struck: wordRun(word, '<w:strike/>'),
    raised: wordRun(word, '<w:vertAlign w:val="superscript"/>'),
    linked: `<w:hyperlink r:id="l">${wordRun(word)}</w:hyperlink>`,
    noted: '<w:r><w:footnoteReference w:id="1"/></w:r>',
  }[mark];
  return styledDocx(`<w:p>${wordRun(before)}${marked}${wordRun(behind)}</w:p>`, '', {
    'word/footnotes.xml': `<w:footnotes><w:footnote w:id="1"><w:p>${wordRun(word)}</w:p></w:footnote></w:footnotes>`,
    'word/_rels/document.xml.rels': relations(relation('l', 'hyperlink', ADDRESS, 'TargetMode="External"')),
  });
};

const odt: Writer = (before, word, mark, behind) => {
  const styles = `<style:style style:name="struck"><style:text-properties style:text-line-through-style="solid"/></style:style>
    <style:style style:name="hidden"><style:text-properties text:display="none"/></style:style>
    <style:style style:name="white"><style:text-properties fo:color="#ffffff"/></style:style>
    <style:style style:name="raised"><style:text-properties style:text-position="super 58%"/></style:style>`;
  const marked =
    mark === 'linked'
      ? `<text:a xlink:href="${ADDRESS}">${word}</text:a>`
      : mark === 'noted'
        ? `<text:note><text:note-body><text:p>${word}</text:p></text:note-body></text:note>`
        : `<text:span text:style-name="${mark}">${word}</text:span>`;
  const body = `<text:p>${before}${marked}${behind}</text:p>`;
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });
};

const rtf: Writer = (before, word, mark, behind) => {
  const marked = {
    hidden: String.raw`{\v ${word}}`,
    white: String.raw`{\cf1 ${word}}`,
    struck: String.raw`{\strike ${word}}`,
    raised: String.raw`{\super ${word}}`,
    linked: String.raw`{\field{\*\fldinst HYPERLINK "${ADDRESS}"}{\fldrslt ${word}}}`,
    noted: String.raw`{\footnote ${word}}`,
  }[mark];
  return strToU8(
    String.raw`{\rtf1{\colortbl;\red255\green255\blue255;}\pard ${before}${marked}${behind}\par}`,
  );
};

const doc: Writer = (before, word, mark, behind) => {
  if (mark === 'noted') {
    const note = { call: before.length, begin: 0 };
    const texts = { text: `${before}\x02${behind}\r`, footnotes: `\x02 ${word}\r` };
    return oleOf(word97(texts, [], { notes: [note] }));
  }
  const shown = mark === 'linked' ? `\x13 HYPERLINK "${ADDRESS}" \x14${word}\x15` : word;
  const [code, value] = (
    {
      hidden: [0x083c, 1],
      white: [0x2a42, 8],
      struck: [0x0837, 1],
      raised: [0x2a48, 1],
      linked: [0, 0],
    } as const
  )[mark];
  const looks = code === 0 ? [] : [{ from: before.length, to: before.length + word.length, code, value }];
  return oleOf(word97({ text: `${before}${shown}${behind}\r` }, [], { looks }));
};

const pptx: Writer = (before, word, mark, behind) => {
  const marked = {
    hidden: '',
    white: '',
    struck: slideRun(word, 'strike="sngStrike"'),
    raised: slideRun(word, 'baseline="30000"'),
    linked: slideRun(word, '', '<a:hlinkClick r:id="l"/>'),
    noted: '',
  }[mark];
  const hidden =
    mark === 'hidden'
      ? `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="2" name="g" hidden="1"/></p:nvGrpSpPr>${slideBox(slideRun(word))}</p:grpSp>`
      : '';
  return presentationOf(slideBox(slideRun(before) + marked + slideRun(behind)) + hidden);
};

const html: Writer = (before, word, mark, behind) => {
  const marked = {
    hidden: `<span hidden>${word}</span>`,
    white: '',
    struck: `<s>${word}</s>`,
    raised: `<sup>${word}</sup>`,
    linked: `<a href="${ADDRESS}">${word}</a>`,
    noted: '',
  }[mark];
  return strToU8(`<!doctype html><html><body><main><p>${before}${marked}${behind}</p></main></body></html>`);
};

const WRITERS = { docx, odt, rtf, doc, pptx, html } as const satisfies Partial<
  Record<DocumentFormat, Writer>
>;
const SAID: readonly [Mark, string, string][] = [
  ['hidden', '55 ', 'A boat costs 30 euros.'],
  ['white', '55 ', 'A boat costs 30 euros.'],
  ['struck', '55 ', 'A boat costs 30 euros.'],
  ['raised', '2', 'A boat costs ²30 euros.'],
  ['linked', 'here ', `A boat costs here (${ADDRESS})30 euros.`],
  ['noted', 'With tax.', 'A boat costs (With tax)30 euros.'],
];
/** Slides and pages have no notes, and their letters stand on any colour. */
const OF_TEXTS: ReadonlySet<Mark> = new Set(['noted', 'white']);
const OTHERS: ReadonlySet<string> = new Set(['pptx', 'html']);

describe('what letters are means the same in every format', () => {
  const all = SAID.flatMap(([mark, word, said]) =>
    Object.entries(WRITERS)
      .filter(([format]) => !OF_TEXTS.has(mark) || !OTHERS.has(format))
      .map(([format, write]) => ({ mark, format: format as DocumentFormat, write, word, said })),
  );
  it.each(all)('$mark in $format', async ({ mark, format, write, word, said }) => {
    const { blocks } = await extract(write('A boat costs ', word, mark, '30 euros.'), format);
    expect(blocks.map(({ text }) => text.replace(/ {2,}/g, ' '))).toEqual([said]);
  });
});

it.each(['doc', 'rtf', 'odt'] as const)('a text reads the same from .docx and .%s', async (format) => {
  const read = async (of: DocumentFormat) => {
    const bytes = await readFile(new URL(`../../fixtures/documents/boat-rules.${of}`, import.meta.url));
    return extract(bytes, of);
  };
  const [one, other] = [await read('docx'), await read(format)];
  expect(other.blocks).toEqual(one.blocks);
  expect(other.title).toBe('Boat hire rules');
  // Numbers of headings and lists, a merged table, one within a cell, a note, a link; a title that heads nothing.
  const texts = one.blocks.map(({ text }) => text);
  expect(texts).toEqual(
    expect.arrayContaining(
      ['§ 1 Lease', '1.2 Notice', 'a) Within a month.', '(7) Restarted.', '30²'].map((text) =>
        expect.stringContaining(text),
      ),
    ),
  );
  expect(texts).toContain('Tent: Large, Hire, Note: Heavy');
  expect(texts).toContain('Dogs stay free (One to a room).');
});

it.each(['xls', 'ods'] as const)('a workbook reads the same from .xlsx and .%s', async (format) => {
  const read = async (of: DocumentFormat) => {
    const bytes = await readFile(new URL(`../../fixtures/documents/zelte.${of}`, import.meta.url));
    return (await extract(bytes, of)).blocks;
  };
  const blocks = await read('xlsx');
  expect(await read(format)).toEqual(blocks);
  // Without the row that is hidden, and the price that is struck out; with a note, a link and a box.
  expect(blocks.map(({ text }) => text)).toEqual([
    'Preise',
    'Artikel | Preis\nZelt | 149 € (Ohne Gestänge)\nMatte | \nKurs | zur Anmeldung (https://kurse.example.org/anmelden)\nBoot | 85 €',
    'Ab fünf Zelten liefern wir → frei Haus.',
    'Sonst 9 €.',
  ]);
});

it.each([
  [
    'a word',
    'A boat costs <span style="text-decoration: line-through">55</span> 30<span style="vertical-align:super">2</span> euros.',
  ],
  ['a hidden one', 'A boat costs <span style="mso-hide:all">55 </span>30² euros.'],
])('a page says by a style, too, what letters are: %s', async (_, text) => {
  const bytes = strToU8(
    `<!doctype html><html><body><main><p>${text}</p><table><tr><td>Robin</td><td style="text-decoration:line-through">55 €</td><td>30 €</td></tr></table></main></body></html>`,
  );
  expect((await extract(bytes, 'html')).blocks.map((block) => block.text)).toEqual([
    'A boat costs 30² euros.',
    'Robin |  | 30 €',
  ]);
});

describe('headings of a text without styles', () => {
  const lines = ['Fees', 'A day by the lake costs 12 euros.'] as const;
  it.each<[DocumentFormat, Uint8Array]>([
    ['docx', styledDocx(`<w:p>${wordRun(lines[0], '<w:b/>')}</w:p><w:p>${wordRun(lines[1])}</w:p>`, '')],
    ['rtf', strToU8(String.raw`{\rtf1\pard{\b ${lines[0]}}\par\pard ${lines[1]}\par}`)],
    [
      'doc',
      oleOf(
        word97({ text: `${lines.join('\r')}\r` }, [], {
          looks: [{ from: 0, to: 4, code: 0x0835, value: 1 }],
        }),
      ),
    ],
    [
      'odt',
      zip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': `<office:document-content><office:automatic-styles><style:style style:name="B"><style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles><office:body><office:text><text:p text:style-name="B">${lines[0]}</text:p><text:p>${lines[1]}</text:p></office:text></office:body></office:document-content>`,
      }),
    ],
  ])('are its short bold lines, as %s', async (format, bytes) => {
    const { blocks } = await extract(bytes, format);
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', lines[0]],
      ['paragraph', lines[1]],
    ]);
  });
});

describe('headings that are set in the style of entries of a table of contents', () => {
  const lines = ['2.1\tCancellation', 'A boat costs 30 euros.'] as const;
  it.each<[DocumentFormat, Uint8Array]>([
    [
      'docx',
      styledDocx(
        `<w:p><w:pPr><w:pStyle w:val="T"/></w:pPr>${wordRun(lines[0])}</w:p><w:p>${wordRun(lines[1])}</w:p>`,
        '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="toc 1"/></w:style>',
      ),
    ],
    [
      'rtf',
      strToU8(
        String.raw`{\rtf1{\stylesheet{\s1 toc 1;}}\pard\s1 2.1\tab Cancellation\par\pard\plain ${lines[1]}\par}`,
      ),
    ],
  ])('are read, in %s', async (format, bytes) => {
    expect((await extract(bytes, format)).blocks.map(({ text }) => text)).toEqual([
      '2.1 Cancellation',
      lines[1],
    ]);
  });
});

it('columns of a table in which no cell of a row that says something begins are none', async () => {
  const cell = (text: string, span: number) =>
    `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr><w:p>${wordRun(text)}</w:p></w:tc>`;
  const row = (...cells: readonly string[]) => `<w:tr>${cells.join('')}</w:tr>`;
  const table = `<w:tbl>${row(cell('Boat', 3), cell('Deposit', 4))}${row(cell('Robin', 3), cell('50 €', 4))}${row(...Array.from({ length: 7 }, () => cell('', 1)))}</w:tbl>`;
  const { blocks } = await extract(styledDocx(table, ''), 'docx');
  expect(blocks.map(({ text }) => text)).toEqual(['Boat | Deposit\nRobin | 50 €']);
});

it('rows and boxes that a Word document hides are no content', async () => {
  const row = (text: string, own = '') =>
    `<w:tr><w:trPr>${own}</w:trPr><w:tc><w:p>${wordRun(text)}</w:p></w:tc><w:tc><w:p>${wordRun('5 €')}</w:p></w:tc></w:tr>`;
  const box = (hidden: string, text: string) =>
    `<w:p><w:r><w:drawing><wp:anchor><wp:docPr id="1" name="b" ${hidden}/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent><w:p>${wordRun(text)}</w:p></w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>`;
  const body = `<w:tbl>${row('Lake')}${row('Staff', '<w:hidden/>')}${row('Hall')}</w:tbl>${box('', 'Ring twice.')}${box('hidden="1"', 'Staff only.')}`;
  const { blocks } = await extract(styledDocx(body, ''), 'docx');
  expect(blocks.map(({ text }) => text)).toEqual(['Lake | 5 €\nHall | 5 €', 'Ring twice.']);
});

it.each([
  [5, 'ordinal', ['1st part: Lease', '2nd part: Keys']],
  [7, 'ordinalText', ['First part: Lease', 'Second part: Keys']],
  [22, 'decimalZero', ['01 part: Lease', '02 part: Keys']],
])('numbers of older and newer Word documents are the same: %i, %s', async (place, name, expected) => {
  const text = 'Lease\rKeys\r';
  const formats = [
    { from: 0, to: 6, formats: ofList(1, 0) },
    { from: 6, to: 11, formats: ofList(1, 0) },
  ];
  const old = await extract(
    oleOf(word97({ text }, [], { formats, lists: [[{ format: place, text: '\x00 part:' }]] })),
    'doc',
  );
  const item = (said: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${wordRun(said)}</w:p>`;
  const newer = await extract(
    styledDocx(item('Lease') + item('Keys'), '', {
      'word/numbering.xml': `<w:numbering><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="${name}"/><w:lvlText w:val="%1 part:"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
      'word/_rels/document.xml.rels': relations(relation('n', 'numbering', 'numbering.xml')),
    }),
    'docx',
  );
  expect(old.blocks).toEqual(newer.blocks);
  expect(old.blocks.map((block) => block.text)).toEqual(expected);
});
