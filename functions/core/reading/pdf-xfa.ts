import type { Block } from './block';

type PDFDocumentProxy = import('pdfjs-dist/legacy/build/pdf.mjs').PDFDocumentProxy;

/** As pdf.js hands over what a form's field holds. */
interface FieldObject {
  readonly type?: string;
  readonly value?: unknown;
  readonly password?: boolean;
}

/** Every language of the page that stands in for a form names the program that shows it. */
const NAMES_PROGRAM = /\bAdobe\b.{0,40}\b(?:Reader|Acrobat)\b/is;

/**
 * What the fields of a form hold that only Adobe's programs show (XFA), where the file's one page says no more than
 * that. Null for all other files.
 */
export async function fieldsOfShell(document: PDFDocumentProxy, bytes: Uint8Array): Promise<Block[] | null> {
  if (document.numPages !== 1) return null;
  const { info } = await document.getMetadata();
  if (!(info as { readonly IsXFAPresent?: boolean }).IsXFAPresent) return null;
  const page = await document.getPage(1);
  const annotations = (await page.getAnnotations()) as readonly { readonly subtype?: string }[];
  if (annotations.some(({ subtype }) => subtype === 'Widget')) return null;
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  if (!NAMES_PROGRAM.test(text) && !isMadeWhenOpened(bytes)) return null;
  const fields = (await document.getFieldObjects()) as ReadonlyMap<string, readonly FieldObject[]> | null;
  return [...(fields ?? [])].flatMap(([name, objects]) =>
    // A field that is set in several places holds the same in each; a group of fields has no type.
    blocksOf(
      labelOf(name),
      objects.find(({ type }) => type),
    ),
  );
}

/** Whether the file says that its pages are not these. */
function isMadeWhenOpened(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return /\/NeedsRendering\s+true\b/.test(text);
}

function blocksOf(label: string, { type, value, password }: FieldObject = {}): Block[] {
  if (password) return [];
  if (type === 'checkbox') {
    const isOn = typeof value === 'string' && value !== '' && value !== 'Off';
    return [{ kind: 'list', text: `${isOn ? '☑' : '☐'} ${label}`, page: 1 }];
  }
  const values = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (each): each is string => typeof each === 'string' && each.trim() !== '' && each !== 'Off',
  );
  return values.length > 0 ? [{ kind: 'list', text: `${label}: ${values.join(', ')}`, page: 1 }] : [];
}

/** `form1[0].page1[0].GuestName[0]` is `Guest Name`. */
function labelOf(name: string): string {
  const own =
    name
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? name;
  return own
    .replace(/_+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim();
}
