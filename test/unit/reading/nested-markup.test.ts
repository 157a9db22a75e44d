import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { cpuTime } from '../../helpers/cpu-time';
import { failsAs } from './documents';

const NAMES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"';

const openDocument = (kind: 'text' | 'spreadsheet', body: string) =>
  zipSync({
    mimetype: strToU8(`application/vnd.oasis.opendocument.${kind}`),
    'content.xml': strToU8(
      `<office:document-content ${NAMES}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ),
  });

const nested = (name: string, depth: number) => `<${name}>`.repeat(depth) + `</${name}>`.repeat(depth);

describe('markup that says nothing and is nested deep', () => {
  it.each([
    ['odt', openDocument('text', nested('text:section', 200_000))],
    ['ods', openDocument('spreadsheet', nested('table:table-row-group', 200_000))],
    ['html', strToU8(nested('div', 200_000))],
  ] as const)('is refused as %s before its tree is made', async (format, bytes) => {
    await expect(extract(bytes, format)).rejects.toEqual(failsAs('expands_too_far'));
  });
});

describe('Markdown that is nested deep', () => {
  it.each([
    ['quotes', '> '],
    ['lists on a line', '- '],
    ['numbered lists on a line', '1. '],
  ])('is read in %s, to a depth that people can follow', async (_, mark) => {
    const { blocks } = await extract(strToU8(`${mark.repeat(100_000)}The shop opens at nine.`), 'md');
    expect(blocks.map(({ text }) => text).join(' ')).toContain('The shop opens at nine.');
  });
});

describe('rows and columns that a spreadsheet says many times', () => {
  it('are counted before they are written out', async () => {
    const cell =
      '<table:table-cell table:number-columns-repeated="1024"><text:p>x</text:p></table:table-cell>';
    const rows = `<table:table-row table:number-rows-repeated="10000">${cell}</table:table-row>`.repeat(50);
    const bytes = openDocument('spreadsheet', `<table:table>${rows}</table:table>`);
    let refused: unknown;
    const time = await cpuTime(() => extract(bytes, 'ods').catch((error: unknown) => (refused = error)));
    expect(refused).toEqual(failsAs('too_much_text'));
    // To write them out takes more than seven seconds.
    expect(time).toBeLessThan(2_000);
  });
});

describe('a container whose entries share their bytes', () => {
  it('is refused, since each would be unpacked', async () => {
    const whole = Buffer.from(openDocument('text', '<text:p>The shop opens at nine.</text:p>'));
    await expect(extract(whole, 'odt')).resolves.toMatchObject({ pages: null });
    const directory = whole.readUInt32LE(whole.length - 22 + 16);
    const second = directory + 46 + whole.readUInt16LE(directory + 28);
    // The second entry is said to begin where the first does.
    whole.writeUInt32LE(whole.readUInt32LE(directory + 42), second + 42);
    await expect(extract(whole, 'odt')).rejects.toEqual(failsAs('expands_too_far'));
  });
});
