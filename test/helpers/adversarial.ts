/**
 * Texts of a length that make careless code slow: each repeats what a pattern, a normalisation or a comparison of all
 * with all may stumble over.
 */
export function adversarialTexts(length: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(REPEATED).map(([name, piece]) => [name, repeated(piece, length)]));
}

const MARKS = '\u0327\u0301\u0323\u0308';

const REPEATED: Readonly<Record<string, string | ((index: number) => string)>> = {
  when: 'when ',
  'how long': 'how long ',
  'how many': 'how many ',
  whenWann: 'wann when ',
  wort: 'Wort ',
  'a,': 'a,',
  'a, ': 'a, ',
  dots: '.',
  'dots apart': '. ',
  'dotted letters': 'a.b.',
  'question marks': '?! ',
  brackets: '(',
  'nested brackets': '[(<{',
  'closing brackets': ')]',
  citations: '[1]',
  'combining marks': MARKS,
  'marks on letters': `e${MARKS}`,
  'voiced marks': '\uff9e\u3099\u093c',
  'one letter': 'a',
  'one word': 'word ',
  'capital letters': 'A',
  digits: '1',
  'digits apart': '1 ',
  'digits with commas': '1,',
  ordinals: 'am 1. ',
  prices: '5 € ',
  times: '9-17 Uhr Mo ',
  'days ': 'Mo, Di - ',
  quotes: '"',
  apostrophes: "o'",
  'typographic quotes': '“„',
  hyphens: 'a-',
  'hyphens alone': '- ',
  spaces: ' x'.padStart(40),
  'one run of spaces': (index) => (index < 2 ? 'a b ' : ' '),
  tabs: '\t',
  'line ends': '\n',
  'line ends and letters': 'a\n',
  'short lines': 'a b\n\n',
  bars: 'a | ',
  'bars and lines': 'a | b\n',
  addresses: 'http://a',
  mails: 'a@a.',
  ats: 'a@',
  stars: '*',
  'bold and links': '**[a](',
  backticks: '`',
  angles: '<a ',
  ampersands: '&amp',
  joiners: '\u200d',
  'joined emoji': '👩‍👩‍',
  flags: '🏴\u{e0067}\u{e0062}',
  surrogates: '\ud83d',
  ligatures: 'ﷺ',
  hangul: '\u1100\u1161\u11a8',
  umlauts: 'ue oe ae ',
  'long german words': 'Donaudampfschifffahrtsgesellschaft ',
  'German sentence': 'Wie lange haben Sie am Sonntag geöffnet und was kostet es? ',
  'English sentence': 'How long are you open on Sundays and what does it cost me? ',
  'sagen ab': 'sagen bitte ab ',
  'not as on': 'as on such as like ',
  'please let me': 'please can i speak to a real real ',
  'bitte mit': 'bitte kann ich bitte mit einem echten ',
  'many words': (index) => `w${index.toString(36)} `,
  'many long words': (index) => `wort${(index * 7919).toString(36)}straße${index.toString(36)}zeit `,
  'many numbers': (index) => `${index} `,
  'words of letters': (index) => `${letters(index)} `,
};

function letters(index: number): string {
  const [first, second, third] = [index % 26, Math.floor(index / 26) % 26, index % 7];
  return `${String.fromCharCode(97 + first, 97 + second, 97 + third)}ungen`;
}

function repeated(piece: string | ((index: number) => string), length: number): string {
  if (typeof piece === 'string') return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  let text = '';
  for (let index = 0; text.length < length; index++) text += piece(index);
  return text.slice(0, length);
}
