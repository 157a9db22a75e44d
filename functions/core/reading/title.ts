import { cleanLine } from '#contract/base/clean';
import { DOCUMENT_LIMITS, type DocumentFormat, formatsInFamilies } from '#contract/knowledge/documents';
import type { Block } from './block';

/** What a document calls itself: in its properties, else in the heading that all of it stands under. Null for none. */
export function titleOf(
  blocks: readonly Block[],
  format: DocumentFormat,
  candidates: readonly string[] = [],
): string | null {
  // A sheet is called as its file is, a page as its website says, and a pair by its question.
  if (!TITLED.has(format)) return null;
  const words = wordsOf(
    blocks
      .map(({ text }) => text)
      .join(' ')
      .slice(0, READ),
  );
  const own = candidates.map(shortened).find((title) => isTitle(title) && isOf(title, words));
  if (own) return own;
  const heading = headingOfAll(blocks);
  return heading !== null && isTitle(heading) ? heading : null;
}

const TITLED = new Set<DocumentFormat>(['eml', ...formatsInFamilies('pdf', 'text', 'slides', 'plain')]);

/** Characters that a title's words are looked for in: they stand at the beginning, or all through the text. */
const READ = 200_000;

/** The first heading, where it is above all others, and hardly anything stands before it. */
function headingOfAll(blocks: readonly Block[]): string | null {
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const [first] = headings;
  const level = first?.level ?? 1;
  const isAbove =
    first && headings.length > 1 && headings.slice(1).every((other) => (other.level ?? 1) > level);
  return isAbove && blocks.indexOf(first) < NEAR_TOP ? shortened(first.text) : null;
}

const NEAR_TOP = 3;

function shortened(text: string): string {
  return cleanLine(text.slice(0, 2 * DOCUMENT_LIMITS.title))
    .slice(0, DOCUMENT_LIMITS.title)
    .trim();
}

const FILE_NAME =
  /\.(?:docx?|dotx?|dotm|pdf|indd|qxd|xlsx?|pptx?|odt|rtf|txt|md|html?|tex|pages|dvi|ai|cdr|pub|jpe?g|png|tiff?)$/i;
/** What programs write where nobody gave a title. */
const NO_TITLE =
  /^(?:microsoft (?:word|excel|powerpoint)|untitled|unbenannt|ohne titel|(?:new |neues )?(?:microsoft )?(?:word[- ])?(?:document|dokument)\s*\d*$|document\d|dokument\d|(?:title|titel|print|layout|normal|template|vorlage|powerpoint[- ].*|presentation|präsentation|scan|slide|folie|page|seite)[\s\d]*$|https?:|\w:\\|\/)/i;

function isTitle(title: string): boolean {
  if (!/\p{L}.*\p{L}.*\p{L}/u.test(title) || FILE_NAME.test(title) || NO_TITLE.test(title)) return false;
  // One word that begins small, or has figures or underscores, is what files are called.
  return /\s/.test(title) || /^[^\p{Ll}\d_][^\d_]*$/u.test(title);
}

/** Whether the text speaks of what the title says: a template's, or another document's, stays behind in many files. */
function isOf(title: string, words: ReadonlySet<string>): boolean {
  const own = [...wordsOf(title)];
  return own.filter((word) => words.has(word)).length * 3 >= own.length && own.length > 0;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
}
