import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { body, messyPdf, p, styledDocx } from './messy';

const encode = (text: string) => new TextEncoder().encode(text);
const core = (title: string) =>
  `<?xml version="1.0"?><cp:coreProperties xmlns:cp="c" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`;
const HEADINGS = [1, 2]
  .map((n) => `<w:style w:type="paragraph" w:styleId="H${n}"><w:name w:val="heading ${n}"/></w:style>`)
  .join('');
const TITLE = '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style>';

describe('the title that a document gives itself', () => {
  it('is that of its properties', async () => {
    const pages = [[{ text: 'Rules of the lake house', y: 700 }, ...body('The house', 680, 4)]];
    expect((await extract(await messyPdf(pages, { title: 'Lake house rules' }), 'pdf')).title).toBe(
      'Lake house rules',
    );
    const word = styledDocx(p('Was im Freibad kostet, steht in dieser Liste.'), '', {
      'docProps/core.xml': core('Preise im Freibad &amp; in der Sauna'),
    });
    expect((await extract(word, 'docx')).title).toBe('Preise im Freibad & in der Sauna');
  });

  it.each([
    '',
    'Microsoft Word - preise_neu.docx',
    'Untitled',
    'Unbenanntes Dokument',
    'Dokument1',
    'preisliste_2024_final',
    'hausordnung.indd',
    'lake-house',
    'Q4 sales review of Contoso',
    'Title',
  ])('is not %j, but its largest heading', async (said) => {
    const pages = [
      [
        { text: 'Rules of the lake house', y: 740, size: 22 },
        { text: 'Keys', y: 700, size: 14 },
        ...body('A key', 680, 4),
      ],
    ];
    expect((await extract(await messyPdf(pages, { title: said }), 'pdf')).title).toBe(
      'Rules of the lake house',
    );
  });

  it('is its first heading, where none of the same size follows', async () => {
    expect((await extract(encode('# House rules\n\n## Keys\n\nAt the desk.\n'), 'md')).title).toBe(
      'House rules',
    );
    expect(
      (await extract(encode('# Keys\n\nAt the desk.\n\n# Pets\n\nOn a lead.\n'), 'md')).title,
    ).toBeNull();
    const styled = p('Hausordnung', { style: 'H1' }) + p('Schlüssel', { style: 'H2' }) + p('Am Empfang.');
    expect((await extract(styledDocx(styled, HEADINGS), 'docx')).title).toBe('Hausordnung');
  });

  it('is what Word calls its title', async () => {
    const content = p('Hausordnung', { style: 'T' }) + p('Schlüssel', { style: 'H1' }) + p('Am Empfang.');
    expect((await extract(styledDocx(content, HEADINGS + TITLE), 'docx')).title).toBe('Hausordnung');
  });

  it('is none where nothing is one', async () => {
    const pages = [body('The house', 700, 10)];
    expect((await extract(await messyPdf(pages, { title: 'scan0001' }), 'pdf')).title).toBeNull();
  });
});
