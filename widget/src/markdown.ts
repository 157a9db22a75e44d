import { el } from './dom';

/**
 * The Markdown that answers use, built as nodes: paragraphs, lists, headings (as bold lines), bold, italic,
 * code, links of safe schemes, and `[n]` through `cite`, which may refuse a number by returning null.
 */
export function markdown(text: string, cite: (number: number) => Node | null): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let list: Element | null = null;
  let paragraph: Element | null = null;
  for (const line of text.split('\n')) {
    const item = /^\s*(?:([-*•])|(\d{1,3})[.)])\s+(.*)$/.exec(line);
    const heading = /^\s*#{1,6}\s+(.*)$/.exec(line);
    if (item) {
      const kind = item[1] ? 'ul' : 'ol';
      if (!list?.matches(kind)) {
        list = el(kind, item[2] ? { start: item[2] } : {});
        fragment.append(list);
      }
      list.append(el('li', {}, ...inline(item[3] ?? '', cite)));
      paragraph = null;
    } else if (heading || !line.trim()) {
      list = null;
      paragraph = null;
      if (heading) fragment.append(el('p', {}, el('b', {}, ...inline(heading[1] ?? '', cite))));
    } else {
      list = null;
      if (paragraph) paragraph.append(el('br'));
      else {
        paragraph = el('p');
        fragment.append(paragraph);
      }
      paragraph.append(...inline(line.replace(/^\s*>\s?/, ''), cite));
    }
  }
  return fragment;
}

const INLINE =
  /\*\*(?<bold>[^*]+)\*\*|\*(?<italic>[^*\s][^*]*)\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<target>[^\s)]+)\)|\[(?<cite>\d{1,2})\]|(?<url>https?:\/\/[^\s<>()"]*[^\s<>()".,;:!?])/g;

function inline(text: string, cite: (number: number) => Node | null): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) nodes.push(new Text(text.slice(at, match.index)));
    const { bold, italic, code, label, target, cite: number, url } = match.groups ?? {};
    if (bold) nodes.push(el('b', {}, ...inline(bold, cite)));
    else if (italic) nodes.push(el('i', {}, ...inline(italic, cite)));
    else if (code) nodes.push(el('code', {}, code));
    else if (label && target) nodes.push(link(target, label));
    else if (url) nodes.push(link(url, url));
    else {
      const node = cite(Number(number));
      if (node) nodes.push(node);
    }
    at = match.index + match[0].length;
  }
  if (at < text.length) nodes.push(new Text(text.slice(at)));
  return nodes;
}

/** Any other scheme, `javascript:` above all, stays text. */
function link(target: string, label: string): Node {
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(target)) return new Text(label);
  return el('a', { href: target, target: '_blank', rel: 'noopener noreferrer nofollow' }, label);
}
