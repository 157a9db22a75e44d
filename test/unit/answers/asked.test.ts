import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { markedPlaces } from './places';

interface Text {
  readonly heading: string | null;
  readonly text: string;
}

const LIST: Text = {
  heading: null,
  text: 'Do I need to book? In July we recommend it.\n\nAre dogs allowed? Yes, they ride free in our trailers. Bring a lead.\n\nHelmets are included.',
};
const LETTERS: Text = {
  heading: null,
  text: 'Q: Is there parking?\nA: Yes, behind the house. It is free.\n\nQ: What happens if the bike is stolen?\nA: You pay 150 euros at most.',
};
const HEADED: Text = {
  heading: 'Kann ich mit Karte zahlen?',
  text: 'Wir nehmen EC-Karten und Visa. American Express nehmen wir nicht.',
};

describe('a question that the text itself asks', () => {
  it.each<[string, Language, Text, string | null]>([
    ['Do I need to book?', 'en', LIST, 'In July we recommend it.'],
    ['Are dogs allowed?', 'en', LIST, 'Yes, they ride free in our trailers. Bring a lead.'],
    ['Are helmets included?', 'en', LIST, 'Helmets are included.'],
    ['Is there parking?', 'en', LETTERS, 'Yes, behind the house. It is free.'],
    ['What if my bike is stolen?', 'en', LETTERS, 'You pay 150 euros at most.'],
    ['Kann ich mit Karte zahlen?', 'de', HEADED, HEADED.text],
    ['Nehmen Sie American Express?', 'de', HEADED, 'American Express nehmen wir nicht.'],
    ['Any questions?', 'en', { heading: null, text: 'We like our guests.\n\nAny questions?' }, null],
  ])('is answered by what follows it: %s', (question, language, text, expected) => {
    const answer = markedPlaces({
      question,
      language,
      passages: [{ number: 1, title: 'Leaflet', page: null, ...text }],
    });
    expect(answer).toBe(expected && `${expected} [1]`);
  });
});
