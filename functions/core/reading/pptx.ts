import type { Element } from 'domhandler';
import { loweredText, raisedText } from '#core/text/superscripts';
import type { Block } from './block';
import { mathText } from './docx-math';
import type { Extraction, ExtractionLimits } from './extraction';
import { htmlToBlocks } from './html';
import { addressBehind } from './links';
import {
  attribute,
  child,
  childrenOf,
  elementsIn,
  escaped,
  localName,
  openPackage,
  type Package,
  textIn,
} from './ooxml';
import { UnreadableDocument } from './unreadable';
import { assertUnpacksWithin } from './zip';

/** Presentations of PowerPoint 2007 and later: slides as pages under their titles; hidden ones and speakers' notes left out. */
export async function extractPptx(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  assertUnpacksWithin(bytes, limits.maxUnpackedBytes);
  const file = openPackage(bytes);
  const presentation = file.xml(file.main);
  if (!presentation) throw new UnreadableDocument('corrupted', 'no presentation');
  const relations = file.relationsOf(file.main);
  const slides = elementsIn(presentation, 'sldId').flatMap((slide) => {
    const id = Object.entries(slide.attribs).find(([name]) => name.endsWith(':id'))?.[1];
    return relations.find((relation) => relation.id === id)?.target ?? [];
  });
  if (slides.length > limits.maxPages) {
    throw new UnreadableDocument('too_many_pages', `${slides.length} slides`);
  }
  const said = new Set<string>();
  const blocks = slides.flatMap((part, at) => slideBlocks(file, part, at + 1, said));
  return { blocks, pages: slides.length };
}

function slideBlocks(file: Package, part: string, page: number, said: Set<string>): Block[] {
  const slide = file.xml(part);
  const [root] = slide ? childrenOf(slide).filter((element) => localName(element) === 'sld') : [];
  if (!slide || attribute(root, 'show') === '0') return [];
  const links = new Map(
    file
      .relationsOf(part)
      .filter(({ isExternal }) => isExternal)
      .map(({ id, target }) => [id, target]),
  );
  const [tree] = elementsIn(slide, 'spTree');
  const shapes = tree ? shapesIn(tree) : [];
  const titles = shapes.filter((shape) => /^(?:title|ctrTitle)$/.test(placeOf(shape) ?? ''));
  const html = [...titles, ...shapes.filter((shape) => !titles.includes(shape))]
    .map((shape) => shapeHtml(shape, links, titles.includes(shape), said))
    .join('');
  return htmlToBlocks(html).map((block) => ({ ...block, page }));
}

/** In the order in which they are drawn, those of groups too. */
function shapesIn(tree: Element): Element[] {
  return childrenOf(tree).flatMap((element) => {
    const name = localName(element);
    if (name === 'grpSp') return shapesIn(element);
    if (name === 'AlternateContent') {
      const chosen = child(element, 'Choice') ?? child(element, 'Fallback');
      return chosen ? shapesIn(chosen) : [];
    }
    const [properties] = elementsIn(element, 'cNvPr');
    const isHidden = attribute(properties, 'hidden') === '1';
    return !isHidden && /^(?:sp|graphicFrame)$/.test(name) ? [element] : [];
  });
}

/** What a shape is the place for; undefined for one of its own. */
function placeOf(shape: Element): string | undefined {
  const [place] = elementsIn(shape, 'ph');
  return place ? (attribute(place, 'type') ?? 'body') : undefined;
}

function shapeHtml(
  shape: Element,
  links: ReadonlyMap<string, string>,
  isTitle: boolean,
  said: Set<string>,
): string {
  const [table] = elementsIn(shape, 'tbl');
  if (table) return tableHtml(table, links);
  const place = placeOf(shape);
  // They count slides and say when it is.
  if (place === 'sldNum' || place === 'dt') return '';
  const [body] = elementsIn(shape, 'txBody');
  const paragraphs = body ? childrenOf(body).filter((element) => localName(element) === 'p') : [];
  if (isTitle) return `<h1>${paragraphs.map((each) => paragraphHtml(each, links)).join(' ')}</h1>`;
  const counts: number[] = [];
  const html = paragraphs
    .map((each) => {
      const properties = child(each, 'pPr');
      const level = Number(attribute(properties, 'lvl') ?? 0);
      const number = child(properties, 'buAutoNum');
      const text = paragraphHtml(each, links);
      if (text.trim() === '') return '';
      counts.length = level + 1;
      counts[level] = number ? (counts[level] ?? Number(attribute(number, 'startAt') ?? 1) - 1) + 1 : 0;
      if (number) return `<ul><li>${counts[level]}. ${text}</li></ul>`;
      const isItem =
        child(properties, 'buNone') === null && (place === 'body' || child(properties, 'buChar') !== null);
      return isItem ? `<ul><li>${text}</li></ul>` : `<p>${text}</p>`;
    })
    .join('');
  // A foot of the pages is said once.
  if (place !== 'ftr') return html;
  if (said.has(html)) return '';
  said.add(html);
  return html;
}

function tableHtml(table: Element, links: ReadonlyMap<string, string>): string {
  const hasHeader = attribute(child(table, 'tblPr'), 'firstRow') === '1';
  const rows = childrenOf(table).filter((element) => localName(element) === 'tr');
  const trs = rows.map((row, at) => {
    const name = hasHeader && at === 0 ? 'th' : 'td';
    const cells = childrenOf(row).filter(
      (cell) =>
        localName(cell) === 'tc' && attribute(cell, 'hMerge') !== '1' && attribute(cell, 'vMerge') !== '1',
    );
    return `<tr>${cells
      .map((cell) => {
        const paragraphs = elementsIn(cell, 'p').map((each) => `<p>${paragraphHtml(each, links)}</p>`);
        const [across, down] = [attribute(cell, 'gridSpan') ?? '1', attribute(cell, 'rowSpan') ?? '1'];
        return `<${name} colspan="${escaped(across)}" rowspan="${escaped(down)}">${paragraphs.join('')}</${name}>`;
      })
      .join('')}</tr>`;
  });
  return `<table>${trs.join('')}</table>`;
}

function paragraphHtml(paragraph: Element, links: ReadonlyMap<string, string>): string {
  return childrenOf(paragraph)
    .map((element) => {
      switch (localName(element)) {
        case 'r':
          return runHtml(element, links);
        case 'br':
          return '<br>';
        case 'm':
        case 'oMath':
        case 'oMathPara':
          return escaped(mathText(element));
        case 'AlternateContent': {
          const chosen = child(element, 'Choice');
          return chosen ? paragraphHtml(chosen, links) : '';
        }
        default:
          return '';
      }
    })
    .join('');
}

function runHtml(run: Element, links: ReadonlyMap<string, string>): string {
  const properties = child(run, 'rPr');
  const strike = attribute(properties, 'strike') ?? 'noStrike';
  if (strike !== 'noStrike') return '';
  const baseline = Number.parseInt(attribute(properties, 'baseline') ?? '0', 10);
  const plain = child(run, 't') ? textIn(child(run, 't') as Element) : '';
  const text = baseline > 0 ? raisedText(plain) : baseline < 0 ? loweredText(plain) : plain;
  const address = links.get(attribute(child(properties, 'hlinkClick'), 'id') ?? '');
  return escaped(address ? text + addressBehind(text, address) : text);
}
