import conditionParser from 'dynalite/db/conditionParser.js';
import projectionParser from 'dynalite/db/projectionParser.js';
import updateParser from 'dynalite/db/updateParser.js';
import { LRUCache } from 'lru-cache';

/** Far more than the product has expressions, names and types of values included. */
const MOST = 1000;

/** Of a value a parse reads its type and no more, except for these: they look at the value itself. */
const READS_VALUES = /between|attribute_type/i;

interface Parsed {
  /** With slots where the request's values belong. */
  readonly tree: object;
  readonly usedNames: readonly string[];
  readonly usedValues: readonly string[];
}

/** dynalite's validations call the parsers by these objects, so this is where their parses can be kept. */
export function keepParses(): void {
  for (const parser of [conditionParser, projectionParser, updateParser]) {
    parser.parse = remembering(parser.parse);
  }
}

/**
 * Parses an expression once for all requests that differ in their values only. dynalite parses with each request anew,
 * which is a good part of what a request costs, and the product has few expressions. What is refused is not kept.
 */
export function remembering(parse: DynaliteParse, most = MOST): DynaliteParse {
  const kept = new LRUCache<string, Parsed>({ max: most });
  return (expression, { context }) => {
    if (READS_VALUES.test(expression)) return parse(expression, { context });
    const key = keyOf(expression, context);
    let parsed = kept.get(key);
    if (!parsed) {
      const made = parseWithSlots(parse, expression, context);
      if (typeof made === 'string') return made;
      kept.set(key, made);
      parsed = made;
    }
    for (const name of parsed.usedNames) delete context.unusedAttrNames[name];
    for (const name of parsed.usedValues) delete context.unusedAttrVals[name];
    return fill(parsed.tree, context.attrVals ?? {}) as object;
  };
}

function keyOf(expression: string, { attrNames = {}, attrVals = {} }: DynaliteParseContext): string {
  const types = Object.entries(attrVals).map(([name, value]) => [name, ...Object.keys(value)]);
  return JSON.stringify([expression, attrNames, types]);
}

/** What was used is noted apart from the request's notes: these go on from one of its expressions to the next. */
function parseWithSlots(
  parse: DynaliteParse,
  expression: string,
  context: DynaliteParseContext,
): Parsed | string {
  const names = Object.keys(context.attrNames ?? {});
  const values = Object.entries(context.attrVals ?? {});
  const unusedAttrNames = Object.fromEntries(names.map((name) => [name, true] as const));
  const unusedAttrVals = Object.fromEntries(values.map(([name]) => [name, true] as const));
  const attrVals = Object.fromEntries(values.map(([name, value]) => [name, new Slot(name, value)]));
  const tree = parse(expression, { context: { ...context, attrVals, unusedAttrNames, unusedAttrVals } });
  if (typeof tree === 'string') return tree;
  return {
    tree,
    usedNames: names.filter((name) => !(name in unusedAttrNames)),
    usedValues: Object.keys(attrVals).filter((name) => !(name in unusedAttrVals)),
  };
}

/** Stands for a request's value in a tree. To the parser it is a value: its type is all that can be seen of it. */
class Slot {
  readonly [type: string]: unknown;
  readonly #name: string;

  constructor(name: string, value: DynaliteItem[string]) {
    this.#name = name;
    for (const type of Object.keys(value)) Object.assign(this, { [type]: '' });
  }

  valueIn(values: DynaliteItem): unknown {
    return values[this.#name];
  }
}

/** A tree of its own for each request: dynalite writes into trees as it evaluates them. */
function fill(part: unknown, values: DynaliteItem): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (part instanceof Slot) return part.valueIn(values);
  if (Array.isArray(part)) return part.map((inner) => fill(inner, values));
  const copy = Object.create(Object.getPrototypeOf(part));
  for (const [name, inner] of Object.entries(part)) copy[name] = fill(inner, values);
  return copy;
}
