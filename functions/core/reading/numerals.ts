/** A number as a list shows it, by the sign that HTML, OpenDocument and PowerPoint name its format by: `1`, `a`, `I`, `01`. */
export function numeral(count: number, format: string): string {
  switch (format) {
    case 'a':
      return letters(count).toLowerCase();
    case 'A':
      return letters(count);
    case 'i':
      return roman(count).toLowerCase();
    case 'I':
      return roman(count);
    case 'one':
    case 'first':
    case 'eins':
    case 'erste':
      return WORDS[format][count - 1] ?? String(count);
    case '1.':
      return `${count}.`;
    case '1st':
      return `${count}${ENDINGS[ORDINALS.select(count)] ?? 'th'}`;
    case '01':
      return String(count).padStart(2, '0');
    default:
      return String(count);
  }
}

/** After Z come AA, BB, CC. */
function letters(count: number): string {
  if (count < 1) return String(count);
  const letter = String.fromCharCode(65 + ((count - 1) % 26));
  return letter.repeat(Math.min(5, Math.floor((count - 1) / 26) + 1));
}

function roman(count: number): string {
  if (count < 1 || count > 3999) return String(count);
  let [left, text] = [count, ''];
  for (const [value, sign] of ROMAN)
    while (left >= value) {
      text += sign;
      left -= value;
    }
  return text;
}

const ROMAN = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Numbers as words, as far as lists of articles go. */
const WORDS: Readonly<Record<'one' | 'first' | 'eins' | 'erste', readonly string[]>> = {
  one: 'One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' '),
  first: 'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth'.split(' '),
  eins: 'Eins Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Elf Zwölf'.split(' '),
  erste: 'Erste Zweite Dritte Vierte Fünfte Sechste Siebte Achte Neunte Zehnte Elfte Zwölfte'.split(' '),
};
