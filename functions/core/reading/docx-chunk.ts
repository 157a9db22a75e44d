import type { TreeNode } from './block';
import { decodeText } from './decode';
import { htmlNodes } from './html';
import { mimePage, readMime } from './mime';

/**
 * A text of another format that a Word document holds as it is, and that Word takes in when it opens it: programs that
 * have a web page write it so. Nothing where it is of a format that is none of text.
 */
export function chunkNodes(bytes: Uint8Array): readonly TreeNode[] {
  const text = decodeText(bytes) ?? '';
  const isArchive = /^\s*(?:mime-version|content-type|from|subject|date):/i.test(text);
  const page = isArchive ? mimePage(readMime(bytes)?.parts ?? []).text : text;
  if (/^\s*\{\\rtf/.test(page)) return [];
  if (/<[a-z!]/i.test(page)) return htmlNodes(page);
  return page.split(/\n{2,}/).map((paragraph) => ({ role: 'paragraph', content: [paragraph] }));
}
