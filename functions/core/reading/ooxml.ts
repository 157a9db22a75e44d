import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { strFromU8, type Unzipped, unzipSync } from 'fflate';
import { parseMarkup } from './markup';
import { UnreadableDocument } from './unreadable';

/** A container of Office's formats of after 2007: its parts, and how they relate. */
export interface Package {
  /** The part that the container says is its main one. */
  readonly main: string;
  /** Null where there is no such part. */
  xml(name: string): Document | null;
  bytes(name: string): Uint8Array | undefined;
  /** The text of a part, empty where there is none. */
  text(name: string): string;
  relationsOf(part: string): readonly Relation[];
}

export interface Relation {
  readonly id: string;
  /** The last word of its type: `styles`, `hyperlink`, `footnotes`. */
  readonly type: string;
  /** A part's name, or an address where it leads out of the container. */
  readonly target: string;
  readonly isExternal: boolean;
}

const PICTURES = /(?:^|\/)media\//i;

export function openPackage(bytes: Uint8Array): Package {
  let parts: Unzipped;
  try {
    parts = unzipSync(bytes, { filter: ({ name }) => !PICTURES.test(name) });
  } catch (error) {
    throw new UnreadableDocument('corrupted', error instanceof Error ? error.message : String(error));
  }
  // Programs differ in the case that they write names in, and Office doesn't mind.
  const byName = new Map(Object.entries(parts).map(([name, part]) => [keyOf(name), part]));
  const bytesOf = (name: string) => byName.get(keyOf(name));
  const text = (name: string) => {
    const part = bytesOf(name);
    return part ? decoded(part) : '';
  };
  const relationsOf = (part: string) => readRelations(text(relationsPart(part)), part);
  const main = relationsOf('').find(({ type }) => type === 'officeDocument')?.target ?? '';
  return {
    main,
    bytes: bytesOf,
    text,
    relationsOf,
    xml: (name) => {
      const xml = text(name);
      return xml === '' ? null : parseMarkup(xml, 'xml');
    },
  };
}

function keyOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

function decoded(part: Uint8Array): string {
  if (part[0] === 0xff && part[1] === 0xfe) return new TextDecoder('utf-16le').decode(part);
  if (part[0] === 0xfe && part[1] === 0xff) return new TextDecoder('utf-16be').decode(part);
  return strFromU8(part);
}

function relationsPart(part: string): string {
  const slash = part.lastIndexOf('/') + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
}

function readRelations(xml: string, part: string): Relation[] {
  if (xml === '') return [];
  return elementsIn(parseMarkup(xml, 'xml'), 'Relationship').map(({ attribs }) => {
    const isExternal = attribs.TargetMode === 'External';
    const target = attribs.Target ?? '';
    return {
      id: attribs.Id ?? '',
      type: (attribs.Type ?? '').split('/').at(-1) ?? '',
      target: isExternal ? target : resolved(target, part),
      isExternal,
    };
  });
}

function resolved(target: string, from: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path = from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  return path.join('/');
}

/** All elements of a name, in the order of the document. */
export function elementsIn(parent: Document | Element | null | undefined, name: string): Element[] {
  const found: Element[] = [];
  const visit = (nodes: readonly ChildNode[]) => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      if (localName(node) === name) found.push(node);
      visit(node.children);
    }
  };
  visit(parent?.children ?? []);
  return found;
}

/** The first child of a name. */
export function child(parent: Element | null | undefined, name: string): Element | null {
  return parent?.children.filter(isTag).find((element) => localName(element) === name) ?? null;
}

export function childrenOf(parent: Document | Element): Element[] {
  return parent.children.filter(isTag);
}

/** `p` of `w:p`: which letters stand for a namespace is the file's own affair. */
export function localName({ name }: Element): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute, whichever letters stand before its name. */
export function attribute(element: Element | null | undefined, name: string): string | undefined {
  if (!element) return undefined;
  const { attribs } = element;
  if (name in attribs) return attribs[name];
  const key = Object.keys(attribs).find((other) => other.endsWith(`:${name}`));
  return key === undefined ? undefined : attribs[key];
}

/** A property is on where it stands without a value; undefined where it doesn't stand. */
export function isOn(element: Element | null | undefined): boolean | undefined {
  return element ? !/^(?:0|false|off|none)$/i.test(attribute(element, 'val') ?? '') : undefined;
}

export function textIn(element: Element): string {
  return element.children
    .map((node) => (isText(node) ? node.data : isTag(node) ? textIn(node) : ''))
    .join('');
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
