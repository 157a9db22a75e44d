import type { CellShape } from './doc-cells';

/** How the row is laid out that is being read: its cells, their joins and colours, as they are said before or behind it. */
export class RtfRow {
  #shapes: CellShape[] = [];
  #grounds: number[] = [];
  #isHeader = false;
  #from = 0;
  #joins = { isJoinedAcross: false, goesOn: false };
  #ground = 0;

  get isHeader(): boolean {
    return this.#isHeader;
  }

  /** Of a row of so many cells; none where it says another number. */
  shapesOf(cells: number): readonly CellShape[] {
    return this.#shapes.length === cells ? this.#shapes : [];
  }

  /** The colour behind all its cells, null where they differ or have none. */
  get ground(): string | null {
    const [first = 0] = this.#grounds;
    return first !== 0 && this.#grounds.every((ground) => ground === first) ? String(first) : null;
  }

  /** Whether a word is about it. */
  takes(word: string, value: number): boolean {
    switch (word) {
      case 'trowd':
        this.#shapes = [];
        this.#grounds = [];
        this.#isHeader = false;
        this.#from = 0;
        break;
      case 'trleft':
        this.#from = value;
        break;
      case 'trhdr':
        this.#isHeader = true;
        break;
      case 'clmgf':
      case 'clmrg':
        this.#joins.isJoinedAcross = true;
        break;
      case 'clvmrg':
        this.#joins.goesOn = true;
        break;
      case 'clcbpat':
        this.#ground = value;
        break;
      case 'cellx':
        this.#shapes.push({ from: this.#from, to: value, ...this.#joins });
        this.#grounds.push(this.#ground);
        this.#from = value;
        this.#joins = { isJoinedAcross: false, goesOn: false };
        this.#ground = 0;
        break;
      default:
        return false;
    }
    return true;
  }
}
