import { expect, it } from 'vitest';
import { lastDays } from '#features/insight/last-days.ts';

it('ends on the day that it is in the account’s time zone, whichever the browser’s is', () => {
  const now = new Date('2030-03-31T22:30:00Z');
  expect(lastDays(30, 'Europe/Berlin', now)).toEqual({ from: '2030-03-03', to: '2030-04-01' });
  expect(lastDays(30, 'America/New_York', now)).toEqual({ from: '2030-03-02', to: '2030-03-31' });
  expect(lastDays(1, 'Pacific/Kiritimati', now)).toEqual({ from: '2030-04-01', to: '2030-04-01' });
});
