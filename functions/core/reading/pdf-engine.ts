import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block } from './block';
import { type Annotation, annotationMarks, turnedBy, withFields } from './pdf-annotations';
import { type Drawing, drawingsOf } from './pdf-drawing';
import { glyphWidths, mendedTexts } from './pdf-glyphs';
import { withMarks } from './pdf-marks';
import { type HeadingTag, headingTags } from './pdf-tags';
import type { PdfText } from './pdf-text';
import { heldPages, type PlacedText, turnsOf } from './pdf-turned';
import { fieldsOfShell } from './pdf-xfa';
import { symbolOf, withNamedGlyphs } from './symbols';
import { UnreadableDocument } from './unreadable';

export interface PdfPage {
  readonly number: number;
  readonly height: number;
  readonly texts: readonly PdfText[];
  /** Null where the texts can't be of a table. */
  readonly drawing: Drawing | null;
  /** Whether it shows anything at all. */
  readonly isBlank: boolean;
}

/** An entry of the file's outline: a title, and the page that it leads to. */
export interface PdfBookmark {
  readonly title: string;
  /** From 1 on. */
  readonly page: number;
  readonly level: number;
}

export interface PdfDocument {
  readonly numPages: number;
  /** What the file's properties call it, the likeliest first. */
  readTitles(): Promise<readonly string[]>;
  readBookmarks(): Promise<readonly PdfBookmark[]>;
  /** What a form holds whose page only says that another program shows it; null where the pages are what they say. */
  readShell(): Promise<readonly Block[] | null>;
  readPage(number: number): Promise<PdfPage>;
  close(): Promise<void>;
}

type PdfJs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

/**
 * Opens a PDF with pdf.js for reading text and lines only: no forms, no fonts, no images, no fetching, no scripting.
 * Throws `encrypted` where a password is needed and `corrupted` where it is no PDF.
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const pdfjs = await loadPdfJs();
  const task = pdfjs.getDocument({
    ...openingOf(pdfjs, bytes),
    useWasm: false,
    // The names of fonts, which say which are bold.
    fontExtraProperties: true,
    // What says which characters the fonts of Chinese, Japanese and Korean PDFs hold.
    cMapUrl: besideBundle('cmaps'),
    cMapPacked: true,
    // Leaves images out.
    maxImageSize: 1,
  });
  try {
    const document = await task.promise;
    const isTagged = await document.getMarkInfo().then(
      (info) => (info as ReadonlyMap<string, boolean> | null)?.get('Marked') === true,
      () => false,
    );
    const layers = document.getOptionalContentConfig().catch(() => null);
    return {
      numPages: document.numPages,
      readPage: async (number) => {
        const page = await document.getPage(number);
        const content = await page.getTextContent({ includeMarkedContent: isTagged });
        const tags = headingTags(isTagged ? await page.getStructTree().catch(() => null) : null);
        // Fonts are known once the operators are.
        const operators = await page.getOperatorList().catch(() => null);
        const nameOf = fontNames(page.commonObjs);
        const placed: PlacedText[] = [];
        const parts: (HeadingTag | undefined)[] = [];
        for (const item of content.items) {
          if ('str' in item)
            placed.push({
              ...toText({ ...item, str: signsIn(item.str, nameOf(item.fontName)) }),
              isBold: BOLD.test(nameOf(item.fontName)),
              tag: parts.at(-1),
              turns: turnsOf(item.transform),
            });
          else if (item.type === 'endMarkedContent') parts.pop();
          else parts.push(tags.get(item.id) ?? parts.at(-1));
        }
        const widthOf = operators ? glyphWidths(operators, pdfjs.OPS) : () => undefined;
        const held = heldPages(mendedTexts(placed, widthOf), page.view);
        const config = await layers;
        const isShown = (layer: unknown) => config?.isVisible(layer) !== false;
        const drawings = operators ? drawingsOf(operators, pdfjs.OPS, held, isShown) : [];
        const annotations = (await page.getAnnotations().catch(() => [])) as readonly Annotation[];
        // Without this every page's operators stay in memory until the document is closed.
        page.cleanup();
        const texts = held.flatMap(({ texts, matrix }, at) => {
          const { rules = [], words = [] } = drawings[at] ?? {};
          const own = turnedBy(matrix, annotations);
          const marked = withMarks(texts, { rules, words, ...annotationMarks(own) });
          return at === 0 ? withFields(marked, own) : marked;
        });
        const [{ texts: main, box }] = held;
        return {
          number,
          height: box[3] - box[1],
          texts,
          drawing: mayHoldTable(main) ? (drawings[0] ?? null) : null,
          isBlank: (operators?.fnArray.length ?? 0) <= FRAME,
        };
      },
      readTitles: async () => {
        const properties = await document.getMetadata().catch(() => null);
        const info = properties?.info as { readonly Title?: unknown } | undefined;
        return [properties?.metadata?.get('dc:title') as unknown, info?.Title].filter(
          (title) => typeof title === 'string',
        );
      },
      readShell: () => fieldsOfShell(document, bytes).catch(() => null),
      readBookmarks: () => bookmarksOf(document).catch(() => []),
      close: () => task.destroy(),
    };
  } catch (error) {
    await task.destroy();
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') throw new UnreadableDocument('encrypted', 'password needed');
    throw new UnreadableDocument('corrupted', error instanceof Error ? error.message : String(error));
  }
}

/** How a stranger's file is opened, whatever for: nothing of it runs, nothing is fetched, faults are passed over. */
export function openingOf({ VerbosityLevel }: PdfJs, bytes: Uint8Array) {
  return {
    // A copy, since pdf.js takes the buffer for itself and leaves it empty; and not a Buffer, which it refuses.
    data: new Uint8Array(bytes),
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  };
}

/** A folder of files that pdf.js reads: beside the bundle, or in its package. */
export function besideBundle(folder: 'cmaps' | 'wasm'): string {
  const beside = fileURLToPath(new URL(`./${folder}/`, import.meta.url));
  if (existsSync(beside)) return beside;
  const file = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  return path.join(path.dirname(file), `${folder}/`);
}

/** Operators of a page that draws nothing: it begins and ends. */
const FRAME = 2;

/** More are no outline that a person made, and each is looked up. */
const MOST_BOOKMARKS = 2000;

type PDFDocumentProxy = import('pdfjs-dist/legacy/build/pdf.mjs').PDFDocumentProxy;
type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

async function bookmarksOf(document: PDFDocumentProxy): Promise<PdfBookmark[]> {
  const bookmarks: PdfBookmark[] = [];
  const visit = async (nodes: readonly OutlineNode[], level: number): Promise<void> => {
    for (const { title, dest, items } of nodes) {
      if (bookmarks.length >= MOST_BOOKMARKS) return;
      const page = await pageOf(document, dest);
      if (page !== null) bookmarks.push({ title, page, level });
      await visit(items as OutlineNode[], level + 1);
    }
  };
  await visit((await document.getOutline()) ?? [], 1);
  return bookmarks;
}

/** Null where it leads nowhere in this file. */
async function pageOf(document: PDFDocumentProxy, dest: OutlineNode['dest']): Promise<number | null> {
  const target = typeof dest === 'string' ? await document.getDestination(dest).catch(() => null) : dest;
  const page: unknown = target?.[0];
  if (typeof page === 'number') return page + 1;
  if (typeof page !== 'object' || page === null) return null;
  return document.getPageIndex(page as Parameters<PDFDocumentProxy['getPageIndex']>[0]).then(
    (index) => index + 1,
    () => null,
  );
}

/** A row of a narrow table reaches no further than this share of the page's text. */
const SHORT = 0.85;

/** Whether a gap stands in a line, or two lines after one another end early, as none do on a page of paragraphs. */
function mayHoldTable(texts: readonly PdfText[]): boolean {
  const shown = texts.filter(({ text }) => text.trim());
  const left = shown.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const right = shown.reduce((most, { x, width }) => Math.max(most, x + width), 0);
  // The last line of a paragraph ends early too, but with its sentence.
  const early = ({ text, x, width }: PdfText) =>
    x + width < left + (right - left) * SHORT && !/[.,:;!?]\s*$/.test(text);
  return shown.some((text, i) => {
    const before = shown[i - 1];
    if (!before) return false;
    if (Math.abs(before.y - text.y) < 1) return text.x - before.x - before.width > text.size * 0.5;
    const near = Math.abs(before.y - text.y) < text.size * 3 && before.size === text.size;
    return near && early(before) && early(text);
  });
}

interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly fontName: string;
  readonly hasEOL: boolean;
}

function toText({ str, transform, width, fontName, hasEOL }: TextItem): PdfText {
  const [, , c = 0, d = 0, x = 0, y = 0] = transform;
  return { text: str, x, y, width, size: Math.hypot(c, d), font: fontName, endsLine: hasEOL };
}

interface FontObjects {
  has(id: string): boolean;
  get(id: string): unknown;
}

/** Names of the page's fonts, as `ABCDEF+Arial-BoldMT`; empty where the file doesn't tell. */
function fontNames(fonts: FontObjects): (id: string) => string {
  const known = new Map<string, string>();
  return (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const font = fonts.has(id) ? (fonts.get(id) as { readonly name?: unknown } | null) : null;
    const name = String(font?.name ?? '');
    known.set(id, name);
    return name;
  };
}

/** What letters show of which only their place in a font of signs is known. */
function signsIn(text: string, font: string): string {
  const [, name] = /(wingdings(?: ?2)?|symbol)/i.exec(font) ?? [];
  if (name === undefined) return withNamedGlyphs(text);
  return withNamedGlyphs(text.replace(/[\uf000-\uf0ff]/g, (sign) => symbolOf(sign, name) || sign));
}

/** Bold ones, by their names: LaTeX's `CMBX12`, too. */
const BOLD =
  /bold|black|heavy|demi|[+-](?:CM|SF|EC|LM)?[A-Z]*BX|[+-](?:CMB|CMSSBX|SFBX|ecbx|t1xb|NimbusSanL-Bold)/i;

let loading: Promise<PdfJs> | undefined;

/** pdf.js takes 60 ms to load: only a PDF pays them. */
export function loadPdfJs(): Promise<PdfJs> {
  loading ??= (async () => {
    // pdf.js 6 is written for Node 22; this is all it needs to run on 20.
    (Promise as { withResolvers?: unknown }).withResolvers ??= withResolvers;
    (ArrayBuffer.prototype as { transferToFixedLength?: unknown }).transferToFixedLength ??= copied;
    const { push } = Array.prototype;
    const { parse, stringify } = JSON;
    const [pdfjs, worker] = await Promise.all([
      import('pdfjs-dist/legacy/build/pdf.mjs'),
      // Given the worker's code, pdf.js runs it in this thread and looks for no file of its own.
      import('pdfjs-dist/legacy/build/pdf.worker.mjs' as string),
    ]);
    // What it puts in their place on Node 20 mends faults that nobody here meets, and slows all that a page takes.
    Object.assign(Array.prototype, { push });
    Object.assign(JSON, { parse, stringify });
    (globalThis as { pdfjsWorker?: unknown }).pdfjsWorker = worker;
    return pdfjs;
  })();
  return loading;
}

/** As the standard has it, but that the buffer it was keeps its bytes: pdf.js drops that at once. */
function copied(this: ArrayBuffer, length = this.byteLength): ArrayBuffer {
  const copy = new ArrayBuffer(length);
  new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  return copy;
}

function withResolvers<T>(this: PromiseConstructor) {
  let resolve: (value: T | PromiseLike<T>) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  // `new this`, since a subclass keeps its own kind, as the standard has it.
  const promise = new this<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
