import type { Element } from 'domhandler';
import type { Block, Inline, Table, TreeNode } from './block';
import { chartNodes } from './charts';
import { mathText } from './formulas';
import { numeral } from './numerals';
import { attribute, child, childrenOf, elementsIn, localName, type Package, textIn } from './ooxml';
import { nodesOfBoxes } from './placed-boxes';
import type { Box } from './reading-order';
import { plainText, toBlocks } from './tree';

/** What is drawn on a part of a package: on a slide, a sheet or in a text. */
export interface Drawing {
  readonly file: Package;
  readonly part: string;
  /** What a shape is the place for, where it says no place of its own. */
  readonly placeOf?: (shape: Element) => Box | null;
  /** Whether a paragraph of a shape without a mark of its own is an item of a list. */
  readonly isListed?: (shape: Element) => boolean;
}

/** What stands on a sheet in boxes, shapes and charts. */
export function drawnBlocks(file: Package, sheet: string): readonly Block[] {
  return file.relationsOf(sheet).flatMap(({ type, target }) => {
    const xml = type === 'drawing' ? file.xml(target) : null;
    const anchors = xml ? childrenOf(xml).flatMap(childrenOf) : [];
    return toBlocks(anchors.flatMap((anchor) => drawnNodes(shapesIn(anchor), { file, part: target })));
  });
}

/** Shapes in the order in which they are read; what is hidden is marked so. */
export function drawnNodes(shapes: readonly Element[], drawing: Drawing): TreeNode[] {
  return nodesOfBoxes(
    shapes.map((shape) => {
      const content =
        localName(shape) === 'grpSp' ? drawnNodes(shapesIn(shape), drawing) : shapeNodes(shape, drawing);
      return {
        node: { role: 'group', content, isHidden: isHidden(shape) },
        box: boxOf(shape) ?? drawing.placeOf?.(shape) ?? null,
      };
    }),
  );
}

/** What is drawn side by side; groups stay together. */
export function shapesIn(tree: Element): Element[] {
  return childrenOf(tree).flatMap((element) => {
    const name = localName(element);
    if (name === 'AlternateContent') {
      const chosen = child(element, 'Choice') ?? child(element, 'Fallback');
      return chosen ? shapesIn(chosen) : [];
    }
    return /^(?:sp|grpSp|graphicFrame)$/.test(name) ? [element] : [];
  });
}

function isHidden(shape: Element): boolean {
  const own = childrenOf(shape).find((element) => /^nv\w*Pr$/.test(localName(element)));
  return attribute(child(own, 'cNvPr'), 'hidden') === '1';
}

export function boxOf(shape: Element): Box | null {
  const place = child(shape, 'xfrm') ?? child(child(shape, 'spPr') ?? child(shape, 'grpSpPr'), 'xfrm');
  const [from, size] = [child(place, 'off'), child(place, 'ext')];
  if (!from) return null;
  const number = (element: Element | null, name: string) => Number(attribute(element, name) ?? 0);
  return {
    x: number(from, 'x'),
    y: number(from, 'y'),
    width: number(size, 'cx'),
    height: number(size, 'cy'),
  };
}

function shapeNodes(shape: Element, drawing: Drawing): TreeNode[] {
  if (localName(shape) === 'graphicFrame') return graphicNodes(shape, drawing);
  const [body] = elementsIn(shape, 'txBody');
  return body ? textNodes(body, drawing, drawing.isListed?.(shape) ?? false) : [];
}

/** A table, a chart, a diagram, or shapes that a text has from a slide. */
export function graphicNodes(frame: Element, drawing: Drawing): TreeNode[] {
  const canvas = child(frame, 'lockedCanvas');
  if (canvas) return drawnNodes(shapesIn(canvas), drawing);
  const [table] = elementsIn(frame, 'tbl');
  if (table) return [tableNode(table, drawing)];
  const { file, part } = drawing;
  const partOf = (id: string | undefined) =>
    file.xml(file.relationsOf(part).find((relation) => relation.id === id)?.target ?? '');
  const [chart] = elementsIn(frame, 'chart');
  const [diagram] = elementsIn(frame, 'relIds');
  const drawn = partOf(chart ? attribute(chart, 'id') : attribute(diagram, 'dm'));
  if (!drawn) return [];
  return chart
    ? chartNodes(drawn.children.filter(isElement)[0])
    : diagramNodes(elementsIn(drawn, 'dataModel')[0]);
}

function isElement(node: { readonly type: string }): node is Element {
  return node.type === 'tag';
}

function paragraphsOf(body: Element): Element[] {
  return childrenOf(body).filter((element) => localName(element) === 'p');
}

function textNodes(body: Element, drawing: Drawing, isListed: boolean): TreeNode[] {
  const links = drawing.file.linksOf(drawing.part);
  const counts: number[] = [];
  return paragraphsOf(body).map((paragraph): TreeNode => {
    const properties = child(paragraph, 'pPr');
    const level = Number(attribute(properties, 'lvl') ?? 0);
    const number = child(properties, 'buAutoNum');
    const content = inlinesOf(paragraph, links);
    if (plainText(content).trim() === '') return { role: 'paragraph', content };
    counts.length = level + 1;
    counts[level] = number ? (counts[level] ?? Number(attribute(number, 'startAt') ?? 1) - 1) + 1 : 0;
    if (number)
      return { role: 'item', label: numberLabel(counts[level] ?? 1, attribute(number, 'type')), content };
    const isItem = child(properties, 'buNone') === null && (isListed || child(properties, 'buChar') !== null);
    return { role: isItem ? 'item' : 'paragraph', content };
  });
}

/** `alphaLcParenBoth`: letters, small ones, in brackets on both sides. */
function numberLabel(count: number, type = 'arabicPeriod'): string {
  const [, kind = '', isSmall] = /^(alpha|roman|arabic)(Lc)?/.exec(type) ?? [];
  const format = { alpha: 'A', roman: 'I' }[kind] ?? '1';
  const text = numeral(count, isSmall ? format.toLowerCase() : format);
  if (type.endsWith('ParenBoth')) return `(${text})`;
  return `${text}${type.endsWith('ParenR') ? ')' : type.endsWith('Plain') ? '' : '.'}`;
}

function tableNode(table: Element, drawing: Drawing): Table {
  const links = drawing.file.linksOf(drawing.part);
  const hasHeader = attribute(child(table, 'tblPr'), 'firstRow') === '1';
  const rows = childrenOf(table).filter((element) => localName(element) === 'tr');
  return {
    role: 'table',
    rows: rows.map((row, at) => ({
      cells: childrenOf(row)
        .filter(
          (cell) =>
            localName(cell) === 'tc' &&
            attribute(cell, 'hMerge') !== '1' &&
            attribute(cell, 'vMerge') !== '1',
        )
        .map((cell) => ({
          content: elementsIn(cell, 'p').map((each) => ({
            role: 'paragraph',
            content: inlinesOf(each, links),
          })),
          isHeader: hasHeader && at === 0,
          width: Number(attribute(cell, 'gridSpan') ?? 1),
          height: Number(attribute(cell, 'rowSpan') ?? 1),
        })),
    })),
  };
}

function inlinesOf(paragraph: Element, links: ReadonlyMap<string, string>): Inline[] {
  return childrenOf(paragraph).flatMap((element): Inline[] => {
    switch (localName(element)) {
      case 'r':
      case 'fld':
        return [runOf(element, links)];
      case 'br':
        return ['\n'];
      case 'm':
        return inlinesOf(element, links);
      case 'oMath':
      case 'oMathPara':
        return [mathText(element)];
      case 'AlternateContent': {
        const chosen = child(element, 'Choice');
        return chosen ? inlinesOf(chosen, links) : [];
      }
      default:
        return [];
    }
  });
}

function runOf(run: Element, links: ReadonlyMap<string, string>): Inline {
  const properties = child(run, 'rPr');
  const baseline = Number.parseInt(attribute(properties, 'baseline') ?? '0', 10);
  const text = child(run, 't');
  return {
    // What counts slides changes with each of them.
    content: text && attribute(run, 'type') !== 'slidenum' ? [textIn(text)] : [],
    isStruck: (attribute(properties, 'strike') ?? 'noStrike') !== 'noStrike',
    isBold: attribute(properties, 'b') === '1',
    raised: baseline > 0 ? 'super' : baseline < 0 ? 'sub' : undefined,
    address: links.get(attribute(child(properties, 'hlinkClick'), 'id') ?? ''),
  };
}

/** What a shape's paragraphs say in one line. */
export function shapeLine(shape: Element, drawing: Drawing): string {
  const [body] = elementsIn(shape, 'txBody');
  return (body ? paragraphsOf(body) : [])
    .map((paragraph) => plainText(inlinesOf(paragraph, drawing.file.linksOf(drawing.part))))
    .join(' ');
}

const DEEPEST_DIAGRAM = 20;

/** What a diagram (SmartArt) says, by how its points hang on one another. */
function diagramNodes(model: Element | undefined): TreeNode[] {
  if (!model) return [];
  const points = new Map(elementsIn(model, 'pt').map((point) => [attribute(point, 'modelId') ?? '', point]));
  const below = new Map<string, { readonly id: string; readonly order: number }[]>();
  for (const link of elementsIn(model, 'cxn')) {
    if ((attribute(link, 'type') ?? 'parOf') !== 'parOf') continue;
    const source = attribute(link, 'srcId') ?? '';
    const own = below.get(source) ?? [];
    own.push({ id: attribute(link, 'destId') ?? '', order: Number(attribute(link, 'srcOrd') ?? 0) });
    below.set(source, own);
  }
  const told = new Set<string>();
  const visit = (id: string, depth: number): TreeNode[] => {
    const point = points.get(id);
    if (!point || told.has(id) || depth > DEEPEST_DIAGRAM) return [];
    told.add(id);
    const content = elementsIn(point, 'p').flatMap((paragraph, at) => [
      ...(at > 0 ? ['\n'] : []),
      ...inlinesOf(paragraph, new Map()),
    ]);
    const children = (below.get(id) ?? []).toSorted((a, b) => a.order - b.order);
    return [{ role: 'item', content }, ...children.flatMap((other) => visit(other.id, depth + 1))];
  };
  const [root] = [...points].find(([, point]) => attribute(point, 'type') === 'doc') ?? [];
  return root === undefined ? [] : visit(root, 0);
}
