import type { Document, Element } from 'domhandler';
import type { Inline } from './block';
import { type Around, readBody } from './docx-body';
import { chunkNodes } from './docx-chunk';
import { readLists } from './docx-numbering';
import { readStyles } from './docx-styles';
import { graphicNodes } from './drawing';
import type { Extraction, ExtractionLimits } from './extraction';
import { textsIn } from './frames';
import { Numbering } from './numbering';
import { attribute, child, elementsIn, openPackage, type Package, textIn } from './ooxml';
import { textOfNodes } from './tree';
import { UnreadableDocument } from './unreadable';
import { extractionOf } from './word-document';

/**
 * Word documents: headings by their styles, else by their look; lists with their numbers, tables, text boxes, charts,
 * notes where they are called, heads and feet once; tables of contents and pictures left out.
 */
export async function extractDocx(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const file = openPackage(bytes, limits);
  const [root] = elementsIn(file.xml(file.main), 'body');
  if (!root) throw new UnreadableDocument('corrupted', 'no body');
  const relations = file.relationsOf(file.main);
  const partOf = (type: string) => file.relatedTo(file.main, type);
  const styles = readStyles(file.xml(partOf('styles')));
  const lists = readLists(file.xml(partOf('numbering')), styles.isGerman);
  /** Each part counts for itself. */
  const around = (part: string, noteOf: Around['noteOf']): Around => ({
    styles,
    numbering: new Numbering(lists),
    linkOf: (id) => file.linksOf(part).get(id),
    noteOf,
    chunkOf: (id) => {
      const name = relations.find((relation) => relation.id === id)?.target;
      return chunkNodes(file.bytes(name ?? '') ?? new Uint8Array());
    },
    drawnOf: (element) => graphicNodes(element, { file, part }),
  });
  const notes = notesOf(
    file,
    partOf,
    (note, part) =>
      readBody(
        note,
        around(part, () => []),
      ).nodes,
  );
  const { nodes, titles } = readBody(root, around(file.main, notes));
  const frames = relations
    .filter(({ type }) => type === 'header' || type === 'footer')
    .map(({ target }): { part: string; xml: Document | Element | null } => ({
      part: target,
      xml: file.xml(target),
    }))
    // Word 2003 has them in the text.
    .concat(FRAMES.flatMap((name) => elementsIn(root, name)).map((xml) => ({ part: file.main, xml })))
    .flatMap(({ part, xml }) => (xml ? readBody(xml, around(part, notes)).nodes : []));
  const pages = pageCount(file, textsIn(nodes));
  return extractionOf({ nodes, titles, frames, names: [coreTitle(file)], pages }, limits);
}

const FRAMES = ['hdr', 'ftr'];

function coreTitle(file: Package): string {
  const name = file.relatedTo('', 'core-properties') || 'docProps/core.xml';
  const [title] = elementsIn(file.xml(name), 'title');
  return title ? textIn(title) : '';
}

function notesOf(
  file: Package,
  partOf: (type: string) => string,
  read: (note: Element, part: string) => ReturnType<typeof readBody>['nodes'],
): Around['noteOf'] {
  const notes = new Map<string, Inline[]>();
  for (const kind of ['footnote', 'endnote'] as const) {
    // A file that forgets to say where its notes are has them where all have them.
    const name = partOf(`${kind}s`) || file.main.replace(/[^/]*$/, `${kind}s.xml`);
    for (const note of elementsIn(file.xml(name), kind)) {
      if (/separator/i.test(attribute(note, 'type') ?? '')) continue;
      notes.set(`${kind} ${attribute(note, 'id')}`, [textOfNodes(read(note, name))]);
    }
  }
  return (kind, id) => notes.get(`${kind} ${id}`) ?? [];
}

/** What programs count differs by so much. */
const COUNTED = { least: 0.7, most: 1.4 } as const;

/**
 * Pages as the program that saved the file counted them. Programs that count nothing leave what stood in the template
 * they began with: so only where the signs, or the words, that were counted with them are those of this text.
 */
function pageCount(file: Package, texts: readonly string[]): number | null {
  const name = file.relatedTo('', 'extended-properties') || 'docProps/app.xml';
  const [properties] = elementsIn(file.xml(name), 'Properties');
  const count = (of: string) => {
    const said = child(properties, of);
    return said && /^\d{1,9}$/.test(textIn(said)) ? Number(textIn(said)) : 0;
  };
  const words = texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
  const characters = texts.reduce((sum, text) => sum + text.replace(/\s+/g, '').length, 0);
  const [told, here] = count('Characters') > 0 ? [count('Characters'), characters] : [count('Words'), words];
  const isOfThis = told >= here * COUNTED.least && told <= here * COUNTED.most;
  return told > 0 && isOfThis && count('Pages') > 0 ? count('Pages') : null;
}
