import { decodeText } from './decode';
import { escaped } from './ooxml';

/**
 * A text of another format that a Word document holds as it is, and that Word takes in when it opens it: programs that
 * have a web page write it so. As HTML; empty where it is of a format that is none of text.
 */
export function chunkHtml(bytes: Uint8Array): string {
  const text = decodeText(bytes) ?? '';
  const page = /^\s*(?:mime-version|content-type|from|subject|date):/i.test(text)
    ? pageOfArchive(text)
    : text;
  if (/^\s*\{\\rtf/.test(page)) return '';
  if (/<[a-z!]/i.test(page)) return page;
  const paragraphs = page.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('');
}

/** The page of an archive of a web page, which is built as a mail is. */
function pageOfArchive(text: string): string {
  const boundary = /boundary="?([^"\s;]+)/i.exec(text)?.[1];
  const parts = boundary === undefined ? [text] : text.split(`--${boundary}`);
  for (const part of parts) {
    const [, head = '', body = ''] = /^\n*([\s\S]*?)\n\n([\s\S]*)$/.exec(part) ?? [];
    if (!/content-type:\s*text\/html/i.test(head)) continue;
    if (/quoted-printable/i.test(head)) return decodeText(quotedBytes(body)) ?? '';
    return /base64/i.test(head) ? (decodeText(Buffer.from(body, 'base64')) ?? '') : body;
  }
  return '';
}

function quotedBytes(text: string): Uint8Array {
  const plain = text
    .replace(/=[^\S\n]*\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(plain, 'latin1');
}
