import { describe, expect, it } from 'vitest';
import { recordFilter } from '#infra/local/runtime/filter';
import { prepareEvents } from './events-setup';

prepareEvents();

describe('filter criteria', () => {
  const passes = (pattern: object, record: unknown) =>
    recordFilter({ Filters: [{ Pattern: JSON.stringify(pattern) }] })(record);

  it.each([
    ['a value', { a: ['x'] }, { a: 'x' }, { a: 'y' }],
    ['any of values', { a: ['x', 1] }, { a: 1 }, { a: 2 }],
    ['an inner field', { a: { b: ['x'] } }, { a: { b: 'x' } }, { a: 'x' }],
    ['null', { a: [null] }, { a: null }, { a: 0 }],
    ['presence', { a: [{ exists: true }] }, { a: 0 }, {}],
    ['absence', { a: [{ exists: false }] }, {}, { a: 0 }],
    ['a beginning', { a: [{ prefix: 'ab' }] }, { a: 'abc' }, { a: 'bc' }],
    ['an end', { a: [{ suffix: 'bc' }] }, { a: 'abc' }, { a: 'ab' }],
    ['anything but', { a: [{ 'anything-but': ['x'] }] }, { a: 'y' }, { a: 'x' }],
    ['anything but a beginning', { a: [{ 'anything-but': { prefix: 'x' } }] }, { a: 'y' }, { a: 'xy' }],
    ['a range', { a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 5 }, { a: 6 }],
    ['either of two', { $or: [{ a: ['x'] }, { b: ['y'] }] }, { b: 'y' }, { a: 'y' }],
    ['all fields', { a: ['x'], b: ['y'] }, { a: 'x', b: 'y' }, { a: 'x' }],
  ])('match %s', (_, pattern, yes, no) => {
    expect(passes(pattern, yes)).toBe(true);
    expect(passes(pattern, no)).toBe(false);
  });

  it('refuse a rule that is not known', () => {
    expect(() => passes({ a: [{ cidr: '10.0.0.0/8' }] }, { a: '10.0.0.1' })).toThrow(/cidr/);
  });
});
