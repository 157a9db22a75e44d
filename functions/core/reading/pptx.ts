import type { Element } from 'domhandler';
import type { Block, TreeNode } from './block';
import { boxOf, type Drawing, drawnNodes, shapeLine, shapesIn } from './drawing';
import type { Extraction, ExtractionLimits } from './extraction';
import { pageNotice } from './notices';
import { attribute, childrenOf, elementsIn, localName, openPackage, type Package } from './ooxml';
import { onceSaid } from './placed-boxes';
import { toBlocks } from './tree';
import { UnreadableDocument } from './unreadable';

/**
 * Presentations of PowerPoint 2007 and later: slides as pages under their titles, boxes in the order in which they
 * stand, charts, diagrams; hidden ones and speakers' notes left out.
 */
export async function extractPptx(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const file = openPackage(bytes, limits);
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
  const read = slides.map((part, at) => slideBlocks(file, part, at + 1, said));
  const pictures = slides.flatMap((part, at) =>
    read[at]?.length === 0 && elementsIn(shownSlide(file, part), 'pic').length > 0 ? [at + 1] : [],
  );
  const notices = pageNotice('pages_without_text', pictures);
  return { blocks: read.flat(), pages: slides.length, notices };
}

/** A slide, a layout or a master. */
interface Sheet extends Drawing {
  readonly shapes: readonly Element[];
  /** Whether it shows what stands on those below it. */
  readonly showsBelow: boolean;
}

function slideBlocks(file: Package, part: string, page: number, said: Set<string>): Block[] {
  const slide = sheetOf(file, part);
  if (!slide) return [];
  const layout = sheetOf(file, relatedTo(file, part, 'slideLayout'));
  const master = sheetOf(file, layout ? relatedTo(file, layout.part, 'slideMaster') : '');
  const behind = [layout, master].flatMap((sheet) => sheet ?? []);
  const drawing: Drawing = {
    ...slide,
    placeOf: (shape) => inheritedPlace(shape, behind),
    isListed: (shape) => placeholderOf(shape) === 'body',
  };
  const isTitle = (shape: Element) => /^(?:title|ctrTitle)$/.test(placeholderOf(shape) ?? '');
  // They count slides and say when it is; a foot of the pages is said once.
  const isContent = (shape: Element) =>
    !isTitle(shape) && !/^(?:sldNum|dt|ftr)$/.test(placeholderOf(shape) ?? '');
  const feet = slide.shapes.filter((shape) => placeholderOf(shape) === 'ftr');
  const nodes: TreeNode[] = [
    ...slide.shapes.filter(isTitle).map((shape) => ({
      role: 'heading' as const,
      level: 1,
      content: [shapeLine(shape, drawing)],
    })),
    ...drawnNodes(slide.shapes.filter(isContent), drawing),
    ...onceSaid(drawnNodes(feet, drawing), said),
  ];
  // Text of the layout and the master stands on each slide: it is said where it is seen first.
  if (slide.showsBelow && layout) nodes.push(...onceSaid(staticNodes(layout), said));
  if (slide.showsBelow && layout?.showsBelow && master) nodes.push(...onceSaid(staticNodes(master), said));
  return toBlocks(nodes).map((block) => ({ ...block, page }));
}

/** Null for a hidden one. */
function shownSlide(file: Package, part: string): Element | null {
  const xml = file.xml(part);
  const [root] = xml ? childrenOf(xml).filter(({ name }) => /(?:^|:)sld(?:Layout|Master)?$/.test(name)) : [];
  return root && attribute(root, 'show') !== '0' ? root : null;
}

function sheetOf(file: Package, part: string): Sheet | null {
  const root = shownSlide(file, part);
  const [tree] = elementsIn(root, 'spTree');
  if (!tree) return null;
  return { file, part, shapes: shapesIn(tree), showsBelow: attribute(root, 'showMasterSp') !== '0' };
}

function relatedTo(file: Package, part: string, type: string): string {
  return file.relationsOf(part).find((relation) => relation.type === type)?.target ?? '';
}

/** What its author wrote on it, not the places that slides fill. */
function staticNodes(sheet: Sheet): TreeNode[] {
  return drawnNodes(
    sheet.shapes.filter((shape) => localName(shape) !== 'grpSp' && placeholderOf(shape) === undefined),
    sheet,
  );
}

/** What a shape is the place for; undefined for one of its own. */
function placeholderOf(shape: Element): string | undefined {
  if (localName(shape) === 'grpSp') return undefined;
  const [place] = elementsIn(shape, 'ph');
  return place ? (attribute(place, 'type') ?? 'body') : undefined;
}

/** Where the layout, else the master, puts what a shape is the place for. */
function inheritedPlace(shape: Element, behind: readonly Sheet[]) {
  const [own] = elementsIn(shape, 'ph');
  if (!own) return null;
  for (const { shapes } of behind) {
    const places = shapes.flatMap((other) => elementsIn(other, 'ph').map((place) => ({ other, place })));
    const found =
      places.find(
        ({ place }) => attribute(place, 'idx') === attribute(own, 'idx') && attribute(own, 'idx'),
      ) ??
      places.find(({ place }) => (attribute(place, 'type') ?? 'body') === (attribute(own, 'type') ?? 'body'));
    const box = found && boxOf(found.other);
    if (box) return box;
  }
  return null;
}
