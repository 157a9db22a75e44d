import type { Language } from '../accounts/profile';
import { localeOf } from '../base/languages';
import type { Unit } from './metrics';

/** How a figure stands to the one before; a change of a rate is told in points, as a part of one. */
export type Change =
  | { readonly kind: 'none_now' | 'none_before' | 'same' }
  | { readonly kind: 'points' | 'percent' | 'difference'; readonly by: number };

/** Of a smaller count a per cent says more than it knows. */
const ENOUGH_FOR_PERCENT = 20;
/** What would be written as no change is none. */
const LEAST = 0.005;

/** A figure beside the same of the period before; null where neither is there. */
export function changeOf(unit: Unit, now: number | null, before: number | null): Change | null {
  if (now === null) return before === null ? null : { kind: 'none_now' };
  if (before === null) return { kind: 'none_before' };
  const difference = now - before;
  if (unit === 'share') return told('points', difference);
  const isSmall = unit === 'count' || unit === 'estimate' ? before < ENOUGH_FOR_PERCENT : before === 0;
  if (unit === 'stars' || isSmall) return told('difference', difference);
  return told('percent', difference / before);
}

/** Whether a change is surely good; null where it may be either, or nothing has changed. */
export function isGood(better: 'more' | 'less' | undefined, change: Change | null): boolean | null {
  if (!better || !change || !('by' in change)) return null;
  return change.by > 0 === (better === 'more');
}

/** A change as it is written on pages and in reports: `+12%`, `−5 points`, `+3`. */
export function changeText(change: Change, unit: Unit, language: Language): string {
  const words = WORDS[language];
  if (!('by' in change)) return words[change.kind];
  const { kind, by } = change;
  if (kind === 'percent' && by > MOST_TOLD) return `> ${words.numbers.percent.format(MOST_TOLD)}`;
  const sign = by > 0 ? '+' : '−';
  const amount = Math.abs(by);
  if (kind === 'percent') return sign + words.numbers.percent.format(amount);
  if (kind === 'points') {
    const points = words.numbers.points.format(amount * 100);
    return `${sign}${points} ${points === '1' ? words.point : words.points}`;
  }
  return sign + words.numbers[unit === 'dollars' ? 'dollars' : 'decimal'].format(amount);
}

/** Beyond this a change says only that there was hardly anything before. */
const MOST_TOLD = 9.99;

const numbersOf = (language: Language) => {
  const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(localeOf(language), options);
  return {
    percent: numbers({ style: 'percent', maximumFractionDigits: 0 }),
    points: numbers({ maximumFractionDigits: 0 }),
    decimal: numbers({ maximumFractionDigits: 2 }),
    dollars: numbers({ style: 'currency', currency: 'USD', maximumFractionDigits: 4 }),
  };
};

const WORDS = {
  en: {
    none_now: 'No value now',
    none_before: 'No value before',
    same: 'Unchanged',
    point: 'point',
    points: 'points',
    numbers: numbersOf('en'),
  },
  de: {
    none_now: 'Jetzt kein Wert',
    none_before: 'Davor kein Wert',
    same: 'Unverändert',
    point: 'Punkt',
    points: 'Punkte',
    numbers: numbersOf('de'),
  },
} as const;

function told(kind: 'points' | 'percent' | 'difference', by: number): Change {
  return Math.abs(by) < LEAST ? { kind: 'same' } : { kind, by };
}
