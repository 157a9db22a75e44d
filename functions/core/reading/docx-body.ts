import type { Document, Element } from 'domhandler';
import type { TextNode, TreeNode } from './block';
import { lookOfParagraph, type NumberingPlace, type ResolvedStyle } from './docx-styles';
import { readTable } from './docx-table';
import { readParagraph, type Surroundings } from './docx-text';
import type { Numbering } from './numbering';
import { attribute, child, childrenOf, localName } from './ooxml';
import { textOfNodes } from './tree';
import { directoryPartOf, firstSaid, headingLevelOf, isTitleStyle } from './word-styles';
import { WordText } from './word-text';

/** What a part of a Word document needs to be read. */
export interface Around extends Surroundings {
  readonly numbering: Numbering;
  /** A text of another format that stands in it. */
  chunkOf(id: string): readonly TreeNode[];
  /** What a chart or a diagram says. */
  drawnOf(element: Element): readonly TreeNode[];
}

export interface Body {
  readonly nodes: readonly TreeNode[];
  /** Paragraphs that Word's own style calls the document's title. */
  readonly titles: readonly TreeNode[];
}

interface Context {
  readonly isInTable: boolean;
  readonly isDirectory: boolean;
  /** Whether white letters may stand on a colour: in tables and boxes their styles may give one. */
  readonly isShaded: boolean;
}

/** A paragraph of more characters is text, whatever level an editor gave it. */
const LONGEST_STYLED = 300;

/** Reads a part's paragraphs and tables in their order; text boxes stand behind the paragraph that they hang on. */
export function readBody(part: Document | Element, around: Around): Body {
  const { styles, numbering } = around;
  const text = new WordText();
  const titles: TreeNode[] = [];
  /** A letter that is set over several lines begins the next paragraph. */
  let dropped = '';

  const nodesIn = (parent: Document | Element, context: Context): TreeNode[] =>
    childrenOf(parent).flatMap((element): readonly TreeNode[] => {
      switch (localName(element)) {
        case 'p':
        case 'oMathPara':
        case 'oMath':
          return paragraphs(element, context);
        case 'tbl':
          return [
            readTable(element, styles, (cell) =>
              nodesIn(cell, { ...context, isInTable: true, isShaded: true }),
            ),
          ];
        case 'sdt': {
          const gallery = child(child(child(element, 'sdtPr'), 'docPartObj'), 'docPartGallery');
          const isDirectory = /contents|index|figures/i.test(attribute(gallery, 'val') ?? '');
          const content = child(element, 'sdtContent');
          return content
            ? nodesIn(content, { ...context, isDirectory: context.isDirectory || isDirectory })
            : [];
        }
        case 'del':
        case 'moveFrom':
        case 'sectPr':
          return [];
        case 'AlternateContent': {
          const chosen = child(element, 'Choice') ?? child(element, 'Fallback');
          return chosen ? nodesIn(chosen, context) : [];
        }
        case 'altChunk':
          return around.chunkOf(attribute(element, 'id') ?? '');
        default:
          return nodesIn(element, context);
      }
    });

  const paragraphs = (element: Element, context: Context): TreeNode[] => {
    const properties = child(element, 'pPr');
    const style = styles.of(attribute(child(properties, 'pStyle'), 'val'));
    const isShaded = context.isShaded || child(properties, 'shd') !== null || style.isShaded === true;
    const boxes = readParagraph(element, style, around, { text, isShaded });
    const styled = style.names.map(directoryPartOf).find((part) => part !== null);
    const { content, isDirectory } = text.take(styled);
    const said = textOfNodes([{ role: 'paragraph', content }]).trim();
    const { outline, numbering: own } = lookOfParagraph(properties);
    // Word 2003 tells the number that it shows.
    const told = child(properties, 'listPr');
    const place = own?.id === undefined ? firstSaid<NumberingPlace>(own ?? {}, style.numbering ?? {}) : own;
    const isListed = told !== null || (place?.id !== undefined && place.id !== '0');
    // An empty item shows no number, but one that only holds a box or a picture counts.
    const label =
      isListed && (said || boxes.length > 0)
        ? (attribute(child(told, 't'), 'val') ?? numbering.next(place?.id ?? '', place?.level ?? 0))
        : '';
    const behind = boxes.flatMap((box) =>
      localName(box) === 'txbxContent' ? nodesIn(box, { ...context, isShaded: true }) : around.drawnOf(box),
    );
    if (attribute(child(properties, 'framePr'), 'dropCap') && said) {
      dropped += said;
      return behind;
    }
    const level = context.isInTable ? null : levelOf(style, outline, said.length);
    const isItem = isListed && (told !== null || own?.id !== undefined || style.outline === undefined);
    const isInDirectory = context.isDirectory || isDirectory;
    const node: TextNode = {
      role: level !== null ? 'heading' : isItem ? 'item' : 'paragraph',
      content: dropped && said ? [dropped, ...content] : content,
      ...(level !== null && { level }),
      ...(label && { label }),
      ...(isInDirectory && { isHidden: true }),
    };
    if (said) dropped = '';
    if (said && style.names.some(isTitleStyle)) titles.push(node);
    return [node, ...behind];
  };

  return { nodes: nodesIn(part, { isInTable: false, isDirectory: false, isShaded: false }), titles };
}

function levelOf(style: ResolvedStyle, outline: number | undefined, length: number): number | null {
  const named = style.names.map(headingLevelOf).find((level) => level !== null);
  if (named) return Math.min(LOWEST, named);
  const level = outline ?? style.outline;
  if (level === undefined || Number.isNaN(level) || level > 8 || length > LONGEST_STYLED) return null;
  return Math.min(LOWEST, level + 1);
}

const LOWEST = 6;
