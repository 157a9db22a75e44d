import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { questionsOf, textSearched, topicOf } from '#core/answers/follow-up';
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

describe('what a question leans on', () => {
  const topic = (previous: string, question: string, language: 'en' | 'de' = 'en') =>
    topicOf(question, language, [
      { author: 'visitor', text: previous },
      { author: 'bot', text: 'An answer.' },
    ]);

  it.each([
    ['Do you ship to Austria?', 'And how much is that?', 'en'],
    ['Do you ship to Austria?', 'and Switzerland?', 'en'],
    ['Do you offer gift cards?', 'How long are they valid?', 'en'],
    ['Do you offer gift cards?', 'Why?', 'en'],
    ['Liefern Sie nach Österreich?', 'Und was kostet das?', 'de'],
    ['Liefern Sie nach Österreich?', 'Was kostet das?', 'de'],
    ['Liefern Sie nach Österreich?', 'Und in die Schweiz?', 'de'],
    ['Gibt es Gutscheine?', 'Wie lange gelten sie?', 'de'],
  ] as const)('after %j, %j leans on it', (previous, question, language) => {
    expect(topic(previous, question, language)).toBe(previous);
  });

  it.each([
    ['Do you ship to Austria?', 'What are your opening hours?', 'en'],
    ['Do you ship to Austria?', 'Is there parking?', 'en'],
    ['Liefern Sie nach Österreich?', 'Gibt es Parkplätze?', 'de'],
    ['Liefern Sie nach Österreich?', 'Wo ist das Büro?', 'de'],
    ['Liefern Sie nach Österreich?', 'Wie lauten die Öffnungszeiten am Samstag?', 'de'],
  ] as const)('after %j, %j stands by itself', (previous, question, language) => {
    expect(topic(previous, question, language)).toBeNull();
  });

  it('is the last message of the visitor that says something', () => {
    const history = [
      { author: 'visitor', text: 'Gift cards?' },
      { author: 'visitor', text: 'What?' },
      { author: 'agent', text: 'Ask me about shipping.' },
    ] as const;
    expect(topicOf('And how much is it?', 'en', history)).toBe('Gift cards?');
    expect(topicOf('And how much is it?', 'en', [])).toBeNull();
  });
});

describe('what a message tells beside its question', () => {
  const asked = (message: string) => questionsOf(understand(message), 'en', []);

  it('goes with the question', () => {
    expect(asked('Hello, I am a student in my first year. What does a night cost?')).toEqual([
      {
        text: 'What does a night cost?',
        topic: null,
        told: 'I am a student in my first year.',
        language: 'en',
      },
    ]);
  });

  it('goes with each of several questions', () => {
    const [first, second] = asked('I come by train. What does a night cost? Where is the next bus stop?');
    expect([first?.told, second?.told]).toEqual(['I come by train.', 'I come by train.']);
  });

  it('goes with it as far as it stands next to it', () => {
    const story = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ');
    const [{ told }] = asked(`${story}. What does a night cost?`);
    expect(told?.split(' ')).toHaveLength(40);
    expect(told).toContain('word199');
  });

  it('is searched for with it, unless the question was rewritten', () => {
    const [question] = asked('I am a student in my first year. What does a night cost?');
    expect(textSearched(question)).toBe('I am a student in my first year.\nWhat does a night cost?');
    expect(textSearched({ ...question, topic: 'Prices?' })).toBe(
      'Prices?\nI am a student in my first year.\nWhat does a night cost?',
    );
    expect(textSearched({ ...question, topic: 'the price of a night', isRewritten: true })).toBe(
      'the price of a night',
    );
  });

  it('is what the question leans on where that says too little by itself', () => {
    expect(asked('I want to store a mail as a PDF. How does that go?')).toEqual([
      {
        text: 'How does that go?',
        topic: 'I want to store a mail as a PDF.',
        told: null,
        language: 'en',
      },
    ]);
  });
});
