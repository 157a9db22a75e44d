import { expect, test } from 'vitest';
import { ATTACHMENT_TYPES, type AttachmentType } from '#contract/conversations/attachments';
import { isOfType } from '#core/conversations/file-type';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const FILES: readonly (readonly [string, Uint8Array, AttachmentType | null])[] = [
  ['a PDF', latin1('%PDF-1.7\n'), 'application/pdf'],
  ['a PDF behind a byte order mark', latin1('\xef\xbb\xbf%PDF-1.7\n'), 'application/pdf'],
  ['a PNG', latin1('\x89PNG\r\n\x1a\n\x00\x00'), 'image/png'],
  ['a JPEG', latin1('\xff\xd8\xff\xe0\x00\x10JFIF'), 'image/jpeg'],
  ['a WebP', latin1('RIFF\x10\x00\x00\x00WEBPVP8 '), 'image/webp'],
  ['a text', Buffer.from('Grüße\nund mehr\t…'), 'text/plain'],
  ['a text of one byte a letter', latin1('Gr\xfc\xdfe'), 'text/plain'],
  ['a text in UTF-16', Buffer.from('\ufeffGrüße', 'utf16le'), 'text/plain'],
  ['a program for Windows', latin1('MZ\x90\x00\x03'), null],
  ['a program for Linux', latin1('\x7fELF\x02'), null],
  ['an archive', latin1('PK\x03\x04\x14\x00'), null],
  ['a sound in the container of WebP', latin1('RIFF\x10\x00\x00\x00WAVEfmt \x00'), null],
  ['a PDF behind something else', latin1('\x00%PDF-1.7'), null],
  ['nothing', new Uint8Array(), null],
];

test.each(FILES)('%s is what its bytes say, whatever it is announced as', (_, bytes, type) => {
  expect(ATTACHMENT_TYPES.filter((announced) => isOfType(bytes, announced))).toEqual(type ? [type] : []);
});
