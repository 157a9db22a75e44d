import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DocumentFormat } from '#contract/knowledge/documents';
import { extract } from '#core/reading/extract';
import { UnreadableDocument } from '#core/reading/unreadable';
import { docxOf, failsAs, oleOf, paragraph, workbookOf } from './documents';
import { word95 } from './word';

describe('a document of a word processor under the name of another', () => {
  const rtf = strToU8('{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 The shop opens at nine.\\par}');
  const page =
    '<html><head><title>Opening hours</title></head><body><p>The shop opens at nine.</p></body></html>';
  it.each([
    ['rich text called .doc', 'doc', rtf],
    ['rich text called .docx', 'docx', rtf],
    ['a Word document called .doc', 'doc', docxOf(paragraph('The shop opens at nine.'))],
    ['a Word document called .rtf', 'rtf', docxOf(paragraph('The shop opens at nine.'))],
    ['an old Word document called .docx', 'docx', oleOf(word95('The shop opens at nine.\r'))],
    ['a web page called .doc', 'doc', strToU8(page)],
    [
      'a web page behind its declaration called .doc',
      'doc',
      strToU8(`\ufeff<?xml version="1.0"?>\n<!-- x -->\n${page}`),
    ],
    ['a web page in UTF-16 called .doc', 'doc', Buffer.from(`\ufeff<!DOCTYPE html>${page}`, 'utf16le')],
  ] as const)('is read as what it is: %s', async (_, format, bytes) => {
    const { blocks } = await extract(bytes, format);
    expect(blocks.map(({ text }) => text).join(' ')).toMatch(/^(?:Opening hours )?The shop opens at nine\.$/);
  });

  it('has the title that it gives itself', async () => {
    const { title } = await extract(strToU8(page.replace('shop', 'shop with opening hours')), 'doc');
    expect(title).toBe('Opening hours');
  });
});

describe('a right name with other bytes behind it', () => {
  it.each([
    ['a picture called .pdf', 'pdf', Uint8Array.of(0x89, 0x50, 0x4e, 0x47)],
    ['a PDF called .docx', 'docx', strToU8('%PDF-1.7 …')],
    ['a zip that holds no Word document', 'docx', zipSync({ 'a.txt': strToU8('a') })],
    ['an Excel workbook called .docx', 'docx', workbookOf('xlsx')],
    ['a Word document called .xlsx', 'xlsx', docxOf(paragraph('x'))],
    ['plain text called .doc', 'doc', strToU8('The shop opens at nine.')],
    ['a part of a web page called .doc', 'doc', strToU8('<p>The shop opens at nine.</p>')],
    ['an old Excel workbook called .doc', 'doc', workbookOf('biff8')],
    ['an old container of something else', 'xls', oleOf({ Presentation: strToU8('x') })],
    ['a sentence called .xls', 'xls', strToU8('The shop opens at nine.')],
    ['a zip called .txt', 'txt', zipSync({ 'a.txt': strToU8('a') })],
  ] as const)('refuses %s', async (_, format, bytes) => {
    await expect(extract(bytes, format)).rejects.toEqual(failsAs('type_mismatch'));
  });

  it.each(DocumentFormat.options)('refuses an empty .%s', async (format) => {
    await expect(extract(new Uint8Array(), format)).rejects.toEqual(failsAs('empty'));
  });

  it('names what went wrong in its message', () => {
    expect(new UnreadableDocument('encrypted', 'password needed').message).toBe('encrypted: password needed');
  });
});
