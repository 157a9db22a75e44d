import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { DEFAULT_MESSAGES } from '#contract/bots/bot-config';
import { answerQuestion, answerWithQuotes } from '#core/answers/answer-question';
import { OTHER_LANGUAGE_LABEL } from '#core/answers/other-language';
import type { AnswerModel } from '#core/answers/ports';
import { NO_ANSWER } from '#core/answers/prompt';
import { ask, knowledgeFrom, knowledgeOfSegments, segmentOf } from './evaluation';

const TEXTS: Readonly<Record<Language, readonly string[]>> = {
  de: [
    'Unsere Öffnungszeiten: Montag bis Freitag von 9 bis 18 Uhr, am Samstag bis 13 Uhr.',
    'Die Lieferung kostet innerhalb von Deutschland 4,90 €.',
    'Hunde sind in allen Zimmern willkommen.',
    'Der Parkplatz liegt hinter dem Haus.',
    'Sie können bar oder mit Karte bezahlen.',
  ],
  en: [
    'Our opening hours are Monday to Friday from 9 am to 6 pm, and on Saturday until 1 pm.',
    'Delivery within Germany costs 4.90 euros.',
    'Dogs are welcome in all rooms.',
    'The car park is behind the house.',
    'You can pay in cash or by card.',
  ],
};

const passageOf = (text: string, heading: string | null = null) => ({
  text,
  page: 1,
  heading,
  start: 0,
  end: text.length,
});
const knowledge = (language: Language, embeddings = false) =>
  knowledgeFrom(
    TEXTS[language].map((text) => passageOf(text)),
    { embeddings },
  );

const request = (question: string, language: Language) => ({
  bot: { accountId: 'a', botId: 'b' } as never,
  botName: 'Helper',
  companyName: 'Nordwind',
  language,
  fallbackMessage: 'Nothing found.',
  question,
  history: [],
});

const silent: AnswerModel = {
  async *stream() {
    yield { type: 'end', stop: 'complete', usage: { inputTokens: 1, outputTokens: 0 } };
  },
};

const declining: AnswerModel = {
  async *stream() {
    yield { type: 'delta', text: NO_ANSWER };
    yield { type: 'end', stop: 'complete', usage: null };
  },
};

describe('a question in another language than the documents', () => {
  it.each<readonly [Language, string, string]>([
    ['en', 'What are your opening hours?', '18 Uhr'],
    ['en', 'When are you open on Saturday?', '13 Uhr'],
    ['en', 'How much is delivery?', '4,90'],
    ['en', 'Are dogs allowed in the rooms?', 'Hunde'],
    ['en', 'Where can I park?', 'Parkplatz'],
    ['en', 'Can I pay in cash?', 'bar'],
    ['de', 'Wie sind Ihre Öffnungszeiten?', '6 pm'],
    ['de', 'Was kostet die Lieferung?', '4.90'],
    ['de', 'Sind Hunde im Zimmer erlaubt?', 'Dogs'],
    ['de', 'Kann ich bar bezahlen?', 'cash'],
  ])('is answered by the closest passage, and says so (%s): %s', async (language, question, expected) => {
    const other = language === 'en' ? 'de' : 'en';
    const answer = await answerWithQuotes(knowledge(other), request(question, other));
    expect(answer.kind).toBe('quoted');
    expect(answer.text).toContain(OTHER_LANGUAGE_LABEL[language]);
    expect(answer.text).toContain(expected);
    expect(answer.citations).toHaveLength(answer.citationNumbers.filter((number) => number !== null).length);
    const modelled = await answerQuestion(
      { ...knowledge(other), model: silent, timeouts: { firstText: 1_000, total: 1_000 } },
      request(question, other),
      { onText: () => {} },
    );
    expect(modelled.text).toContain(expected);
  });

  it.each<readonly [Language, string, string]>([
    ['en', 'how much is delivery', '4,90'],
    ['en', 'can i bring my dog', 'Hunde'],
    ['de', 'wo kann ich parken', 'car park'],
    ['de', 'was kostet die lieferung', '4.90'],
    ['de', 'dürfen hunde ins zimmer', 'Dogs'],
    ['de', 'kann ich mit karte zahlen', 'by card'],
  ])(
    'is answered so too where passages have vectors that find nothing (%s): %s',
    async (language, question, expected) => {
      const other = language === 'en' ? 'de' : 'en';
      for (const writer of ['model', 'quotes'] as const) {
        const answer = await ask(knowledge(other, true), { question }, other, writer);
        expect(answer.kind).toBe('quoted');
        expect(answer.text).toContain(OTHER_LANGUAGE_LABEL[language]);
        expect(answer.text).toContain(expected);
      }
    },
  );

  it('is left to a model where its vector is near to a passage that the model has read', async () => {
    const { retriever } = knowledge('en', true);
    const answered = await answerQuestion(
      {
        retriever: {
          retrieve: async (...asked) => {
            const found = await retriever.retrieve(...asked);
            const hits = found.hits.map((hit) => ({ ...hit, fields: { ...hit.fields, dense: 0.6 } }));
            return { ...found, hits };
          },
        },
        model: declining,
        timeouts: { firstText: 1_000, total: 1_000 },
      },
      request('Kann ich mit Visa Card bezahlen?', 'en'),
      { onText: () => {} },
    );
    expect(answered.kind).toBe('abstained');
  });

  it('is labelled where the model answers in the language of what it cites', async () => {
    const answer = await ask(
      knowledge('en', true),
      { question: 'Was kostet Delivery within Germany?' },
      'en',
    );
    expect(answer.kind).toBe('generated');
    expect(answer.text).toMatch(/^Unsere Unterlagen dazu sind auf Englisch\./);
    const own = await ask(knowledge('de', true), { question: 'Was kostet die Lieferung?' }, 'en');
    expect(own.text).not.toContain('Unterlagen');
  });

  it.each<readonly [Language, string]>([
    ['en', 'Who won the championship?'],
    ['en', 'Do you sell bread at the station?'],
    ['en', 'Which insurance covers my bicycle?'],
    ['de', 'Wer hat die Meisterschaft gewonnen?'],
    ['de', 'Welche Versicherung zahlt mein Fahrrad?'],
  ])('that they do not answer is not answered (%s): %s', async (language, question) => {
    const other = language === 'en' ? 'de' : 'en';
    expect((await answerWithQuotes(knowledge(other), request(question, other))).kind).toBe('abstained');
  });
});

describe('documents in both languages', () => {
  const both = knowledgeOfSegments(
    [
      segmentOf(
        'Library',
        [
          passageOf('Mon - Wed 10am - 4pm\nThu 12 - 7pm\nSat 9.30 - 1', 'Library › When are you open?'),
          passageOf('The members of our library pay 24 pounds a year, and you can join at the desk.'),
          passageOf('The E4 code means that the motor is blocked: switch it off and clean it.'),
        ],
        { embeddings: true },
      ),
      segmentOf(
        'Werkstatt',
        [
          passageOf('Wir reparieren Ihr Fahrrad und holen es bei Ihnen ab.'),
          passageOf(
            'Wann haben Sie geöffnet?\n\nMontag bis Freitag 9:30–18:30 Uhr, samstags 10–14 Uhr. Sonntags geschlossen.',
          ),
        ],
        { embeddings: true },
      ),
    ],
    { embeddings: true },
  );

  it.each<readonly [string, string]>([
    ['öffnungszeiten', '9:30–18:30'],
    ['Wann habt ihr geöffnet?', '9:30–18:30'],
    ['opening hours', '10am - 4pm'],
    ['When are you open?', '10am - 4pm'],
  ])('answer in the visitor’s where both do: %s', async (question, expected) => {
    for (const writer of ['model', 'quotes'] as const) {
      const { text } = await ask(both, { question }, 'en', writer);
      expect(text).toContain(expected);
      expect(text.split('[1]')).toHaveLength(2);
    }
  });
});

describe('the language of a question whose words do not tell', () => {
  const asked = (question: string, visitorLanguage?: Language) =>
    answerWithQuotes(knowledge('en'), {
      ...request(question, 'en'),
      fallbackMessage: DEFAULT_MESSAGES.en.fallbackMessage,
      ...(visitorLanguage && { visitorLanguage }),
    });

  it.each(['telefonnummer', 'fehlercode e4', 'E4?'])('is that of the session: %s', async (question) => {
    expect((await asked(question, 'de')).text).toBe(DEFAULT_MESSAGES.de.fallbackMessage);
    expect((await asked(question)).text).toBe(DEFAULT_MESSAGES.en.fallbackMessage);
  });

  it('is told by its words where they do', async () => {
    const { text } = await asked('Who won the championship?', 'de');
    expect(text).toBe(DEFAULT_MESSAGES.en.fallbackMessage);
  });

  it('is that of what the visitor said before, before that of the session', async () => {
    const history = [{ author: 'visitor' as const, text: 'Do you have a telephone?' }];
    const { text } = await answerWithQuotes(knowledge('en'), {
      ...request('E4', 'en'),
      history,
      visitorLanguage: 'de',
    });
    expect(text).toBe('Nothing found.');
  });
});
