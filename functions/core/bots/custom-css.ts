/// <reference path="./css-tree-parser.d.ts" />
import type { CssNode, Declaration, Rule, Selector } from 'css-tree';
import parse from 'css-tree/parser';
import { refusalOfValue, VARIABLES } from './css-value';

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
 * A customer's own rules for the widget, as they may stand in its shadow root. What css-tree reads is kept where each
 * node of it is on a list of what is allowed: the widget's named parts, properties of colour, type, line and space,
 * functions that compute, lengths that stay small. So nothing is loaded from elsewhere, nothing leaves or covers the
 * panel, and the branding and the focus rings stay. Sanitising what was sanitised changes nothing.
 */
export function sanitiseCss(source: string): SanitisedCss {
  const refused: RefusedCss[] = [];
  // Without comments what is kept can be written as it was.
  const css = source.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  const sheet = parse(css, { positions: true, parseCustomProperty: true });
  const written = (node: CssNode) =>
    css.slice(node.loc?.start.offset, node.loc?.end.offset).replace(/\s+/g, ' ').trim();
  const refuse = (text: string, reason: CssRefusal): string => {
    refused.push({ text, reason });
    return '';
  };

  const statement = (node: CssNode): string => {
    if (node.type === 'Rule') return rule(node);
    if (node.type !== 'Atrule') return refuse(written(node), 'incomplete');
    if (node.name !== 'media' || !node.prelude || !node.block || !isPlainMedia(node.prelude))
      return refuse(written(node), 'at_rule');
    const inner = node.block.children.map((one) =>
      one.type === 'Rule'
        ? rule(one)
        : refuse(written(one), one.type === 'Atrule' ? 'at_rule' : 'incomplete'),
    );
    return braced(`@media ${written(node.prelude)}`, inner.toArray());
  };

  const rule = (node: Rule): string => {
    if (node.prelude.type !== 'SelectorList') return refuse(written(node), 'selector');
    const selectors = node.prelude.children.toArray();
    if (!selectors.every((one) => one.type === 'Selector' && isOfWidget(one)))
      return refuse(written(node), 'selector');
    const prelude = selectors.map(written).join(', ');
    const ofLauncher = prelude.includes('.launcher');
    const inner = node.block.children.map((one) => {
      const text = written(one);
      if (text === '') return '';
      if (one.type !== 'Declaration') return refuse(text, /^@|\{/.test(text) ? 'nested' : 'incomplete');
      const reason = text.includes('\\') ? 'function' : refusalOf(one, ofLauncher);
      return reason === null
        ? `${one.property.toLowerCase()}: ${written(one.value)};`
        : refuse(`${prelude} { ${text} }`, reason);
    });
    return braced(prelude, inner.toArray(), ' ');
  };

  return { css: joined(sheet.type === 'StyleSheet' ? sheet.children.map(statement).toArray() : []), refused };
}

function braced(prelude: string, inner: readonly string[], between = '\n'): string {
  const text = joined(inner, between);
  return text && `${prelude} {${text}}`;
}

function joined(texts: readonly string[], between = '\n'): string {
  return texts.filter((text) => text !== '').join(between);
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
  'hover focus focus-visible focus-within active disabled first-child last-child placeholder'.split(' '),
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
/** What a launcher may be given: its size and place are the configuration's. */
const OF_LAUNCHER = /^(?:color|background(?:-color)?|border(?:-color|-style|-radius)?|box-shadow)$/;

/** One list of conditions about the visitor's preferences and the window's width. */
function isPlainMedia(node: CssNode): boolean {
  switch (node.type) {
    case 'AtrulePrelude':
    case 'MediaQueryList':
    case 'Condition':
      return node.children.toArray().every(isPlainMedia);
    case 'MediaQuery':
      return !node.modifier && !node.mediaType && !!node.condition && isPlainMedia(node.condition);
    case 'Identifier':
      return node.name === 'and';
    case 'Feature':
      return /^prefers-(?:color-scheme|contrast|reduced-motion)$/.test(node.name)
        ? node.value?.type === 'Identifier'
        : /^(?:min|max)-width$/.test(node.name) &&
            node.value?.type === 'Dimension' &&
            node.value.unit === 'px';
    default:
      return false;
  }
}

/** Whether it begins with a part of the widget, and names but parts and the elements of a message's text. */
function isOfWidget({ children }: Selector): boolean {
  const steps = children.toArray();
  const first = steps.findIndex(({ type }) => type === 'Combinator');
  return (
    steps.slice(0, first < 0 ? undefined : first).some(({ type }) => type === 'ClassSelector') &&
    steps.every((step, at) => {
      switch (step.type) {
        case 'ClassSelector':
          return PARTS.has(step.name);
        case 'TypeSelector':
          return ELEMENTS.has(step.name);
        case 'Combinator':
          return step.name === ' ' || step.name === '>';
        case 'PseudoClassSelector':
        case 'PseudoElementSelector': {
          const before = steps[at - 1]?.type;
          return PSEUDO.has(step.name) && !step.children && before !== undefined && before !== 'Combinator';
        }
        default:
          return false;
      }
    })
  );
}

/** Why a declaration can't stand; null where it can. */
function refusalOf({ property, value, important }: Declaration, ofLauncher: boolean): CssRefusal | null {
  const name = property.toLowerCase();
  if (!PROPERTIES.has(name) && !VARIABLES.has(name)) return 'property';
  if (ofLauncher && !OF_LAUNCHER.test(name)) return 'launcher';
  if (important || value.type !== 'Value') return 'function';
  return refusalOfValue(value.children.toArray(), name);
}
