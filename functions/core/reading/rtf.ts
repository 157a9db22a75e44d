import type { Marks, TreeNode } from './block';
import type { Extraction, ExtractionLimits } from './extraction';
import { grouped } from './formulas';
import { cleanText } from './normalise';
import { isGerman, Numbering } from './numbering';
import { DEFINING, type Defining, RtfDefinitions } from './rtf-definitions';
import { RtfForm } from './rtf-form';
import { LISTING, RtfLists } from './rtf-lists';
import { RtfRow } from './rtf-row';
import { FORMULA, FORMULA_LOOKS, FRAMES, LOOKS, type Look, PLAIN, SIGNS, SILENT } from './rtf-words';
import { textOfNodes } from './tree';
import { UnreadableDocument } from './unreadable';
import { extractionOf, type WordDocument } from './word-document';
import { type ParagraphLook, WordStory } from './word-story';

/** Groups within groups: a file with more is none that a program wrote. */
const DEEPEST = 500;

interface State extends Look {
  /** Whether nothing of the group is text. */
  readonly isSilent: boolean;
  /** Whether only what a group within it says is text: of a shape its box, of a text said twice the Unicode one, of the looks of a formula its sign. */
  readonly isWrapper: boolean;
  /** Letters that stand behind a Unicode one for programs that don't know it. */
  readonly skips: number;
  readonly destination: string;
}

const FIRST: State = { ...PLAIN, isSilent: false, isWrapper: false, skips: 1, destination: '' };

/** A group: what held before it, and what is to be done at its end. */
interface Group {
  readonly before: State;
  end?: () => void;
}

/**
 * Rich text: paragraphs, headings by their styles, else by their look, lists, tables, text boxes, links, notes where
 * they are called, heads and feet once.
 */
export async function extractRtf(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return extractionOf(new RtfReader(source, limits).read(), limits);
}

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/giy;

class RtfReader {
  #state = FIRST;
  readonly #groups: Group[] = [];
  /** The text, and within it what is being read for itself: a note in a box in a head. */
  readonly #places: Place[] = [placeOf()];
  readonly #forms: RtfForm[] = [];
  readonly #definitions = new RtfDefinitions();
  readonly #lists = new RtfLists();
  readonly #numbering = new Numbering(this.#lists.lists);
  readonly #row = new RtfRow();
  #isGerman = false;
  #usualFont = 0;
  /** Letters that are not decoded yet, a character for a byte. */
  #bytes = '';
  /** How many of them are still to be skipped. */
  #left = 0;
  readonly #frames: TreeNode[] = [];
  #title = '';
  #characters = 0;

  constructor(
    readonly source: string,
    readonly limits: ExtractionLimits,
  ) {}

  read(): WordDocument {
    let isBeginning = false;
    for (let at = 0; at < this.source.length; ) {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(this.source);
      if (!token) throw new UnreadableDocument('corrupted', 'no rich text');
      at = TOKEN.lastIndex;
      const [, word, number, byte, sign, brace, plain] = token;
      const begins: boolean = isBeginning;
      isBeginning = brace === '{' || (begins && /^[\r\n]/.test(token[0]));
      if (byte !== undefined) this.#letters(String.fromCharCode(Number.parseInt(byte, 16)));
      else if (plain !== undefined) this.#letters(plain);
      else if (sign !== undefined && /[\\{}]/.test(sign)) this.#letters(sign);
      else if (word !== undefined || sign !== undefined || brace !== undefined) {
        this.#flush();
        const value = number === undefined ? null : Number(number);
        // Pictures stand in the file as they are.
        if (word === 'bin') at += Math.max(0, value ?? 0);
        else if (word !== undefined) this.#word(word, value);
        else if (sign !== undefined) this.#sign(sign, begins);
        else if (brace === '{') this.#begin();
        else this.#end();
      }
    }
    this.#flush();
    while (this.#groups.length > 0) this.#end();
    const { story, depth } = this.#place;
    return { nodes: story.nodes(depth), frames: this.#frames, titles: story.titles, names: [this.#title] };
  }

  get #place(): Place {
    return this.#places.at(-1) as Place;
  }

  get #isUnseen(): boolean {
    const { isSilent, isStruck } = this.#state;
    return isSilent || isStruck === true || this.#isHidden;
  }

  /** Whether letters are not to be seen; those in white stand on a colour in tables, whose style may give one. */
  get #isHidden(): boolean {
    const { isHidden, isDeleted, color, isShaded } = this.#state;
    const { isOnGround, hasGround, depth } = this.#place;
    const isOnPaper = !isShaded && !isOnGround && !hasGround && depth === 0;
    return isHidden === true || isDeleted || (isOnPaper && this.#definitions.isWhite(color));
  }

  #begin(): void {
    if (this.#groups.length >= DEEPEST) throw new UnreadableDocument('corrupted', 'groups too deep');
    this.#groups.push({ before: this.#state });
    this.#left = 0;
  }

  #end(): void {
    const group = this.#groups.pop();
    group?.end?.();
    this.#state = group?.before ?? FIRST;
    this.#left = 0;
  }

  #change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
  }

  #word(word: string, value: number | null): void {
    const { destination, isSilent } = this.#state;
    const group = this.#groups.at(-1);
    const look = LOOKS.get(word);
    if (destination === 'formfield' || destination === 'ffl') this.#forms.at(-1)?.word(word, value ?? 0);
    if (LISTING.has(destination)) {
      this.#lists.word(word, value ?? 0, this.#isGerman);
      if (word === 'leveltext' || word === 'levelnumbers' || word === 'listname')
        this.#change({ destination: word });
    } else if (group && FORMULA_LOOKS.test(word)) {
      this.#change({ isSilent: true, isWrapper: !isSilent });
    } else if (group && SILENT.has(word)) {
      this.#change({ isSilent: true, destination: word, ...(word === 'shprslt' && { isWrapper: false }) });
    } else if (group && FRAMES.has(word)) {
      this.#open(word, (nodes) => this.#frames.push(...nodes));
    } else if (isDefining(destination)) this.#definitions.word(word, value ?? 0);
    else if (look) this.#change(look(value));
    else if (!this.#row.takes(word, value ?? 0)) this.#other(word, value, { group, isSilent });
  }

  #other(
    word: string,
    value: number | null,
    { group, isSilent }: { readonly group: Group | undefined; readonly isSilent: boolean },
  ): void {
    switch (word) {
      case 'ansicpg':
        this.#definitions.codePage = value || 1252;
        break;
      case 'mac':
        this.#definitions.codePage = 10000;
        break;
      case 'pc':
      case 'pca':
        this.#definitions.codePage = 850;
        break;
      case 'deflang':
        this.#isGerman = isGerman(value ?? 0);
        break;
      case 'deff':
        this.#usualFont = value ?? 0;
        break;
      case 'title':
        if (this.#state.destination === 'info') this.#change({ destination: word });
        break;
      case 'shp':
      case 'shpgrp':
      case 'do':
      case 'upr': {
        // The mark by which older programs pass it over doesn't hold here.
        const isWrapper = group !== undefined && (!group.before.isSilent || group.before.isWrapper);
        this.#change({ isWrapper, isSilent: isSilent || word === 'upr' });
        break;
      }
      case 'ud':
      case 'mchr':
        this.#change({ isSilent: !this.#state.isWrapper });
        break;
      case 'shptxt':
      case 'dptxbxtext':
        if (this.#state.isWrapper)
          this.#open(word, (nodes) => this.#place.story.addBehind(nodes), { isOnGround: true });
        break;
      case 'footnote':
        this.#open(word, (nodes) => this.#text.addNote([textOfNodes(nodes)], {}));
        break;
      case 'moMath':
      case 'moMathPara':
        if (group?.before.isSilent === false) this.#change({ isSilent: false });
        break;
      case 'mnum':
      case 'mden':
      case 'mrad':
        this.#open(word, (nodes) => this.#add(`${FORMULA[word]}${grouped(textOfNodes(nodes))}`));
        break;
      case 'msup':
      case 'msub':
        this.#change({ raised: word === 'msup' ? 'super' : 'sub' });
        break;
      case 'listtext':
      case 'pntext':
        this.#open(word, (nodes) => this.#addLabel(textOfNodes(nodes)));
        break;
      case 'field':
        this.#beginField(group);
        break;
      case 'fldrslt':
        this.#text.beginResult();
        break;
      case 's':
        if (!isSilent) Object.assign(this.#place, this.#definitions.styleOf(value ?? 0));
        break;
      case 'outlinelevel':
        if (!isSilent && value !== null && value < 9) this.#place.level = value + 1;
        break;
      case 'ls':
      case 'ilvl':
        if (!isSilent) this.#place[word] = value ?? 0;
        break;
      case 'pard':
        if (!isSilent) Object.assign(this.#place, PLAIN_PLACE);
        break;
      case 'cbpat':
        if (!isSilent) this.#place.hasGround = value !== 0;
        break;
      case 'uc':
        this.#change({ skips: value ?? 1 });
        break;
      case 'u':
        this.#add(this.#definitions.shown(String.fromCharCode(((value ?? 0) + 65536) % 65536), this.#font));
        this.#left = this.#state.skips;
        break;
      case 'intbl':
        if (!isSilent) this.#place.depth = Math.max(1, this.#place.depth);
        break;
      case 'itap':
        if (!isSilent) this.#place.depth = Math.max(0, value ?? 1);
        break;
      case 'par':
      case 'sect':
        this.#endParagraph();
        break;
      case 'cell':
      case 'nestcell':
        if (!isSilent) this.#place.story.endCell(this.#depthOf(word), this.#takeLook());
        break;
      case 'row':
      case 'nestrow':
        this.#place.story.endRow(this.#depthOf(word), this.#row);
        break;
      case 'line':
      case 'lbr':
        if (!isSilent) this.#text.add('\n', {});
        break;
      default:
        this.#add(SIGNS.get(word) ?? '');
    }
  }

  get #text(): WordStory['text'] {
    return this.#place.story.text;
  }

  #depthOf(word: string): number {
    return word.startsWith('nest') ? Math.max(2, this.#place.depth) : 1;
  }

  #endParagraph(): void {
    const { story, depth } = this.#place;
    if (!this.#state.isSilent) story.endParagraph(depth, this.#takeLook());
  }

  /** Of the paragraph that ends. A number that the file tells is what was shown; others are counted. */
  #takeLook(): ParagraphLook {
    const place = this.#place;
    const { level, directory, isTitle, label, ls, ilvl } = place;
    const counted = ls > 0 && !place.story.text.isEmpty ? this.#numbering.next(String(ls), ilvl) : '';
    place.label = null;
    const isListItem = label !== null || ls > 0;
    return { level, directory, isTitle, isListItem, label: label ?? counted };
  }

  /** Reads the group for itself, and hands over what it says. One that is named twice is what it was first. */
  #open(destination: string, use: (nodes: readonly TreeNode[]) => void, { isOnGround = false } = {}): void {
    const group = this.#groups.at(-1);
    if (!group || group.end) return;
    // Known here, it isn't passed over for the mark that lets others do so.
    if (!group.before.isSilent || group.before.isWrapper) this.#change({ isSilent: false });
    if (this.#isUnseen) {
      this.#change({ isSilent: true });
      return;
    }
    const place = placeOf(isOnGround);
    this.#places.push(place);
    this.#change({ ...PLAIN, destination });
    group.end = () => {
      this.#places.pop();
      use(place.story.nodes());
    };
  }

  /** The number of a list's item, or its box; other marks say nothing. */
  #addLabel(text: string): void {
    const label = cleanText(text);
    this.#place.label = /\d|[☐☑]|\p{L}{2}|\p{L}[.):]|\(\p{L}/u.test(label) ? label : '';
  }

  #beginField(group: Group | undefined): void {
    if (!group || group.end) return;
    const form = new RtfForm();
    const [text, marks] = [this.#text, this.#marks];
    this.#forms.push(form);
    text.beginField();
    group.end = () => {
      this.#forms.pop();
      text.endField(form.sign, marks);
    };
  }

  #sign(sign: string, beginsGroup: boolean): void {
    // It marks a group that who doesn't know it may pass over; within one, as OpenOffice 1 wrote it, it marks nothing.
    if (sign === '*') this.#change(beginsGroup ? { isSilent: true } : {});
    else if (sign === '~') this.#add('\u00a0');
    else if (sign === '_') this.#add('-');
    else if (sign === '-') this.#add('\u00ad');
    else if (/[\r\n]/.test(sign)) this.#endParagraph();
  }

  /** Letters as the file has them: a code page may take two bytes for one, whichever way each is written. */
  #letters(bytes: string): void {
    this.#bytes += this.#left > 0 ? bytes.slice(this.#left) : bytes;
    this.#left = Math.max(0, this.#left - bytes.length);
  }

  #flush(): void {
    if (this.#bytes === '') return;
    const bytes = this.#bytes;
    this.#bytes = '';
    this.#add(this.#definitions.decoded(bytes, this.#font));
  }

  get #font(): number {
    return this.#state.font ?? this.#usualFont;
  }

  get #marks(): Marks {
    const { isStruck, isBold, raised, size } = this.#state;
    return { isHidden: this.#isHidden, isStruck, isBold, raised, size };
  }

  #add(text: string): void {
    const { destination, isSilent } = this.#state;
    if (isDefining(destination)) this.#definitions.text(destination, text);
    else if (destination === 'leveltext') this.#lists.addText(text);
    else if (destination === 'fldinst') this.#text.addInstruction(text);
    else if (destination === 'ffl') this.#forms.at(-1)?.addChoice(text);
    else if (destination === 'title') this.#title += text;
    if (text === '' || isSilent) return;
    this.#characters += text.length;
    if (this.#characters > this.limits.maxCharacters)
      throw new UnreadableDocument('too_much_text', `more than ${this.limits.maxCharacters} characters`);
    this.#text.add(text, this.#marks);
  }
}

/** A text that is read for itself, and what holds for the paragraph that is not at its end. */
interface Place {
  readonly story: WordStory;
  readonly isOnGround: boolean;
  level: number | null;
  directory: ParagraphLook['directory'];
  isTitle: boolean;
  /** Whether the paragraph stands on a colour. */
  hasGround: boolean;
  /** In how many tables. */
  depth: number;
  /** Of which list it is, and of which of its levels. */
  ls: number;
  ilvl: number;
  /** The number before it, where the file tells. */
  label: string | null;
}

/** Of a paragraph of which nothing is said; its number stands before what is said. */
const PLAIN_PLACE = {
  level: null,
  directory: null,
  isTitle: false,
  hasGround: false,
  depth: 0,
  ls: 0,
  ilvl: 0,
} as const satisfies Partial<Place>;

function placeOf(isOnGround = false): Place {
  return { ...PLAIN_PLACE, story: new WordStory(), isOnGround, label: null };
}

function isDefining(destination: string): destination is Defining {
  return DEFINING.some((name) => name === destination);
}
