/** What is left of a style sheet, and what of it was refused. */
export interface SanitisedCss {
  readonly css: string;
  readonly refused: readonly RefusedCss[];
}

export interface RefusedCss {
  /** As it was written. */
  readonly text: string;
  readonly reason: CssRefusal;
}

/** Why a line can't stand in the widget's style sheet. */
export const CSS_REFUSALS = [
  /** It is no rule, or no declaration: a brace or a colon is missing. */
  'incomplete',
  /** Of the rules that begin with @ only some of @media. */
  'at_rule',
  /** Rules in rules. */
  'nested',
  /** It names what is no part of the widget. */
  'selector',
  'property',
  /** A property that the parts of the chat may have, and the launcher not. */
  'launcher',
  /** It loads something, is marked as important, or calls a function that is none of the allowed ones. */
  'function',
  /** Longer, or further away, than a part may be, or computed so that this can't be told. */
  'length',
] as const;
export type CssRefusal = (typeof CSS_REFUSALS)[number];

/**
 * A customer's own rules for the widget, as they may stand in its shadow root. The text is parsed and written anew from
 * lists of what is allowed: the widget's named parts, properties of colour, type, line and space, functions that
 * compute, lengths that stay small. So nothing is loaded from elsewhere, nothing leaves or covers the panel, and the
 * branding and the focus rings stay. Sanitising what was sanitised changes nothing.
 */
export function sanitiseCss(source: string): SanitisedCss {
  const refused: RefusedCss[] = [];
  const css = rules(source.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' '), refused, true);
  return { css, refused };
}

/** Parts of the widget that may be styled, by their class. The branding is not among them. */
const PARTS = new Set(
  (
    'launcher greeting panel header avatar name company close log bot visitor agent note state failed sources ' +
    'source starters starter form input send status'
  ).split(' '),
);
/** Elements of a message's text. */
const ELEMENTS = new Set('p a b i code pre ul ol li table th td q summary sup'.split(' '));
const PSEUDO = new Set(
  'hover focus focus-visible focus-within active disabled first-child last-child :placeholder'.split(' '),
);

const PROPERTIES = new Set(
  (
    'color background background-color border border-color border-style border-width border-radius border-top ' +
    'border-right border-bottom border-left border-top-color border-right-color border-bottom-color ' +
    'border-left-color border-top-left-radius border-top-right-radius border-bottom-left-radius ' +
    'border-bottom-right-radius box-shadow font font-family font-size font-style font-weight font-variant ' +
    'font-variant-numeric letter-spacing line-height text-align text-decoration text-decoration-color ' +
    'text-decoration-thickness text-underline-offset text-transform padding padding-top padding-right ' +
    'padding-bottom padding-left margin margin-top margin-bottom gap'
  ).split(' '),
);
/** The widget's own variables may be set on the panel and used anywhere. */
const VARIABLES = new Set('--primary --secondary --accent --text --muted --back --soft --line'.split(' '));
/** What a launcher may be given: its size and place are the configuration's. */
const OF_LAUNCHER = /^(?:color|background(?:-color)?|border(?:-color|-style|-radius)?|box-shadow)$/;

const FUNCTIONS = new Set(
  (
    'rgb rgba hsl hsla hwb lab lch oklab oklch color-mix linear-gradient radial-gradient conic-gradient calc min ' +
    'max clamp var'
  ).split(' '),
);
/** Longest length of each unit: what casts a shadow or draws a line stays near. */
const LONGEST: Readonly<Record<string, number>> = { px: 64, em: 4, '%': 100, deg: 360, turn: 1, '': 1_000 };

const MEDIA =
  /^\((?:prefers-(?:color-scheme|contrast|reduced-motion)\s*:\s*[a-z-]+|(?:min|max)-width\s*:\s*\d{1,5}px)\)$/;

function rules(text: string, refused: RefusedCss[], nested: boolean): string {
  const written: string[] = [];
  for (const { prelude, body } of blocks(text)) {
    const source = `${prelude}${body === null ? '' : ` {${body}}`}`.replace(/\s+/g, ' ').trim();
    if (body === null) {
      if (source) refused.push({ text: source, reason: source.startsWith('@') ? 'at_rule' : 'incomplete' });
    } else if (prelude.startsWith('@')) {
      const conditions = /^@media\s+(.*)$/s.exec(prelude)?.[1]?.split(/\s+and\s+/);
      if (!nested || !conditions?.every((condition) => MEDIA.test(condition.trim())))
        refused.push({ text: source, reason: 'at_rule' });
      else {
        const inner = rules(body, refused, false);
        if (inner)
          written.push(`@media ${conditions.map((condition) => condition.trim()).join(' and ')} {${inner}}`);
      }
    } else {
      const selectors = prelude.split(',').map(selector);
      if (body.includes('{')) refused.push({ text: source, reason: 'nested' });
      else if (!selectors.every((found) => found !== null))
        refused.push({ text: source, reason: 'selector' });
      else {
        const inner = declarations(selectors, body, refused);
        if (inner) written.push(`${selectors.join(', ')} {${inner}}`);
      }
    }
  }
  return written.join('\n');
}

interface Block {
  readonly prelude: string;
  /** Null: it ended without one. */
  readonly body: string | null;
}

/** Splits at braces that match; nothing that is allowed has a brace in a string. */
function* blocks(text: string): Generator<Block> {
  let depth = 0;
  let start = 0;
  let prelude = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' && depth++ === 0) {
      prelude = text.slice(start, at).trim();
      start = at + 1;
    } else if (character === '}' && depth > 0 && --depth === 0) {
      yield { prelude, body: text.slice(start, at) };
      start = at + 1;
    } else if (character === ';' && depth === 0) {
      yield { prelude: text.slice(start, at).trim(), body: null };
      start = at + 1;
    }
  }
  yield { prelude: depth > 0 ? prelude : text.slice(start).trim(), body: null };
}

/** The selector as it is written, or null. It begins with a part of the widget. */
function selector(text: string): string | null {
  const steps = text
    .trim()
    .replace(/\s*>\s*/g, ' > ')
    .split(/\s+/);
  const allowed = steps.every((step, index) => {
    if (step === '>') return index > 0 && index < steps.length - 1 && steps[index - 1] !== '>';
    const [, element = '', classes = '', pseudo = ''] =
      /^([a-z]*)((?:\.[a-z]+)*)((?::{1,2}[a-z-]+)*)$/.exec(step) ?? [];
    const named = classes.split('.').slice(1);
    return (
      (element !== '' || named.length > 0) &&
      (index > 0 || named.length > 0) &&
      (element === '' || ELEMENTS.has(element)) &&
      named.every((name) => PARTS.has(name)) &&
      pseudo
        .split(/(?<!:):/)
        .slice(1)
        .every((name) => PSEUDO.has(name))
    );
  });
  return allowed ? steps.join(' ') : null;
}

function declarations(selectors: readonly (string | null)[], body: string, refused: RefusedCss[]): string {
  const ofLauncher = selectors.some((found) => found?.includes('.launcher'));
  return body
    .split(';')
    .flatMap((text) => {
      const written = text.replace(/\s+/g, ' ').trim();
      if (!written) return [];
      const [, name = '', value = ''] = /^(--[a-z]+|[a-z-]+) ?: ?(.+)$/i.exec(written) ?? [];
      const property = name.toLowerCase();
      const reason = refusalOf(property, value, ofLauncher);
      if (reason === null) return [`${property}: ${value};`];
      refused.push({ text: `${selectors.join(', ')} { ${written} }`, reason });
      return [];
    })
    .join(' ');
}

/** Why a declaration can't stand; null where it can. */
function refusalOf(property: string, value: string, ofLauncher: boolean): CssRefusal | null {
  if (property === '') return 'incomplete';
  if (!PROPERTIES.has(property) && !VARIABLES.has(property)) return 'property';
  if (ofLauncher && !OF_LAUNCHER.test(property)) return 'launcher';
  const unquoted = property.startsWith('font') ? value.replace(/"[\w -]+"|'[\w -]+'/g, 'quoted') : value;
  // No escapes, strings, `!important`, addresses or anything that is not a plain value.
  if (!/^[\w\s#%.,()/+*-]+$/.test(unquoted) || !isBalanced(unquoted)) return 'function';
  const words = unquoted.replace(/#[0-9a-f]{3,8}\b/gi, 'black').toLowerCase();
  for (const [, name = ''] of words.matchAll(/([\w-]*)\(/g))
    if (name !== '' && !FUNCTIONS.has(name)) return 'function';
  for (const [, name = ''] of words.matchAll(/\bvar\(\s*([\w-]+)/g))
    if (!VARIABLES.has(name)) return 'function';
  return hasShortLengths(property, words) ? null : 'length';
}

function hasShortLengths(property: string, words: string): boolean {
  // Products and powers of ten would make small lengths long.
  if (/[*]|\de[+-]?\d/.test(words)) return false;
  // The widget's variables are colours: a length in one would come to where only short ones are allowed.
  if (VARIABLES.has(property) && /\d(?:px|em)\b/.test(words)) return false;
  const isSigned = property === 'letter-spacing' || property === 'box-shadow';
  for (const [, sign = '', number = '', unit = ''] of words.matchAll(NUMBER))
    if ((sign === '-' && !isSigned) || !(shareOf(number, unit) <= 1)) return false;
  // A line's height without a unit is so many times its font's size, which may be the longest length itself.
  const lineHeight =
    property === 'line-height' ? words : property === 'font' ? /\/(.*)/.exec(words)?.[1] : '';
  for (const [, , number = '', unit = ''] of (lineHeight ?? '').matchAll(NUMBER))
    if (unit === '' && Number(number) > LONGEST_LINE) return false;
  return computations(words).every((computation) => isShort(computation, isSigned));
}

const NUMBER = /(?<![\w.])([+-]?)(\d*\.?\d+)(%|[a-z]*)/g;
const LONGEST_LINE = 4;

/** How much of the longest length of its unit a number is; not a number where the unit is not allowed. */
function shareOf(number: string, unit: string): number {
  return Number(number) / (LONGEST[unit] ?? Number.NaN);
}

/** Everything that is computed, the outermost function each: `calc(…)`, `min(…)`, `max(…)`, `clamp(…)`. */
function computations(words: string): readonly string[] {
  const found: string[] = [];
  let end = 0;
  for (const { index, 0: start } of words.matchAll(/(?<![\w-])(?:calc|min|max|clamp)\(/g)) {
    if (index < end) continue;
    let depth = 1;
    end = index + start.length;
    while (depth > 0) {
      const character = words[end++];
      if (character === '(') depth++;
      if (character === ')') depth--;
    }
    found.push(words.slice(index, end));
  }
  return found;
}

/**
 * Whether what is computed stays as short as what may be written: sums, differences where lengths may be negative, and
 * the functions that choose. Every summand counts, whatever its unit; a quotient or a variable could become anything.
 */
function isShort(computation: string, isSigned: boolean): boolean {
  const tokens = computation.match(/[+-]?\d*\.?\d+(?:%|[a-z]*)|[a-z-]+\(|[(),+-]|[^\s]/g) ?? [];
  let at = 0;
  const sum = (): number => {
    let share = term();
    for (let sign = tokens[at]; sign === '+' || (sign === '-' && isSigned); sign = tokens[at]) {
      at++;
      share += term();
    }
    return share;
  };
  const term = (): number => {
    const token = tokens[at++] ?? '';
    if (token === '(' || token === 'calc(') return closed(sum());
    if (/^(?:min|max|clamp)\($/.test(token)) {
      let longest = sum();
      while (tokens[at] === ',') {
        at++;
        longest = Math.max(longest, sum());
      }
      return closed(longest);
    }
    const [, number, unit = ''] = /^[+-]?(\d*\.?\d+)(%|[a-z]*)$/.exec(token) ?? [];
    return number === undefined ? Number.NaN : shareOf(number, unit);
  };
  const closed = (share: number) => (tokens[at++] === ')' ? share : Number.NaN);
  return term() <= 1 && at === tokens.length;
}

/** Parentheses in one another: no style needs as many. */
const DEEPEST = 20;

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(' && ++depth > DEEPEST) return false;
    if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
