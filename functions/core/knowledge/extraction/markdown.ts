import { lexer, type Token, type Tokens } from 'marked';
import type { Block } from '../index/passage';
import { decodeText } from './decode';
import type { Extraction } from './extraction';
import { cleanText } from './normalise';
import { UnreadableDocument } from './unreadable';

/** Markdown: headings, paragraphs, lists and tables as written; links and images by their text. */
export async function extractMarkdown(bytes: Uint8Array): Promise<Extraction> {
  const text = decodeText(bytes);
  if (text === null) throw new UnreadableDocument('type_mismatch', 'not text');
  const blocks: Block[] = [];
  for (const token of lexer(withoutFrontMatter(text))) blocks.push(...toBlocks(token));
  return { blocks: blocks.filter((block) => block.text), pages: null };
}

function toBlocks(token: Token): Block[] {
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', text: plain(token), level: (token as Tokens.Heading).depth, page: null }];
    case 'table': {
      const table = token as Tokens.Table;
      const all = [table.header, ...table.rows].map((row) => row.map((cell) => inline(cell.tokens)));
      // Markdown knows no table without a header: who wants one leaves it empty.
      const hasHeader = all[0]?.some((cell) => cell !== '') ?? false;
      const rows = hasHeader ? all : all.slice(1);
      return [
        { kind: 'table', text: rows.map((row) => row.join(' | ')).join('\n'), rows, hasHeader, page: null },
      ];
    }
    case 'list':
      return (token as Tokens.List).items.flatMap(itemBlocks);
    case 'blockquote':
      return ((token as Tokens.Blockquote).tokens ?? []).flatMap(toBlocks);
    case 'space':
    case 'hr':
    case 'def':
      return [];
    case 'html':
      return [{ kind: 'paragraph', text: cleanText(token.raw.replace(/<[^>]*>/g, ' ')), page: null }];
    default:
      return [{ kind: 'paragraph', text: plain(token), page: null }];
  }
}

/** An item's own line, then the lists and other blocks within it. */
function itemBlocks(item: Tokens.ListItem): Block[] {
  const nested = item.tokens.filter((token) => !isInline(token));
  const own = inline(item.tokens.filter(isInline));
  return [...(own ? [{ kind: 'list' as const, text: own, page: null }] : []), ...nested.flatMap(toBlocks)];
}

function isInline(token: Token): boolean {
  return token.type === 'text' || token.type === 'paragraph' || token.type === 'checkbox';
}

function plain(token: Token): string {
  const children = 'tokens' in token ? token.tokens : undefined;
  return children?.length ? inline(children) : cleanText('text' in token ? String(token.text) : token.raw);
}

function inline(tokens: readonly Token[]): string {
  return cleanText(rawText(tokens));
}

/** Not cleaned yet: cleaning each piece would take away the spaces between them. */
function rawText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return ' ';
      if (token.type === 'checkbox') return '';
      const children = 'tokens' in token ? token.tokens : undefined;
      const text = children?.length ? rawText(children) : 'text' in token ? String(token.text) : '';
      return token.type === 'paragraph' ? `${text} ` : text;
    })
    .join('');
}

/** Settings that site generators keep at the top are not what the document says. */
function withoutFrontMatter(text: string): string {
  return text.replace(/^\ufeff?---\n[\s\S]*?\n---\n/, '');
}
