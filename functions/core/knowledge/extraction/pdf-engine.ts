import { UnreadableDocument } from './unreadable';

/** One run of glyphs: where its baseline begins, in points from the page's lower left. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size in points. */
  readonly size: number;
  readonly font: string;
  readonly endsLine: boolean;
}

export interface PdfPage {
  readonly number: number;
  readonly height: number;
  readonly texts: readonly PdfText[];
}

export interface PdfDocument {
  readonly numPages: number;
  readPage(number: number): Promise<PdfPage>;
  close(): Promise<void>;
}

type PdfJs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

/**
 * Opens a PDF with pdf.js for reading text only: no forms, no fonts, no fetching, no scripting.
 * Throws `encrypted` where a password is needed and `corrupted` where it is no PDF.
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const pdfjs = await loadPdfJs();
  const task = pdfjs.getDocument({
    // A copy, since pdf.js takes the buffer for itself and leaves it empty; and not a Buffer, which it refuses.
    data: new Uint8Array(bytes),
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    stopAtErrors: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    return {
      numPages: document.numPages,
      readPage: async (number) => {
        const page = await document.getPage(number);
        const content = await page.getTextContent({ includeMarkedContent: false });
        const texts: PdfText[] = [];
        for (const item of content.items) {
          if ('str' in item) texts.push(toText(item));
        }
        const height = page.view[3] ?? 0;
        // Without this every page's operators stay in memory until the document is closed.
        page.cleanup();
        return { number, height, texts };
      },
      close: () => task.destroy(),
    };
  } catch (error) {
    await task.destroy();
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') throw new UnreadableDocument('encrypted', 'password needed');
    throw new UnreadableDocument('corrupted', error instanceof Error ? error.message : String(error));
  }
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

let loading: Promise<PdfJs> | undefined;

/** pdf.js takes 60 ms to load: only a PDF pays them. */
function loadPdfJs(): Promise<PdfJs> {
  loading ??= (async () => {
    // pdf.js 6 is written for Node 22; this is all it needs to run on 20.
    (Promise as { withResolvers?: unknown }).withResolvers ??= withResolvers;
    const [pdfjs, worker] = await Promise.all([
      import('pdfjs-dist/legacy/build/pdf.mjs'),
      // Given the worker's code, pdf.js runs it in this thread and looks for no file of its own.
      import('pdfjs-dist/legacy/build/pdf.worker.mjs' as string),
    ]);
    (globalThis as { pdfjsWorker?: unknown }).pdfjsWorker = worker;
    return pdfjs;
  })();
  return loading;
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
