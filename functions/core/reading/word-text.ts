import type { Inline, Marks } from './block';
import { type FieldCode, fieldCode } from './field-codes';
import { lineText } from './tree';
import type { DirectoryPart } from './word-styles';

/** A field holds its instruction and, behind it, what it shows; they may stand within each other. */
interface Field {
  instruction: string;
  /** Null until all of the instruction is known. */
  code: FieldCode | null;
  /** What it shows of the paragraph. */
  content: Inline[];
}

/** What a paragraph of a word processor says, run by run. Fields may go on in the next one. */
export class WordText {
  readonly #fields: Field[] = [];
  #content: Inline[] = [];
  /** Letters that are set alike, which the content doesn't have yet. */
  #letters = '';
  #marks: Marks = {};
  /** Characters, of them those of a table of contents or an index. */
  #characters = 0;
  #listed = 0;

  add(text: string, marks: Marks): void {
    if (text === '' || this.#isSilent) return;
    this.#characters += text.length;
    if (this.#fields.some(({ code }) => code?.isDirectory)) this.#listed += text.length;
    if (!areAlike(marks, this.#marks)) this.#endRun();
    this.#marks = marks;
    this.#letters += text;
  }

  addNote(content: readonly Inline[], { isHidden, isStruck }: Marks): void {
    if (this.#isSilent) return;
    this.#endRun();
    this.#top.push({ content, isNote: true, isHidden: isHidden || isStruck });
  }

  /** `code`: where it is known before what the field shows. */
  beginField(code: FieldCode | null = null): void {
    this.#endRun();
    this.#fields.push({ instruction: '', code, content: [] });
  }

  addInstruction(text: string): void {
    const field = this.#fields.at(-1);
    if (field && field.code === null) field.instruction += text;
  }

  /** Whether the paragraph says nothing yet. */
  get isEmpty(): boolean {
    return this.#characters === 0;
  }

  /** All of the instruction is known: what follows is what the field shows. */
  beginResult(): void {
    const field = this.#fields.at(-1);
    if (field) field.code ??= fieldCode(field.instruction);
  }

  /** `sign`: what is shown instead of its content, as of a box to tick or a choice. */
  endField(sign = '', marks: Marks = {}): void {
    this.beginResult();
    this.#endRun();
    const field = this.#fields.pop();
    if (!field) return;
    const { address, text = '' } = field.code ?? {};
    if (field.content.length > 0 && !sign)
      this.#top.push(...(address === undefined ? field.content : [{ content: field.content, address }]));
    this.add(text + sign, marks);
  }

  /** The paragraph has ended. `styled`: what its style says that it is; some set their headings in that of entries. */
  take(styled: DirectoryPart | null = null): {
    readonly content: readonly Inline[];
    readonly isDirectory: boolean;
  } {
    this.#endRun();
    const content = [...this.#content, ...this.#fields.flatMap((field) => field.content)];
    const isDirectory =
      (this.#listed > 0 && this.#listed * 2 >= this.#characters) ||
      (styled !== null && (styled === 'other' || WITH_PAGE.test(lineText(content))));
    for (const field of this.#fields) field.content = [];
    this.#content = [];
    this.#characters = 0;
    this.#listed = 0;
    return { content, isDirectory };
  }

  get #top(): Inline[] {
    return this.#fields.at(-1)?.content ?? this.#content;
  }

  get #isSilent(): boolean {
    return this.#fields.some(({ code }) => code === null || code.isOfPages || code.text !== undefined);
  }

  #endRun(): void {
    if (this.#letters !== '') this.#top.push({ ...this.#marks, content: [this.#letters] });
    this.#letters = '';
  }
}

/** Ends with a page, which may be a field that says nothing here. */
const WITH_PAGE = /\t\s*[\divxlc-]*\s*$|\d\s*$/i;

const MARKS = ['isHidden', 'isStruck', 'isBold', 'raised', 'size'] as const;

function areAlike(one: Marks, other: Marks): boolean {
  return one === other || MARKS.every((mark) => one[mark] === other[mark]);
}
