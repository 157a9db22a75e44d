import { loweredText, raisedText } from '#core/text/superscripts';
import type { Extraction, ExtractionLimits } from './extraction';
import { noteAtMark } from './footnote-marks';
import { frameLines, withFrames } from './frames';
import { htmlToBlocks } from './html';
import { cleanText } from './normalise';
import { escaped } from './ooxml';
import { DEFINING, type Defining, RtfDefinitions } from './rtf-definitions';
import { RtfField } from './rtf-field';
import { RtfRow } from './rtf-row';
import { RtfStory } from './rtf-story';
import { UnreadableDocument } from './unreadable';

/** Groups within groups: a file with more is none that a program wrote. */
const DEEPEST = 500;

/** Groups that hold no text for readers. */
const SILENT = new Set(
  `fonttbl colortbl stylesheet listtable listoverridetable revtbl rsidtbl generator info pict objclass objname objdata themedata datastore
  xmlnstbl latentstyles annotation atnid atnauthor atntime atndate atnref atnparent comment bkmkstart bkmkend filetbl
  fldinst formfield ffl nonshppict nonesttables shpinst shprslt sp userprops wgrffmtfilter pgdsctbl mmathPr template
  docvar tc xe ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn`.split(/\s+/),
);

const FRAMES = new Set('header headerl headerr headerf footer footerl footerr footerf'.split(' '));

/** How letters are set. */
interface Look {
  readonly isHidden: boolean;
  readonly isStruck: boolean;
  readonly isDeleted: boolean;
  readonly isBold: boolean;
  readonly raised: 'super' | 'sub' | null;
  readonly color: number;
  /** Whether a colour is behind them, on which white ones may stand. */
  readonly isShaded: boolean;
  /** Null for the one that the file is usually set in. */
  readonly font: number | null;
}

const PLAIN: Look = {
  isHidden: false,
  isStruck: false,
  isDeleted: false,
  isBold: false,
  raised: null,
  color: 0,
  isShaded: false,
  font: null,
};

/** What the words that set letters make of them. */
const LOOKS = new Map<string, (value: number | null) => Partial<Look>>([
  ['plain', () => PLAIN],
  ['v', (value) => ({ isHidden: value !== 0 })],
  ['strike', (value) => ({ isStruck: value !== 0 })],
  ['striked', (value) => ({ isStruck: value !== 0 })],
  ['deleted', (value) => ({ isDeleted: value !== 0 })],
  ['b', (value) => ({ isBold: value !== 0 })],
  ['super', (value) => ({ raised: value === 0 ? null : 'super' })],
  ['sub', (value) => ({ raised: value === 0 ? null : 'sub' })],
  ['nosupersub', () => ({ raised: null })],
  ['cf', (value) => ({ color: value ?? 0 })],
  ['cb', (value) => ({ isShaded: value !== 0 })],
  ['chcbpat', (value) => ({ isShaded: value !== 0 })],
  ['highlight', (value) => ({ isShaded: value !== 0 })],
  ['f', (value) => ({ font: value })],
]);

interface State extends Look {
  /** Whether nothing of the group is text. */
  readonly isSilent: boolean;
  /** Whether only what a group within it says is text: of a shape its box, of a text said twice the Unicode one. */
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
 * Rich text: paragraphs, headings by their styles, lists, tables, text boxes, links, notes where they are called, heads
 * and feet once; what is hidden or struck out left out.
 */
export async function extractRtf(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const { html, frames, title } = new RtfReader(source, limits).read();
  return {
    blocks: withFrames(frameLines(htmlToBlocks(frames)), htmlToBlocks(html)),
    pages: null,
    titles: title ? [title] : [],
  };
}

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/giy;

class RtfReader {
  #state = FIRST;
  readonly #groups: Group[] = [];
  /** The text, and within it what is being read for itself: a note in a box in a head. */
  readonly #stories = [new RtfStory()];
  readonly #fields: RtfField[] = [];
  readonly #definitions = new RtfDefinitions();
  readonly #row = new RtfRow();
  #usualFont = 0;
  /** Letters that are not decoded yet, a character for a byte. */
  #bytes = '';
  /** How many of them are still to be skipped. */
  #left = 0;
  #frames = '';
  #title = '';
  #characters = 0;

  constructor(
    readonly source: string,
    readonly limits: ExtractionLimits,
  ) {}

  read(): { readonly html: string; readonly frames: string; readonly title: string } {
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
    return { html: this.#story.html(), frames: this.#frames, title: cleanText(this.#title) };
  }

  get #story(): RtfStory {
    return this.#stories.at(-1) as RtfStory;
  }

  get #isUnseen(): boolean {
    const { isSilent, isHidden, isStruck, isDeleted, color, isShaded } = this.#state;
    const isOnPaper = !isShaded && !this.#story.isShaded;
    return isSilent || isHidden || isStruck || isDeleted || (isOnPaper && this.#definitions.isWhite(color));
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
    const field = this.#fields.at(-1);
    if (destination === 'formfield' || destination === 'ffl') field?.word(word, value ?? 0);
    if (group && SILENT.has(word)) {
      this.#change({ isSilent: true, destination: word, ...(word === 'shprslt' && { isWrapper: false }) });
    } else if (group && FRAMES.has(word)) {
      this.#open(word, (story) => {
        this.#frames += story.html();
      });
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
      case 'deff':
        this.#usualFont = value ?? 0;
        break;
      case 'title':
        if (this.#state.destination === 'info') this.#change({ destination: word });
        break;
      case 'shp':
      case 'do':
      case 'upr': {
        // The mark by which older programs pass it over doesn't hold here.
        const isWrapper = group?.before.isSilent === false;
        this.#change({ isWrapper, isSilent: isSilent || word === 'upr' });
        break;
      }
      case 'ud':
        this.#change({ isSilent: !this.#state.isWrapper });
        break;
      case 'shptxt':
      case 'dptxbxtext':
        if (this.#state.isWrapper)
          this.#open(word, (story) => this.#story.addBehind(story.html()), { isShaded: true });
        break;
      case 'footnote':
        this.#open(word, (story) => this.#addNote(story));
        break;
      case 'listtext':
      case 'pntext':
        this.#open(word, (story) => this.#addLabel(story));
        break;
      case 'field':
        this.#beginField(group);
        break;
      case 'fldrslt':
        this.#beginResult(group);
        break;
      case 's':
        if (!isSilent) this.#story.level = this.#definitions.levelOf(value ?? 0) ?? this.#story.level;
        break;
      case 'outlinelevel':
        if (!isSilent && value !== null && value < 9) this.#story.level = value + 1;
        break;
      case 'pard':
        if (!isSilent) this.#story.beginFormat();
        break;
      case 'cbpat':
        if (!isSilent) this.#story.hasGround = value !== 0;
        break;
      case 'uc':
        this.#change({ skips: value ?? 1 });
        break;
      case 'u':
        this.#add(this.#definitions.shown(String.fromCharCode(((value ?? 0) + 65536) % 65536), this.#font));
        this.#left = this.#state.skips;
        break;
      case 'intbl':
        if (!isSilent) this.#story.depth = Math.max(1, this.#story.depth);
        break;
      case 'itap':
        if (!isSilent) this.#story.depth = value ?? 1;
        break;
      case 'par':
      case 'sect':
        if (!isSilent) this.#story.endParagraph();
        break;
      case 'cell':
        if (!isSilent) this.#story.endCell(1);
        break;
      case 'nestcell':
        if (!isSilent) this.#story.endCell(Math.max(2, this.#story.depth));
        break;
      case 'row':
        this.#story.endRow(1, this.#row);
        break;
      case 'nestrow':
        this.#story.endRow(Math.max(2, this.#story.depth), this.#row);
        break;
      case 'line':
      case 'lbr':
        if (!this.#isUnseen) this.#story.breakLine();
        break;
      default:
        this.#add(SIGNS.get(word) ?? '');
    }
  }

  /** Reads the group for itself, and hands over what it says. One that is named twice is what it was first. */
  #open(destination: string, use: (story: RtfStory) => void, { isShaded = false } = {}): void {
    const group = this.#groups.at(-1);
    if (!group || group.end) return;
    // Known here, it isn't passed over for the mark that lets others do so.
    if (!group.before.isSilent || group.before.isWrapper) this.#change({ isSilent: false });
    if (this.#isUnseen) {
      this.#change({ isSilent: true });
      return;
    }
    const story = new RtfStory(isShaded);
    this.#stories.push(story);
    this.#change({ ...PLAIN, destination });
    group.end = () => {
      this.#stories.pop();
      use(story);
    };
  }

  #addNote(story: RtfStory): void {
    const { inline, behind } = noteAtMark(textOf(story));
    this.#story.add(inline, this.#state.isBold);
    if (behind !== null) this.#story.addBehind(`<p>${escaped(behind)}</p>`);
  }

  /** The number of a list's item, or its box; other marks say nothing. */
  #addLabel(story: RtfStory): void {
    const label = textOf(story);
    this.#story.isListItem = true;
    if (/\d|[☐☑]|\p{L}{2}|\p{L}[.):]|\(\p{L}/u.test(label)) this.#story.add(`${label} `, true);
  }

  #beginField(group: Group | undefined): void {
    if (!group || group.end) return;
    const field = new RtfField();
    this.#fields.push(field);
    group.end = () => {
      this.#fields.pop();
      this.#state = group.before;
      this.#add(field.sign);
    };
  }

  /** What a field shows. */
  #beginResult(group: Group | undefined): void {
    const { isOfPages, isDirectory, address } = this.#fields.at(-1)?.code ?? {};
    if (isOfPages || isDirectory) this.#change({ isSilent: true });
    if (!group || group.end || !address || this.#isUnseen) return;
    const story = this.#story;
    story.beginLink();
    group.end = () => story.endLink(address);
  }

  #sign(sign: string, beginsGroup: boolean): void {
    // It marks a group that who doesn't know it may pass over; within one, as OpenOffice 1 wrote it, it marks nothing.
    if (sign === '*') this.#change(beginsGroup ? { isSilent: true } : {});
    else if (sign === '~') this.#add('\u00a0');
    else if (sign === '_') this.#add('-');
    else if (sign === '-') this.#add('\u00ad');
    else if (/[\r\n]/.test(sign) && !this.#state.isSilent) this.#story.endParagraph();
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

  #add(text: string): void {
    const { destination, raised, isBold } = this.#state;
    if (isDefining(destination)) this.#definitions.text(destination, text);
    else if (destination === 'fldinst') this.#fields.at(-1)?.addInstruction(text);
    else if (destination === 'ffl') this.#fields.at(-1)?.addChoice(text);
    else if (destination === 'title') this.#title += text;
    if (text === '' || this.#isUnseen) return;
    this.#characters += text.length;
    if (this.#characters > this.limits.maxCharacters)
      throw new UnreadableDocument('too_much_text', `more than ${this.limits.maxCharacters} characters`);
    const shown = raised === 'super' ? raisedText(text) : raised === 'sub' ? loweredText(text) : text;
    this.#story.add(shown, isBold);
  }
}

function isDefining(destination: string): destination is Defining {
  return DEFINING.some((name) => name === destination);
}

function textOf(story: RtfStory): string {
  return htmlToBlocks(story.html())
    .map(({ text }) => text)
    .join(' ');
}

const SIGNS = new Map(
  Object.entries({
    tab: ' ',
    page: ' ',
    column: ' ',
    emdash: '—',
    endash: '–',
    bullet: '•',
    lquote: '‘',
    rquote: '’',
    ldblquote: '“',
    rdblquote: '”',
    emspace: ' ',
    enspace: ' ',
    qmspace: ' ',
  }),
);
