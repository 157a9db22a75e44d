import { type ChildNode, Document, type Element, isTag, isText } from 'domhandler';
import { strFromU8, type Unzipped, unzipSync } from 'fflate';
import type { ExtractionLimits } from './extraction';
import { parseMarkup } from './markup';
import { UnreadableDocument } from './unreadable';
import { assertUnpacksWithin } from './zip';

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
  /** The first part that a part relates to so; empty where there is none. */
  relatedTo(part: string, type: string): string;
  /** Where the links of a part lead that leave the container, by their ids. */
  linksOf(part: string): ReadonlyMap<string, string>;
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

/** Opens what Office and LibreOffice write, as one file of XML, too. Throws at more than may be unpacked. */
export function openPackage(bytes: Uint8Array, { maxUnpackedBytes }: ExtractionLimits): Package {
  if (/^\W*<\?xml/.test(strFromU8(bytes.subarray(0, 20), true))) return flatPackage(bytes);
  assertUnpacksWithin(bytes, maxUnpackedBytes);
  let parts: Unzipped;
  try {
    parts = unzipSync(bytes, { filter: ({ name }) => !PICTURES.test(name) });
  } catch (error) {
    throw new UnreadableDocument('corrupted', error instanceof Error ? error.message : String(error));
  }
  // Programs differ in the case that they write names in, and Office doesn't mind.
  const byName = new Map(Object.entries(parts).map(([name, part]) => [keyOf(name), part]));
  const bytesOf = (name: string) => byName.get(keyOf(name));
  return packageOf((name) => {
    const part = bytesOf(name);
    const xml = part ? decoded(part) : '';
    return xml === '' ? null : parseMarkup(xml, 'xml');
  }, bytesOf);
}

function packageOf(xml: Package['xml'], bytes: Package['bytes']): Package {
  const known = new Map<string, readonly Relation[]>();
  const relationsOf = (part: string) => {
    const found = known.get(part) ?? readRelations(xml(relationsPart(part)), part);
    known.set(part, found);
    return found;
  };
  const linksOf = (part: string) =>
    new Map(relationsOf(part).flatMap(({ id, target, isExternal }) => (isExternal ? [[id, target]] : [])));
  const relatedTo = (part: string, type: string) =>
    relationsOf(part).find((relation) => relation.type === type)?.target ?? '';
  const text = (name: string) => {
    const part = bytes(name);
    return part ? decoded(part) : '';
  };
  return { main: relatedTo('', 'officeDocument'), xml, bytes, text, relationsOf, relatedTo, linksOf };
}

/** As XML alone: the parts of a package one behind the other, or what Word 2003 wrote. */
function flatPackage(bytes: Uint8Array): Package {
  const root = parseMarkup(decoded(bytes), 'xml');
  const parts = new Map(
    elementsIn(root, 'part').map((part) => [keyOf(attribute(part, 'name') ?? ''), child(part, 'xmlData')]),
  );
  const file = packageOf(
    (name) => {
      const part = parts.get(keyOf(name));
      return part ? new Document(part.children) : null;
    },
    () => undefined,
  );
  if (file.main !== '') return file;
  return {
    ...file,
    main: 'document',
    xml: (name) => (name === 'document' ? root : null),
    relatedTo: (_, type) => (type === 'styles' ? 'document' : ''),
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

function readRelations(xml: Document | null, part: string): Relation[] {
  return elementsIn(xml, 'Relationship').map(({ attribs }) => {
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
