import { el } from './dom';

type Cite = (number: number) => Node | null;

/**
 * The Markdown that answers use, built as nodes: paragraphs, lists, tables, code, headings (as bold lines), bold,
 * italic, links of safe schemes, and `[n]` through `cite`, which may refuse a number by returning null; without it all are left out.
 */
export function markdown(text: string, cite?: Cite): DocumentFragment {
  const fragment = document.createDocumentFragment();
  /** What the next line may still belong to. */
  let block: Element | null = null;
  const within = (name: string) => block?.matches(name);
  const open = (name: 'p' | 'ul' | 'ol' | 'table' | 'pre', attributes?: Record<string, string>) => {
    if (!within(name)) {
      block = el(name, attributes);
      fragment.append(block);
    }
    return block as Element;
  };
  for (const line of text.split('\n')) {
    const [, bullet, digits, item] = /^\s*(?:([-*•])|(\d{1,3})[.)])\s+(.*)$/.exec(line) ?? [];
    const [, heading] = /^\s*#{1,6}\s+(.*)$/.exec(line) ?? [];
    const [, row] = /^\s*\|(.*)\|\s*$/.exec(line) ?? [];
    if (/^\s*```/.test(line)) {
      if (within('pre')) block = null;
      else open('pre');
    } else if (within('pre')) open('pre').append(`${line}\n`);
    else if (row !== undefined) {
      const cell = within('table') ? 'td' : 'th';
      // The second line of a table only draws a rule.
      if (/^[\s|:-]+$/.test(row)) continue;
      const cells = row.split('|').map((content) => el(cell, {}, ...inline(content.trim(), cite)));
      // Wider than the chat it is scrolled, by keyboard too.
      open('table', { tabindex: '0' }).append(el('tr', {}, ...cells));
    } else if (item !== undefined) {
      open(bullet ? 'ul' : 'ol', digits ? { start: digits } : undefined).append(
        el('li', {}, ...inline(item, cite)),
      );
    } else if (heading || !line.trim()) {
      block = null;
      if (heading) fragment.append(el('p', {}, el('b', {}, ...inline(heading, cite))));
    } else {
      if (within('p')) open('p').append(el('br'));
      open('p').append(...inline(line.replace(/^\s*>\s?/, ''), cite));
    }
  }
  return fragment;
}

const INLINE =
  /\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|`([^`]+)`|\[([^\]]+)\]\(((?:[^\s()]|\([^\s()]*\))+)\)|\[(\d{1,2})\]|(https?:\/\/[^\s<>()"]*[^\s<>()".,;:!?])/g;

function inline(text: string, cite?: Cite): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    nodes.push(text.slice(at, match.index));
    const [all, bold, italic, code, label, target, number, url] = match;
    if (bold) nodes.push(el('b', {}, ...inline(bold, cite)));
    else if (italic) nodes.push(el('i', {}, ...inline(italic, cite)));
    else if (code) nodes.push(el('code', {}, code));
    else if (label && target) nodes.push(link(target, label));
    else if (url) nodes.push(link(url, url));
    else nodes.push(cite?.(Number(number)) ?? '');
    at = match.index + all.length;
  }
  return [...nodes, text.slice(at)];
}

/** Any other scheme, `javascript:` above all, stays text. */
function link(target: string, label: string): Node | string {
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(target)) return label;
  return el('a', { href: target, target: '_blank', rel: 'noopener noreferrer nofollow' }, label);
}
