import { lexer, type Token, type Tokens } from 'marked';

/** The parts of the help centre, in their order. */
export const HELP_SECTIONS = [
  'start',
  'knowledge',
  'widget',
  'conversations',
  'analytics',
  'billing',
  'account',
] as const;
export type HelpSection = (typeof HELP_SECTIONS)[number];

/** One article of the help centre: a Markdown file of web/help, whose name is its id. */
export interface Article {
  readonly id: string;
  readonly title: string;
  readonly section: HelpSection;
  /** Its place in the section. */
  readonly order: number;
  /** One sentence on what it tells. */
  readonly summary: string;
  /** Other words by which people look for it. */
  readonly keywords: readonly string[];
  /** Its text without the fields above. */
  readonly body: string;
  readonly tokens: readonly Token[];
}

/** What stands below one heading of an article, as text without marks. */
export interface Part {
  /** Null before the first heading. */
  readonly heading: string | null;
  /** Names the heading in the article's address. */
  readonly anchor: string | null;
  readonly text: string;
}

/** Reads an article. A field that is missing or wrong is an error that names it. */
export function parseArticle(id: string, source: string): Article {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const fields = new Map(
    head.split('\n').map((line) => {
      const [, name = line, value = ''] = /^(\w+): *(.*)$/.exec(line) ?? [];
      return [name, value.trim()];
    }),
  );
  const field = (name: string): string => {
    const value = fields.get(name);
    if (!value) throw new Error(`The article ${id} has no ${name}.`);
    return value;
  };
  const section = HELP_SECTIONS.find((each) => each === field('section'));
  if (!section) throw new Error(`The article ${id} is in no section of the help centre.`);
  const order = Number(field('order'));
  if (!Number.isInteger(order)) throw new Error(`The order of the article ${id} is no whole number.`);
  let lexed: readonly Token[] | undefined;
  return {
    id,
    title: field('title'),
    section,
    order,
    summary: field('summary'),
    keywords: field('keywords').split(/ *, */),
    body: body.trim(),
    // Of thirty articles one is read at a time.
    get tokens() {
      lexed ??= lexer(body.trim());
      return lexed;
    },
  };
}

/** An article part by part: what is searched, and what a question names. */
export function partsOf({ tokens }: Pick<Article, 'tokens'>): Part[] {
  const parts: { heading: string | null; anchor: string | null; texts: string[] }[] = [
    { heading: null, anchor: null, texts: [] },
  ];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plainText([token]);
      parts.push({ heading, anchor: anchorOf(heading), texts: [] });
    } else parts.at(-1)?.texts.push(plainText([token]));
  }
  return parts
    .map(({ heading, anchor, texts }) => ({ heading, anchor, text: texts.filter(Boolean).join('\n') }))
    .filter(({ text }) => text !== '');
}

/** What stands below one heading of an article. */
export interface Chapter {
  readonly heading: string;
  readonly anchor: string;
  readonly tokens: readonly Token[];
}

/** An article by its headings of the highest level; what stands before the first is in none. */
export function chaptersOf({ tokens }: Pick<Article, 'tokens'>): Chapter[] {
  const chapters: { heading: string; anchor: string; tokens: Token[] }[] = [];
  for (const token of tokens) {
    const heading = token.type === 'heading' && token.depth <= 2 ? plainText([token]) : null;
    if (heading !== null) chapters.push({ heading, anchor: anchorOf(heading), tokens: [] });
    else chapters.at(-1)?.tokens.push(token);
  }
  return chapters;
}

/** The name of a heading in an address. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The words of a text, without its marks and without what pictures show. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join('');
}

function textOf(token: Token): string {
  switch (token.type) {
    case 'image':
      return '';
    case 'br':
      return '\n';
    case 'list':
      return (token as Tokens.List).items.map(({ tokens }) => plainText(tokens)).join('\n');
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows]
        .map((cells) => cells.map(({ tokens }) => plainText(tokens)).join(', '))
        .join('\n');
    }
    case 'code':
    case 'codespan':
      return (token as Tokens.Code).text;
    default: {
      const { tokens, text } = token as Tokens.Generic;
      return tokens ? plainText(tokens) : (text ?? '');
    }
  }
}

/**
 * The article as a bot reads it: its title above it, without its summary, which promises what the text tells, and without
 * pictures, of which a bot sees nothing.
 */
export function articleForBot({ title, body }: Article): string {
  return `# ${title}\n\n${body.replace(/^!\[[^\]]*\]\([^)]*\)\n?/gm, '')}\n`;
}
