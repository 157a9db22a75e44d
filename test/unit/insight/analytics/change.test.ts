import { describe, expect, it } from 'vitest';
import { changeOf, changeText, isGood } from '#contract/insight/change';
import type { Unit } from '#contract/insight/metrics';

const told = (unit: Unit, now: number | null, before: number | null, language: 'en' | 'de' = 'en') => {
  const change = changeOf(unit, now, before);
  return change && changeText(change, unit, language);
};

describe('a change', () => {
  it.each([
    ['share', 0.6, 0.65, '−5 points'],
    ['share', 0.66, 0.65, '+1 point'],
    ['count', 120, 100, '+20%'],
    ['count', 30, 20, '+50%'],
    ['count', 30, 19, '+11'],
    ['count', 3, 0, '+3'],
    ['estimate', 50, 100, '−50%'],
    ['stars', 4.25, 4, '+0.25'],
    ['milliseconds', 1_500, 3_000, '−50%'],
    ['dollars', 1.5, 0, '+US$1.50'],
    ['count', 10_225, 100, '> 999%'],
  ] as const)('of a %s from %2$s to %1$s is told as %s', (unit, now, before, text) => {
    expect(told(unit, now, before)).toBe(text);
  });

  it('says apart that there is no value now, and that there was none before', () => {
    expect(told('stars', null, 4)).toBe('No value now');
    expect(told('stars', 4, null)).toBe('No value before');
    expect(told('stars', null, null)).toBeNull();
    expect(told('stars', null, 4, 'de')).toBe('Jetzt kein Wert');
  });

  it('is none where it would be written as none', () => {
    expect(told('share', 0.652, 0.65)).toBe('Unchanged');
    expect(told('count', 0, 0)).toBe('Unchanged');
  });

  it('is good or bad only where the metric says which way is', () => {
    const change = changeOf('share', 0.6, 0.65);
    expect(isGood('less', change)).toBe(true);
    expect(isGood('more', change)).toBe(false);
    expect(isGood(undefined, change)).toBeNull();
    expect(isGood('more', changeOf('share', 0.65, 0.65))).toBeNull();
  });
});
