import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { markedPlaces } from './places';

const FOOD =
  'Dish | Price (£) | Vegan | Gluten-free\nFull breakfast | 11.5 | no | on request\nVegan breakfast | 10.9 | yes | no\nAvocado toast | 8.5 | yes | on request\nCarrot cake | 4.2 | no | yes';
const BIKES =
  "Bike | Half day (4 hours) | Full day | Week | Deposit\nCity bike | €9 | €14 | €65 | €50\nE-bike | €22 | €34 | €165 | €150\nChildren's bike | €5 | €8 | €35 | none\nChild trailer | €6 | €10 | €45 | €30";
const CHECKS =
  'Leistung | Preis in Euro | Dauer in Minuten\nSportattest | 25 | 15\nGroßer Gesundheits-Check | 120 | 60';
const PARTS =
  'Part P1777-07 is held by a bolt of 10 mm.\n\nPart P1777-10 is held by a bolt of 14 mm.\n\nPart P1778-10 needs no bolt.';
const SEASONS =
  'Season | Main shop | Ferry harbour\nJuly and August | 8:30 am – 7 pm | 9 am – 6 pm\nSeptember | 9 am – 6 pm | closed\nOctober to March | 10 am – 4 pm | closed';
const WORKSHOP = 'Artikel | Preis\nÖlwechsel | 59\nKlimaservice | 79,50\nReifenwechsel | 40';
const TYRES = 'Service | Price per season\nTyre storage | 45\nWheel cleaning | 12.50';
const FREE =
  'Karte | Preis\nErwachsene | 8,00 €\nKinder | 4,00 €\n\nAm ersten Sonntag im Monat ist der Eintritt frei.';

function answerTo(
  question: string,
  language: Language,
  text: string,
  heading: string | null = null,
): string | null {
  return markedPlaces({
    question,
    language,
    passages: [{ number: 1, title: 'List', heading, page: null, text }],
  });
}

describe('rows of a table', () => {
  it.each<[string, Language, string, string | null, string | null]>([
    ['Which dishes are vegan?', 'en', FOOD, 'Avocado toast', 'Carrot cake'],
    ['Do you have anything gluten-free?', 'en', FOOD, 'Carrot cake', 'Vegan breakfast'],
    ['Which dishes are not vegan?', 'en', FOOD, 'Full breakfast', 'Avocado toast'],
    ['Is the carrot cake vegan?', 'en', FOOD, 'Carrot cake, Price (£): 4.2, Vegan: no', 'Avocado'],
    ['How much is an e-bike per day?', 'en', BIKES, 'Full day: €34', 'City bike'],
    ['How much is an ebike for a week?', 'en', BIKES, 'Week: €165', 'City bike'],
    ["What is the deposit for a child's bike?", 'en', BIKES, 'Deposit: none', 'trailer'],
    ['Do I have to pay a deposit?', 'en', BIKES, 'Child trailer', null],
    ['Wie lange dauert der Gesundheitscheck?', 'de', CHECKS, 'Dauer in Minuten: 60', 'Sportattest'],
    ['What are your opening hours in July?', 'en', SEASONS, 'July and August', 'March'],
    ['Are you open in November on a Tuesday?', 'en', SEASONS, 'October to March', 'July'],
    ['When do you close in winter?', 'en', SEASONS, 'October to March', 'July'],
    ['Was kostet der Eintritt?', 'de', FREE, 'Erwachsene', 'Sonntag'],
    ['Preis Klimaservice', 'de', WORKSHOP, 'Klimaservice, Preis: 79,50', 'Ölwechsel'],
    ['Was kostet ein Ölwechsel?', 'de', WORKSHOP, 'Preis: 59', 'Klimaservice'],
    ['How much is tyre storage?', 'en', TYRES, 'Price per season: 45', 'Wheel'],
  ])('are found by what their cells say: %s', (question, language, text, expected, other) => {
    const answer = answerTo(question, language, text);
    expect(answer).toContain(expected);
    if (other !== null) expect(answer).not.toContain(other);
  });

  it('are found by what they deny too, where a question goes on about them', () => {
    const pots = 'Name | Dishwasher safe\nGlass teapot Clara | yes\nCast-iron teapot Iwa | no';
    const answer = markedPlaces({
      question: 'and is it dishwasher safe?',
      topic: 'how much is the cast-iron teapot?',
      language: 'en',
      passages: [{ number: 1, title: 'Teaware', heading: null, page: null, text: pots }],
    });
    expect(answer).toBe('Name: Cast-iron teapot Iwa, Dishwasher safe: no [1]');
  });

  it('are cut between two of them, and say so', () => {
    const long = `Bike | Deposit\n${Array.from({ length: 60 }, (_, i) => `Bike of kind ${i} | €${i}0`).join('\n')}`;
    const lines = answerTo('Do I have to pay a deposit?', 'en', long)?.split('\n') ?? [];
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.at(-1)).toBe('… [1]');
    expect(lines.at(-2)).toMatch(/^Bike: Bike of kind \d+, Deposit: €\d+0$/);
  });
});

describe('a number of letters and digits', () => {
  it('is found whole, and no other of its kind in its place', () => {
    expect(answerTo('Which bolt for part number P1777-10?', 'en', PARTS)).toBe(
      'Part P1777-10 is held by a bolt of 14 mm. [1]',
    );
  });
});

describe('a sentence', () => {
  it.each<[string, Language, string, string]>([
    [
      'What is suitable for child trailers?',
      'en',
      'Dune trail: 32 km, about 3 hours. Not suitable for child trailers.\nWhole island: 75 km.',
      'Not suitable for child trailers. [1]',
    ],
    [
      'What is your phone number?',
      'en',
      'Your own risk is limited to €75. Flat tyres are free; call +31 222 555 019.',
      'Flat tyres are free; call +31 222 555 019. [1]',
    ],
    [
      'How long do you keep my table?',
      'en',
      'Tables can be booked by phone on 01947 555 0142. We hold a reserved table for 15 minutes.',
      'We hold a reserved table for 15 minutes. [1]',
    ],
    ['Do you take Amex?', 'en', 'We do not take American Express.', 'We do not take American Express. [1]'],
    ['Is it wheelchair accessible?', 'en', 'The entrance has a ramp.', 'The entrance has a ramp. [1]'],
    [
      'whats the wifi password',
      'en',
      'Guest Wi-Fi is free; the code is printed on your receipt.',
      'Guest Wi-Fi is free; the code is printed on your receipt. [1]',
    ],
    ['Can I get my money back?', 'en', 'Courses are not refunded.', 'Courses are not refunded. [1]'],
    ['Wie lautet die Faxnummer?', 'de', 'Telefon 0561 555 2200\nFax 0561 555 2209', 'Fax 0561 555 2209 [1]'],
    [
      'How long does delivery take?',
      'en',
      'Unused items may be sent back within 30 days of delivery. Delivery takes two to three working days.',
      'Delivery takes two to three working days. [1]',
    ],
    [
      'What happens when the tank is empty?',
      'en',
      'If the tank is empty, call the number on the key ring.',
      'If the tank is empty, call the number on the key ring. [1]',
    ],
    [
      'Wie kann ich absagen?',
      'de',
      'Termine sagen Sie bitte bis zum Vortag ab.',
      'Termine sagen Sie bitte bis zum Vortag ab. [1]',
    ],
    [
      'Wie sage ich einen Termin ab?',
      'de',
      'Absagen von Terminen sind bis zum Vortag möglich.',
      'Absagen von Terminen sind bis zum Vortag möglich. [1]',
    ],
    [
      'Was kostet eine Hochsteckfrisur?',
      'de',
      'Hochsteckfrisur nach Absprache',
      'Hochsteckfrisur nach Absprache [1]',
    ],
    ['Gibt es Schließfächer?', 'de', 'Spinde stehen bereit.', 'Spinde stehen bereit. [1]'],
  ])('answers in other words: %s', (question, language, text, expected) => {
    expect(answerTo(question, language, text)).toBe(expected);
  });

  it('tells no period to who asks for an amount', () => {
    const notice = 'Die Mitgliedschaft kann mit einer Frist von sechs Wochen gekündigt werden.';
    expect(answerTo('Was kostet die Mitgliedschaft?', 'de', notice)).toBeNull();
  });

  it.each([
    ['Ist Heiligabend geöffnet?', 'Am 24. und 31. Dezember ist das Haus geschlossen.'],
    ['Haben Sie am Ostermontag auf?', 'Montags ist geschlossen, außer an Feiertagen.'],
  ])('answers for a holiday by its date or as one of them: %s', (question, text) => {
    expect(answerTo(question, 'de', text, 'Öffnungszeiten')).toBe(`${text} [1]`);
  });
});
