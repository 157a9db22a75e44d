import { expect, it } from 'vitest';
import { daysMeant } from '#core/text/weekdays';

it.each([
  ['Montag bis Freitag 9–18 Uhr', 'de', 'montag dienstag mittwoch donnerstag freitag'],
  ['Mo–Do 8–16 Uhr, Fr 8–14 Uhr', 'de', 'montag dienstag mittwoch donnerstag freitag'],
  ['Mo. - Mi. und Sa. 10-14', 'de', 'montag dienstag mittwoch samstag'],
  ['Di/Do: 14–18 Uhr', 'de', 'dienstag donnerstag'],
  ['Sa–Mo 10–12 Uhr', 'de', 'montag samstag sonntag'],
  ['dienstags bis sonntags von 10 bis 17 Uhr', 'de', 'dienstag mittwoch donnerstag freitag samstag sonntag'],
  ['täglich ab 7 Uhr', 'de', 'montag dienstag mittwoch donnerstag freitag samstag sonntag'],
  ['So gut wie neu, Do it yourself, 30 €', 'de', ''],
  ['Frau Mi bis Freitag', 'de', ''],
  ['Wir sind freitags da.', 'de', ''],
  ['Monday to Friday 9-6', 'en', 'monday tuesday wednesday thursday friday'],
  ['Mon-Thu 9am, Sat 9:00-16:00', 'en', 'monday tuesday wednesday thursday saturday'],
  ['Tues & Thurs 2pm', 'en', 'tuesday thursday'],
  ['Weds & Thurs from 9am till late', 'en', 'wednesday thursday'],
  ['Fri. – 10 am, Sun only till 3', 'en', 'friday sunday'],
  ['Weds & Thurs', 'en', 'wednesday thursday'],
  ['Mo. & Di. ab 9 Uhr, So. bis 14 Uhr', 'de', 'montag dienstag sonntag'],
  ['open on weekdays from 8', 'en', 'monday tuesday wednesday thursday friday'],
  ['The cat sat 3 hours in the sun 2 days ago', 'en', ''],
  ['Monday to Friday 9-6', null, ''],
] as const)('%s (%s) means %s', (text, language, days) => {
  expect(daysMeant(text, language).join(' ')).toBe(days);
});
