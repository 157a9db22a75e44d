const [TICK_BOX, CHOICE] = [1, 2];
/** Nobody chose anything: what stands there usually holds. */
const UNSET = 25;

/** A field of a form, and how it is set. */
export class RtfForm {
  readonly #numbers: Record<string, number> = {};
  readonly #choices: string[] = [];

  word(word: string, value: number): void {
    this.#numbers[word] = value;
    if (word === 'ffl') this.#choices.push('');
  }

  addChoice(text: string): void {
    this.#choices.push((this.#choices.pop() ?? '') + text);
  }

  /** What it shows in its place: a box, ticked or not, or what was chosen from a list. */
  get sign(): string {
    const { fftype, ffres = UNSET, ffdefres = 0 } = this.#numbers;
    const set = ffres === UNSET ? ffdefres : ffres;
    if (fftype === TICK_BOX) return set === 1 ? '☑' : '☐';
    return fftype === CHOICE ? (this.#choices[set] ?? '') : '';
  }
}
