import type { Language } from '../html';

interface Product {
  readonly picture: 'tent' | 'pack' | 'bag' | 'stove';
  readonly name: string;
  readonly text: string;
  readonly price: number;
}

interface Strings {
  readonly claim: string;
  readonly lead: string;
  readonly seeRange: string;
  readonly navigation: string;
  readonly range: string;
  readonly service: string;
  readonly visit: string;
  readonly products: readonly Product[];
  readonly facts: readonly (readonly [string, string])[];
  readonly address: string;
  readonly hours: string;
  readonly fictional: string;
  readonly setupOf: string;
  readonly setup: string;
  readonly embed: string;
  readonly rejected: string;
  readonly embedded: string;
  readonly change: string;
  readonly withPolicy: string;
  readonly withoutPolicy: string;
}

export const STRINGS: Readonly<Record<Language, Strings>> = {
  en: {
    claim: 'Gear that comes back',
    lead: 'Tents, packs and stoves from a workshop in the Black Forest. Made to be repaired, lent to those who only need them once.',
    seeRange: 'See the range',
    navigation: 'Main',
    range: 'Range',
    service: 'Service',
    visit: 'Visit us',
    products: [
      {
        picture: 'tent',
        name: 'Falke 2',
        text: 'Two-person tent, 1.9 kg, stands in four minutes.',
        price: 349,
      },
      { picture: 'pack', name: 'Tour 45', text: 'Rucksack, 45 litres, every strap replaceable.', price: 179 },
      { picture: 'bag', name: 'Reif', text: 'Down sleeping bag, comfortable to −6 °C.', price: 229 },
      { picture: 'stove', name: 'Glut', text: 'Gas stove, 96 g, boils a litre in three minutes.', price: 64 },
    ],
    facts: [
      ['Delivery', 'Two to three working days within Germany and Austria, free from €80.'],
      ['Returns', '30 days, unused and in the original packaging.'],
      ['Repairs', 'Send it in: seams and zips are free in the first five years.'],
      ['Lending', 'Tents and packs by the weekend, deposit half the price.'],
    ],
    address: 'Holzmarkt 12, 79098 Freiburg',
    hours: 'Monday to Friday 10–18:30, Saturday 10–16',
    fictional: 'a shop that does not exist',
    setupOf: 'Chatbot on this page',
    setup: 'No chat on this page yet. Paste the embed code of a bot, or its widget id:',
    embed: 'Embed',
    rejected: 'This is neither a widget id (eight letters and digits) nor an embed code with one.',
    embedded: 'Chat widget',
    change: 'another bot',
    withPolicy: 'under a strict content security policy',
    withoutPolicy: 'without content security policy',
  },
  de: {
    claim: 'Ausrüstung, die wiederkommt',
    lead: 'Zelte, Rucksäcke und Kocher aus einer Werkstatt im Schwarzwald. Gebaut, um repariert zu werden, und verliehen an alle, die sie nur einmal brauchen.',
    seeRange: 'Zum Sortiment',
    navigation: 'Hauptmenü',
    range: 'Sortiment',
    service: 'Service',
    visit: 'Besuch',
    products: [
      { picture: 'tent', name: 'Falke 2', text: 'Zelt für zwei, 1,9 kg, steht in vier Minuten.', price: 349 },
      {
        picture: 'pack',
        name: 'Tour 45',
        text: 'Rucksack, 45 Liter, jeder Riemen austauschbar.',
        price: 179,
      },
      { picture: 'bag', name: 'Reif', text: 'Daunenschlafsack, behaglich bis −6 °C.', price: 229 },
      {
        picture: 'stove',
        name: 'Glut',
        text: 'Gaskocher, 96 g, ein Liter kocht in drei Minuten.',
        price: 64,
      },
    ],
    facts: [
      ['Lieferung', 'Zwei bis drei Werktage in Deutschland und Österreich, ab 80 € versandkostenfrei.'],
      ['Rückgabe', '30 Tage, ungebraucht und in der Originalverpackung.'],
      ['Reparatur', 'Einfach einsenden: Nähte und Reißverschlüsse sind fünf Jahre lang kostenlos.'],
      ['Verleih', 'Zelte und Rucksäcke übers Wochenende, Kaution der halbe Preis.'],
    ],
    address: 'Holzmarkt 12, 79098 Freiburg',
    hours: 'Montag bis Freitag 10–18:30 Uhr, Samstag 10–16 Uhr',
    fictional: 'einen solchen Laden gibt es nicht',
    setupOf: 'Chatbot auf dieser Seite',
    setup:
      'Noch kein Chat auf dieser Seite. Fügen Sie den Einbettungscode eines Bots ein oder seine Widget-ID:',
    embed: 'Einbetten',
    rejected:
      'Das ist weder eine Widget-ID (acht Buchstaben und Ziffern) noch ein Einbettungscode mit einer.',
    embedded: 'Chat-Widget',
    change: 'anderer Bot',
    withPolicy: 'unter einer strengen Content Security Policy',
    withoutPolicy: 'ohne Content Security Policy',
  },
};
