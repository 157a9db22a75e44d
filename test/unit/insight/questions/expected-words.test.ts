import { describe, expect, it } from 'vitest';
import { missingIn } from '#core/insight/questions/expected-words';

const PRICES = 'Artikel | Preis\nStadtrad | 12 €\nE-Bike | 39 €\nTandem | 35 €';
const answered = (
  text: string,
  passages: readonly (readonly [text: string, citationNumber: number | null])[] = [],
) => ({
  reply: { text },
  passages: passages.map(([text, citationNumber]) => ({ heading: null, text, citationNumber })),
});

describe('expected words', () => {
  it('may stand in a passage that the answer cites, and in no other', () => {
    const trial = answered('Ja, gern. [1]', [
      ['Hunde dürfen an der Leine mit.', 1],
      ['Katzen bleiben im Korb.', null],
    ]);
    expect(missingIn(trial, ['an der LEINE', 'Hunde', 'Korb'])).toEqual(['Korb']);
  });

  it('have their figures in the answer, not in another row of what it cites', () => {
    const trial = answered('Das E-Bike kostet 39 € am Tag. [1]', [[PRICES, 1]]);
    expect(missingIn(trial, ['35 €', 'Tandem | 35 €', '39 €', '1'])).toEqual(['35 €', 'Tandem | 35 €', '1']);
  });

  it('have their telephone number in the answer too, not in what it cites alone', () => {
    const cited: [string, number] = ['Telefon 0221 4711-0, Notdienst 0221 4712-0.', 1];
    const trial = answered('Den Notdienst erreichen Sie unter 0221 4712-0. [1]', [cited]);
    expect(missingIn(trial, ['4711', '+49 221 4711', 'Notdienst 4712'])).toEqual(['4711', '+49 221 4711']);
  });

  it('may stand around their figures in other words than the answer’s', () => {
    const trial = answered('There is room for 40 cars, and three buses. [1]', [
      ['A car park with 40 spaces, and 3 coach bays.', 1],
    ]);
    expect(missingIn(trial, ['40 spaces', '3 coach bays', 'three coach bays', '4 spaces'])).toEqual([
      '4 spaces',
    ]);
  });

  it.each([
    ['18,50', 'Es kostet 18,50 €.'],
    ['18,50 €', 'It is €18.50.'],
    ['18.50 EUR', 'Es kostet 18,50\u00a0Euro je Person.'],
    ['12 €', 'Preis (€): 12'],
    ['12 €', '12Euro'],
    ['12 €', 'Nur 12,- € am Tag, 25 Plätze.'],
    ['1500 CHF', 'Es kostet 1.500,00 Franken.'],
    ['£30', '£25 £30'],
    ['19 %', '19 Prozent'],
    ['9 Uhr', 'Ab 9:00 Uhr'],
    ['24.12.', 'Am 24.12.2026 ist zu.'],
    ['€', 'Preise in Euro'],
    ['zwei Jahre', '2 Jahre'],
    ['Cafe', 'Im Café'],
    ['9 am', 'We open at 9am.'],
    ['9am', 'We open at 9.00am.'],
    ['9am', 'We open at 9 a.m. every day.'],
    ['9 p.m.', 'Until 9:00pm.'],
    ['9 Uhr', 'Ab 9Uhr ist offen.'],
    ['30 days', 'Within 30days.'],
    ['30days', 'Within 30 days.'],
    ['12.5', 'Es kostet 12,50 €.'],
    ['12,10', 'Es kostet 12.10 €.'],
    ['1.500,50', '1,500.5'],
    ['+49 30 1234567', 'Rufen Sie +49301234567 an.'],
    ['+49301234567', 'Telefon: +49 (0)30 123 45 67.'],
    ['0301234567', 'Telefon 030 / 123 45-67, Fax 030 1234568'],
    ['(555) 123-4567', 'Call 555-123-4567.'],
    ['030 1234567', '030 1234567 (Mo–Fr 9–17 Uhr)'],
    ['4711', 'Rufen Sie 0221 4711-0 an.'],
    ['4711-0', 'Tel. 0221/4711-0'],
    ['Telefon 4711', 'Telefon: 0221 4711-0'],
    ['0221 4711', '0221 4711-0'],
    ['+49 221 4711', 'Telefon 0221 4711'],
    ['0221 4711', 'Telefon +49 221 4711-0'],
    ['0221 4711', 'Telefon +492214711'],
    ['0049 221 4711', 'Telefon +49 (0) 221 / 47 11'],
    ['Telefon 0221 4711', 'Telefon: +49 221 4711'],
    ['020 7946 0000', 'Call +44 20 7946 0000.'],
    ['555-123-4567', 'Call +1 (555) 123-4567.'],
    ['7946 0000', 'Call 020 7946 0000.'],
    ['-5 °C', 'Bis minus 5°C hält er.'],
    ['17 Uhr', 'Von 9 -17 Uhr'],
    ['17 Uhr', 'Von 9–17 Uhr'],
    ['20 %', 'Jetzt -20 %'],
  ])('knows %s in: %s', (words, text) => {
    expect(missingIn(answered(text), [words])).toEqual([]);
  });

  it.each([
    ['25 £', 'Es kostet 25 €.'],
    ['25 £', 'Es kostet 25.'],
    ['25 %', 'Es kostet 25 €.'],
    ['6', 'Es kostet 6,90 €.'],
    ['90', 'Es kostet 6,90 €.'],
    ['69 €', 'Es kostet 6,90 €.'],
    ['30', 'Es kostet 300 €.'],
    ['25 €', 'Es kostet 12 € 25 Minuten lang.'],
    ['150 €', 'Es kostet 1.500 €.'],
    ['5 °C', 'Bis -5 °C hält er.'],
    ['5 °C', 'Down to minus 5 °C.'],
    ['-5 °C', 'Ab 5 °C.'],
    ['24.1.', 'Am 24.10. ist zu.'],
    ['12.5', 'Es kostet 12,05 €.'],
    ['030 1234567', 'Telefon 030 1234568'],
    ['4711', 'Rufen Sie 0221 47110 an.'],
    ['4711', 'Rufen Sie 0221 814711 an.'],
    ['471', 'Rufen Sie 0221 4711 an.'],
    ['221', 'Rufen Sie 0221 4711 an.'],
    ['+49 221 4711', 'Rufen Sie +43 221 4711 an.'],
    ['+49 221 4711', 'Rufen Sie 0222 4711 an.'],
    ['0221 4711', 'Rufen Sie +49 222 14711 an.'],
    ['4711 €', 'Rufen Sie 0221 4711 an.'],
    ['9 am', 'At 9pm.'],
  ])('does not take %s to stand in: %s', (words, text) => {
    expect(missingIn(answered(text), [words])).toEqual([words]);
  });
});
