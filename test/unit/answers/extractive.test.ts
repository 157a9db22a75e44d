import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { expectationOf } from '#core/quoting/answer-type';
import { extract, supported } from '#core/quoting/extractive';
import type { Judge } from '#core/quoting/judges';
import type { NumberedPassage } from '#core/quoting/numbered-passage';
import { quotesOf } from '#core/quoting/quotes';
import { extract as extractText } from '#core/reading/extract';
import type { Hit } from '#core/retrieval/search';
import { splitIntoPassages } from '#core/retrieval/split';
import { markedPlaces } from './places';

const passages = (...texts: (string | Partial<NumberedPassage>)[]): NumberedPassage[] =>
  texts.map((given, index) => ({
    number: index + 1,
    title: 'Handbook',
    page: null,
    heading: null,
    text: '',
    ...(typeof given === 'string' ? { text: given } : given),
  }));
const ask = (question: string, given: NumberedPassage[], language: 'en' | 'de' = 'en') =>
  markedPlaces({ question, language, passages: given });

const hitOf = (text: string): Hit => ({
  id: 'doc#0',
  documentId: 'doc',
  title: 'Handbook',
  language: 'en',
  passage: { text, page: null, heading: null, start: 0, end: text.length },
  score: 1,
  fields: { words: 1, grams: 0, pairs: 0, dense: null },
  coverage: 1,
});

describe('extractive answer', () => {
  it('is the sentence that answers, with its citation', () => {
    const given = passages(
      'We sell shoes. Standard delivery takes three working days. Our office is in Berlin.',
      'Returns are free within 30 days.',
    );
    expect(ask('How long does delivery take?', given)).toBe(
      'Standard delivery takes three working days. [1]',
    );
    expect(ask('Are returns free?', given)).toBe('Returns are free within 30 days. [2]');
  });

  it('answers in German', () => {
    const given = passages(
      'Wir sind ein Familienbetrieb. Die Versandkosten betragen 4,90 €. Der Laden liegt am Markt.',
    );
    expect(ask('Was kostet der Versand?', given, 'de')).toBe('Die Versandkosten betragen 4,90 €. [1]');
  });

  it('finds a word that two languages spell alike in the passages of each', () => {
    const german = 'Das Haus hat eine Sauna. Die Sauna kostet 12 € je Stunde.';
    const english = 'The house has a sauna. The sauna costs £15 an hour.';
    expect(ask('Was kostet die Sauna?', passages(german, english), 'de')).toContain(
      'Die Sauna kostet 12 € je Stunde. [1]',
    );
    expect(ask('What does the sauna cost?', passages(english, german))).toContain(
      'The sauna costs £15 an hour. [1]',
    );
  });

  it('takes a sign that touches its number for a price', () => {
    const given = passages('The workshop has a kiln. A firing takes 9 hours. Firing the kiln costs £15.');
    expect(ask('How much is a firing?', given)).toBe('Firing the kiln costs £15. [1]');
  });

  it('reads the row and the column out of a table of a PDF', async () => {
    const file = await readFile(new URL('../../fixtures/documents/ferry-fares.pdf', import.meta.url));
    const given = passages(...splitIntoPassages((await extractText(file, 'pdf')).blocks));
    expect(ask('How much is a single ticket to Holm for a student?', given)).toMatch(
      /^Passenger: Student with card, Aberness – Holm: £18\.40, [^\n]+ \[\d\]$/,
    );
  });

  it('is none when the passages speak of something else', () => {
    const given = passages('Returns are free within 30 days.', 'Our office is in Berlin.');
    expect(ask('Who won the world cup in football?', given)).toBeNull();
    expect(ask('Verkaufen Sie Hubschrauber?', given, 'de')).toBeNull();
    expect(ask('', given)).toBeNull();
    expect(ask('What is it?', given)).toBeNull();
    expect(ask('Returns?', [])).toBeNull();
  });

  it.each([
    ['Öffnungszeiten Sauna', 'Die Sauna ist von 16 bis 22 Uhr geöffnet.'],
    ['Welche Öffnungszeiten hat die Halle am Samstag?', 'Die Halle ist am Wochenende ab 9 Uhr offen.'],
  ])('answers %s with what says it in other words', (question, text) => {
    const given = passages('Handtücher liegen an der Rezeption bereit.', text);
    expect(ask(question, given, 'de')).toBe(`${text} [2]`);
  });

  it.each([
    ['Wie lange sind die Gebühren garantiert?', '24 Monate lang', '31 Cent'],
    ['Wie lang ist die Kündigungsfrist?', 'drei Monate', '3 Meter'],
    ['Wie hoch sind die Mahngebühren?', '3,50 Euro', '30 Prozent'],
    ['Wie lang ist der Steg?', '3 Meter', 'drei Monate'],
  ])('%s is answered by %s rather than by %s', (question, answer, other) => {
    const expected = expectationOf(question);
    expect(expected?.meets(answer)).toBe(1);
    expect(expected?.meets(other)).toBeLessThan(1);
  });

  it.each([
    ['Gibt es vegetarische Mahlzeiten?', 'Vegetarische Mahlzeiten gibt es auf Wunsch.'],
    ['Welche Mahlzeiten gibt es?', 'Als Mahlzeiten gibt es Frühstück und Abendessen.'],
    ['Richten Sie Hochzeiten aus?', 'Wir richten Hochzeiten und Familienfeiern aus.'],
    ['Wo finden Hochzeiten statt?', 'Hochzeiten finden im Gartensaal statt.'],
    ['Wo kann ich Wein verkosten?', 'Im Gewölbekeller können Sie unseren Wein verkosten.'],
    ['Kann man bei Ihnen Weine verkosten?', 'In der Vinothek können Sie alle Weine verkosten.'],
  ])('expects no figure of what only sounds like a time or a price: %s', (question, text) => {
    const given = passages('Handtücher liegen an der Rezeption bereit.', text);
    expect(expectationOf(question)).toBeNull();
    expect(ask(question, given, 'de')).toBe(`${text} [2]`);
  });

  it('takes a title for the heading’s own only where it is a whole part of it', () => {
    const given = (heading: string) =>
      passages(
        { title: 'Sun', heading, text: 'Daily from 9:00.' },
        { title: 'Moon', heading: 'Moon', text: 'Closed.' },
      );
    const support = (heading: string) =>
      extract({ question: 'When does the Sun open?', language: 'en', passages: given(heading) })[0]?.support;
    expect(support('Sunday')).toBe(support('Sun › Sunday'));
  });

  it('knows by the document’s title, or by what all its headings share, what a passage is about', () => {
    const hours = 'Montag bis Freitag: 7–21 Uhr';
    const question = 'Wann ist das Schwimmbad geöffnet?';
    const inTitle = passages({ title: 'Schwimmbad', text: `Öffnungszeiten: ${hours}` });
    expect(ask(question, inTitle, 'de')).toBe(`Öffnungszeiten: ${hours} [1]`);
    const shared = passages(
      { heading: 'Schwimmbad › Öffnungszeiten', text: hours },
      { heading: 'Schwimmbad › Regeln', text: 'Kinder nur in Begleitung.' },
    );
    expect(ask(question, shared, 'de')).toBe(`${hours} [1]`);
  });

  it('takes the figure that is told before one that is a condition', () => {
    const told =
      'The frame is guaranteed for ten years, the fork for five, and all other parts for two years.';
    const given = passages(
      {
        heading: 'Handbook › Warranty',
        text: `${told}\n\nTo make a claim, send us the frame number. We answer within three working days. If we can't repair the bicycle within 21 days, we lend you another.`,
      },
      { heading: 'Handbook › Sale', text: 'Bicycles that are rented out have no warranty on wear.' },
    );
    expect(ask('How long is the frame warranty of the bicycle?', given)).toBe(`${told} [1]`);
    const gesagt = 'Der Rahmen hat zehn Jahre Garantie, die Gabel fünf und alles Übrige zwei Jahre.';
    const german = passages(
      {
        heading: 'Handbuch › Garantie',
        text: `${gesagt}\n\nSchicken Sie uns die Rahmennummer. Wir antworten binnen drei Tagen. Falls wir das Fahrrad nicht innerhalb von 21 Tagen reparieren, leihen wir Ihnen ein anderes.`,
      },
      { heading: 'Handbuch › Verkauf', text: 'Vermietete Fahrräder haben keine Garantie auf Verschleiß.' },
    );
    expect(ask('Wie lange gilt die Garantie für den Rahmen beim Fahrrad?', german, 'de')).toBe(
      `${gesagt} [1]`,
    );
  });

  it('takes a clock that is written in words for a time, rather than the price beside it', () => {
    const given = passages(
      'Tents are rented out from 50 euros. The shop opens at nine in the morning.',
      'Der Verleih kostet ab 50 Euro. Das Geschäft öffnet morgens um acht.',
    );
    expect(ask('When does the shop open?', given)).toBe('The shop opens at nine in the morning. [1]');
    expect(ask('Wann öffnet das Geschäft?', given, 'de')).toBe('Das Geschäft öffnet morgens um acht. [2]');
  });

  it.each([
    [
      'You can return a tent within forty days after you bought it.',
      'Within how many days can I return a tent?',
    ],
    ['A repair is done after twenty-one days.', 'When is a repair done?'],
    [
      'Ein Zelt kann binnen fünfundvierzig Tagen zurückgegeben werden.',
      'Wann kann ich ein Zelt zurückgeben?',
    ],
    ['Die Reparatur dauert mehrere Wochen.', 'Wie lange dauert die Reparatur?'],
  ])('takes a number that is written in words for one: %s', (sentence, question) => {
    expect(ask(question, passages(sentence))).toBe(`${sentence} [1]`);
  });

  it('knows who holds an office, and nobody where a text only speaks of the place', () => {
    const given = passages(
      'Die Therme Lindenbad in Bad Eschenau wurde 1987 eröffnet. Betriebsleiterin ist Frau Katrin Söllner.',
      'The museum in Holm was opened in 1987. Its director is Anna Reid.',
    );
    expect(ask('Wer ist die Betriebsleiterin?', given, 'de')).toBe(
      'Betriebsleiterin ist Frau Katrin Söllner. [1]',
    );
    expect(ask('Who is the mayor of Holm?', given)).toBeNull();
    expect(ask('Who is the director?', given)).toBe('Its director is Anna Reid. [2]');
  });

  it.each([
    [
      'When is the sauna open?',
      'The sauna is open from 4 pm to 9 pm.[1]',
      'The sauna is open from 4 pm to 9 pm.',
    ],
    ['When is the sauna open?', 'The sauna is open [2] from 4 pm [3].', 'The sauna is open (2) from 4 pm.'],
    [
      'How do I start the sauna?',
      '[7] To start the sauna, press [1] and wait.',
      'To start the sauna, press (1) and wait.',
    ],
  ])('takes no mark of the document for a citation of its own: %s %s', (question, text, quoted) => {
    expect(ask(question, passages(text))).toBe(`${quoted} [1]`);
    const quotes = quotesOf([{ text: question, topic: null, told: null, language: 'en' }], [hitOf(text)]);
    expect(quotes?.text).toContain(`“${quoted}” [1]`);
  });

  it('takes a subject from the heading', () => {
    const given = passages({
      heading: 'Terms › Refunds',
      text: 'They arrive within five days. We send a mail.',
    });
    expect(ask('When do refunds arrive?', given)).toBe('They arrive within five days. [1]');
  });

  it('names the columns of a row', () => {
    const given = passages('Method | Time | Price\nStandard | 3 days | 4.90 €\nExpress | 1 day | 9.90 €');
    expect(ask('What is the price of express?', given)).toBe(
      'Method: Express, Time: 1 day, Price: 9.90 € [1]',
    );
  });

  it('takes the list with the sentence that opens it', () => {
    const given = passages(
      'We accept these payment methods:\n- Visa\n- PayPal\n- Invoice\nOrders ship daily.',
    );
    expect(ask('Which payment methods do you accept?', given)).toBe(
      'We accept these payment methods:\n- Visa\n- PayPal\n- Invoice [1]',
    );
  });

  it.each([
    [0.4, 0.3, [1, 2]],
    [0.6, 0.2, [1]],
  ])('shows a second passage only where it is about as likely: %d, %d', (one, other, numbers) => {
    const given = passages('Parking is free for guests.', 'Guests park free.', 'Breakfast is at eight.');
    const likely = [one, other, 0];
    const judge: Judge = {
      least: 0.5,
      judge: (seen) =>
        seen.map((piece) => {
          const likelihood = likely[piece.number - 1] ?? 0;
          return { ...piece, likelihood, support: likelihood };
        }),
    };
    const found = extract(
      { question: 'Is parking free for guests?', language: 'en', passages: given },
      { judge },
    );
    expect(found.map(({ number }) => number)).toEqual(numbers);
    // Who is shown both has the answer where either holds it.
    expect(supported(found, judge)).toEqual(found);
  });

  it('keeps to its length, cut between words', () => {
    const given = passages(`Delivery ${'takes many words to explain and '.repeat(60)}then ends.`);
    const [found] = extract({ question: 'delivery', language: 'en', passages: given }, { length: 100 });
    expect(found?.text.length).toBeLessThanOrEqual(100);
    expect(found?.text).toMatch(/\w…$/);
  });

  it('survives what is no text', () => {
    const given = passages('', ' \n\n ', '|||', ' | | ', '\u0000', '….…!?');
    expect(ask('delivery', given)).toBeNull();
  });
});
