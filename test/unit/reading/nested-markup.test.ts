import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
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
