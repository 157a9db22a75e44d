import type { CssNode } from 'css-tree';

/** The widget's own variables may be set on the panel and used anywhere. */
export const VARIABLES = new Set(
  '--primary --secondary --accent --text --muted --back --soft --line'.split(' '),
);
const FUNCTIONS = new Set(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color-mix linear-gradient radial-gradient conic-gradient var'.split(
    ' ',
  ),
);
const COMPUTE = new Set('calc min max clamp'.split(' '));

/** Longest length of each unit: what casts a shadow or draws a line stays near. */
const LONGEST = { px: 64, em: 4, '%': 100, deg: 360, turn: 1, '': 1_000 };
/** A line's height without a unit is so many times its font's size, which may be the longest length itself. */
const OF_LINE = { ...LONGEST, '': 4 };
/** The widget's variables are colours: a length in one would come to where only short ones are allowed. */
const OF_COLOUR = { ...LONGEST, px: 0, em: 0 };

interface Bounds {
  readonly longest: Readonly<Record<string, number>>;
  /** Whether lengths may be negative. */
  readonly isSigned: boolean;
}

type Refusal = 'function' | 'length' | null;

/**
 * Why a property can't have a value; null where it can. What is allowed are colours, words, the names of fonts, and
 * lengths that stay short, also when they are computed.
 */
export function refusalOfValue(value: readonly CssNode[], property: string): Refusal {
  const isSigned = property === 'letter-spacing' || property === 'box-shadow';
  const longest = property === 'line-height' ? OF_LINE : property.startsWith('--') ? OF_COLOUR : LONGEST;
  const judge = (node: CssNode, at: number, all: readonly CssNode[]): Refusal => {
    const isLine = property === 'font' && isOperator(all[at - 1], '/');
    const length = () =>
      shareOf(node, { isSigned, longest: isLine ? OF_LINE : longest }) <= 1 ? null : 'length';
    switch (node.type) {
      case 'Hash':
        return null;
      case 'Identifier':
        return node.name.startsWith('--') && !VARIABLES.has(node.name) ? 'function' : null;
      case 'String':
        return property.startsWith('font') && /^[\w -]+$/.test(node.value) ? null : 'function';
      case 'Operator':
        return isOperator(node, ',') || isOperator(node, '/') ? null : 'length';
      case 'Number':
      case 'Dimension':
      case 'Percentage':
        return length();
      case 'Function': {
        const name = node.name.toLowerCase();
        if (COMPUTE.has(name)) return length();
        return FUNCTIONS.has(name) ? first(node.children.toArray().map(judge)) : 'function';
      }
      default:
        return 'function';
    }
  };
  return first(value.map(judge));
}

function first(refusals: readonly Refusal[]): Refusal {
  return refusals.find((refusal) => refusal !== null) ?? null;
}

function isOperator(node: CssNode | undefined, sign: string): boolean {
  return node?.type === 'Operator' && node.value.trim() === sign;
}

/**
 * How much of the longest length a number, or what is computed, takes at most; not a number where that can't be told.
 * Every summand counts, whatever its unit; a product, a quotient or a variable could become anything.
 */
function shareOf(node: CssNode | undefined, bounds: Bounds): number {
  switch (node?.type) {
    case 'Number':
      return share(node.value, '', bounds);
    case 'Percentage':
      return share(node.value, '%', bounds);
    case 'Dimension':
      return share(node.value, node.unit.toLowerCase(), bounds);
    case 'Parentheses':
      return sumOf(node.children.toArray(), bounds);
    case 'Function':
      return COMPUTE.has(node.name.toLowerCase()) ? sumOf(node.children.toArray(), bounds) : Number.NaN;
    default:
      return Number.NaN;
  }
}

function share(value: string, unit: string, { longest, isSigned }: Bounds): number {
  const number = Number(value);
  return number < 0 && !isSigned ? Number.NaN : Math.abs(number) / (longest[unit] ?? Number.NaN);
}

/** Of a sum; of several between commas the largest. `before`: what the sum has come to. */
function sumOf([summand, operator, ...rest]: readonly CssNode[], bounds: Bounds, before = 0): number {
  const sum = before + shareOf(summand, bounds);
  if (operator === undefined) return sum;
  if (isOperator(operator, ',')) return Math.max(sum, sumOf(rest, bounds));
  const goesOn = isOperator(operator, '+') || (isOperator(operator, '-') && bounds.isSigned);
  return goesOn ? sumOf(rest, bounds, sum) : Number.NaN;
}
