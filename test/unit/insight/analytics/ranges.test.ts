import { describe, expect, it, test } from 'vitest';
import { addDays, dayAndHour } from '#contract/base/calendar';
import { MOST_DAYS, type TimeRange } from '#contract/insight/analytics';
import { daysOf } from '#core/insight/analytics/ranges';

const BERLIN = 'Europe/Berlin';
// In Berlin it is the first of March already.
const NOW = new Date('2028-02-29T23:30:00Z');

describe('a time range', () => {
  test.each<[TimeRange, string, string, string, string, string | null]>([
    ['today', '2028-03-01', '2028-03-01', '2028-02-29', '2028-02-29', '00:30'],
    ['yesterday', '2028-02-29', '2028-02-29', '2028-02-28', '2028-02-28', null],
    ['7d', '2028-02-24', '2028-03-01', '2028-02-17', '2028-02-23', '00:30'],
    ['30d', '2028-02-01', '2028-03-01', '2028-01-02', '2028-01-31', '00:30'],
    ['90d', '2027-12-03', '2028-03-01', '2027-09-04', '2027-12-02', '00:30'],
    ['this_month', '2028-03-01', '2028-03-01', '2028-02-01', '2028-02-01', '00:30'],
    ['last_month', '2028-02-01', '2028-02-29', '2028-01-01', '2028-01-31', null],
    ['this_year', '2028-01-01', '2028-03-01', '2027-01-01', '2027-03-02', '00:30'],
  ])('%s is from %s to %s, after %s to %s', (range, from, to, previousFrom, previousTo, until) => {
    expect(daysOf({ range }, NOW, BERLIN)).toEqual({ from, to, previousFrom, previousTo, until });
  });

  it('that is under way is compared with the same part of the one before', () => {
    const custom = { range: 'custom', from: '2028-02-28', to: '2028-03-04' } as const;
    expect(daysOf(custom, NOW, BERLIN)).toMatchObject({
      previousFrom: '2028-02-22',
      previousTo: '2028-02-24',
      until: '00:30',
    });
    // The last of March is compared with all of February.
    const march = daysOf({ range: 'this_month' }, new Date('2028-03-31T10:00:00Z'), BERLIN);
    expect(march).toMatchObject({ previousFrom: '2028-02-01', previousTo: '2028-02-29' });
    expect(daysOf({ ...custom, from: '2028-03-02' }, NOW, BERLIN)).toMatchObject({ until: null });
  });

  it('is that of the account’s time zone', () => {
    expect(daysOf({ range: 'today' }, NOW, 'America/New_York')).toMatchObject({ from: '2028-02-29' });
    expect(daysOf({ range: 'today' }, NOW, 'Pacific/Kiritimati')).toMatchObject({ from: '2028-03-01' });
  });

  it('has each day once where summer time begins and ends', () => {
    const march = daysOf({ range: 'last_month' }, new Date('2027-04-10T10:00:00Z'), BERLIN);
    expect(march).toMatchObject({ from: '2027-03-01', to: '2027-03-31', previousFrom: '2027-02-01' });
    expect(addDays('2027-03-27', 1)).toBe('2027-03-28');
    expect(addDays('2027-03-28', 1)).toBe('2027-03-29');
    expect(addDays('2027-10-31', 1)).toBe('2027-11-01');
    // The hour that there is twice, and the one that there isn't.
    expect(dayAndHour(new Date('2027-10-31T00:30:00Z'), BERLIN)).toMatchObject({
      day: '2027-10-31',
      hour: 2,
    });
    expect(dayAndHour(new Date('2027-10-31T01:30:00Z'), BERLIN)).toMatchObject({
      day: '2027-10-31',
      hour: 2,
    });
    expect(dayAndHour(new Date('2027-03-28T00:59:00Z'), BERLIN)).toMatchObject({
      day: '2027-03-28',
      hour: 1,
    });
    expect(dayAndHour(new Date('2027-03-28T01:00:00Z'), BERLIN)).toMatchObject({
      day: '2027-03-28',
      hour: 3,
    });
    expect(dayAndHour(new Date('2027-03-28T22:00:00Z'), BERLIN)).toMatchObject({
      day: '2027-03-29',
      hour: 0,
    });
  });

  it('of one’s own is within its bounds', () => {
    const custom = (from?: string, to?: string) => daysOf({ range: 'custom', from, to }, NOW, BERLIN);
    expect(custom('2028-02-28', '2028-03-01')).toMatchObject({
      previousFrom: '2028-02-25',
      previousTo: '2028-02-27',
    });
    const longest = addDays('2027-01-01', MOST_DAYS - 1);
    expect(custom('2027-01-01', longest)).toMatchObject({ to: longest });
    for (const [from, to] of [
      ['2027-01-01', addDays(longest, 1)],
      ['2027-01-02', '2027-01-01'],
      ['0000-01-01', '0000-01-02'],
      ['1999-12-31', '2000-01-01'],
      ['2099-12-31', '2100-01-01'],
      ['2027-01-01', undefined],
      [undefined, '2027-01-01'],
    ])
      expect(() => custom(from, to)).toThrow(expect.objectContaining({ code: 'analytics.invalid_range' }));
  });
});
