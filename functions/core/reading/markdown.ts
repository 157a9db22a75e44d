import { Marked } from 'marked';
import type { Block } from './block';
import { readText } from './decode';
import type { Extraction } from './extraction';
import { htmlToBlocks } from './html';
import { cleanText } from './normalise';
import { escaped } from './ooxml';

/** As HTML, whose reader knows what is struck out, ticked and linked; of pictures what they say instead. */
const marked = new Marked({
  gfm: true,
  renderer: { image: ({ text }) => escaped(text) },
});

/** Markdown: headings, paragraphs, lists with their numbers and boxes, tables and code as written. */
export async function extractMarkdown(bytes: Uint8Array): Promise<Extraction> {
  const text = readText(bytes);
  const { title, body } = withoutFrontMatter(text.replace(/^\ufeff/, ''));
  const blocks = htmlToBlocks(await marked.parse(withNotes(nestedWithin(body))));
  return { blocks: underTitle(title, blocks), pages: null, titles: title === null ? [] : [title] };
}

/** Where a line of quotes, lists or indents is cut: no text for readers nests deeper. */
const MOST_NESTED = 200;
const NESTED = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t]){200,}/gm;

/** The parser calls itself for each level, and its time grows with their square. */
function nestedWithin(text: string): string {
  return text.replace(NESTED, (lead) => lead.slice(0, MOST_NESTED));
}

/** The title that the settings at the top give, where the text doesn't begin with one of its own. */
function underTitle(title: string | null, blocks: Block[]): Block[] {
  if (title === null || blocks[0]?.kind === 'heading') return blocks;
  return [{ kind: 'heading', text: title, level: 1, page: null }, ...blocks];
}

/** Settings between rules, as site generators have them: of YAML, and of TOML. */
const SETTINGS = [
  {
    rule: /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/,
    /** A setting, an item or a part of one, a note to who edits, nothing. */
    line: /^(?:[\w-]+[ \t]*:(?:[ \t].*)?|[ \t]*-(?:[ \t].*)?|[ \t]+\S.*|#.*|[ \t]*)$/,
    setting: /^[\w-]+[ \t]*:/m,
    title: /^title[ \t]*:[ \t]+(.+)$/im,
  },
  {
    rule: /^\+\+\+[ \t]*\n([\s\S]*?)\n\+\+\+[ \t]*(?:\n|$)/,
    line: /^(?:["\w.-]+[ \t]*=.*|\[.*\]|[ \t]+\S.*|[\]}]+,?|#.*|[ \t]*)$/,
    setting: /^["\w.-]+[ \t]*=/m,
    title: /^title[ \t]*=[ \t]*(.+)$/im,
  },
] as const;

/**
 * Settings that site generators keep at the top are not what the document says, but for its title. What stands between
 * two rules and is no setting is text.
 */
function withoutFrontMatter(text: string): { readonly title: string | null; readonly body: string } {
  for (const { rule, line, setting, title } of SETTINGS) {
    const [whole, settings = ''] = rule.exec(text) ?? [];
    const areSettings = settings.split('\n').every((each) => line.test(each)) && setting.test(settings);
    if (whole === undefined || !areSettings) continue;
    const told = cleanText((title.exec(settings)?.[1] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2'));
    return { title: /\p{L}/u.test(told) ? told : null, body: text.slice(whole.length) };
  }
  return { title: null, body: text };
}

const FENCE = /^ {0,3}(?:```|~~~)/;
const DEFINITION = /^ {0,3}\[\^([^\]\s]{1,60})\]:[ \t]*(.*)$/;
const CALL = /\[\^([^\]\s]{1,60})\](?!:)/g;

/** Notes stand where they are called; one that nothing calls stays where it is. */
function withNotes(text: string): string {
  if (!text.includes('[^')) return text;
  const notes = new Map<string, string>();
  const kept: string[] = [];
  let isCode = false;
  let open: string | null = null;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    const [, name, note = ''] = (!isCode && DEFINITION.exec(line)) || [];
    if (name !== undefined) notes.set(name, note.trim());
    else if (open !== null && /^(?: {2,}|\t)\S/.test(line))
      notes.set(open, `${notes.get(open)} ${line.trim()}`);
    else kept.push(line);
    if (name !== undefined || !/^(?: {2,}|\t)\S/.test(line)) open = name ?? null;
  }
  const called = new Set<string>();
  isCode = false;
  const lines = kept.map((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    return isCode
      ? line
      : line.replace(CALL, (call, name: string) => {
          const note = notes.get(name);
          if (note === undefined) return call;
          called.add(name);
          return ` (${note.replace(/\.$/, '')})`;
        });
  });
  const rest = [...notes].filter(([name]) => !called.has(name)).map(([, note]) => `\n${note}`);
  return [...lines, ...rest].join('\n');
}
