import { expect, test } from 'vitest';
import { buildSegment } from '#core/retrieval/build';
import { openSegment } from '#core/retrieval/segment';
import type { SearchSource } from '#core/retrieval/source';
import { searchWords } from '#core/retrieval/word-search';
import type { TextLanguage } from '#core/text/text-language';
import { passage } from './corpus';

const LIMITS = { documents: 10, passages: 3 };

function sourceOf(
  documentId: string,
  texts: readonly string[],
  { title = documentId, language = 'de' as TextLanguage | null, heading = null as string | null } = {},
): SearchSource {
  const passages = texts.map((text, index) => passage(text, { page: index + 1, heading }));
  return { segment: openSegment(buildSegment({ documentId, title, language, passages })) };
}

/** What is found, with the marks as brackets. */
function found(
  sources: readonly SearchSource[],
  searched: string,
  limits = LIMITS,
): Record<string, string[]> {
  const { documents } = searchWords(sources, searched, limits);
  return Object.fromEntries(
    documents.map(({ documentId, passages }) => [
      documentId,
      passages.map(({ excerpt }) => bracketed(excerpt)),
    ]),
  );
}

function bracketed({ text, marks }: { text: string; marks: readonly { start: number; end: number }[] }) {
  return marks.reduceRight(
    (all, { start, end }) => `${all.slice(0, start)}[${all.slice(start, end)}]${all.slice(end)}`,
    text,
  );
}

test('marks a word in each of its forms, inside of compounds and before it is typed to its end', () => {
  const sources = [sourceOf('a', ['Die Kündigung ist schriftlich.', 'Kündigungsfristen stehen im Vertrag.'])];
  const both = ['Die [Kündigung] ist schriftlich.', '[Kündigungsfristen] stehen im Vertrag.'];
  for (const typed of ['Kündigungen', 'kündi', 'kündigun', 'KÜNDIGUNG', 'kuendigung'])
    expect(found(sources, typed), typed).toEqual({ a: both });
  expect(found(sources, 'fristen')).toEqual({ a: [both[1]] });
});

test('finds a beginning that a fourth of all passages have, which says nothing to a question', () => {
  const texts = Array.from({ length: 40 }, (_, index) => `Mietvertrag Nummer ${index}`);
  expect(found([sourceOf('a', texts)], 'miet').a).toHaveLength(3);
});

test('demands every word, in the passage, its heading or the title of its document', () => {
  const sources = [
    sourceOf('a', ['Ruhezeit ist ab 22 Uhr.', 'Die Tonne steht im Hof.'], { title: 'Hausordnung' }),
    sourceOf('b', ['Ruhezeit ist ab 20 Uhr.'], { title: 'Satzung' }),
    sourceOf('c', ['Ab 21 Uhr ist Ruhezeit.'], { title: 'Anhang', heading: 'Aus der Hausordnung' }),
  ];
  expect(Object.keys(found(sources, 'Hausordnung Ruhezeit')).sort()).toEqual(['a', 'c']);
  expect(found(sources, 'Ruhezeit Hof')).toEqual({});
  // The title alone is no passage: the table knows it anyway.
  expect(found(sources, 'Satzung')).toEqual({});
});

test('finds the one passage that has all words behind many that say more of one', () => {
  const texts = Array.from({ length: 40 }, (_, index) =>
    index % 2 ? 'Kaution Kaution Kaution' : 'Rad Rad Rad',
  );
  expect(found([sourceOf('a', [...texts, 'Mietkaution am Radweg'])], 'Kaution Rad')).toEqual({
    a: ['[Mietkaution] am [Radweg]'],
  });
});

test('passes over what merely looks alike, and over words that say nothing', () => {
  const sources = [sourceOf('a', ['Rückfragen an den Hausmeister.', 'Der Pfad ist das Ziel.'])];
  expect(found(sources, 'Rückgabe')).toEqual({});
  expect(found(sources, 'der')).toEqual({});
  expect(found(sources, 'der Pfad')).toEqual({ a: ['Der [Pfad] ist das Ziel.'] });
});

test('takes one word of a text for several that are searched, be they forms or parts of it', () => {
  const sources = [sourceOf('a', ['Die Kündigungsfrist beträgt drei Monate.'])];
  for (const typed of ['Frist Kündigungsfrist', 'Kündigung Kündigungen', 'Monat Monat', 'frist kündi'])
    expect(Object.keys(found(sources, typed)), typed).toEqual(['a']);
  expect(found(sources, 'Frist Jahr')).toEqual({});
});

test('looks for numbers as they are, and for those of a price, a time or a date side by side', () => {
  const sources = [
    sourceOf('price', ['Ein Kurs kostet 12,50 Euro.']),
    sourceOf('others', [
      'Nummer 129 kostet 12,40 Euro, 74,50 mit Rabatt.',
      'Beginn 10:00, 5kg in 1000 Stück.',
    ]),
  ];
  expect(found(sources, '12,50')).toEqual({ price: ['Ein Kurs kostet [12],[50] Euro.'] });
  expect(found(sources, '12.50')).toHaveProperty('price');
  expect(found(sources, '12,5')).toEqual({});
  expect(found(sources, '12')).toEqual({
    price: ['Ein Kurs kostet [12],50 Euro.'],
    others: ['Nummer 129 kostet [12],40 Euro, 74,50 mit Rabatt.'],
  });
  expect(found(sources, '10:00')).toEqual({ others: ['Beginn [10]:[00], 5kg in 1000 Stück.'] });
  expect(found(sources, '5')).toEqual({ others: ['Beginn 10:00, [5kg] in 1000 Stück.'] });
});

test('tells words that are nowhere from those that are not looked for', () => {
  const sources = [sourceOf('a', ['Die Miete ist der Preis.'])];
  expect(searchWords(sources, 'Kaution', LIMITS)).toMatchObject({ documents: [], hasWords: true });
  for (const typed of ['die', '€ ?', ''])
    expect(searchWords(sources, typed, LIMITS).hasWords, typed).toBe(false);
});

test('looks for single letters as words and for two or three at beginnings only', () => {
  const sources = [
    sourceOf('a', ['Schreiben Sie eine E-Mail.', 'Ein Ei am Eck.', 'Das WLAN kostet 3 Euro.']),
  ];
  expect(found(sources, 'e-mail')).toEqual({ a: ['Schreiben Sie eine [E]-[Mail].'] });
  expect(found(sources, 'wl')).toEqual({ a: ['Das [WLAN] kostet 3 Euro.'] });
  expect(found(sources, 'lan')).toEqual({});
});

test('gives each document once with its best passages, the best document first', () => {
  const sources = [
    sourceOf('few', ['Parken kostet nichts.', 'Kein Wort davon.']),
    sourceOf('many', [
      'Parken, Parken, Parken.',
      'Parken am Hof.',
      'Parken am Tor.',
      'Parken am Weg.',
      'Parkhaus.',
    ]),
  ];
  const all = searchWords(sources, 'Parken', LIMITS);
  expect(all.documents.map(({ documentId, passages }) => [documentId, passages.length])).toEqual([
    ['many', 3],
    ['few', 1],
  ]);
  expect(all.documents[0]?.passages[0]).toMatchObject({ page: 1, heading: null });
  expect(all.hasMore).toBe(false);
  expect(searchWords(sources, 'Parken', { ...LIMITS, documents: 1 })).toMatchObject({
    documents: [{ documentId: 'many' }],
    hasMore: true,
  });
});

test('leaves out what is removed from a segment, and knows a title that was changed since', () => {
  const segment = openSegment(
    buildSegment({
      documentId: 'a',
      title: 'Alt',
      language: 'de',
      passages: [passage('Ruhezeit ist ab 22 Uhr.')],
    }),
  );
  expect(found([{ segment, removedDocuments: ['a'] }], 'Ruhezeit')).toEqual({});
  expect(found([{ segment, titles: { a: 'Hausordnung' } }], 'Hausordnung Ruhezeit')).toHaveProperty('a');
  expect(found([{ segment, titles: { a: 'Hausordnung' } }], 'Alt Ruhezeit')).toEqual({});
});

test('cuts an excerpt where most of the words stand, at whole words, and moves the marks along', () => {
  const filler = 'Lorem ipsum dolor sit amet consetetur. '.repeat(12);
  const text = `Kaution. ${filler}Die Kaution beträgt drei Monatsmieten. ${filler}`;
  const [excerpt = ''] = found([sourceOf('a', [text])], 'Kaution Monatsmiete').a ?? [];
  expect(excerpt).toMatch(/^….*Die \[Kaution\] beträgt drei \[Monatsmieten\]\. .*…$/);
  expect(excerpt.length).toBeLessThan(240);
  for (const word of excerpt.replace(/[[\]…]/g, '').split(/\s+/)) expect(text.split(/\s+/)).toContain(word);
});

test('searches documents of any language, each by its own analysis', () => {
  const sources = [
    sourceOf('en', ['Returns are free.'], { language: 'en' }),
    sourceOf('none', ['返品 return'], { language: null }),
  ];
  expect(found(sources, 'returned')).toEqual({ en: ['[Returns] are free.'] });
  expect(Object.keys(found(sources, 'return')).sort()).toEqual(['en', 'none']);
  expect(found(sources, '返品')).toEqual({ none: ['[返品] return'] });
});
