import { loweredText, raisedText } from '#core/text/superscripts';
import { type FieldCode, fieldCode } from './field-codes';
import { addressBehind } from './links';

export type Raised = 'super' | 'sub' | null;

/** A field holds its instruction and, behind a separator, what it shows; they may stand within each other. */
interface Field {
  instruction: string;
  /** Null until all of the instruction is known. */
  code: FieldCode | null;
  /** Where in the paragraph what it shows begins. */
  at: number;
}

const [BEGIN, SEPARATOR, END] = ['\x13', '\x14', '\x15'];

/** What a paragraph of a Word document of before 2007 says, letter by letter. Fields may go on in the next one. */
export class DocLetters {
  readonly #fields: Field[] = [];
  #text = '';
  /** Letters that are set alike, which `#text` doesn't have yet. */
  #run = '';
  #raised: Raised = null;

  add(letter: string, { isUnseen, raised }: { readonly isUnseen: boolean; readonly raised: Raised }): void {
    const field = this.#fields.at(-1);
    if (letter === BEGIN) this.#fields.push({ instruction: '', code: null, at: 0 });
    else if (letter === SEPARATOR) {
      if (!field) return;
      this.#endRun();
      field.code = fieldCode(field.instruction);
      field.at = this.#text.length;
    } else if (letter === END) this.#endField();
    else if (field && field.code === null) field.instruction += letter;
    else if (!isUnseen) this.say(shown(letter), raised);
  }

  say(text: string, raised: Raised = null): void {
    if (this.#fields.some(({ code }) => code === null || code.isOfPages)) return;
    if (raised !== this.#raised) this.#endRun();
    this.#raised = raised;
    this.#run += text;
  }

  /** The paragraph has ended. */
  take(): string {
    this.#endRun();
    const text = this.#text;
    this.#text = '';
    for (const field of this.#fields) field.at = 0;
    return text;
  }

  #endRun(): void {
    const run = this.#run;
    this.#run = '';
    this.#text +=
      this.#raised === 'super' ? raisedText(run) : this.#raised === 'sub' ? loweredText(run) : run;
  }

  #endField(): void {
    this.#endRun();
    const field = this.#fields.pop();
    const address = field?.code?.address;
    const words = this.#text.slice(field?.at);
    if (address && words.trim() !== '') this.say(addressBehind(words, address));
  }
}

/** Special characters: hyphens and line ends by what they mean, marks of pictures and notes by nothing. */
function shown(character: string): string {
  if (character >= ' ') return character;
  if (character === '\t' || character === '\v') return character === '\t' ? ' ' : '\n';
  return character === '\x1e' ? '-' : '';
}
