import { decodeText } from './decode';
import { mimePage, readMime } from './mime';
import { escaped } from './ooxml';

/**
 * A text of another format that a Word document holds as it is, and that Word takes in when it opens it: programs that
 * have a web page write it so. As HTML; empty where it is of a format that is none of text.
 */
export function chunkHtml(bytes: Uint8Array): string {
  const text = decodeText(bytes) ?? '';
  const isArchive = /^\s*(?:mime-version|content-type|from|subject|date):/i.test(text);
  const page = isArchive ? mimePage(readMime(bytes)?.parts ?? []).text : text;
  if (/^\s*\{\\rtf/.test(page)) return '';
  if (/<[a-z!]/i.test(page)) return page;
  const paragraphs = page.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('');
}
