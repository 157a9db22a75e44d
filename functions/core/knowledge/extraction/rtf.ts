import { loweredText, raisedText } from '../index/raised';
import { decodeWindows1252 } from './code-pages';
import type { Extraction, ExtractionLimits } from './extraction';
import { htmlToBlocks } from './html';
import { addressBehind } from './links';
import { cleanText } from './normalise';
import { escaped } from './ooxml';
import { UnreadableDocument } from './unreadable';

/** Groups within groups: a file with more is none that a program wrote. */
const DEEPEST = 500;

/** Groups that hold no text for readers. */
const SILENT = new Set(
  `fonttbl colortbl stylesheet listtable listoverridetable revtbl rsidtbl generator info pict object themedata datastore
  xmlnstbl latentstyles annotation atnid atnauthor atntime atndate atnref atnparent comment bkmkstart bkmkend filetbl
  fldinst nonshppict userprops wgrffmtfilter pgdsctbl mmathPr template docvar tc xe`.split(/\s+/),
);

interface State {
  /** Whether nothing of the group is text. */
  readonly isSilent: boolean;
  readonly isHidden: boolean;
  readonly raised: 'super' | 'sub' | null;
  /** Bytes of letters that stand behind a Unicode one for programs that don't know it. */
  readonly skips: number;
  readonly destination: string;
}

const FIRST: State = { isSilent: false, isHidden: false, raised: null, skips: 1, destination: '' };

/** Rich text: paragraphs, headings by their styles, tables and links; what is hidden or struck out left out. */
export async function extractRtf(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const { html, title } = new RtfReader(source, limits).read();
  return { blocks: htmlToBlocks(html), pages: null, titles: title ? [title] : [] };
}

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/giy;

class RtfReader {
  #state = FIRST;
  readonly #open: State[] = [];
  /** Letters of the paragraph, as HTML. */
  #text = '';
  #bytes: number[] = [];
  #left = 0;
  #level: number | null = null;
  #isInTable = false;
  #cells: string[] = [];
  #cell = '';
  #rows: string[] = [];
  #html = '';
  #title = '';
  #instruction = '';
  readonly #links: { readonly depth: number; readonly at: number; readonly address: string }[] = [];
  #codePage = 1252;
  readonly #headings = new Map<number, number>();
  #style = { number: 0, name: '' };
  #characters = 0;

  constructor(
    readonly source: string,
    readonly limits: ExtractionLimits,
  ) {}

  read(): { readonly html: string; readonly title: string } {
    TOKEN.lastIndex = 0;
    for (let at = 0; at < this.source.length; ) {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(this.source);
      if (!token) throw new UnreadableDocument('corrupted', 'no rich text');
      at = TOKEN.lastIndex;
      const [, word, number, byte, sign, brace, plain] = token;
      if (byte !== undefined) this.#byte(Number.parseInt(byte, 16));
      else {
        this.#flushBytes();
        if (word !== undefined) {
          const value = number === undefined ? null : Number(number);
          // Pictures stand in the file as they are.
          if (word === 'bin') at += Math.max(0, value ?? 0);
          else this.#word(word, value);
        } else if (sign !== undefined) this.#sign(sign);
        else if (brace === '{') this.#begin();
        else if (brace === '}') this.#end();
        else if (plain !== undefined) this.#plain(plain);
      }
    }
    this.#flushBytes();
    this.#paragraph();
    this.#endTable();
    return { html: this.#html, title: cleanText(this.#title) };
  }

  #begin(): void {
    if (this.#open.length >= DEEPEST) throw new UnreadableDocument('corrupted', 'groups too deep');
    this.#open.push(this.#state);
    this.#left = 0;
  }

  #end(): void {
    const { destination } = this.#state;
    if (destination === 'footnote') this.#text = `${this.#text.trimEnd().replace(/\.$/, '')})`;
    if (destination === 'stylesheet' && this.#style.name) {
      const level = /^\s*heading (\d)/i.exec(this.#style.name)?.[1];
      if (level) this.#headings.set(this.#style.number, Number(level));
      this.#style = { number: 0, name: '' };
    }
    this.#state = this.#open.pop() ?? FIRST;
    this.#left = 0;
    const link = this.#links.at(-1);
    if (link && this.#open.length < link.depth) {
      this.#links.pop();
      this.#text += escaped(addressBehind(this.#text.slice(link.at), link.address));
    }
  }

  #word(word: string, value: number | null): void {
    const isOn = value !== 0;
    const previous = this.#state;
    if (SILENT.has(word) && this.#open.length > 0) {
      this.#state = { ...previous, isSilent: true, destination: word };
      if (word === 'fldinst') this.#instruction = '';
      return;
    }
    switch (word) {
      case 'ansicpg':
        this.#codePage = value ?? 1252;
        return;
      case 'title':
        if (previous.destination === 'info') this.#state = { ...previous, destination: 'title' };
        return;
      case 'header':
      case 'headerl':
      case 'headerr':
      case 'headerf':
      case 'footer':
      case 'footerl':
      case 'footerr':
      case 'footerf':
        this.#state = { ...previous, isSilent: true, destination: word };
        return;
      case 'footnote':
        this.#state = { ...previous, destination: 'footnote', raised: null };
        this.#add(' (');
        return;
      case 'fldrslt': {
        const [, address] = /HYPERLINK\s+"([^"]+)"/i.exec(this.#instruction) ?? [];
        this.#instruction = '';
        if (address) this.#links.push({ depth: this.#open.length, at: this.#text.length, address });
        return;
      }
      case 's':
        if (previous.destination === 'stylesheet') this.#style = { number: value ?? 0, name: '' };
        else this.#level = this.#headings.get(value ?? 0) ?? this.#level;
        return;
      case 'outlinelevel':
        if (!previous.isSilent && value !== null && value < 9) this.#level = value + 1;
        return;
      case 'pard':
        this.#level = null;
        this.#isInTable = false;
        return;
      case 'plain':
        this.#state = { ...previous, isHidden: false, raised: null };
        return;
      case 'v':
      case 'strike':
      case 'striked':
      case 'deleted':
        this.#state = { ...previous, isHidden: isOn };
        return;
      case 'super':
      case 'sub':
        this.#state = { ...previous, raised: isOn ? word : null };
        return;
      case 'nosupersub':
        this.#state = { ...previous, raised: null };
        return;
      case 'uc':
        this.#state = { ...previous, skips: value ?? 1 };
        return;
      case 'u':
        this.#add(String.fromCharCode(((value ?? 0) + 65536) % 65536));
        this.#left = previous.skips;
        return;
      case 'intbl':
        this.#isInTable = true;
        return;
      case 'par':
      case 'sect':
        if (previous.destination === 'footnote') this.#add(' ');
        else this.#paragraph();
        return;
      case 'cell':
      case 'nestcell':
        this.#cells.push(`${this.#cell}${this.#text}`);
        this.#cell = '';
        this.#text = '';
        return;
      case 'row':
      case 'nestrow':
        this.#rows.push(`<tr>${this.#cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
        this.#cells = [];
        return;
      case 'line':
        this.#addHtml('<br>');
        return;
      case 'tab':
        this.#add(' ');
        return;
      default: {
        const sign = SIGNS[word];
        if (sign !== undefined) this.#add(sign);
      }
    }
  }

  #sign(sign: string): void {
    if (sign === '*') this.#state = { ...this.#state, isSilent: true };
    else if (sign === '~') this.#add('\u00a0');
    else if (sign === '_') this.#add('-');
    else if (sign === '-') this.#add('\u00ad');
    else if (/[\\{}]/.test(sign)) this.#plain(sign);
    else if (/[\r\n]/.test(sign)) this.#paragraph();
  }

  #byte(code: number): void {
    if (this.#left > 0) this.#left--;
    else this.#bytes.push(code);
  }

  #flushBytes(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Uint8Array.from(this.#bytes);
    this.#bytes = [];
    this.#add(decoded(bytes, this.#codePage));
  }

  #plain(text: string): void {
    const rest = text.slice(this.#left);
    this.#left = Math.max(0, this.#left - text.length);
    if (rest) this.#add(rest);
  }

  #add(text: string): void {
    const { isSilent, isHidden, raised, destination } = this.#state;
    if (destination === 'fldinst') this.#instruction += text;
    else if (destination === 'title') this.#title += text;
    else if (destination === 'stylesheet') this.#style.name += text;
    if (isSilent || isHidden) return;
    this.#characters += text.length;
    if (this.#characters > this.limits.maxCharacters)
      throw new UnreadableDocument('too_much_text', `more than ${this.limits.maxCharacters} characters`);
    this.#addHtml(
      escaped(raised === 'super' ? raisedText(text) : raised === 'sub' ? loweredText(text) : text),
    );
  }

  #addHtml(html: string): void {
    if (!this.#state.isSilent && !this.#state.isHidden) this.#text += html;
  }

  #paragraph(): void {
    if (this.#state.isSilent) return;
    if (this.#isInTable) {
      this.#cell += `<p>${this.#text}</p>`;
      this.#text = '';
      return;
    }
    this.#endTable();
    if (this.#text.trim() !== '') {
      const level = this.#level === null ? null : Math.min(6, Math.max(1, this.#level));
      this.#html += level === null ? `<p>${this.#text}</p>` : `<h${level}>${this.#text}</h${level}>`;
    }
    this.#text = '';
  }

  #endTable(): void {
    if (this.#rows.length > 0) this.#html += `<table>${this.#rows.join('')}</table>`;
    this.#rows = [];
    this.#cells = [];
    this.#cell = '';
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
};

function decoded(bytes: Uint8Array, codePage: number): string {
  if (codePage === 1252) return decodeWindows1252(bytes);
  try {
    return new TextDecoder(CODE_PAGES[codePage] ?? `windows-${codePage}`).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

const CODE_PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};
