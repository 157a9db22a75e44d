/** Signs of fonts whose letters are pictures, by the number of their place in the font. */
const SIGNS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  wingdings: {
    108: '•',
    110: '▪',
    118: '•',
    167: '▪',
    216: '•',
    111: '☐',
    113: '☐',
    114: '☐',
    168: '☐',
    253: '☑',
    254: '☑',
    251: '✗',
    252: '✓',
  },
  'wingdings 2': { 80: '✓', 79: '✗', 81: '☑', 82: '☑', 83: '☑', 84: '☑', 163: '☐', 42: '☐' },
  symbol: {
    183: '•',
    176: '°',
    177: '±',
    180: '×',
    184: '÷',
    163: '≤',
    179: '≥',
    185: '≠',
    187: '≈',
    165: '∞',
    109: 'µ',
    87: 'Ω',
    174: '→',
    160: '€',
    68: 'Δ',
    97: 'α',
    98: 'β',
    103: 'γ',
    112: 'π',
    215: '·',
  },
};

/** Boxes as Unicode has them, and ballots with a cross, which Word draws for a tick. */
const BOXES: Readonly<Record<string, string>> = {
  '☒': '☑',
  '❏': '☐',
  '❐': '☐',
  '❑': '☐',
  '❒': '☐',
  '□': '☐',
};

/** What a sign of a picture font shows; of any other font the sign itself. Empty where nobody knows. */
export function symbolOf(sign: string, font: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const own = SIGNS[font.toLowerCase()]?.[code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code];
  if (own !== undefined) return own;
  if (code >= 0xe000 && code <= 0xf8ff) return '';
  return BOXES[sign] ?? sign;
}
