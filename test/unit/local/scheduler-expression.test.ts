import { describe, expect, it } from 'vitest';
import { InvalidExpression, readExpression } from '#infra/local/services/scheduler/expression';
import { instantOf, nearestInstant } from '#infra/local/services/scheduler/zoned-time';

const BERLIN = 'Europe/Berlin';

/** The next occurrences after a time. */
function next(expression: string, after: string, count: number, zone = BERLIN): string[] {
  const occurrences = readExpression(expression, zone);
  const found: string[] = [];
  for (let from = Date.parse(after); found.length < count; ) {
    const at = occurrences.from(from, Date.parse(after));
    if (at === null) break;
    found.push(new Date(at).toISOString().replace(':00.000', ''));
    from = at + 1;
  }
  return found;
}

describe('a cron expression', () => {
  it('keeps to the wall clock when clocks are put forward and back', () => {
    expect(next('cron(0 8 * * ? *)', '2027-03-26T12:00:00Z', 3)).toEqual([
      '2027-03-27T07:00Z',
      '2027-03-28T06:00Z',
      '2027-03-29T06:00Z',
    ]);
    expect(next('cron(0 8 * * ? *)', '2027-10-29T12:00:00Z', 3)).toEqual([
      '2027-10-30T06:00Z',
      '2027-10-31T07:00Z',
      '2027-11-01T07:00Z',
    ]);
  });

  it('skips a time that clocks leave out', () => {
    expect(next('cron(30 2 * * ? *)', '2027-03-26T12:00:00Z', 2)).toEqual([
      '2027-03-27T01:30Z',
      '2027-03-29T00:30Z',
    ]);
  });

  it('comes once at a time that clocks show twice', () => {
    expect(next('cron(30 2 * * ? *)', '2027-10-30T12:00:00Z', 2)).toEqual([
      '2027-10-31T00:30Z',
      '2027-11-01T01:30Z',
    ]);
    // From within the hour that comes again it goes on after it.
    expect(next('cron(0/30 * * * ? *)', '2027-10-30T23:40:00Z', 4)).toEqual([
      '2027-10-31T00:00Z',
      '2027-10-31T00:30Z',
      '2027-10-31T02:00Z',
      '2027-10-31T02:30Z',
    ]);
    expect(next('cron(30 2 * * ? *)', '2027-10-31T01:10:00Z', 1)).toEqual(['2027-11-01T01:30Z']);
  });

  it.each([
    // Sunday is 1.
    ['cron(0 8 ? * 2 *)', ['2027-03-29T08:00Z', '2027-04-05T08:00Z']],
    ['cron(0 8 ? * MON-FRI *)', ['2027-03-29T08:00Z', '2027-03-30T08:00Z']],
    ['cron(0 8 L * ? *)', ['2027-03-31T08:00Z', '2027-04-30T08:00Z']],
    ['cron(0 8 15W * ? *)', ['2027-04-15T08:00Z', '2027-05-14T08:00Z']],
    ['cron(0 8 ? * 6#3 *)', ['2027-04-16T08:00Z', '2027-05-21T08:00Z']],
    ['cron(0 8 ? * 6L *)', ['2027-04-30T08:00Z', '2027-05-28T08:00Z']],
    ['cron(0/20 8-9 1 APR ? 2027)', ['2027-04-01T08:00Z', '2027-04-01T08:20Z']],
    ['cron(15,45 8 1 4/6 ? *)', ['2027-04-01T08:15Z', '2027-04-01T08:45Z', '2027-10-01T08:15Z']],
    ['cron(0 8 29 2 ? *)', ['2028-02-29T08:00Z', '2032-02-29T08:00Z']],
    ['cron(0 8 1 1 ? 2020)', []],
  ])('%s is read as AWS reads it', (expression, expected) => {
    expect(next(expression, '2027-03-27T12:00:00Z', expected.length || 1, 'UTC')).toEqual(expected);
  });

  it('that is due at the very instant comes then', () => {
    const at = Date.parse('2027-03-27T08:00:00Z');
    expect(readExpression('cron(0 8 * * ? *)', 'UTC').from(at, at)).toBe(at);
    expect(readExpression('cron(0 8 * * ? *)', 'UTC').from(at + 1, at)).toBe(at + 86_400_000);
  });
});

describe('a rate', () => {
  it('begins where it is anchored, and has days of 24 hours whatever clocks do', () => {
    expect(next('rate(1 day)', '2027-03-27T08:00:00Z', 3)).toEqual([
      '2027-03-27T08:00Z',
      '2027-03-28T08:00Z',
      '2027-03-29T08:00Z',
    ]);
    expect(next('rate(5 minutes)', '2027-03-27T08:00:00Z', 2)).toEqual([
      '2027-03-27T08:00Z',
      '2027-03-27T08:05Z',
    ]);
  });
});

describe('a time', () => {
  it('is of its zone, by the offset that is in force then', () => {
    expect(next('at(2027-07-01T08:00:00)', '2027-01-01T00:00:00Z', 2)).toEqual(['2027-07-01T06:00Z']);
    expect(next('at(2027-12-01T08:00:00)', '2027-01-01T00:00:00Z', 2)).toEqual(['2027-12-01T07:00Z']);
    expect(next('at(2026-12-24T18:00:00)', '2026-11-21T00:00:00Z', 1, 'America/New_York')).toEqual([
      '2026-12-24T23:00Z',
    ]);
  });

  it('that clocks leave out is as much later; one that they show twice is the first', () => {
    const skipped = Date.parse('2027-03-28T02:30:00Z');
    expect(instantOf(skipped, BERLIN)).toBeUndefined();
    expect(new Date(nearestInstant(skipped, BERLIN)).toISOString()).toBe('2027-03-28T01:30:00.000Z');
    const twice = Date.parse('2027-10-31T02:30:00Z');
    expect(new Date(nearestInstant(twice, BERLIN)).toISOString()).toBe('2027-10-31T00:30:00.000Z');
  });
});

describe('an expression', () => {
  it.each([
    'nonsense',
    'rate(0 minutes)',
    'rate(5 seconds)',
    'rate(1.5 hours)',
    'at(2027-02-31T08:00:00)',
    'at(2027-03-01)',
    'at(2027-03-01T08:00:00Z)',
    'cron(0 8 * * *)',
    'cron(0 8 * * * *)',
    'cron(0 8 ? * ? *)',
    'cron(61 8 * * ? *)',
    'cron(0 8 ? * 8 *)',
    'cron(0 8 ? * 0 *)',
    'cron(? 8 * * ? *)',
    'cron(0 8 * * ? * *)',
  ])('%s is refused', (expression) => {
    expect(() => readExpression(expression, 'UTC')).toThrow(InvalidExpression);
  });
});
