import { malformedXml } from './errors';

/** An element as a call or an answer of S3 holds it: its text, or its children. */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** What an element may be written from: lists repeat the element, undefined leaves it out. */
export type XmlValue =
  | string
  | number
  | boolean
  | undefined
  | readonly XmlValue[]
  | { readonly [name: string]: XmlValue };

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

export function writeXml(name: string, value: string | { readonly [name: string]: XmlValue }): string {
  const xmlns = name === 'Error' ? '' : ` xmlns="${NAMESPACE}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${name}${xmlns}>${contentOf(value)}</${name}>`;
}

/** Reads the elements of a document: attributes and comments say nothing to S3. */
export function readXml(document: string): XmlElement {
  const open: { name: string; text: string; children: XmlElement[] }[] = [
    { name: '', text: '', children: [] },
  ];
  for (const [token] of document.matchAll(/<!--[\s\S]*?-->|<[^>]*>|[^<]+/g)) {
    const top = open.at(-1);
    if (!top) throw malformedXml();
    if (!token.startsWith('<')) top.text += unescapeText(token);
    else if (token.startsWith('<?') || token.startsWith('<!')) continue;
    else if (token.startsWith('</')) {
      open.pop();
      if (top.name !== token.slice(2, -1).trim()) throw malformedXml();
      open.at(-1)?.children.push(top);
    } else {
      const [, name = '', selfClosing] = /^<([^\s/>]+)[^>]*?(\/?)>$/.exec(token) ?? [];
      if (selfClosing) top.children.push({ name, text: '', children: [] });
      else open.push({ name, text: '', children: [] });
    }
  }
  const root = open.length === 1 ? open[0]?.children[0] : undefined;
  if (!root) throw malformedXml();
  return root;
}

export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

function contentOf(value: Exclude<XmlValue, undefined | readonly XmlValue[]>): string {
  return typeof value === 'object'
    ? Object.entries(value)
        .map(([name, child]) => element(name, child))
        .join('')
    : escapeText(String(value));
}

function element(name: string, value: XmlValue): string {
  if (value === undefined) return '';
  if (isList(value)) return value.map((item) => element(name, item)).join('');
  return `<${name}>${contentOf(value)}</${name}>`;
}

function isList(value: XmlValue): value is readonly XmlValue[] {
  return Array.isArray(value);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Control characters are written as references, so that a reader doesn't normalise them away. */
function escapeText(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
    .replace(/[\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function unescapeText(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return NAMED[name] ?? whole;
  });
}
