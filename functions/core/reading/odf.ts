import type { Document, Element } from 'domhandler';
import { isTag, isText } from 'domhandler';
import { loweredText, raisedText } from '#core/text/superscripts';
import { calledNote } from './called-notes';
import { roman } from './docx-numbering';
import type { Extraction, ExtractionLimits } from './extraction';
import { frameLines, withFrames } from './frames';
import { htmlToBlocks } from './html';
import { addressBehind } from './links';
import { cleanText } from './normalise';
import { attribute, child, childrenOf, elementsIn, escaped, localName, openPackage, textIn } from './ooxml';
import { UnreadableDocument } from './unreadable';
import { assertUnpacksWithin } from './zip';

/** Texts of LibreOffice and OpenOffice: headings by their levels, lists with their numbers, notes where they are called. */
export async function extractOdt(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  assertUnpacksWithin(bytes, limits.maxUnpackedBytes);
  const file = openPackage(bytes);
  if (/<(?:\w+:)?encryption-data/.test(file.text('META-INF/manifest.xml')))
    throw new UnreadableDocument('encrypted', 'password-protected document');
  const content = file.xml('content.xml');
  const [text] = content ? elementsIn(content, 'text').filter(({ name }) => name === 'office:text') : [];
  if (!content || !text) throw new UnreadableDocument('corrupted', 'no text');
  const styles = file.xml('styles.xml');
  const looks = readLooks([styles, content]);
  const lists = readLists([styles, content]);
  const reader = new OdtReader(looks, lists);
  const body = htmlToBlocks(reader.blocks(text));
  const frames = styles ? FRAMES.flatMap((name) => elementsIn(styles, name)) : [];
  const meta = file.xml('meta.xml');
  const [title] = meta ? elementsIn(meta, 'title') : [];
  return {
    blocks: withFrames(frameLines(htmlToBlocks(frames.map((frame) => reader.blocks(frame)).join(''))), body),
    pages: null,
    titles: title ? [cleanText(textIn(title))] : [],
  };
}

const FRAMES = ['header', 'header-first', 'header-left', 'footer', 'footer-first', 'footer-left'];

interface Look {
  readonly parent: string | undefined;
  readonly isSilent: boolean | undefined;
  readonly raised: 'super' | 'sub' | undefined;
  readonly list: string | undefined;
}

function readLooks(parts: readonly (Document | null)[]): (id: string | undefined) => Look | undefined {
  const looks = new Map<string, Look>();
  for (const style of parts.flatMap((part) => (part ? elementsIn(part, 'style') : []))) {
    const letters = child(style, 'text-properties');
    const through =
      attribute(letters, 'text-line-through-style') ?? attribute(letters, 'text-line-through-type');
    const isHidden = attribute(letters, 'display') === 'none';
    const position = attribute(letters, 'text-position') ?? '';
    looks.set(attribute(style, 'name') ?? '', {
      parent: attribute(style, 'parent-style-name'),
      isSilent: isHidden || (through !== undefined && through !== 'none') || undefined,
      raised: /^(?:super|[1-9])/.test(position) ? 'super' : /^(?:sub|-)/.test(position) ? 'sub' : undefined,
      list: attribute(style, 'list-style-name'),
    });
  }
  return (id) => {
    let look = looks.get(id ?? '');
    let merged = look;
    for (let depth = 0; look?.parent !== undefined && depth < LONGEST_CHAIN; depth++) {
      look = looks.get(look.parent);
      if (merged && look)
        merged = {
          ...merged,
          isSilent: merged.isSilent ?? look.isSilent,
          raised: merged.raised ?? look.raised,
          list: merged.list ?? look.list,
        };
    }
    return merged;
  };
}

/** A chain of styles that is longer goes in a circle. */
const LONGEST_CHAIN = 12;

/** A level of a list: how its number is written, empty for a bullet. */
interface Level {
  readonly format: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly shown: number;
  readonly start: number;
}

function readLists(parts: readonly (Document | null)[]): ReadonlyMap<string, ReadonlyMap<number, Level>> {
  const lists = new Map<string, ReadonlyMap<number, Level>>();
  const all = parts.flatMap((part) =>
    part ? [...elementsIn(part, 'list-style'), ...elementsIn(part, 'outline-style')] : [],
  );
  for (const list of all) {
    const levels = new Map<number, Level>();
    for (const level of childrenOf(list))
      levels.set(Number(attribute(level, 'level')), {
        format: attribute(level, 'num-format') ?? '',
        prefix: attribute(level, 'num-prefix') ?? '',
        suffix: attribute(level, 'num-suffix') ?? '',
        shown: Number(attribute(level, 'display-levels') ?? 1),
        start: Number(attribute(level, 'start-value') ?? 1),
      });
    lists.set(localName(list) === 'outline-style' ? OUTLINE : (attribute(list, 'name') ?? ''), levels);
  }
  return lists;
}

const OUTLINE = ' outline';

/** What says nothing to readers, or what pages are counted by. */
const SILENT = new Set(
  `tracked-changes annotation annotation-end table-of-content alphabetical-index table-index illustration-index
  bibliography user-index object-index sequence-decls variable-decls user-field-decls forms page-number page-count
  hidden-text hidden-paragraph bookmark soft-page-break change change-start change-end object object-ole image`.split(
    /\s+/,
  ),
);

class OdtReader {
  readonly #counts = new Map<string, number[]>();

  constructor(
    readonly looks: (id: string | undefined) => Look | undefined,
    readonly lists: ReadonlyMap<string, ReadonlyMap<number, Level>>,
  ) {}

  blocks(parent: Element): string {
    return childrenOf(parent)
      .map((element) => this.#block(element))
      .join('');
  }

  #block(element: Element): string {
    const name = localName(element);
    if (SILENT.has(name)) return '';
    switch (name) {
      case 'h': {
        const level = Math.min(6, Math.max(1, Number(attribute(element, 'outline-level') ?? 1)));
        const text = this.#paragraph(element);
        if (text.own.trim() === '') return text.boxes;
        return `<h${level}>${this.#label(OUTLINE, level)}${text.own}</h${level}>${text.boxes}`;
      }
      case 'p': {
        const { own, boxes } = this.#paragraph(element);
        return `<p>${own}</p>${boxes}`;
      }
      case 'list':
        return this.#list(element, attribute(element, 'style-name') ?? '', 1);
      case 'table':
        return this.#table(element);
      default:
        return this.blocks(element);
    }
  }

  #list(list: Element, style: string, level: number): string {
    const id =
      attribute(list, 'continue-numbering') === 'true' || level > 1 || !style ? style : this.#fresh(style);
    return childrenOf(list)
      .filter((item) => /^list-(?:item|header)$/.test(localName(item)))
      .map((item) => {
        let label = localName(item) === 'list-item' ? this.#label(id, level) : '';
        return childrenOf(item)
          .map((element) => {
            if (localName(element) === 'list')
              return this.#list(element, attribute(element, 'style-name') ?? style, level + 1);
            if (localName(element) === 'h') return this.#block(element);
            const { own, boxes } = this.#paragraph(element);
            const html = `<ul><li>${label}${own}</li></ul>${boxes}`;
            label = '';
            return html;
          })
          .join('');
      })
      .join('');
  }

  /** A list begins anew where nothing says that it goes on. */
  #fresh(style: string): string {
    this.#counts.delete(style);
    return style;
  }

  #label(style: string, level: number): string {
    const levels = this.lists.get(style);
    const own = levels?.get(level);
    if (!own) return '';
    const counts = this.#counts.get(style) ?? [];
    this.#counts.set(style, counts);
    counts[level - 1] = (counts[level - 1] ?? own.start - 1) + 1;
    counts.length = level;
    if (own.format === '') return '';
    const from = Math.max(1, level - own.shown + 1);
    const numbers = Array.from({ length: level - from + 1 }, (_, at) => {
      const each = levels?.get(from + at);
      return counted(counts[from + at - 1] ?? each?.start ?? 1, each?.format ?? '1');
    });
    return escaped(`${own.prefix}${numbers.join('.')}${own.suffix} `);
  }

  #table(table: Element): string {
    const rows: string[] = [];
    const visit = (parent: Element, isHeader: boolean) => {
      for (const element of childrenOf(parent)) {
        const name = localName(element);
        if (name === 'table-row') rows.push(this.#row(element, isHeader));
        else if (/^table-(?:header-rows|rows|row-group)$/.test(name))
          visit(element, isHeader || name === 'table-header-rows');
      }
    };
    visit(table, false);
    return `<table>${rows.join('')}</table>`;
  }

  #row(row: Element, isHeader: boolean): string {
    const tag = isHeader ? 'th' : 'td';
    const cells = childrenOf(row).filter((cell) => localName(cell) === 'table-cell');
    return `<tr>${cells
      .map((cell) => {
        const across = attribute(cell, 'number-columns-spanned') ?? '1';
        const down = attribute(cell, 'number-rows-spanned') ?? '1';
        return `<${tag} colspan="${escaped(across)}" rowspan="${escaped(down)}">${this.blocks(cell)}</${tag}>`;
      })
      .join('')}</tr>`;
  }

  #paragraph(element: Element): { readonly own: string; readonly boxes: string } {
    if (this.looks(attribute(element, 'style-name'))?.isSilent) return { own: '', boxes: '' };
    const boxes: string[] = [];
    return { own: this.#inline(element, boxes), boxes: boxes.join('') };
  }

  #inline(parent: Element, boxes: string[]): string {
    return parent.children
      .map((node) =>
        isText(node) ? escaped(node.data) : isTag(node) ? this.#inlineElement(node, boxes) : '',
      )
      .join('');
  }

  #inlineElement(element: Element, boxes: string[]): string {
    const name = localName(element);
    if (SILENT.has(name)) return '';
    switch (name) {
      case 's':
        return ' '.repeat(Math.min(100, Number(attribute(element, 'c') ?? 1)));
      case 'tab':
        return ' ';
      case 'line-break':
        return '<br>';
      case 'span': {
        const look = this.looks(attribute(element, 'style-name'));
        if (look?.isSilent) return '';
        const text = this.#inline(element, boxes);
        return look?.raised === 'super'
          ? raisedText(text)
          : look?.raised === 'sub'
            ? loweredText(text)
            : text;
      }
      case 'a': {
        const text = this.#inline(element, boxes);
        return text + escaped(addressBehind(textIn(element), attribute(element, 'href') ?? ''));
      }
      case 'note': {
        const body = child(element, 'note-body');
        const { inline, behind } = calledNote(body ? childrenOf(body).map(textIn).join(' ') : '');
        if (behind !== null) boxes.push(`<p>${escaped(behind)}</p>`);
        return escaped(inline);
      }
      case 'ruby': {
        const [base, reading] = [child(element, 'ruby-base'), child(element, 'ruby-text')];
        return (base ? this.#inline(base, boxes) : '') + (reading ? escaped(`(${textIn(reading)})`) : '');
      }
      case 'frame':
      case 'text-box':
      case 'custom-shape':
        boxes.push(this.blocks(element));
        return '';
      default:
        return this.#inline(element, boxes);
    }
  }
}

function counted(count: number, format: string): string {
  if (format === 'i' || format === 'I') return format === 'i' ? roman(count).toLowerCase() : roman(count);
  const letter = String.fromCharCode(65 + ((count - 1) % 26));
  return format === 'a' ? letter.toLowerCase() : format === 'A' ? letter : String(count);
}
