/** The places of the font Symbol from 32 on, and those from 160 on. */
const SYMBOL = [
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼',
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√·¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑',
].flatMap((signs, half) => Array.from(signs, (sign, at) => [32 + half * 128 + at, sign] as const));

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
  symbol: Object.fromEntries(SYMBOL),
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

/** Parts of brackets of several lines; of each the upper one stands for the whole. */
const BRACKETS: Readonly<Record<number, string>> = {
  63720: '®',
  63721: '©',
  63722: '™',
  63723: '(',
  63726: '[',
  63729: '{',
  63734: ')',
  63737: ']',
  63740: '}',
};

/** A text with what the names of its glyphs mean for which Unicode has no place: figures of the old style, small capitals. */
export function withNamedGlyphs(text: string): string {
  return text.replace(/[\uf721-\uf77a\uf7a1-\uf7ff\uf8e6-\uf8fe]/g, (sign) => {
    const code = sign.charCodeAt(0);
    return code > 0xf7ff ? (BRACKETS[code] ?? '') : String.fromCharCode(code - 0xf700);
  });
}

/** What a sign of a picture font shows; of any other font the sign itself. Empty where nobody knows. */
export function symbolOf(sign: string, font: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const own = SIGNS[font.toLowerCase()]?.[code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code];
  if (own !== undefined) return own;
  if (code >= 0xe000 && code <= 0xf8ff) return '';
  return BOXES[sign] ?? sign;
}
