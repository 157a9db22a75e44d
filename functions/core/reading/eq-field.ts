import { raisedText } from '#core/text/superscripts';
import { grouped } from './formulas';

/** No formula that somebody typed is longer, or nests deeper. */
const [LONGEST, DEEPEST] = [2_000, 20];

/** What a field `EQ` says on one line: `EQ \f(a;b)` is `a/b`. Undefined for any other field. */
export function formulaText(instruction: string): string | undefined {
  const [, source] = /^\s*EQ\b([\s\S]*)$/i.exec(instruction) ?? [];
  return source === undefined || source.length > LONGEST ? undefined : new Formula(source).text(0).trim();
}

class Formula {
  #at = 0;
  /** What parts elements: where that is a semicolon, a comma stands in numbers. */
  readonly #parts: string;

  constructor(readonly source: string) {
    this.#parts = source.includes(';') ? ';' : ',';
  }

  /** Up to what ends an element, or to the end. */
  text(depth: number): string {
    let text = '';
    while (this.#at < this.source.length) {
      const sign = this.source.charAt(this.#at);
      if (depth > 0 && (sign === this.#parts || sign === ')')) break;
      this.#at++;
      if (sign === '(' && depth < DEEPEST) text += `(${this.#elements(depth).join(',')})`;
      else if (sign === '\\') text += this.#switch(depth);
      else text += sign;
    }
    return text;
  }

  /** What stands in brackets, of which the first was read. */
  #elements(depth: number): string[] {
    const elements: string[] = [];
    do {
      elements.push(this.text(depth + 1));
    } while (this.source.charAt(this.#at++) === this.#parts);
    return elements;
  }

  /** A switch with its options and elements; a sign that a backslash stands before is that sign. */
  #switch(depth: number): string {
    const [, name = ''] = this.#take(/^([a-z]+)/i);
    if (name === '') return this.source.charAt(this.#at++);
    const options: string[] = [];
    for (;;) {
      const [option] = this.#take(/^\s*\\(?:[bl-r]c\s*\\.|[a-z]{2}-?\d*)/i);
      if (option === undefined) break;
      options.push(option.trim().toLowerCase());
    }
    if (this.#take(/^\s*\(/)[0] === undefined || depth >= DEEPEST) return '';
    const elements = this.#elements(depth).map((element) => element.trim());
    return said(name.toLowerCase(), elements, options);
  }

  #take(pattern: RegExp): readonly (string | undefined)[] {
    const found = pattern.exec(this.source.slice(this.#at, this.#at + 40)) ?? [];
    this.#at += found[0]?.length ?? 0;
    return found;
  }
}

function said(name: string, elements: readonly string[], options: readonly string[]): string {
  const [first = '', second = '', third = ''] = elements;
  switch (name) {
    case 'f':
      return `${grouped(first)}/${grouped(second)}`;
    case 'r':
      return elements.length > 1
        ? `${first === '2' ? '' : raisedText(first)}√${grouped(second)}`
        : `√${grouped(first)}`;
    case 's':
      return options.some((option) => option.startsWith('\\up'))
        ? raisedText(elements.join(' '))
        : elements.join(' ');
    case 'i': {
      const sign = options.includes('\\su') ? '∑' : options.includes('\\pr') ? '∏' : '∫';
      return `${sign}${first && `_${grouped(first)}`}${second && `^${grouped(second)}`} ${third}`;
    }
    case 'b':
      return `(${elements.join(',')})`;
    case 'a':
    case 'l':
      return elements.join(', ');
    // Signs over one another, a frame, a space.
    case 'o':
    case 'x':
      return elements.join('');
    default:
      return '';
  }
}
