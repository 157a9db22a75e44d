import type { CellShape } from './word-cells';

/** How the row is laid out that is being read: its cells, their joins and colours, as they are said before or behind it. */
export class RtfRow {
  #shapes: CellShape[] = [];
  #isHeader = false;
  #from = 0;
  #joins = { isJoinedAcross: false, goesOn: false };
  #ground = 0;

  get isHeader(): boolean {
    return this.#isHeader;
  }

  get shapes(): readonly CellShape[] {
    return this.#shapes;
  }

  /** Whether a word is about it. */
  takes(word: string, value: number): boolean {
    switch (word) {
      case 'trowd':
        this.#shapes = [];
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
        this.#shapes.push({
          from: this.#from,
          to: value,
          ...this.#joins,
          ground: this.#ground === 0 ? undefined : String(this.#ground),
        });
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
