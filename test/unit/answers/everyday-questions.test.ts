import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { markedPlaces } from './places';

/** By language, question, what stands in the answer (null: there is none), and the text that is asked. */
type Asked = readonly [Language, string, string | null, string];

const OTHER = {
  de: 'Handtücher liegen an der Rezeption bereit. Der Garten ist bis 22 Uhr offen.',
  en: 'Towels are ready at the desk. The garden is open until 10 pm.',
};

function expectAnswer([language, question, expected, text]: Asked): void {
  const answer = markedPlaces({
    question,
    language,
    passages: [OTHER[language], text].map((passage, index) => ({
      number: index + 1,
      title: 'Info',
      heading: null,
      page: null,
      text: passage,
    })),
  });
  if (expected === null) expect(answer).toBeNull();
  else expect(answer).toContain(expected);
}

describe('a question for a number or an address', () => {
  it.each<Asked>([
    ['de', 'Wie ist Ihre Telefonnummer?', '089 1234567', 'Telefon: 089 1234567'],
    ['de', 'Wie lautet Ihre Telefonnummer?', '089 1234567', 'Sie erreichen uns unter 089 1234567.'],
    ['de', 'Telefonnummer?', '089/1234567', 'Tel.: 089/1234567'],
    ['de', 'Unter welcher Nummer erreiche ich Sie?', '1234567', 'Telefon: +49 89 1234567'],
    ['de', 'Wie kann ich Sie anrufen?', '1234567', 'Telefon: 089 1234567'],
    [
      'de',
      'Wie ist die Telefonnummer der Werkstatt?',
      '22',
      'Telefon Büro: 089 111111\nTelefon Werkstatt: 089 222222',
    ],
    ['de', 'Wie ist Ihre Telefonnummer?', null, 'Fax: 089 1234568'],
    ['de', 'Wie ist Ihre Telefonnummer?', null, 'IBAN: DE89 3704 0044 0532 0130 00'],
    ['de', 'Wie ist Ihre Telefonnummer?', null, 'Ihre Kundennummer steht auf der Rechnung.'],
    ['de', 'Wie ist die Telefonnummer vom Finanzamt?', null, 'Telefon: 089 1234567'],
    ['de', 'Wie ist die Telefonnummer?', '1234567', 'Telefon: 089 1234567\nFax: 089 1234568'],
    ['de', 'Warum brauchen Sie meine Telefonnummer?', null, 'Telefon: 089 1234567'],
    ['en', "What's your phone number?", '+49', 'Call us at +49 89 1234567.'],
    ['en', 'What is your telephone number?', '+49', 'Phone: +49 89 1234567'],
    ['en', 'How can I call you?', '555', 'Phone: (415) 555-2671'],
    ['en', 'How can I reach you?', 'hello@', 'Write to hello@shop.example.'],
    ['en', 'How do I contact the workshop?', '222', 'Phone of the workshop: 020 7946 0222'],
    ['en', 'Do you share my phone number?', null, 'Phone: +49 89 1234567'],
    ['de', 'Wie ist Ihre E-Mail-Adresse?', 'info@', 'E-Mail: info@hotel.example'],
    ['de', 'Wie lautet Ihre E-Mail?', 'info@', 'Schreiben Sie uns an info@hotel.example.'],
    ['de', 'An welche Adresse kann ich eine E-Mail schicken?', 'info@', 'Mail: info@hotel.example'],
    ['en', "What's your email address?", 'info@', 'Write to us: info@hotel.example'],
    ['en', 'What is your e-mail?', 'info@', 'E-mail: info@hotel.example'],
    ['en', 'Which email do I get after ordering?', null, 'E-mail: info@hotel.example'],
    ['de', 'Wie ist Ihre Adresse?', '80331', 'Sie finden uns in der Seestraße 1, 80331 München.'],
    ['de', 'Wie lautet die Anschrift?', '80331', 'Hotel Seeblick\nSeestraße 1\n80331 München'],
    ['de', 'Wo finde ich Sie?', 'Seestraße', 'Seestraße 1, 80331 München'],
    ['de', 'Wo sind Sie?', 'Seestraße', 'Seestraße 1, 80331 München'],
    ['de', 'Wo befinden Sie sich?', 'Seestraße', 'Adresse: Seestraße 1, 80331 München'],
    ['de', 'Wie ist Ihre Adresse?', null, 'E-Mail-Adresse: info@hotel.example'],
    ['de', 'Wie ändere ich meine Adresse?', null, 'Seestraße 1, 80331 München'],
    ['en', "What's your address?", 'High Street', 'Visit us at 12 High Street, Bath BA1 5NB.'],
    ['en', 'Where are you located?', 'High Street', 'Our shop is at 12 High Street, Bath BA1 5NB.'],
    ['en', 'Where can I find you?', 'pier', 'You find us at the old ferry pier.'],
    ['de', 'Wer hat das Telefon erfunden?', null, 'Telefon: 089 1234567'],
    ['en', 'How do I charge my phone?', null, 'Phone: +49 89 1234567'],
  ])('is answered by one (%s): %s → %s', (...asked) => expectAnswer(asked));
});

describe('a thing', () => {
  it.each<Asked>([
    ['de', 'Wie kann ich Sie telefonisch erreichen?', '1234567', 'Rufen Sie uns an: +49 (0)89 1234567.'],
    ['de', 'Wie hoch sind die Lieferkosten?', '4,90', 'Die Versandkosten betragen 4,90 €.'],
    ['de', 'Was kostet die Lieferung?', '4,90', 'Versandkosten: 4,90 €'],
    ['en', 'Can I pay by card?', 'card', 'You can pay in cash or by card.'],
    ['en', 'Do I have to pay for parking?', '5', 'Parking costs 5 euros a day.'],
    ['de', 'Kann ich mit Karte zahlen?', 'Karte', 'Sie können bar oder mit Karte zahlen.'],
    ['de', 'Was kostet der Versand?', '4,90', 'Die Lieferung kostet 4,90 €.'],
    ['de', 'Wie hoch sind die Versandkosten?', '4,90', 'Die Lieferung kostet 4,90 €.'],
    ['de', 'Wie lange dauert der Versand?', 'drei', 'Die Lieferzeit beträgt drei Tage.'],
    ['de', 'Wie hoch sind die Versandkosten?', null, 'Die Lieferzeit beträgt drei Tage.'],
    ['en', 'How much is shipping?', '4.90', 'Delivery costs £4.90.'],
    ['en', 'What does delivery cost?', '4.90', 'Shipping is £4.90.'],
    ['de', 'Gibt es einen späten Check-out?', 'Late', 'Late Check-out ist bis 14 Uhr möglich.'],
    ['de', 'Kann ich später auschecken?', 'Late', 'Late Check-out ist bis 14 Uhr möglich und kostet 20 €.'],
    ['de', 'Was kostet ein später Check-out?', '20', 'Late Check-out bis 14 Uhr kostet 20 €.'],
    ['en', 'Can I check out late?', 'Late', 'Late check-out is possible until 2 pm.'],
    ['en', 'When is check-out?', '11', 'Check-in: from 3 pm\nCheck-out: until 11 am'],
    ['de', 'Wann ist Check-out?', '11', 'Check-in: ab 15 Uhr\nCheck-out: bis 11 Uhr'],
    ['de', 'Wann muss ich auschecken?', '11', 'Check-in: ab 15 Uhr\nCheck-out: bis 11 Uhr'],
    ['de', 'Bis wann ist die Abreise?', '11', 'Check-in: ab 15 Uhr\nCheck-out: bis 11 Uhr'],
    [
      'de',
      'Ab wann kann ich einchecken?',
      '15',
      'Die Anreise ist ab 15 Uhr möglich.\nDie Abreise ist bis 11 Uhr.',
    ],
    ['de', 'Haben Sie ein Hallenbad?', 'Pool', 'Der Pool im Untergeschoss ist beheizt.'],
    ['de', 'Gibt es einen Pool?', 'Schwimmbad', 'Das Schwimmbad ist beheizt.'],
    ['de', 'Wann öffnet das Schwimmbad?', 'Hallenbad', 'Das Hallenbad ist von 8 bis 20 Uhr geöffnet.'],
    ['en', 'Is there a swimming pool?', 'pool', 'The indoor pool is heated.'],
    ['de', 'Gibt es WLAN?', 'Internet', 'Internet gibt es kostenlos in allen Zimmern.'],
    ['de', 'Haben Sie einen Aufzug?', 'Fahrstuhl', 'Der Fahrstuhl fährt in alle Etagen.'],
    ['en', 'Do you have wifi?', 'Wi-Fi', 'Wi-Fi is free in all rooms.'],
    ['en', 'Is there an elevator?', 'lift', 'The lift goes to all floors.'],
  ])('is found under another name (%s): %s → %s', (...asked) => expectAnswer(asked));

  it('is found under that of its kind, and a kind not under that of one of it', () => {
    expectAnswer(['de', 'Sind Hunde erlaubt?', 'Haustiere', 'Haustiere sind bei uns nicht erlaubt.']);
    expectAnswer(['de', 'Sind Haustiere erlaubt?', null, 'Hunde liegen gern vor dem Ofen.']);
  });
});

describe('a duration in words', () => {
  it.each<Asked>([
    ['de', 'Wie lange dauert die Massage?', 'anderthalb', 'Die Massage dauert anderthalb Stunden.'],
    ['de', 'Wie lange ist die Führung?', 'eineinhalb', 'Die Führung geht über eineinhalb Stunden.'],
    ['de', 'Wie lange dauert der Test?', 'Dreiviertelstunde', 'Der Test dauert eine Dreiviertelstunde.'],
    ['en', 'How long does the tour take?', 'an hour and a half', 'The tour takes an hour and a half.'],
    ['en', 'How long is the massage?', 'a quarter of an hour', 'The massage takes a quarter of an hour.'],
    ['en', 'How long is the tour?', null, 'A bicycle is 18 euros a day.'],
  ])('is one (%s): %s → %s', (...asked) => expectAnswer(asked));
});

describe('a price', () => {
  it.each<Asked>([
    ['de', 'Kann man Wein kosten?', 'Wein', 'Sie können bei uns Wein kosten.'],
    ['de', 'Kann man Wein kosten?', 'probieren', 'Wein probieren Sie im Keller.'],
    ['de', 'Kann ich bei Ihnen den Wein kosten?', 'Wein', 'Der Wein wird im Keller verkostet.'],
    ['de', 'Was kostet der Wein?', '8 €', 'Der Wein kostet 8 €.'],
    ['de', 'Was kostet die Sauna?', null, 'Die Sauna ist im Keller. Der Preis der Massage ist 40 €.'],
    ['de', 'Was kostet die Sauna?', null, 'Die Sauna ist im Keller. Die Massage kostet 40 €.'],
    ['de', 'Was kostet die Sauna?', '12', 'Die Sauna ist im Keller. Der Preis ist 12 €.'],
    ['de', 'Was kostet die Sauna?', '12', 'Die Sauna ist im Keller. Der Eintritt kostet 12 €.'],
    ['de', 'Was kostet die Sauna?', '12', 'Die Sauna ist im Keller. Sie kostet 12 €.'],
    ['en', 'How much is the sauna?', null, 'The sauna is in the basement. The price of a massage is £40.'],
    ['en', 'How much is the sauna?', null, 'The sauna is in the basement. A massage costs £40.'],
    ['en', 'How much is the sauna?', '12', 'The sauna is in the basement. The price is £12.'],
    ['en', 'How much is the sauna?', '12', 'The sauna is in the basement. Admission costs £12.'],
  ])('is that of what was asked for (%s): %s → %s', (...asked) => expectAnswer(asked));

  it('is quoted with what it is of, a request between them', () => {
    expectAnswer([
      'de',
      'Was kostet die Sauna?',
      'Die Sauna ist im Keller. Bitte reservieren Sie. Der Preis ist 12 €.',
      'Die Sauna ist im Keller. Bitte reservieren Sie. Der Preis ist 12 €.',
    ]);
  });
});

describe('a question about opening hours', () => {
  it.each<Asked>([
    [
      'de',
      'Habt ihr am Mittwoch auf?',
      '9–18',
      'Öffnungszeiten: Montag bis Freitag 9–18 Uhr, Samstag 10–14 Uhr.',
    ],
    ['de', 'Haben Sie am Mittwoch geöffnet?', '9–18', 'Wir haben Montag bis Freitag von 9–18 Uhr geöffnet.'],
    ['de', 'Wann sind die Sprechzeiten am Freitag?', '8–14', 'Sprechzeiten: Mo–Do 8–16 Uhr, Fr 8–14 Uhr.'],
    ['de', 'Wann schließt ihr?', '18 Uhr', 'Wir haben Montag bis Freitag von 9 bis 18 Uhr geöffnet.'],
    ['de', 'Wann wird am Mittwoch der Müll geholt?', null, 'Öffnungszeiten: Montag bis Freitag 9–18 Uhr.'],
    ['en', 'When do you close on Friday?', '6 pm', 'We are open Monday to Friday from 9 am to 6 pm.'],
    ['en', 'When are you open on Saturday?', 'Sat 9', 'Opening hours: Mon-Fri 9:00-18:00, Sat 9:00-16:00'],
    ['en', 'How late are you open?', '6 pm', 'We are open from 9 am to 6 pm.'],
    ['en', 'How do I close my account?', null, 'We are open from 9 am to 6 pm.'],
  ])('%s: %s', (...asked) => expectAnswer(asked));
});

describe('a question for a price', () => {
  it.each<Asked>([
    ['de', 'Was kostet Brot vom Vortag?', 'die Hälfte', 'Brot vom Vortag kostet die Hälfte.'],
    ['de', 'Was kostet der Eintritt?', 'frei', 'Der Eintritt ist am Montag frei.'],
    [
      'de',
      'Was kostet ein Frühstück?',
      '11,90',
      'Speise | Preis\nFrühstück klein | 6,50 €\nFrühstück groß | 11,90 €\nTee | 2 €',
    ],
    [
      'de',
      'Was kostet die Führung?',
      '9 €',
      'Die Führung dauert zwei Stunden. Kinder zahlen 5 €, Erwachsene 9 €.',
    ],
    [
      'en',
      'What does wedding hair cost?',
      'on request',
      'Service | Price\nCut | £30\nWedding hair | on request',
    ],
    [
      'en',
      'How much is the tour?',
      'Adults pay £9',
      'The tour takes two hours. Children pay £5. Adults pay £9.',
    ],
    ['en', 'What does the sauna cost?', 'included', 'The sauna is included. Robes cost £5.'],
    ['en', 'What does parking cost?', null, 'Breakfast takes half an hour.'],
  ])('%s: %s', (...asked) => expectAnswer(asked));
});

const LUGGAGE = 'Luggage | Price\nSuitcase up to 23 kg | £4\nSuitcase up to 32 kg | £9\nBike | £12';

describe('a question with a quantity', () => {
  it.each<Asked>([
    ['en', 'What does a suitcase of 20 kg cost?', '£4', LUGGAGE],
    ['en', 'What does a suitcase of 30 kg cost?', '£9', LUGGAGE],
    ['en', 'What does a suitcase over 23 kg cost?', '£9', LUGGAGE],
    ['en', 'What does a suitcase of 40 kg cost?', null, LUGGAGE],
    [
      'de',
      'Was kostet der Glasurbrand über 20 cm?',
      '12,40',
      'Brand | Preis\nGlasurbrand bis 20 cm | 6,80 €\nGlasurbrand über 20 cm | 12,40 €',
    ],
  ])('%s: %s', (...asked) => expectAnswer(asked));
});
