import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { extractiveAnswer } from '#core/quoting/extractive';
import { identifiersAsked, otherSpellings } from '#core/quoting/identifiers';
import { shouldAskModel } from '#core/quoting/should-ask-model';
import { buildSegment } from '#core/retrieval/build';
import { search } from '#core/retrieval/search';
import { openSegment } from '#core/retrieval/segment';

const passage = (text: string, heading: string | null = null, number = 1) => ({
  number,
  title: 'Catalogue',
  page: null,
  heading,
  text,
});
const answer = (
  question: string,
  passages: readonly ReturnType<typeof passage>[],
  language: Language = 'en',
) => extractiveAnswer({ question, language, passages });

describe('a part that a question names', () => {
  const parts = [
    passage('Valve TX-310-A costs 12 euros.\n\nValve TX-310-B costs 15 euros.'),
    passage('The valve is made of brass. It costs 99 euros.', 'TX-400', 2),
  ];

  it('is told of in any spelling, by the text or by its heading', () => {
    for (const asked of ['TX-310-B', 'TX310B', 'tx 310-b'])
      expect(answer(`What does ${asked} cost?`, parts), asked).toContain('15 euros');
    expect(answer('What does TX400 cost?', parts)).toContain('99 euros');
  });

  it('is no other part, nor a part of its number', () => {
    for (const asked of ['TX-310-C', 'TX-31', 'TX-4001', 'TX-310'])
      expect(answer(`What does ${asked} cost?`, parts), asked).toBeNull();
  });

  it('is one of a size too', () => {
    const screws = [passage('Screw | Price\nM8 x 120 | 0,40 €\nM8 x 12 | 0,10 €')];
    expect(answer('What does M8x12 cost?', screws)).toContain('**Screw: M8 x 12, Price: 0,10 €**');
    expect(answer('What does the M8x16 screw cost?', screws)).toBeNull();
  });
});

it('a clause and a version are no others that begin alike', () => {
  const clauses = [passage('2.1 Invoices are due after ten days.\n\n2.10 Reminders cost five euros.')];
  expect(answer('What does clause 2.10 say?', clauses)).toContain('Reminders');
  expect(answer('What does clause 2.1 say?', clauses)).toContain('Invoices');
  expect(answer('Was steht in § 2.3?', clauses, 'de')).toBeNull();
});

it('a room by its number is no other room', () => {
  const rooms = [passage('Zimmer 12 kostet 80 Euro.\n\nZimmer 14 kostet 95 Euro.')];
  expect(answer('Was kostet Zimmer 14?', rooms, 'de')).toContain('Zimmer 14 kostet 95 Euro.');
  expect(answer('Was kostet Zimmer 13?', rooms, 'de')).toBeNull();
  expect(answer('What does room 13 cost?', [passage('Rooms 10 to 15 cost 80 euros.')])).toContain('80 euros');
});

it('names with signs are words of their own', () => {
  const courses = [
    passage('The course takes two days.', 'F#'),
    passage('The course takes five days.', 'ASP.NET', 2),
  ];
  expect(answer('How long is the F# course?', courses)).toContain('two days');
  expect(answer('How long is the ASP.NET course?', courses)).toContain('five days');
  expect(answer('How long is the C# course?', courses)).toBeNull();
});

it('what is no name of a thing is none', () => {
  const asked = (question: string) =>
    identifiersAsked(question, ['Parking costs 5 euros.']).map(({ written }) => written);
  for (const question of [
    'Where is my order AB-12345?',
    'Meine Rechnungsnummer ist RE-2027-001, wann muss ich zahlen?',
    'Can I come at 9am with 10kg?',
    'Do you print in a4?',
    'Is room 12 free?',
    'Am 3.5.2027 um 12:30?',
    'I am B2 in English, can I join?',
    'Write to ab12@example.org',
  ])
    expect(
      asked(question).filter((written) => written !== 'B2'),
      question,
    ).toEqual([]);
});

it('other spellings are searched for', () => {
  expect(otherSpellings('What does PPR1044 cost?')).toBe('PPR 1044');
  expect(otherSpellings('What does PPR-1044 cost?')).toBe('PPR 1044 PPR1044');
});

describe('before a model is asked', () => {
  const supported = (question: string, text: string) => {
    const passages = [{ text, heading: null, page: null, start: 0, end: text.length }];
    const segment = openSegment(
      buildSegment({ documentId: 'd', title: 'Catalogue', language: 'en', passages }),
    );
    return shouldAskModel(search([{ segment }], question, { limit: 8 }), question);
  };

  it('some passage must hold what the question names exactly', () => {
    expect(supported('What does PPR-9099 cost?', 'Pump PPR-1044 costs 110 euros.')).toBe(false);
    expect(supported('What does PPR-1044 cost?', 'Pump PPR-1044 costs 110 euros.')).toBe(true);
  });
});

describe('an acronym', () => {
  it('finds its long form where the documents give both, and everyday ones', () => {
    const rules = [
      passage('The Members Assembly (MA) meets in May.', 'Bodies'),
      passage('The MA elects the board for two years.', 'Board', 2),
    ];
    expect(answer('For how long does the Members Assembly elect the board?', rules)).toContain('two years');
    const german = [passage('Ein Stellplatz kostet 60 Euro im Monat.', 'KFZ-Stellplatz')];
    expect(answer('Was kostet ein Stellplatz für Kraftfahrzeuge?', german, 'de')).toContain('60 Euro');
  });
});
