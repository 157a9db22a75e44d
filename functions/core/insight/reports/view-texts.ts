import type { Language } from '#contract/accounts/profile';
import type { FUNNEL_STAGES } from '#contract/insight/analytics';
import type { ReportView } from '#contract/insight/reports';

export interface ViewTexts {
  readonly views: Readonly<Record<ReportView, string>>;
  readonly funnel: Readonly<Record<(typeof FUNNEL_STAGES)[number], string>>;
  readonly languages: Readonly<Record<Language, string>>;
  readonly words: Readonly<
    Record<
      | 'perDay'
      | 'figuresPerDay'
      | 'day'
      | 'hour'
      | 'hours'
      | 'lengths'
      | 'responseTimes'
      | 'languagesTitle'
      | 'pages'
      | 'escalationsTitle'
      | 'stars'
      | 'starsPerDay'
      | 'ratings'
      | 'conversation'
      | 'bot'
      | 'startedAt'
      | 'comment'
      | 'topic'
      | 'asked'
      | 'unanswered'
      | 'previous'
      | 'share'
      | 'major'
      | 'stage'
      | 'count'
      | 'dropOff'
      | 'step'
      | 'reached'
      | 'stopped'
      | 'goneStep'
      | 'questions'
      | 'advice'
      | 'extend'
      | 'add'
      | 'inVisits'
      | 'used'
      | 'limit'
      | 'expected'
      | 'costPerDay'
      | 'andMore'
      | 'allBots'
      | 'figures',
      string
    >
  >;
}

export const VIEW_TEXTS: Readonly<Record<Language, ViewTexts>> = {
  en: {
    views: {
      overview: 'Overview',
      conversations: 'Conversations',
      satisfaction: 'Satisfaction',
      topics: 'Topics',
      funnel: 'Funnel',
      flow: 'Flow',
      comparison: 'Comparison of bots',
      gaps: 'Knowledge gaps',
      forecast: 'Forecast',
      cost: 'Cost',
    },
    funnel: {
      visitors: 'Visits (page views with the chat)',
      widget_opened: 'Opened the chat',
      started_conversation: 'Started a conversation',
      completed: 'Completed',
      escalated: 'Passed on to a person',
      provided_contact_info: 'Left contact details',
    },
    languages: { en: 'English', de: 'German' },
    words: {
      perDay: 'Conversations and messages',
      figuresPerDay: 'Figures over time',
      day: 'Day',
      hour: 'Hour',
      hours: 'Conversations by hour of day',
      lengths: 'Conversations by messages',
      responseTimes: 'Answers by response time',
      languagesTitle: 'Languages',
      pages: 'Pages',
      escalationsTitle: 'Why a person took over',
      stars: 'Ratings by stars',
      starsPerDay: 'Satisfaction over time',
      ratings: 'Ratings and comments',
      conversation: 'Conversation',
      bot: 'Bot',
      startedAt: 'Begun',
      comment: 'Comment',
      topic: 'Topic',
      asked: 'Questions',
      unanswered: 'Without an answer',
      previous: 'Period before',
      share: 'Share',
      major: 'Major topic',
      stage: 'Stage',
      count: 'Number',
      dropOff: 'Drop-off',
      step: 'Step',
      reached: 'Reached',
      stopped: 'Stopped here',
      goneStep: 'A step that was removed',
      questions: 'For example',
      advice: 'What to add',
      extend: 'Extend what the documents say of it',
      add: 'Add a document or an answer about it',
      inVisits: 'in visits',
      used: 'Conversations this month',
      limit: 'Limit of the plan',
      expected: 'Expected by the end of the month',
      costPerDay: 'Cost over time',
      andMore: 'and more',
      allBots: 'All bots',
      figures: 'Key figures',
    },
  },
  de: {
    views: {
      overview: 'Überblick',
      conversations: 'Gespräche',
      satisfaction: 'Zufriedenheit',
      topics: 'Themen',
      funnel: 'Trichter',
      flow: 'Ablauf',
      comparison: 'Vergleich der Bots',
      gaps: 'Wissenslücken',
      forecast: 'Prognose',
      cost: 'Kosten',
    },
    funnel: {
      visitors: 'Besuche (Seitenaufrufe mit Chat)',
      widget_opened: 'Chat geöffnet',
      started_conversation: 'Gespräch begonnen',
      completed: 'Abgeschlossen',
      escalated: 'An eine Person weitergegeben',
      provided_contact_info: 'Kontakt hinterlassen',
    },
    languages: { en: 'Englisch', de: 'Deutsch' },
    words: {
      perDay: 'Gespräche und Nachrichten',
      figuresPerDay: 'Zahlen im Verlauf',
      day: 'Tag',
      hour: 'Stunde',
      hours: 'Gespräche nach Tageszeit',
      lengths: 'Gespräche nach Nachrichten',
      responseTimes: 'Antworten nach Antwortzeit',
      languagesTitle: 'Sprachen',
      pages: 'Seiten',
      escalationsTitle: 'Warum eine Person übernahm',
      stars: 'Bewertungen nach Sternen',
      starsPerDay: 'Zufriedenheit im Verlauf',
      ratings: 'Bewertungen und Kommentare',
      conversation: 'Gespräch',
      bot: 'Bot',
      startedAt: 'Begonnen',
      comment: 'Kommentar',
      topic: 'Thema',
      asked: 'Fragen',
      unanswered: 'Ohne Antwort',
      previous: 'Zeitraum davor',
      share: 'Anteil',
      major: 'Wichtiges Thema',
      stage: 'Stufe',
      count: 'Anzahl',
      dropOff: 'Abbruch',
      step: 'Schritt',
      reached: 'Erreicht',
      stopped: 'Hier beendet',
      goneStep: 'Ein entfernter Schritt',
      questions: 'Zum Beispiel',
      advice: 'Was fehlt',
      extend: 'Ergänzen, was die Dokumente dazu sagen',
      add: 'Ein Dokument oder eine Antwort dazu hinzufügen',
      inVisits: 'in Besuchen',
      used: 'Gespräche in diesem Monat',
      limit: 'Limit des Tarifs',
      expected: 'Erwartet bis Monatsende',
      costPerDay: 'Kosten im Verlauf',
      andMore: 'und mehr',
      allBots: 'Alle Bots',
      figures: 'Kennzahlen',
    },
  },
};
