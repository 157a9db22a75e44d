import type { Element } from 'domhandler';
import { raisedText } from '#core/text/superscripts';
import { attribute, child, childrenOf, localName, textIn } from './ooxml';

/** A formula of Office as it is written on one line: `(a+b)/c`, `x²`, `√(2)`. */
export function mathText(element: Element): string {
  const name = localName(element);
  const part = (of: string) => {
    const found = child(element, of);
    return found ? contentOf(found) : '';
  };
  switch (name) {
    case 't':
      return textIn(element);
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`;
    case 'sSup':
    case 'limUpp':
      return `${grouped(part('e'))}${power(part('sup') || part('lim'))}`;
    case 'sSub':
    case 'limLow':
      return `${part('e')}_${grouped(part('sub') || part('lim'))}`;
    case 'sSubSup':
      return `${part('e')}_${grouped(part('sub'))}${power(part('sup'))}`;
    case 'rad': {
      const degree = part('deg');
      return `${/^\d$/.test(degree) && degree !== '2' ? raisedText(degree) : ''}√${grouped(part('e'))}`;
    }
    case 'nary': {
      const sign = attribute(child(child(element, 'naryPr'), 'chr'), 'val') ?? '∫';
      const [from, to] = [part('sub'), part('sup')];
      return `${sign}${from ? `_${grouped(from)}` : ''}${to ? `^${grouped(to)}` : ''} ${part('e')}`;
    }
    case 'd': {
      const properties = child(element, 'dPr');
      const sign = (of: string, otherwise: string) => attribute(child(properties, of), 'val') ?? otherwise;
      const inner = childrenOf(element)
        .filter((each) => localName(each) === 'e')
        .map(contentOf);
      return `${sign('begChr', '(')}${inner.join(sign('sepChr', '|'))}${sign('endChr', ')')}`;
    }
    case 'eqArr':
      return childrenOf(element).map(mathText).filter(Boolean).join('; ');
    case 'func':
      return `${part('fName')} ${grouped(part('e'))}`;
    case 'm':
      return childrenOf(element)
        .filter((row) => localName(row) === 'mr')
        .map((row) => childrenOf(row).map(contentOf).join(' '))
        .join('; ');
    default:
      return contentOf(element);
  }
}

/** The same of MathML. */
export function markupFormula(element: Element): string {
  const parts = childrenOf(element).filter(({ name }) => !/annotation/.test(name));
  const [first = '', second = '', third = ''] = parts.map(markupFormula);
  switch (localName(element)) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
      return textIn(element).trim();
    case 'mfrac':
      return `${grouped(first)}/${grouped(second)}`;
    case 'msup':
      return `${grouped(first)}${power(second)}`;
    case 'msub':
      return `${first}_${grouped(second)}`;
    case 'msubsup':
      return `${first}_${grouped(second)}${power(third)}`;
    case 'msqrt':
      return `√${grouped(parts.map(markupFormula).join(''))}`;
    case 'mroot':
      return `${/^\d$/.test(second) && second !== '2' ? raisedText(second) : ''}√${grouped(first)}`;
    default:
      return parts.map(markupFormula).join('');
  }
}

function contentOf(element: Element): string {
  return childrenOf(element).map(mathText).join('');
}

/** In brackets where it is more than a number or a name. */
export function grouped(text: string): string {
  return /^[\p{L}\p{N}.,²³°%]*$/u.test(text) || /^\([^()]*\)$/.test(text) ? text : `(${text})`;
}

function power(text: string): string {
  return /^\d$/.test(text) ? raisedText(text) : `^${grouped(text)}`;
}
