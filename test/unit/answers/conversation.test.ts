import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { searchText } from '#core/answers/follow-up';
import { replyTo } from '#core/answers/small-talk';
import { understand } from '#core/text/message';

describe('small talk', () => {
  const reply = (message: string, language: Language) =>
    replyTo(understand(message), { botName: 'Ada', companyName: 'Harbour' }, language);

  it.each([
    ['Hi', 'en', 'Hello!'],
    ['hello there!', 'en', 'Hello!'],
    ['Good morning :)', 'en', 'Hello!'],
    ['Hallo zusammen', 'en', 'Hallo!'],
    ['Guten Tag!', 'de', 'Hallo!'],
    ['Thanks a lot, that helps!', 'en', "You're welcome"],
    ['ok danke', 'de', 'Gern geschehen'],
    ['Vielen Dank für Ihre Hilfe', 'en', 'Gern geschehen'],
    ['thanks, bye!', 'en', 'Goodbye'],
    ['Tschüss', 'en', 'Auf Wiedersehen'],
    ['ok', 'de', 'Gern geschehen'],
    ['Guten Tag, ich habe eine Frage', 'de', 'Welche Frage haben Sie?'],
    ['Hi, can you help me?', 'en', 'What is your question?'],
    ['Are you a bot?', 'en', "I'm Ada, a chatbot of Harbour, not a person"],
    ['Hallo, bist du ein Mensch?', 'en', 'ein Chatbot von Harbour und kein Mensch'],
  ] as const)('%j is answered kindly', (message, language, told) => {
    expect(reply(message, language)).toContain(told);
  });

  it.each([
    '',
    '🙂',
    'Hello, what are your opening hours?',
    'Thanks for nothing',
    'hi fi systems',
    'Danke, und was kostet der Versand?',
    'there',
    'ok computer',
  ])('%j is not small talk', (message) => {
    expect(reply(message, 'en')).toBeNull();
  });
});

describe('what is searched for', () => {
  const searched = (previous: string, question: string, language: 'en' | 'de' = 'en') =>
    searchText(question, language, [
      { author: 'visitor', text: previous },
      { author: 'bot', text: 'An answer.' },
    ]);
  const leans = (previous: string, question: string, language: 'en' | 'de' = 'en') =>
    searched(previous, question, language) === `${previous}\n${question}`;

  it.each([
    ['Do you ship to Austria?', 'And how much is that?', 'en'],
    ['Do you ship to Austria?', 'and Switzerland?', 'en'],
    ['Do you offer gift cards?', 'How long are they valid?', 'en'],
    ['Do you offer gift cards?', 'Why?', 'en'],
    ['Liefern Sie nach Österreich?', 'Und was kostet das?', 'de'],
    ['Liefern Sie nach Österreich?', 'Was kostet das?', 'de'],
    ['Liefern Sie nach Österreich?', 'Und in die Schweiz?', 'de'],
    ['Gibt es Gutscheine?', 'Wie lange gelten sie?', 'de'],
  ] as const)('after %j, %j is searched together with it', (previous, question, language) => {
    expect(leans(previous, question, language)).toBe(true);
  });

  it.each([
    ['Do you ship to Austria?', 'What are your opening hours?', 'en'],
    ['Do you ship to Austria?', 'Is there parking?', 'en'],
    ['Liefern Sie nach Österreich?', 'Gibt es Parkplätze?', 'de'],
    ['Liefern Sie nach Österreich?', 'Wo ist das Büro?', 'de'],
    ['Liefern Sie nach Österreich?', 'Wie lauten die Öffnungszeiten am Samstag?', 'de'],
  ] as const)('after %j, %j stands by itself', (previous, question, language) => {
    expect(searched(previous, question, language)).toBe(question);
  });

  it('takes the last message of the visitor that says something', () => {
    const history = [
      { author: 'visitor', text: 'Gift cards?' },
      { author: 'visitor', text: 'What?' },
      { author: 'agent', text: 'Ask me about shipping.' },
    ] as const;
    expect(searchText('And how much is it?', 'en', history)).toBe('Gift cards?\nAnd how much is it?');
    expect(searchText('And how much is it?', 'en', [])).toBe('And how much is it?');
  });
});
