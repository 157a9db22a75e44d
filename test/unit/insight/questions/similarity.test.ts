import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { nearest } from '#core/insight/questions/similarity';
import paraphrases from './paraphrases.json';

interface Group {
  readonly question: string;
  readonly language: Language;
  /** Of each question in it: what it asks. */
  readonly asks: number[];
}

/** Puts each question to those that came before, in one of several orders. */
function grouped(language: Language, order: number): readonly Group[] {
  const questions = paraphrases[language].flatMap((group, asks) =>
    group.map((question, at) => ({
      question,
      asks,
      place: ((asks * 7 + at * 13 + order * 31) % 97) + at / 10,
    })),
  );
  const groups: Group[] = [];
  for (const { question, asks } of questions.sort((a, b) => a.place - b.place)) {
    const group = nearest({ question, language }, groups);
    if (group) group.asks.push(asks);
    else groups.push({ question, language, asks: [asks] });
  }
  return groups;
}

function pairs(asks: readonly number[]) {
  const all = asks.flatMap((one, at) => asks.slice(at + 1).map((other) => one === other));
  return { together: all.length, alike: all.filter(Boolean).length };
}

it('puts most questions together that ask the same, and hardly any others', () => {
  let [together, alike, wanted] = [0, 0, 0];
  for (const language of ['en', 'de'] as const)
    for (const order of [0, 1, 2]) {
      for (const group of paraphrases[language]) wanted += pairs(group.map(() => 0)).together;
      for (const { asks } of grouped(language, order)) {
        const found = pairs(asks);
        together += found.together;
        alike += found.alike;
      }
    }
  expect(alike / together).toBeGreaterThan(0.99);
  expect(alike / wanted).toBeGreaterThan(0.86);
});

describe('one question and those before', () => {
  const first = (question: string, ...known: string[]) =>
    nearest(
      { question, language: 'en' },
      known.map((each) => ({ question: each, language: 'en' as const })),
    )?.question ?? null;

  it('takes the nearest', () => {
    expect(
      first('Do you deliver to Austria?', 'Do you deliver on Sundays?', 'Is delivery to Austria possible?'),
    ).toBe('Is delivery to Austria possible?');
  });

  it('finds typing errors', () => {
    expect(first('wher can i park my carr', 'Where can I park my car?')).not.toBeNull();
  });

  it('puts together what has stop words alone only where it is the same', () => {
    expect(first('What about you?', 'And who are they?')).toBeNull();
    expect(first('what about you', 'What about you?')).not.toBeNull();
  });

  it('leaves those of another language alone', () => {
    expect(
      nearest({ question: 'Wi-Fi?', language: 'en' }, [{ question: 'Wi-Fi?', language: 'de' }]),
    ).toBeNull();
  });
});

/** One answer would settle both, and be wrong for one of them. */
const DIFFERENT: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [
    ['What is your email address?', "What's your address?"],
    ['What is your phone number?', 'What is your fax number?'],
    ['What is your phone number?', 'What is your customer number?'],
    ['What time is check-in?', 'What time is check-out?'],
    ['When can I check in on Sunday?', 'When can I check out on Sunday?'],
    ['When is check-in on Sundays?', 'When is check-out on Sundays?'],
    ['Do you deliver to Austria?', 'Do you deliver to Switzerland?'],
    ['Do you ship to Norway?', 'Do you ship on Saturdays?'],
    ['How much does the day ticket cost?', 'How much does the annual ticket cost?'],
    ['Is there a student discount?', 'Is there a senior discount?'],
    ['Can I cancel my booking?', 'Can I change my booking date?'],
    ['Do you have gluten-free bread?', 'Do you have gluten-free beer?'],
    ['Can I rent a boat on Sunday?', 'Can I rent a boat on Monday?'],
    ['Do you have a 12 V charger?', 'Do you have a 24 V charger?'],
    ['Is breakfast included in the price?', 'Is parking included in the price?'],
    ['Where is the car park?', 'Where is the bike park?'],
    ['What is the return policy?', 'What is the privacy policy?'],
    ['Who is your CEO?', 'Who is your data protection officer?'],
    ['What is your billing address?', 'What is your delivery address?'],
    ['Is there a lift for wheelchairs?', 'Is there a toilet for wheelchairs?'],
    ['Do you offer swimming lessons for children?', 'Do you offer swimming lessons for adults?'],
    ['How long is the warranty on the battery?', 'How long is the warranty on the frame?'],
    ['Can I pay with PayPal?', 'Can I pay with Bitcoin?'],
    ['When does the pool open?', 'When does the sauna open?'],
    ['What are your opening hours?', 'What are your opening hours on Christmas?'],
  ],
  de: [
    ['Wie lautet Ihre E-Mail-Adresse?', 'Wie lautet Ihre Adresse?'],
    ['Wie ist Ihre Mailadresse?', 'Wie ist Ihre Adresse?'],
    ['Wie lautet Ihre Telefonnummer?', 'Wie lautet Ihre Faxnummer?'],
    ['Wie lautet die Telefonnummer der Rezeption?', 'Wie lautet die Faxnummer der Rezeption?'],
    ['Wann ist Check-in?', 'Wann ist Check-out?'],
    ['Ab wann ist der Check-in am Sonntag möglich?', 'Bis wann ist der Check-out am Sonntag möglich?'],
    ['Liefern Sie nach Österreich?', 'Liefern Sie nach Norwegen?'],
    ['Was kostet die Tageskarte?', 'Was kostet die Jahreskarte?'],
    ['Gibt es Rabatt für Studenten?', 'Gibt es Rabatt für Senioren?'],
    ['Haben Sie glutenfreies Brot?', 'Haben Sie glutenfreies Bier?'],
    ['Kann ich sonntags ein Boot mieten?', 'Kann ich montags ein Boot mieten?'],
    ['Haben Sie Ladegeräte mit 12 Volt?', 'Haben Sie Ladegeräte mit 24 Volt?'],
    ['Ist das Frühstück im Preis enthalten?', 'Ist der Parkplatz im Preis enthalten?'],
    ['Wie hoch ist die Kaution für das Fahrrad?', 'Wie hoch ist die Miete für das Fahrrad?'],
    ['Wie lautet Ihre Kontonummer?', 'Wie lautet Ihre Kundennummer?'],
    ['Wie lautet Ihre Rechnungsadresse?', 'Wie lautet Ihre Lieferadresse?'],
    ['Bieten Sie Schwimmkurse für Kinder an?', 'Bieten Sie Schwimmkurse für Erwachsene an?'],
    ['Wie lange ist die Garantie auf den Akku?', 'Wie lange ist die Garantie auf den Rahmen?'],
    ['Kann ich mit PayPal bezahlen?', 'Kann ich mit Kreditkarte bezahlen?'],
    ['Wann öffnet das Schwimmbad?', 'Wann öffnet die Sauna?'],
    ['Wie kündige ich mein Abo?', 'Wie pausiere ich mein Abo?'],
    ['Wo ist der Eingang zum Museum?', 'Wo ist die Garderobe im Museum?'],
    ['Wann ist die Anreise am Samstag?', 'Wann ist die Abreise am Samstag?'],
    ['Öffnungszeiten?', 'Öffnungszeiten an Weihnachten?'],
  ],
};

const SAME: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [
    ["What's your address?", 'What is the address of your shop?'],
    ['What is your email address?', 'Can I have your email?'],
    ['When can I check in?', 'What time is check-in?'],
    ['Do you sell batteries?', 'Do you have batteries?'],
    ['Where do I enter my adress?', 'Where do I enter my address?'],
  ],
  de: [
    ['Wie lautet Ihre Telefonnummer?', 'Telefonnummer?'],
    ['Wo finde ich Ihre Adresse?', 'Wie lautet die Adresse?'],
    ['Was kostet eine Tageskarte für Erwachsene?', 'Preis Tageskarte Erwachsene'],
    ['Bekommen Studenten einen Rabatt?', 'Rabatt für Studierende?'],
  ],
};

describe.each(['en', 'de'] as const)('in %s', (language) => {
  const areAlike = (one: string, other: string) =>
    nearest({ question: one, language }, [{ question: other, language }]) !== null;

  it.each(DIFFERENT[language])('tells apart: %s %s', (one, other) => {
    expect([areAlike(one, other), areAlike(other, one)]).toEqual([false, false]);
  });

  it.each(SAME[language])('puts together: %s %s', (one, other) => {
    expect([areAlike(one, other), areAlike(other, one)]).toEqual([true, true]);
  });
});
