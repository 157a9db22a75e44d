import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { BOLD, p, styledDocx, textOf } from './messy';

const HEADING = '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>';
const list = (text: string, run = '') =>
  p(text, { run, props: '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>' });

describe('headings of a Word document without styles', () => {
  it('are short bold lines, alone, also where they ask or end in a colon', async () => {
    const text = await textOf(
      styledDocx(
        p('When are you open?', { run: BOLD }) +
          p('We open at nine and close at six.') +
          p('Fees', { run: BOLD }) +
          p('A day costs 12 euros.') +
          p('What to bring:', { run: BOLD }) +
          p('Bring a towel.'),
        '',
      ),
      'docx',
    );
    expect(text.split('\n\n')).toEqual([
      '[When are you open?] We open at nine and close at six.',
      '[Fees] A day costs 12 euros.',
      '[What to bring:] Bring a towel.',
    ]);
  });

  it('are no lines that stop where more must come', async () => {
    const body = [
      'The code of the gate is',
      '4711',
      'Das Kennwort lautet heute',
      'Zum Öffnen drücken Sie',
      'Stern',
    ];
    const bold = new Set([0, 3]);
    const document = body.map((line, at) => p(line, bold.has(at) ? { run: BOLD } : {})).join('');
    expect(await textOf(styledDocx(document, ''), 'docx')).toBe(`[] ${body.join('\n\n')}`);
  });

  it('are lines that are larger than the text, the largest above the others', async () => {
    const text = await textOf(
      styledDocx(
        p('The garden', { run: '<w:sz w:val="36"/>' }) +
          p('It lies behind the house and is open to all who stay with us.') +
          p('Roses', { run: '<w:sz w:val="28"/>' }) +
          p('They are cut in March, and again in summer when they have bloomed.'),
        '',
      ),
      'docx',
    );
    expect(text).toContain('[The garden › Roses] They are cut in March');
  });

  it('are bold by a style that says nothing else, and by one that is based on a heading', async () => {
    const styles = `${HEADING}
      <w:style w:type="paragraph" w:styleId="Strong"><w:name w:val="Zwischenzeile"/><w:rPr><w:b/></w:rPr></w:style>
      <w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Kapitel"/><w:basedOn w:val="H1"/></w:style>
      <w:style w:type="paragraph" w:styleId="Level"><w:name w:val="Ebene"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>`;
    const text = await textOf(
      styledDocx(
        p('Anreise', { style: 'Own' }) +
          p('Mit dem Zug bis Seeheim.') +
          p('Parken', { style: 'Level' }) +
          p('Hinter dem Haus.') +
          p('Ladesäule', { style: 'Strong' }) +
          p('Links vom Eingang.'),
        styles,
      ),
      'docx',
    );
    expect(text).toContain('[Anreise › Parken] Hinter dem Haus.');
    expect(text).toContain('[Anreise › Parken › Ladesäule] Links vom Eingang.');
  });

  it('are no labels that several boxes of a section share', async () => {
    const box = (text: string) => p('Hinweis', { run: BOLD }) + p(text);
    const body =
      p('Anreise', { style: 'H1' }) +
      box('Die Schranke schließt um acht.') +
      box('Der Schlüssel liegt im Kasten.') +
      p('Abreise', { style: 'H1' }) +
      box('Bitte die Fenster schließen.') +
      p('Endreinigung', { run: BOLD }) +
      p('Sie ist im Preis enthalten.');
    const { blocks } = await extract(styledDocx(body, HEADING), 'docx');
    const headings = blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text);
    expect(headings).toEqual(['Anreise', 'Abreise', 'Endreinigung']);
  });

  it('are no bold amounts above names of dishes, and no bold rules', async () => {
    const body =
      p('Pasta') +
      p('4 euros', { run: BOLD }) +
      p('Pizza') +
      p('9 euros', { run: BOLD }) +
      p('No smoking in the rooms', { run: BOLD }) +
      p('The balcony is open to all who stay with us in the house.');
    const { blocks } = await extract(styledDocx(body, ''), 'docx');
    expect(blocks.filter(({ kind }) => kind === 'heading')).toEqual([]);
  });

  it('are no bold items, facts, sentences, addresses, nor lines of a text that is bold throughout', async () => {
    const { blocks } = await extract(
      styledDocx(
        p('Der Hof liegt am Rand des Dorfes und wird seit drei Generationen bewirtschaftet.') +
          list('Eier', BOLD) +
          p('Telefon: 030 123456', { run: BOLD }) +
          p('Bitte klingeln Sie am Tor.', { run: BOLD }) +
          p('Hof Birkengrund', { run: BOLD }) +
          p('Am Anger', { run: BOLD }) +
          p('Musterdorf', { run: BOLD }) +
          p('hof@example.org', { run: BOLD }) +
          p('Wir freuen uns auf Ihren Besuch bei uns auf dem Hof.'),
        '',
      ),
      'docx',
    );
    expect(blocks.filter(({ kind }) => kind === 'heading')).toEqual([]);
    const bold = await extract(
      styledDocx(
        p('Was wir anbieten', { run: BOLD }) +
          p('Milch und Käse, an jedem Tag der Woche frisch.', { run: BOLD }),
        '',
      ),
      'docx',
    );
    expect(bold.blocks.filter(({ kind }) => kind === 'heading')).toEqual([]);
  });
});

it('a question heads what answers it, and nothing below the next heading, however deep that is', async () => {
  const styles = `${HEADING}<w:style w:type="paragraph" w:styleId="H3"><w:name w:val="heading 3"/></w:style>`;
  const text = await textOf(
    styledDocx(
      p('Visitors ask', { style: 'H1' }) +
        p('When are you open?') +
        p('From nine to six.') +
        p('Are dogs allowed?') +
        p('On a lead.') +
        p('Fees', { style: 'H3' }) +
        p('A day costs 12 euros.'),
      styles,
    ),
    'docx',
  );
  expect(text).toContain('[Visitors ask › Are dogs allowed?] On a lead.');
  expect(text).toContain('[Visitors ask › Fees] A day costs 12 euros.');
});

describe('pages of a Word document', () => {
  const text = p('The lake is warm in summer and the boats may be used by all guests of the house.');
  const app = (said: string) => `<?xml version="1.0"?><Properties>${said}</Properties>`;
  const pagesWith = async (said: string) =>
    (await extract(styledDocx(text.repeat(30), '', { 'docProps/app.xml': app(said) }), 'docx')).pages;

  it('are known where the program that counted them counted this text', async () => {
    expect(await pagesWith('<Pages>2</Pages><Words>540</Words><Characters>2400</Characters>')).toBe(2);
  });

  it.each([
    [
      'a template that another program left as it was',
      '<Pages>1</Pages><Words>0</Words><Characters>0</Characters>',
    ],
    ['a count of some other text', '<Pages>1</Pages><Words>83</Words><Characters>475</Characters>'],
    ['a bare number', '<Pages>1</Pages>'],
  ])('are not known from %s', async (_, said) => {
    expect(await pagesWith(said)).toBeNull();
  });
});
