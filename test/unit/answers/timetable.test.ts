import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { markedPlaces } from './places';

interface Text {
  readonly heading: string | null;
  readonly text: string;
}

function answerTo(question: string, language: Language, ...texts: readonly Text[]): string | null {
  const passages = texts.map((passage, index) => ({
    number: index + 1,
    title: 'Leaflet',
    page: null,
    ...passage,
  }));
  return markedPlaces({ question, language, passages })?.replaceAll(/ \[\d\]/g, '') ?? null;
}

const BAKERY: Text = {
  heading: 'Opening hours',
  text: 'Mon-Wed 7 am - 5 pm\nThu, Fri: 7 am - 6.30 pm\nSat 8-14\nSundays and public holidays closed',
};
const HALL: Text = {
  heading: null,
  text:
    'Öffnungszeiten:\nMontag bis Donnerstag: 8 bis 21 Uhr\nFreitag: 8 bis 23 Uhr\nSamstag und Sonntag: geschlossen\n\n' +
    'Preise:\nErwachsene 12,50 €\nKinder bis 12 Jahre 6 €\nGruppen ab 10 Personen: auf Anfrage',
};
const SAUNA: Text = { heading: 'Sauna', text: 'Mo-Fr 16-21 Uhr\nSa, So 10-21 Uhr' };
const OFFICE: Text = { heading: 'Öffnungszeiten', text: 'Mo-Fr 9-18 Uhr\nSa 10-14 Uhr' };
const TABLE: Text = {
  heading: null,
  text: 'Tag | Öffnungszeiten\nMontag | Ruhetag\nDienstag | 9–18 Uhr\nMittwoch | 9–18 Uhr\nDonnerstag | 9–20 Uhr\nFreitag | 9–18 Uhr\nSamstag | 10–16 Uhr\nSonntag | geschlossen',
};
const MUSEUM: Text = {
  heading: null,
  text: 'Opening hours\nTuesday – Sunday\n10 am – 5 pm\nMonday closed',
};
const SURGERY: Text = { heading: 'Sprechzeiten', text: 'Mo.-Fr. 8-18 Uhr\nSa. & So. 9-13 Uhr' };
const CLINIC: Text = { heading: 'Open', text: 'Mon. & Tues. 8 am - 1 pm\nSat. + Sun. 10 am - noon' };
const SALON: Text = { heading: null, text: 'Geöffnet Di. & Mi. 9-18 Uhr. Am Sa. / So. 9-13 Uhr.' };
const PUB: Text = {
  heading: null,
  text: 'Opening hours\nMon & Tue\n8am-4pm\n\nWeds & Thurs\n9am till late\n\nSundays\n10am-2pm',
};
const CAFE: Text = { heading: 'Opening hours', text: 'Mon & Tue 8-16\n\nWeds & Thurs 9-18\n\nSun 10-14' };
const LIBRARY: Text = { heading: 'Öffnungszeiten', text: 'Mo. & Di.\n8-12 Uhr\n\nMi. & Do.\n14-18 Uhr' };
const BINS: Text = { heading: 'Abfuhr', text: 'Montag 7 Uhr\nMittwoch 9 Uhr' };

describe('hours that stand by day, a line each', () => {
  it.each([
    ['When do you close?', 'en', BAKERY],
    ['opening hours?', 'en', BAKERY],
    ['What are your opening hours?', 'en', BAKERY],
    ['When do you open tomorrow?', 'en', BAKERY],
    ['Are you open in the evening?', 'en', BAKERY],
  ] as const)('are all the answer where no day is named: %s', (question, language, text) => {
    expect(answerTo(question, language, text)).toBe(text.text);
  });

  it('stand below what heads them', () => {
    const all = HALL.text.split('\n\n')[0];
    expect(answerTo('Wann schließt ihr?', 'de', HALL)).toBe(all);
    expect(answerTo('Was sind eure Öffnungszeiten?', 'de', HALL)).toBe(all);
  });

  it.each<[string, Language, Text, string]>([
    ['When do you close on Friday?', 'en', BAKERY, 'Thu, Fri: 7 am - 6.30 pm'],
    ['Are you open on Tuesday?', 'en', BAKERY, 'Mon-Wed 7 am - 5 pm'],
    ['Are you open on bank holidays?', 'en', BAKERY, 'Sundays and public holidays closed'],
    ['Are you open at the weekend?', 'en', BAKERY, 'Sat 8-14\nSundays and public holidays closed'],
    ['Wie lange habt ihr dienstags offen?', 'de', HALL, 'Montag bis Donnerstag: 8 bis 21 Uhr'],
    ['Haben Sie am Sonntag geöffnet?', 'de', HALL, 'Samstag und Sonntag: geschlossen'],
    ['What time do you close on Friday?', 'en', OFFICE, 'Mo-Fr 9-18 Uhr'],
    ['Sind Sie am Samstag da?', 'de', OFFICE, 'Sa 10-14 Uhr'],
    ['Is the museum open on Thursdays?', 'en', MUSEUM, 'Tuesday – Sunday\n10 am – 5 pm'],
    ['Is the museum open on Mondays?', 'en', MUSEUM, 'Monday closed'],
    ['Habt ihr sonntags auf?', 'de', TABLE, 'Tag: Sonntag, Öffnungszeiten: geschlossen'],
    ['Saturday?', 'en', SURGERY, 'Sa. & So. 9-13 Uhr'],
    ['Sonntag?', 'de', SURGERY, 'Sa. & So. 9-13 Uhr'],
    ['Are you open on Tuesdays?', 'en', CLINIC, 'Mon. & Tues. 8 am - 1 pm'],
    ['When do you open on Saturday?', 'en', CLINIC, 'Sat. + Sun. 10 am - noon'],
    ['Samstag?', 'de', SALON, 'Am Sa. / So. 9-13 Uhr.'],
    ['When are you open on Thursday?', 'en', PUB, 'Weds & Thurs\n9am till late'],
    ['When are you open on Thursday?', 'en', CAFE, 'Weds & Thurs 9-18'],
    ['Wann habt ihr am Donnerstag offen?', 'de', LIBRARY, 'Mi. & Do.\n14-18 Uhr'],
  ])('are those of the day that is named: %s', (question, language, text, expected) => {
    expect(answerTo(question, language, text)).toBe(expected);
  });

  it('answer for a day that they leave out', () => {
    expect(answerTo('Habt ihr am Sonntag geöffnet?', 'de', OFFICE)).toBe(OFFICE.text);
    expect(answerTo('Sind Sie an Feiertagen geöffnet?', 'de', OFFICE)).toBe(OFFICE.text);
    const sentence = 'We are open Monday to Friday from 9 am to 6 pm.';
    expect(answerTo('Are you open on Sunday?', 'en', { heading: null, text: sentence })).toBe(sentence);
  });

  it('are all the answer where paragraphs stand between them', () => {
    expect(answerTo('When are you open?', 'en', CAFE)).toBe(CAFE.text.replaceAll('\n\n', '\n'));
  });

  it('are the rows of a table too, more than other tables are quoted', () => {
    expect(answerTo('Wann habt ihr geöffnet?', 'de', TABLE)?.split('\n')).toHaveLength(7);
  });

  it('are those of what is asked about', () => {
    expect(answerTo('Wann ist die Sauna geöffnet?', 'de', OFFICE, SAUNA)).toBe(SAUNA.text);
    expect(answerTo('Wann habt ihr geöffnet?', 'de', OFFICE, SAUNA)).toBe(OFFICE.text);
  });

  it('are those of a place that only a heading names', () => {
    const pool = { heading: 'Pool', text: 'The pool is open daily 6:30 am–9 pm.' };
    const dinner = { heading: 'Restaurant', text: 'Dinner is served Wednesday to Sunday, 6–9.30 pm.' };
    expect(answerTo('When is the restaurant open?', 'en', pool, dinner)).toBe(dinner.text);
  });

  it.each<[string, Language, Text]>([
    ['Wann habt ihr geöffnet?', 'de', BINS],
    ['When is the yoga class?', 'en', BAKERY],
    ['Is there parking on Sunday?', 'en', BAKERY],
    ['Do you deliver on Saturday?', 'en', BAKERY],
    ['How long does delivery take?', 'en', BAKERY],
  ])('answer nothing else: %s', (question, language, text) => {
    expect(answerTo(question, language, text)).toBeNull();
  });

  it('leave lines apart that tell of something else each', () => {
    const courses = {
      heading: 'Courses',
      text: 'Monday: Yoga 6 pm\nTuesday: Pilates 7 pm\nFriday: Zumba 6 pm',
    };
    expect(answerTo('When is Pilates?', 'en', courses)).toBe('Tuesday: Pilates 7 pm');
  });
});

describe('what people pay, a line each', () => {
  it('is for those who are asked about', () => {
    expect(answerTo('Was kostet der Eintritt für Kinder?', 'de', HALL)).toBe('Kinder bis 12 Jahre 6 €');
  });

  it('is every ticket of the kind that is asked for', () => {
    const text =
      'Tageskarte Erwachsene: 5,50 €\nTageskarte Kinder bis 13: 2,50 €\nAbendkarte ab 17 Uhr: 3,00 €\nFamilienkarte: auf Anfrage';
    const pool = { heading: 'Preisliste', text };
    expect(answerTo('Was kostet eine Tageskarte?', 'de', pool)).toBe(text.split('\n').slice(0, 2).join('\n'));
    expect(answerTo('Was kostet eine Tageskarte für Kinder?', 'de', pool)).toBe(
      'Tageskarte Kinder bis 13: 2,50 €',
    );
    expect(answerTo('Was kostet der Eintritt?', 'de', pool)).toBe(text.split('\n').slice(0, 3).join('\n'));
  });

  it('is for all where none is named', () => {
    expect(answerTo('Was kostet der Eintritt?', 'de', HALL)).toBe(
      'Erwachsene 12,50 €\nKinder bis 12 Jahre 6 €',
    );
  });
});
