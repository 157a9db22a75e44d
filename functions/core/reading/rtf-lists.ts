import { type ListLevel, type NumberedList, numberFormatAt, patternOf } from './numbering';

/** Groups in which a rich text says what its lists are. */
export const LISTING: ReadonlySet<string> = new Set(['listtable', 'listoverridetable']);

interface OpenList {
  pattern: string;
  levels: ReadonlyMap<number, ListLevel> | undefined;
  readonly starts: Map<number, number>;
}

/** The lists of a rich text, by the numbers that paragraphs name them by. */
export class RtfLists {
  readonly lists = new Map<string, NumberedList>();
  readonly #patterns = new Map<number, Map<number, ListLevel>>();
  #levels = new Map<number, ListLevel>();
  #level: { start: number; format: number; text: string } | null = null;
  #open: OpenList | null = null;
  /** Of a list's levels the one that is begun anew, and whether at a number. */
  #place = -1;
  #restarts = false;

  word(word: string, value: number, isGerman: boolean): void {
    switch (word) {
      case 'list':
        this.#levels = new Map();
        break;
      case 'listlevel':
        this.#endLevel(isGerman);
        this.#level = { start: 1, format: 0, text: '' };
        break;
      case 'levelnfc':
      case 'levelnfcn':
        if (this.#level) this.#level.format = value;
        break;
      case 'levelstartat':
        if (this.#level) this.#level.start = value;
        else if (this.#restarts) this.#open?.starts.set(this.#place, value);
        break;
      case 'listid':
        this.#endLevel(isGerman);
        if (this.#open === null) this.#patterns.set(value, this.#levels);
        else Object.assign(this.#open, { pattern: String(value), levels: this.#patterns.get(value) });
        break;
      case 'listoverride':
        this.#open = { pattern: '', levels: undefined, starts: new Map() };
        this.#place = -1;
        break;
      case 'lfolevel':
        this.#place++;
        this.#restarts = false;
        break;
      case 'listoverridestartat':
        this.#restarts = true;
        break;
      case 'ls': {
        this.#endLevel(isGerman);
        const { pattern, levels, starts } = this.#open ?? {};
        if (pattern && levels && starts) this.lists.set(String(value), { pattern, levels, starts });
        break;
      }
      default:
    }
  }

  /** One of an override is that of its list alone. */
  #endLevel(isGerman: boolean): void {
    if (!this.#level) return;
    const { start, format, text } = this.#level;
    this.#level = null;
    const level = {
      start,
      format: numberFormatAt(format, isGerman),
      text: patternOf(text.slice(1, 1 + text.charCodeAt(0))),
    };
    if (this.#open) this.#open.levels = new Map(this.#open.levels).set(Math.max(0, this.#place), level);
    else this.#levels.set(this.#levels.size, level);
  }

  /** What stands around a level's number; its length comes first. */
  addText(text: string): void {
    if (this.#level) this.#level.text += text;
  }
}
