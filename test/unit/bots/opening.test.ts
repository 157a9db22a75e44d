import { describe, expect, test } from 'vitest';
import { encodeHolidays } from '#bin/build/public-holidays';
import { ANY_TIME, BusinessHours } from '#contract/bots/business-hours';
import { openingAt } from '#core/bots/opening';
import { isPublicHoliday } from '#core/bots/public-holidays';
import known from '../../../functions/core/bots/public-holidays.json';

const OFFICE = [
  { start: '09:00', end: '12:00' },
  { start: '13:00', end: '18:00' },
];
const hours = (changes: Partial<BusinessHours> = {}): BusinessHours =>
  BusinessHours.parse({
    ...ANY_TIME,
    enabled: true,
    week: { ...ANY_TIME.week, monday: OFFICE, friday: OFFICE },
    ...changes,
  });
const BERLIN = 'Europe/Berlin';
const at = (now: string, changes: Partial<BusinessHours> = {}, timeZone = BERLIN) => {
  const { open, opensAt } = openingAt(new Date(now), hours(changes), timeZone);
  return open ? 'open' : (opensAt?.toISOString() ?? 'never');
};

describe('business hours', () => {
  test('that are switched off are any time', () => {
    expect(openingAt(new Date(), ANY_TIME, BERLIN)).toEqual({ open: true, opensAt: null });
  });

  test.each([
    ['before the first hour', '2026-11-23T07:59:59Z', '2026-11-23T08:00:00.000Z'],
    ['from the first minute', '2026-11-23T08:00:00Z', 'open'],
    ['to the last', '2026-11-23T10:59:59Z', 'open'],
    ['in the lunch break', '2026-11-23T11:00:00Z', '2026-11-23T12:00:00.000Z'],
    ['after work', '2026-11-23T17:00:00Z', '2026-11-24T08:00:00.000Z'],
    ['on the way into a weekend', '2026-11-27T17:00:00Z', '2026-11-30T08:00:00.000Z'],
  ])('of an office: %s', (_, now, expected) => {
    expect(at(now)).toBe(expected);
  });

  test('are those of their own time zone: the same instant is another day elsewhere', () => {
    // Monday morning in Auckland, Sunday evening in Berlin.
    expect(at('2026-11-22T20:30:00Z', {}, 'Pacific/Auckland')).toBe('open');
    expect(at('2026-11-22T20:30:00Z')).toBe('2026-11-23T08:00:00.000Z');
  });

  test('go to the end of a day, and on into the next', () => {
    const always = [{ start: '00:00', end: '24:00' }];
    const week = { ...ANY_TIME.week, saturday: always, sunday: always };
    expect(at('2026-11-21T22:59:59Z', { week })).toBe('open');
    expect(at('2026-11-21T23:00:00Z', { week })).toBe('open');
    expect(at('2026-11-22T22:59:59Z', { week })).toBe('open');
    expect(at('2026-11-22T23:00:00Z', { week })).toBe('2026-11-23T08:00:00.000Z');
  });

  test('keep to the clocks when these are changed', () => {
    // Summer time ends on 25 October, and began on 29 March.
    expect(at('2026-10-23T17:00:00Z')).toBe('2026-10-26T08:00:00.000Z');
    expect(at('2026-03-27T17:00:00Z')).toBe('2026-03-30T07:00:00.000Z');
  });

  test('of an hour that the clocks show twice last until its second end, and one they skip begins later', () => {
    const night = { week: { ...ANY_TIME.week, sunday: [{ start: '02:00', end: '03:00' }] } };
    expect(at('2026-10-24T23:59:00Z', night)).toBe('2026-10-25T00:00:00.000Z');
    for (const now of ['2026-10-25T00:00:00Z', '2026-10-25T01:59:59Z']) expect(at(now, night)).toBe('open');
    expect(at('2026-10-25T02:00:00Z', night)).toBe('2026-10-26T08:00:00.000Z');
    const skipped = { week: { ...ANY_TIME.week, sunday: [{ start: '02:30', end: '04:30' }] } };
    expect(at('2026-03-29T01:00:00Z', skipped)).toBe('2026-03-29T01:30:00.000Z');
    expect(at('2026-03-29T02:29:59Z', skipped)).toBe('open');
  });

  test('are none on a public holiday of their region', () => {
    const [bavaria, hamburg] = ['BY', 'HH'].map((state) => ({ holidays: { country: 'DE', state } }));
    // Epiphany, a Tuesday.
    expect(at('2026-01-06T10:00:00Z', bavaria)).toBe('2026-01-07T08:00:00.000Z');
    expect(at('2026-01-06T10:00:00Z', hamburg)).toBe('open');
    // From Christmas Eve over the holidays and a weekend.
    expect(at('2026-12-24T17:00:00Z', hamburg)).toBe('2026-12-28T08:00:00.000Z');
  });

  test('of a day of its own go before holidays and weekdays', () => {
    const changes = {
      holidays: { country: 'DE', state: null },
      exceptions: [
        { date: '2026-12-25', hours: [{ start: '10:00', end: '11:00' }] },
        { date: '2026-11-23', hours: [] },
      ],
    };
    expect(at('2026-12-25T09:30:00Z', changes)).toBe('open');
    expect(at('2026-11-23T10:00:00Z', changes)).toBe('2026-11-24T08:00:00.000Z');
  });

  test('may have no next opening at all', () => {
    const none = Object.fromEntries(Object.keys(ANY_TIME.week).map((day) => [day, []]));
    expect(at('2026-11-23T10:00:00Z', { week: none as never })).toBe('never');
  });
});

describe('public holidays', () => {
  test('are written down as the calendar library has them', () => {
    expect(known).toEqual(encodeHolidays());
  });

  test('of a German state are those of the country and its own', () => {
    const holidays = (state: string | null) => (day: string) =>
      isPublicHoliday(day, { country: 'DE', state });
    const [saxony, everywhere] = [holidays('SN'), holidays(null)];
    expect(['2026-10-03', '2026-10-31', '2026-11-18', '2026-11-19'].map(saxony)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(['2026-10-03', '2026-10-31', '2026-11-18'].map(everywhere)).toEqual([true, false, false]);
  });

  test('of years or countries that nobody wrote down are none', () => {
    expect(isPublicHoliday('2099-12-25', { country: 'DE', state: null })).toBe(false);
    expect(isPublicHoliday('2026-12-25', { country: 'XX', state: null })).toBe(false);
    for (const [country, state] of [
      ['DE', 'ZZ'],
      ['AT', 'BY'],
      ['DE', ''],
    ])
      expect(
        BusinessHours.safeParse({ ...ANY_TIME, holidays: { country, state } }).error?.issues,
      ).toMatchObject([{ path: ['holidays', 'state'] }]);
    expect(BusinessHours.safeParse({ ...ANY_TIME, holidays: { country: 'DE', state: 'BY' } }).success).toBe(
      true,
    );
    const day = { date: '2026-12-24', hours: [] };
    const twice = [
      day,
      { date: '2026-12-31', hours: [] },
      { ...day, hours: [{ start: '09:00', end: '12:00' }] },
    ];
    expect(BusinessHours.safeParse({ ...ANY_TIME, exceptions: twice }).error?.issues).toMatchObject([
      { path: ['exceptions', 2, 'date'] },
    ]);
    expect(BusinessHours.safeParse({ ...ANY_TIME, holidays: { country: 'XX', state: null } }).success).toBe(
      false,
    );
  });
});
