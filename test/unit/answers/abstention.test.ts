import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { ask, knowledgeFrom } from './evaluation';

/** Passages of a swimming bath, put as such texts are. */
const BATHS: Readonly<Record<Language, readonly string[]>> = {
  de: [
    'Vor der Therme stehen 220 Stellplätze bereit. Sechs Ladepunkte für Elektroautos mit je 11 kW finden Sie in der ersten Reihe.',
    'Gutscheine werden nicht in bar ausgezahlt und gelten drei Jahre.',
    'Leiterin der Therme ist Katrin Möller.',
    '| Tarif | 2 Stunden | 4 Stunden | Tag |\n| Erwachsene | 14 € | 19 € | 26 € |\n| Kinder bis 15 Jahre | 8 € | 11 € | 15 € |\n| Familienkarte | 36 € | 48 € | 64 € |',
    'Die Sauna ist täglich von 10 bis 22 Uhr geöffnet.',
  ],
  en: [
    'Children under 14 may enter the pool only with an adult. From 14 years on you may come alone.',
    'The gym is open to everyone aged 16 and over.',
    'Tickets cost 14 euros for adults.',
  ],
};

const bath = (language: Language) =>
  knowledgeFrom(
    BATHS[language].map((text) => ({ text, page: 1, heading: null, start: 0, end: text.length })),
    { embeddings: false },
  );

describe('a question in other words than the documents’', () => {
  it.each([
    ['Gibt es Ladesäulen?', 'de', 'Sechs Ladepunkte'],
    ['Kann ich einen Gutschein auszahlen lassen?', 'de', 'nicht in bar ausgezahlt'],
    ['Wer leitet die Therme?', 'de', 'Katrin Möller'],
    ['Was kostet das Familienticket für 4 Stunden?', 'de', '4 Stunden: 48 €'],
    ['Familienticket für 4 Stunden', 'de', '4 Stunden: 48 €'],
  ] as const)('is answered: %s', async (question, language, words) => {
    expect((await ask(bath(language), { question }, language)).text).toContain(words);
  });

  it.each([
    ['Can my 13 year old swim alone?', 'en'],
    ['Kann man Gutscheine auch verschenken?', 'de'],
  ] as const)('is at least the model’s to judge: %s', async (question, language) => {
    expect((await ask(bath(language), { question }, language)).isModelAsked).toBe(true);
  });

  it.each([
    ['Gibt es einen Whirlpool?', 'de'],
    ['Was kostet eine Massage?', 'de'],
    ['Haben Sie einen Kiosk?', 'de'],
    ['Who painted the Mona Lisa?', 'en'],
  ] as const)('is left unanswered where nothing speaks of it: %s', async (question, language) => {
    expect(await ask(bath(language), { question }, language)).toMatchObject({ kind: 'abstained' });
  });
});
