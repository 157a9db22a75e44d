import type { Marks } from './block';

/** Groups that hold no text for readers. */
export const SILENT = new Set(
  `fonttbl colortbl stylesheet listtable listoverridetable revtbl rsidtbl generator info pict objclass objname objdata themedata datastore
  xmlnstbl latentstyles annotation atnid atnauthor atntime atndate atnref atnparent comment bkmkstart bkmkend filetbl
  fldinst formfield ffl nonshppict nonesttables shpinst shprslt sp userprops wgrffmtfilter pgdsctbl template
  docvar tc xe ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn`.split(/\s+/),
);

export const FRAMES = new Set('header headerl headerr headerf footer footerl footerr footerf'.split(' '));

/** How letters are set. */
export interface Look extends Marks {
  readonly isDeleted: boolean;
  readonly color: number;
  /** Whether a colour is behind them, on which white ones may stand. */
  readonly isShaded: boolean;
  /** Null for the one that the file is usually set in. */
  readonly font: number | null;
}

export const PLAIN: Look = {
  isHidden: false,
  isStruck: false,
  isDeleted: false,
  isBold: false,
  raised: undefined,
  size: 12,
  color: 0,
  isShaded: false,
  font: null,
};

/** What the words that set letters make of them. */
export const LOOKS = new Map<string, (value: number | null) => Partial<Look>>([
  ['plain', () => PLAIN],
  ['v', (value) => ({ isHidden: value !== 0 })],
  ['strike', (value) => ({ isStruck: value !== 0 })],
  ['striked', (value) => ({ isStruck: value !== 0 })],
  ['deleted', (value) => ({ isDeleted: value !== 0 })],
  ['b', (value) => ({ isBold: value !== 0 })],
  ['super', (value) => ({ raised: value === 0 ? undefined : 'super' })],
  ['sub', (value) => ({ raised: value === 0 ? undefined : 'sub' })],
  ['nosupersub', () => ({ raised: undefined })],
  ['fs', (value) => ({ size: (value ?? 24) / 2 })],
  ['cf', (value) => ({ color: value ?? 0 })],
  ['cb', (value) => ({ isShaded: value !== 0 })],
  ['chcbpat', (value) => ({ isShaded: value !== 0 })],
  ['highlight', (value) => ({ isShaded: value !== 0 })],
  ['f', (value) => ({ font: value })],
]);

/** Groups that tell how a part of a formula is set. */
export const FORMULA_LOOKS = /^m\w*Pr$/;

/** What stands before a part of a formula. */
export const FORMULA: Readonly<Record<string, string>> = { mnum: '', mden: '/', mrad: '√' };

export const SIGNS = new Map(
  Object.entries({
    tab: '\t',
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
