import { describe, expect, it } from 'vitest';
import { completed } from '#core/quoting/ellipsis';
import { ask, knowledgeFrom } from './evaluation';

describe('what a question leaves out', () => {
  it.each([
    ['de', 'Was kostet die Karte mit Frühstück?', 'Und ohne?', 'Was kostet die Karte ohne Frühstück?'],
    ['en', 'How much is a room without breakfast?', 'And with?', 'How much is a room with breakfast?'],
    ['en', 'Can I take my dog?', 'also upstairs?', 'Can I take my dog upstairs?'],
    [
      'de',
      'Darf ich meinen Hund mitbringen?',
      'Auch in den Garten?',
      'Darf ich meinen Hund mitbringen in den Garten?',
    ],
    [
      'de',
      'Wie bestelle ich ein Rezept?',
      'Und wann kann ich es abholen?',
      'Und wann kann ich ein Rezept abholen?',
    ],
    [
      'en',
      'How do I order a prescription?',
      'And when can I collect it?',
      'And when can I collect a prescription?',
    ],
  ] as const)('is put in from the one before (%s): %s %s', (language, before, question, whole) => {
    expect(completed(question, before, language)).toBe(whole);
  });

  it.each([
    ['nothing was asked before', 'de', null, 'Und ohne?'],
    ['it has no opposite there', 'de', 'Was kostet die Karte?', 'Und ohne?'],
    ['it has two', 'de', 'Was kostet das Zimmer mit Bad und mit Balkon?', 'Und ohne?'],
    ['it may stand for a part', 'en', 'Do you ship to Austria?', 'And to Spain?'],
    ['two things were named', 'de', 'Was kostet ein Rezept per Post?', 'Wann kann ich es abholen?'],
    ['`Sie` is the business', 'de', 'Wie bestelle ich ein Rezept?', 'Wann kann ich Sie anrufen?'],
    ['`it` is no object', 'en', 'Do you rent a bike?', 'What if it rains?'],
  ] as const)('is not guessed where %s', (_, language, before, question) => {
    expect(completed(question, before, language)).toBe(question);
  });

  it.each([
    [
      'Wie bestelle ich ein Rezept?',
      'Und wann kann ich es abholen?',
      'de',
      'Rezepte bestellen Sie telefonisch. Bestellungen bis 11 Uhr liegen am nächsten Werktag ab 14 Uhr bereit.',
      'ab 14 Uhr',
    ],
    [
      'Can I take my dog?',
      'also upstairs?',
      'en',
      'Dogs are welcome downstairs, but not in the upstairs reading room. The entrance has a ramp. The upstairs room can only be reached by stairs.',
      'not in the upstairs reading room',
    ],
  ] as const)('is answered: %s %s', async (after, question, language, text, gold) => {
    const knowledge = knowledgeFrom([{ text, page: null, heading: null, start: 0, end: text.length }], {
      embeddings: false,
    });
    const answer = await ask(knowledge, { question, after }, language);
    expect(answer).toMatchObject({ kind: 'generated', text: expect.stringContaining(gold) });
    expect((await ask(knowledge, { question, after }, language, 'quotes')).text).toContain(gold);
  });
});
