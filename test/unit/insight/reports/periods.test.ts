import { describe, expect, it } from 'vitest';
import { instantOf } from '#contract/base/calendar';
import { periodBefore } from '#contract/insight/report-period';
import type { Timing } from '#contract/insight/reports';
import { assertPeriod, cronOf, instantsOf, nextDue } from '#core/insight/reports/periods';
import { readExpression } from '#infra/local/services/scheduler/expression';

const BERLIN = 'Europe/Berlin';
const daily: Timing = { frequency: 'daily', weekday: 'MON', monthDay: 1, time: '08:00' };
const weekly: Timing = { ...daily, frequency: 'weekly', weekday: 'SUN' };
const monthly: Timing = { ...daily, frequency: 'monthly', monthDay: 'last' };

describe('the next time', () => {
  it('keeps its hour over both changes of the clock', () => {
    const due = (after: string) => nextDue(daily, BERLIN, new Date(after)).toISOString();
    expect(due('2030-03-30T08:00:00Z')).toBe('2030-03-31T06:00:00.000Z');
    expect(due('2030-03-30T06:59:00Z')).toBe('2030-03-30T07:00:00.000Z');
    expect(due('2030-10-27T00:00:00Z')).toBe('2030-10-27T07:00:00.000Z');
  });

  it('is after the instant, not at it', () => {
    expect(nextDue(daily, BERLIN, new Date('2030-01-01T07:00:00Z')).toISOString()).toBe(
      '2030-01-02T07:00:00.000Z',
    );
  });

  it('is on the weekday, and on the last day of whatever month', () => {
    expect(nextDue(weekly, BERLIN, new Date('2030-01-01T00:00:00Z')).toISOString()).toBe(
      '2030-01-06T07:00:00.000Z',
    );
    expect(nextDue(monthly, BERLIN, new Date('2028-02-01T00:00:00Z')).toISOString()).toBe(
      '2028-02-29T07:00:00.000Z',
    );
  });

  it('of an hour that comes twice is the first, of one that is left out an hour later', () => {
    const instant = (shown: string) => new Date(instantOf(Date.parse(shown), BERLIN)).toISOString();
    expect(instant('2030-10-27T02:30Z')).toBe('2030-10-27T00:30:00.000Z');
    expect(instant('2030-03-31T02:30Z')).toBe('2030-03-31T01:30:00.000Z');
  });

  it('at an hour that is left out is none, and at one that comes twice is the first only', () => {
    const nightly = { ...daily, time: '02:30' };
    const due = (timing: Timing, after: string) => nextDue(timing, BERLIN, new Date(after)).toISOString();
    expect(due(nightly, '2030-03-30T12:00:00Z')).toBe('2030-04-01T00:30:00.000Z');
    expect(due({ ...weekly, time: '02:30' }, '2030-03-30T12:00:00Z')).toBe('2030-04-07T00:30:00.000Z');
    expect(due({ ...monthly, time: '02:30' }, '2030-03-30T12:00:00Z')).toBe('2030-04-30T00:30:00.000Z');
    expect(due(nightly, '2030-10-26T12:00:00Z')).toBe('2030-10-27T00:30:00.000Z');
    expect(due(nightly, '2030-10-27T00:30:00Z')).toBe('2030-10-28T01:30:00.000Z');
  });

  const nightly = { time: '02:30' };
  it.each([
    daily,
    weekly,
    monthly,
    { ...monthly, monthDay: 15 as const },
    { ...daily, ...nightly },
    { ...weekly, ...nightly },
    { ...monthly, ...nightly },
    { ...monthly, ...nightly, monthDay: 28 as const },
  ])('is that of the clock service: %j', (timing) => {
    const occurrences = readExpression(cronOf(timing).toString(), BERLIN);
    let at = new Date('2030-01-01T00:00:00Z');
    for (let round = 0; round < 60; round += 1) {
      const next = nextDue(timing, BERLIN, at);
      const fromClock = occurrences.from(at.getTime() + 1, at.getTime());
      expect(next.getTime()).toBe(fromClock);
      at = next;
    }
  });
});

describe('the period', () => {
  it('is the day, the seven days or the month before, by the calendar of the time zone', () => {
    const due = new Date('2030-03-31T22:30:00Z');
    expect(periodBefore(daily, BERLIN, due)).toEqual({ from: '2030-03-31', to: '2030-03-31' });
    expect(periodBefore(weekly, BERLIN, due)).toEqual({ from: '2030-03-25', to: '2030-03-31' });
    expect(periodBefore({ ...monthly, monthDay: 1 }, BERLIN, due)).toEqual({
      from: '2030-03-01',
      to: '2030-03-31',
    });
    expect(periodBefore(monthly, BERLIN, new Date('2030-03-31T06:00:00Z'))).toEqual({
      from: '2030-03-01',
      to: '2030-03-31',
    });
  });

  it('of a day on which the clock changes has 23 hours', () => {
    const { from, to } = instantsOf({ from: '2030-03-31', to: '2030-03-31' }, BERLIN);
    expect(to.getTime() - from.getTime()).toBe(23 * 3_600_000);
  });

  it('is refused backwards and beyond 400 days', () => {
    expect(() => assertPeriod({ from: '2030-01-02', to: '2030-01-01' })).toThrow('400 days');
    expect(() => assertPeriod({ from: '2030-01-01', to: '2031-02-05' })).toThrow('400 days');
    expect(() => assertPeriod({ from: '2030-01-01', to: '2031-02-04' })).not.toThrow();
  });

  it.each(['0000-01-01', '0203-01-01', '1999-12-31', '2100-01-01', '9999-12-31'])(
    'is refused of %s',
    (day) => {
      expect(() => assertPeriod({ from: day, to: day })).toThrow('between 2000 and 2099');
    },
  );
});
