import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { topicOf } from '#core/answers/follow-up';
import { completed } from '#core/quoting/ellipsis';
import { extract } from '#core/quoting/extractive';
import { numbered } from '#core/quoting/numbered-passage';
import { withWholeVerbs } from '#core/quoting/syntax';
import { verbsOf } from '#core/quoting/verbs';
import { withOpening } from '#core/quoting/word-match';
import { search } from '#core/retrieval/search';
import { datasetsIn, segmentOf } from '#test/bench/datasets';

describe('a question in small letters', () => {
  const corpus = datasetsIn(path.resolve(import.meta.dirname, '../../bench/corpus'));

  it.each(corpus)('is answered as one with its capitals ($language)', ({ language, dataset }) => {
    const segment = segmentOf(dataset, language);
    const answerTo = (question: string) => {
      const hits = search([{ segment }], question, { limit: 8, language });
      return extract({ question, language, passages: numbered(hits) });
    };
    const asked = [...dataset.questions, ...dataset.unanswerable].map(({ question }) => question);
    const other = asked.filter(
      (question) => JSON.stringify(answerTo(question)) !== JSON.stringify(answerTo(question.toLowerCase())),
    );
    expect(other).toEqual([]);
  });

  it.each([
    ['Kann ich meine Katze mitnehmen?', ['kann', 'mitnehmen']],
    ['Wann kommt die Jahresabrechnung?', ['kommt']],
    ['Wie lange dauert eine Inspektion?', ['dauert']],
    ['Um wie viel Uhr fängt der Kurs an?', ['fängt']],
    ['Nehmt ihr Kreditkarten?', ['nehmt']],
    ['Haben Sie Kreditkarten?', ['haben']],
    ['Was passiert, wenn ich den Schlüssel verliere?', ['passiert', 'verliere']],
    ['Wie oft muss die Bankverbindung bestätigt werden?', ['muss', 'werden', 'bestätigt']],
    ['Preis Tageskarte', []],
  ])('shows its verbs by their places: %s', (question, verbs) => {
    for (const asked of [question, question.toLowerCase()])
      expect([...verbsOf(asked, 'de')].sort()).toEqual([...verbs].sort());
  });

  it.each([
    ['Wann habt ihr am Freitag auf?', true],
    ['Wann macht die Sauna auf?', false],
    ['Habt ihr heute Abend auf?', true],
  ])('asks when it is open with the words that say so: %s', (question, isOpening) => {
    for (const asked of [question, question.toLowerCase()])
      expect(withOpening(asked).endsWith('geöffnet')).toBe(isOpening);
  });

  it('has its verb in one word', () => {
    expect(withWholeVerbs('welche pakete holt ihr samstags ab?')).toContain('abholt');
  });

  const history = [
    { author: 'visitor', text: 'was kostet ein rezept?' },
    { author: 'bot', text: 'Nichts.' },
  ] as const;

  it.each(['haben sie parkplätze?', 'bieten sie massagen an?', 'wo ist das büro?'])(
    'stands by itself where it speaks to the business, or names its noun: %s',
    (question) => {
      expect(topicOf(question, 'de', history)).toBeNull();
    },
  );

  it.each([
    'sind sie übertragbar?',
    'ist das kostenlos?',
    'und wie lange gilt es?',
    'wo kann ich sie kaufen?',
  ])('leans on the one before where it means that: %s', (question) => {
    expect(topicOf(question, 'de', history)).not.toBeNull();
  });

  it('has what its pronoun stands for put in', () => {
    const before = 'wie bestelle ich ein rezept?';
    expect(completed('und wann kann ich es abholen?', before, 'de')).toBe(
      'und wann kann ich ein rezept abholen?',
    );
    expect(completed('wann kann ich sie anrufen?', before, 'de')).toBe('wann kann ich sie anrufen?');
  });
});
