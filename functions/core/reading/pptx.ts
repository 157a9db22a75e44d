import type { Element } from 'domhandler';
import type { TreeNode } from './block';
import { boxOf, type Drawing, drawnNodes, shapeLine, shapesIn } from './drawing';
import type { Extraction, ExtractionLimits } from './extraction';
import { attribute, childrenOf, elementsIn, localName, openPackage, type Package } from './ooxml';
import { readSlides, type Slide } from './slides';
import { UnreadableDocument } from './unreadable';
import { remembered } from './word-styles';

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
  const below = remembered((part) => sheetOf(file, part ?? ''));
  return readSlides(slides, (part) => readSlide(sheetOf(file, part), below), limits);
}

/** A slide, a layout or a master. */
interface Sheet extends Drawing {
  readonly shapes: readonly Element[];
  /** Whether it shows what stands on those below it. */
  readonly showsBelow: boolean;
  readonly hasPicture: boolean;
}

/** `below`: layouts and masters, of which many slides have the same. */
function readSlide(slide: Sheet | null, below: (part: string) => Sheet | null): Slide | null {
  if (!slide) return null;
  const { file, part } = slide;
  const layout = below(file.relatedTo(part, 'slideLayout'));
  const master = layout && below(file.relatedTo(layout.part, 'slideMaster'));
  const behind = [layout, master].flatMap((sheet) => sheet ?? []);
  const drawing: Drawing = {
    ...slide,
    placeOf: (shape) => inheritedPlace(shape, behind),
    isListed: (shape) => placeholderOf(shape) === 'body',
  };
  const isTitle = (shape: Element) => /^(?:title|ctrTitle)$/.test(placeholderOf(shape) ?? '');
  // They count slides and say when it is; a foot of the pages, or a day that was typed, is said once.
  const isContent = (shape: Element) =>
    !isTitle(shape) && !/^(?:sldNum|dt|ftr)$/.test(placeholderOf(shape) ?? '');
  const isFoot = (shape: Element) => {
    const place = placeholderOf(shape);
    return place === 'ftr' || (place === 'dt' && elementsIn(shape, 'fld').length === 0);
  };
  // Text of the layout and the master stands on each slide.
  const shown = slide.showsBelow ? behind.slice(0, layout?.showsBelow ? 2 : 1) : [];
  return {
    titles: slide.shapes.filter(isTitle).map((shape) => shapeLine(shape, drawing)),
    nodes: drawnNodes(slide.shapes.filter(isContent), drawing),
    repeated: [...drawnNodes(slide.shapes.filter(isFoot), drawing), ...shown.flatMap(staticNodes)],
    hasPicture: slide.hasPicture,
  };
}

/** Null for a hidden one. */
function sheetOf(file: Package, part: string): Sheet | null {
  const xml = file.xml(part);
  const [root] = xml ? childrenOf(xml).filter(({ name }) => /(?:^|:)sld(?:Layout|Master)?$/.test(name)) : [];
  const [tree] = attribute(root, 'show') === '0' ? [] : elementsIn(root, 'spTree');
  if (!tree) return null;
  return {
    ...{ file, part, shapes: shapesIn(tree) },
    showsBelow: attribute(root, 'showMasterSp') !== '0',
    hasPicture: elementsIn(tree, 'pic').length > 0,
  };
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
