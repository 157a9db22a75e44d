import { describe, expect, it } from 'vitest';
import { searchWords } from '#core/quoting/search-words';
import { ask, knowledgeFrom } from './evaluation';

const passage = (heading: string | null, text: string) => ({
  heading,
  text,
  page: null,
  start: 0,
  end: text.length,
});

describe('words that a question is searched by beside its own', () => {
  it.each([
    ['Wann habt ihr offen?', 'Sprechzeiten'],
    ['Wann macht ihr auf?', 'Öffnungszeiten'],
    ['When do you close?', 'opening hours'],
    ['Wo seid ihr?', 'Anschrift'],
    ['Wie komme ich zu Ihnen?', 'Anfahrt'],
    ['phone number', 'Telefon'],
  ])('are the labels of what it asks for: %s', (question, expected) => {
    expect(searchWords(question)).toContain(expected);
  });

  it.each(['Was kostet die Massage?', 'Do you deliver?', ''])('are none else: %s', (question) => {
    expect(searchWords(question)).toBe('');
  });

  it('find hours that share no word with the question among many passages', async () => {
    const rest = Array.from({ length: 20 }, (_, i) =>
      passage(`Thema ${i}`, `Außerhalb des Hauses Nummer ${i} habt ihr offene Fragen an uns gestellt.`),
    );
    const hours = passage('Sprechzeiten', 'Montag 8–12 Uhr\nDienstag 8–12 Uhr');
    const answer = await ask(
      knowledgeFrom([...rest, hours], { embeddings: false }),
      { question: 'Wann habt ihr offen?' },
      'de',
    );
    expect(answer.text).toBe('Montag 8–12 Uhr\nDienstag 8–12 Uhr [1]');
  });
});
