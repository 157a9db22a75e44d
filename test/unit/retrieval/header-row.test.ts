import { describe, expect, it } from 'vitest';
import { hasHeaderRow } from '#core/reading/header-row';

const rowsOf = (text: string) => text.split(' / ').map((row) => row.split('|').map((cell) => cell.trim()));

describe('the first row of a table', () => {
  it.each([
    'Tag | Von | Bis / Montag | 9:00 | 17:00 / Dienstag | 9:00 | 18:00',
    'Day | Open / Monday | 9 to 5 / Tuesday | closed',
    'Tag | Öffnungszeiten / Mo–Fr | 9–12 Uhr',
    'Filiale | Zeiten / Nord | Mo–Fr 9–18 Uhr Sa 10–14 Uhr / Süd | Mo.–Do.: 8–16 Uhr',
    'Branch | Hours / North | Monday to Friday 9 am to 5 pm, Sat 10–2 / South | Tue 9:00–17:00',
    'Kurs | Mo | Di / Yoga | 9:00–10:00 | 18 Uhr / Pilates | 10:00 | 19 Uhr',
    'Mo | Di | Mi / Yoga | Pilates | Yoga / 9 Uhr | 10 Uhr | 9 Uhr',
    'Line | 9:00 | 10:00 / Yoga | Hall 1 | Hall 2',
    'Age | 1-3 | 4-6 / Day | 5 € | 6 €',
    'Karte | Preis / Tag | 5 € / Woche | 20 €',
    'Product | 2025 | 2026 / Lamp | 40 | 45.90 / Shelf | 12.50 | 13.50',
  ])('names the columns in: %s', (text) => {
    expect(hasHeaderRow(rowsOf(text))).toBe(true);
  });

  it.each([
    'Mo | 9–12 Uhr / Di | 9–12 Uhr / Mi | geschlossen',
    'Montag | geschlossen / Dienstag | 9-18',
    'Mon | 9:00 | 17:00 / Tue | 9:00 | 17:00',
    'Mon | 9am – 5pm / Tue | 9 a.m. – 5 p.m.',
    'Mo.–Fr. | nach Absprache / Sa. und So. | 10 bis 14 Uhr',
    'Montags | Yoga / Dienstags | Pilates',
    'MO | 9–12 / DI | 14–18',
    'Monday to Friday | 8 to 12 and 2 to 6 pm / Saturday | 8 to 12',
    'Büro | Mo–Fr 9–18 Uhr / Lager | Mo–Do 8–16 Uhr, Fr 8–12 Uhr',
    'Sommer | 9.00–19.00 Uhr / Winter | ab 10 Uhr',
    'Büro | 8:00–12:00, 13:00–17:00 / Lager | 7:00–15:00',
    'Lamp | 12.50 € / Shelf | 45.90 €',
  ])('is one like the others in: %s', (text) => {
    expect(hasHeaderRow(rowsOf(text))).toBe(false);
  });
});
