import type { Language } from '../accounts/profile';
import type { ReportView } from './reports';

/** How a figure is written. */
export type Unit =
  | 'count'
  | 'estimate'
  | 'share'
  | 'stars'
  | 'milliseconds'
  | 'seconds'
  | 'decimal'
  | 'dollars';

/** Counters of a day, each with its weight. */
type Sum = Readonly<Record<string, number>>;

export interface Metric {
  readonly unit: Unit;
  /** What is added up of the days' counters (`core/insight/analytics/tally.ts`); visitors are estimated from sketches. */
  readonly sum?: Sum;
  /** What the sum is divided by: the metric is null where that is nought. */
  readonly over?: Sum;
  /** In which fraction of its unit the sum is counted. */
  readonly per?: number;
  /** Which way is surely good; a count that grows with the number of visitors is neither. */
  readonly better?: 'more' | 'less';
  /** Charts and sparklines have it day by day. */
  readonly byDay?: true;
  /** Views and their reports that have its card, the one it is exported with first. `comparison`: a column there. */
  readonly shows: readonly [ReportView, ...ReportView[]];
  /** Its name, and one line that says what it is. */
  readonly words: Readonly<Record<Language, readonly [name: string, line: string]>>;
}

const STARS = { stars1: 1, stars2: 2, stars3: 3, stars4: 4, stars5: 5 };

/**
 * Every metric, in the order of cards and columns. What analytics compute, exports and reports write, pages show and the
 * API promises is read from here.
 *
 * All of a conversation counts on the day on which it began, in the account's time zone, also what happens in it later.
 * Intercom and Zendesk count conversations, resolutions and automation alike; a resolution is taken back where the
 * visitor comes back with the question within the conversation, which ends with the bot's session time-out.
 */
export const METRICS = {
  conversations: {
    unit: 'count',
    sum: { conversations: 1 },
    byDay: true,
    shows: ['overview', 'conversations', 'comparison'],
    words: {
      en: ['Conversations', 'Chats in which a visitor said something, on the day on which they began.'],
      de: ['Gespräche', 'Chats, in denen ein Besucher etwas gesagt hat, an dem Tag, an dem sie begannen.'],
    },
  },
  visitors: {
    unit: 'estimate',
    shows: ['overview'],
    words: {
      en: ['Visitors', 'Estimated without cookies; someone who comes on two days counts twice.'],
      de: ['Besucher', 'Ohne Cookies geschätzt; wer an zwei Tagen kommt, zählt doppelt.'],
    },
  },
  messages: {
    unit: 'count',
    sum: { messages: 1 },
    byDay: true,
    shows: ['overview'],
    words: {
      en: ['Messages', 'All messages of visitors, bots and people.'],
      de: ['Nachrichten', 'Alle Nachrichten von Besuchern, Bots und Menschen.'],
    },
  },
  engaged: {
    unit: 'count',
    sum: { engaged: 1 },
    shows: ['conversations'],
    words: {
      en: ['Engaged conversations', 'Conversations in which the visitor wrote at least twice.'],
      de: [
        'Gespräche mit Rückfragen',
        'Gespräche, in denen der Besucher mindestens zweimal geschrieben hat.',
      ],
    },
  },
  resolutionRate: {
    unit: 'share',
    sum: { resolved: 1 },
    over: { conversations: 1 },
    better: 'more',
    shows: ['overview', 'comparison'],
    words: {
      en: ['Resolution rate', 'Resolved conversations out of all conversations.'],
      de: ['Lösungsquote', 'Anteil der gelösten an allen Gesprächen.'],
    },
  },
  satisfaction: {
    unit: 'stars',
    sum: STARS,
    over: { rated: 1 },
    better: 'more',
    byDay: true,
    shows: ['satisfaction', 'overview', 'comparison'],
    words: {
      en: ['Satisfaction', 'The mean of all ratings, from one to five stars.'],
      de: ['Zufriedenheit', 'Der Mittelwert aller Bewertungen, von einem bis fünf Sternen.'],
    },
  },
  positiveShare: {
    unit: 'share',
    sum: { stars4: 1, stars5: 1 },
    over: { rated: 1 },
    better: 'more',
    shows: ['satisfaction'],
    words: {
      en: ['Positive ratings', 'Ratings with four or five stars out of all ratings, as CSAT counts.'],
      de: ['Positive Bewertungen', 'Anteil der Bewertungen mit vier oder fünf Sternen, wie beim CSAT.'],
    },
  },
  rated: {
    unit: 'count',
    sum: { rated: 1 },
    byDay: true,
    shows: ['satisfaction'],
    words: {
      en: ['Ratings', 'Conversations that visitors rated with stars.'],
      de: ['Bewertungen', 'Gespräche, die Besucher mit Sternen bewertet haben.'],
    },
  },
  responseMs: {
    unit: 'milliseconds',
    sum: { responseMs: 1 },
    over: { responses: 1 },
    better: 'less',
    byDay: true,
    shows: ['overview', 'conversations', 'comparison'],
    words: {
      en: ['Response time', 'The mean time from a visitor’s message to the complete answer of the bot.'],
      de: [
        'Antwortzeit',
        'Die mittlere Zeit von der Nachricht des Besuchers bis zur vollständigen Antwort des Bots.',
      ],
    },
  },
  agentResponseMs: {
    unit: 'milliseconds',
    sum: { agentResponseMs: 1 },
    over: { agentResponses: 1 },
    better: 'less',
    shows: ['conversations'],
    words: {
      en: [
        'First reply of a person',
        'The mean time from passing a conversation on to the first message of a person.',
      ],
      de: [
        'Erste Antwort eines Menschen',
        'Die mittlere Zeit von der Übergabe bis zur ersten Nachricht eines Menschen.',
      ],
    },
  },
  answered: {
    unit: 'count',
    sum: { answered: 1 },
    byDay: true,
    shows: ['conversations'],
    words: {
      en: ['Answered questions', 'Questions that the bot answered from your documents.'],
      de: ['Beantwortete Fragen', 'Fragen, die der Bot aus Ihren Dokumenten beantwortet hat.'],
    },
  },
  abstained: {
    unit: 'count',
    sum: { abstained: 1 },
    byDay: true,
    shows: ['conversations'],
    words: {
      en: [
        'Unanswered questions',
        'Questions for which your documents held no answer, so that the bot said so.',
      ],
      de: [
        'Unbeantwortete Fragen',
        'Fragen, auf die Ihre Dokumente keine Antwort enthielten, was der Bot auch gesagt hat.',
      ],
    },
  },
  abstentionRate: {
    unit: 'share',
    sum: { abstained: 1 },
    over: { answered: 1, abstained: 1 },
    better: 'less',
    shows: ['overview', 'comparison'],
    words: {
      en: ['Unanswered rate', 'Questions without an answer out of all questions.'],
      de: ['Anteil unbeantworteter Fragen', 'Fragen ohne Antwort von allen Fragen.'],
    },
  },
  deflected: {
    unit: 'count',
    sum: { deflected: 1 },
    shows: ['conversations'],
    words: {
      en: [
        'Handled by the bot',
        'Conversations in which the bot answered at least one question and no person was needed.',
      ],
      de: [
        'Vom Bot bearbeitet',
        'Gespräche, in denen der Bot mindestens eine Frage beantwortet hat und kein Mensch nötig war.',
      ],
    },
  },
  resolved: {
    unit: 'count',
    sum: { resolved: 1 },
    byDay: true,
    shows: ['conversations'],
    words: {
      en: [
        'Resolved conversations',
        'Handled by the bot, the last question answered and not asked again, not rated below three stars; or marked as resolved.',
      ],
      de: [
        'Gelöste Gespräche',
        'Vom Bot bearbeitet, letzte Frage beantwortet und nicht noch einmal gestellt, nicht unter drei Sternen bewertet; oder als erledigt markiert.',
      ],
    },
  },
  escalated: {
    unit: 'count',
    sum: { escalated: 1 },
    byDay: true,
    shows: ['overview', 'conversations', 'comparison'],
    words: {
      en: ['Passed on to a person', 'Conversations that were passed on to a person.'],
      de: ['An einen Menschen übergeben', 'Gespräche, die an einen Menschen übergeben wurden.'],
    },
  },
  contacts: {
    unit: 'count',
    sum: { contacts: 1 },
    shows: ['overview'],
    words: {
      en: ['Contact details left', 'Conversations in which the visitor left contact details.'],
      de: ['Hinterlassene Kontaktdaten', 'Gespräche, in denen der Besucher Kontaktdaten hinterlassen hat.'],
    },
  },
  ended: {
    unit: 'count',
    sum: { ended: 1 },
    shows: ['conversations'],
    words: {
      en: ['Ended conversations', 'Conversations that have ended or were resolved.'],
      de: ['Beendete Gespräche', 'Gespräche, die beendet oder erledigt sind.'],
    },
  },
  messagesPerConversation: {
    unit: 'decimal',
    sum: { messages: 1 },
    over: { conversations: 1 },
    shows: ['conversations'],
    words: {
      en: ['Messages per conversation', 'Messages divided by conversations.'],
      de: ['Nachrichten je Gespräch', 'Nachrichten geteilt durch Gespräche.'],
    },
  },
  durationSeconds: {
    unit: 'seconds',
    sum: { durationMs: 1 },
    per: 1_000,
    over: { conversations: 1 },
    shows: ['conversations'],
    words: {
      en: ['Duration', 'The mean time from the beginning of a conversation to its last message.'],
      de: ['Dauer', 'Die mittlere Zeit vom Beginn eines Gesprächs bis zur letzten Nachricht.'],
    },
  },
  costUsd: {
    unit: 'dollars',
    sum: { costMicroUsd: 1 },
    per: 1_000_000,
    byDay: true,
    shows: ['cost', 'comparison'],
    words: {
      en: ['Model cost', 'Tokens at the list price of their model. Quotes cost nothing.'],
      de: ['Modellkosten', 'Tokens zum Listenpreis ihres Modells. Zitate kosten nichts.'],
    },
  },
  costPerConversation: {
    unit: 'dollars',
    sum: { costMicroUsd: 1 },
    per: 1_000_000,
    over: { conversations: 1 },
    better: 'less',
    shows: ['cost', 'comparison'],
    words: {
      en: ['Cost per conversation', 'Model cost divided by conversations.'],
      de: ['Kosten je Gespräch', 'Modellkosten geteilt durch Gespräche.'],
    },
  },
  costPerResolved: {
    unit: 'dollars',
    sum: { costMicroUsd: 1 },
    per: 1_000_000,
    over: { resolved: 1 },
    better: 'less',
    shows: ['cost'],
    words: {
      en: ['Cost per resolved conversation', 'Model cost divided by resolved conversations.'],
      de: ['Kosten je gelöstem Gespräch', 'Modellkosten geteilt durch gelöste Gespräche.'],
    },
  },
  inputTokens: {
    unit: 'count',
    sum: { inputTokens: 1 },
    shows: ['cost'],
    words: {
      en: ['Tokens read', 'Tokens that models read, as they report it.'],
      de: ['Gelesene Tokens', 'Tokens, die Modelle gelesen haben, nach ihrer Angabe.'],
    },
  },
  outputTokens: {
    unit: 'count',
    sum: { outputTokens: 1 },
    shows: ['cost'],
    words: {
      en: ['Tokens written', 'Tokens that models wrote, as they report it.'],
      de: ['Geschriebene Tokens', 'Tokens, die Modelle geschrieben haben, nach ihrer Angabe.'],
    },
  },
  visits: {
    unit: 'count',
    sum: { visits: 1 },
    byDay: true,
    shows: ['funnel'],
    words: {
      en: ['Page views with the chat', 'How often a page with the chat was loaded.'],
      de: ['Seitenaufrufe mit Chat', 'Wie oft eine Seite mit dem Chat geladen wurde.'],
    },
  },
  openings: {
    unit: 'count',
    sum: { openings: 1 },
    byDay: true,
    shows: ['funnel'],
    words: {
      en: ['Chats opened', 'How often the chat was opened.'],
      de: ['Geöffnete Chats', 'Wie oft der Chat geöffnet wurde.'],
    },
  },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as readonly MetricName[];

/** Those that have a figure for each day. */
export type DailyName = {
  [NAME in MetricName]: (typeof METRICS)[NAME] extends { readonly byDay: true } ? NAME : never;
}[MetricName];
export const DAILY_NAMES = METRIC_NAMES.filter((name): name is DailyName => 'byDay' in METRICS[name]);

/** Null where nothing was counted that it could be made of. */
export type MetricValue<NAME extends MetricName> = (typeof METRICS)[NAME] extends { readonly over: Sum }
  ? number | null
  : number;

export function metricNamed(name: string): MetricName | undefined {
  return METRIC_NAMES.find((each) => each === name);
}

/** Cards of a view, or columns of the comparison. */
export function metricsOn(view: ReportView): readonly MetricName[] {
  return METRIC_NAMES.filter((name) => (METRICS[name] as Metric).shows.includes(view));
}

export function metricName(name: MetricName, language: Language): string {
  return METRICS[name].words[language][0];
}
