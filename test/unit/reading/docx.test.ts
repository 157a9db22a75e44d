import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { EXTRACTION_LIMITS } from '#core/reading/extraction';
import { docxOf, failsAs, oleOf, paragraph, table } from './documents';

describe('Word', () => {
  it('reads headings by their style, paragraphs and tables', async () => {
    const bytes = docxOf(
      paragraph('Rückgabe', 'berschrift1') +
        paragraph('Sie haben dreißig Tage Zeit.') +
        table([
          ['Land', 'Porto'],
          ['Österreich', '9 €'],
        ]),
    );
    const { blocks } = await extract(bytes, 'docx');
    expect(blocks).toEqual([
      { kind: 'heading', text: 'Rückgabe', level: 1, page: null },
      { kind: 'paragraph', text: 'Sie haben dreißig Tage Zeit.', page: null },
      expect.objectContaining({
        kind: 'table',
        rows: [
          ['Land', 'Porto'],
          ['Österreich', '9 €'],
        ],
      }),
    ]);
  });

  it('knows the pages that the saving program counted', async () => {
    const bytes = docxOf(paragraph('x y z'), {
      'docProps/app.xml': strToU8(
        '<Properties><Pages>7</Pages><Words>3</Words><Characters>3</Characters></Properties>',
      ),
    });
    expect((await extract(bytes, 'docx')).pages).toBe(7);
  });

  it('refuses a container that unpacks to more than the bound', async () => {
    const bytes = docxOf(paragraph('hello'), { 'word/media/bomb.bin': new Uint8Array(3_000_000) });
    expect(bytes.length).toBeLessThan(20_000);
    const limits = { ...EXTRACTION_LIMITS, maxUnpackedBytes: 1_000_000 };
    await expect(extract(bytes, 'docx', limits)).rejects.toEqual(failsAs('expands_too_far'));
  });

  it('refuses a container that was cut off', async () => {
    const bytes = docxOf(paragraph('hello world'));
    await expect(extract(bytes.slice(0, bytes.length / 2), 'docx')).rejects.toEqual(failsAs('corrupted'));
  });

  it('refuses a document part that is no XML', async () => {
    const bytes = docxOf('', { 'word/document.xml': strToU8('<w:document') });
    await expect(extract(bytes, 'docx')).rejects.toEqual(failsAs('corrupted'));
  });

  it('recognises a password-protected file', async () => {
    const bytes = oleOf({ EncryptionInfo: strToU8('x'), EncryptedPackage: new Uint8Array(5_000) });
    await expect(extract(bytes, 'docx')).rejects.toEqual(failsAs('encrypted'));
  });
});
