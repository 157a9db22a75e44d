import type { Language } from '#contract/accounts/profile';
import type { Message, MessageKind, Thumb } from '#contract/conversations/conversations';
import type { RawData } from '#contract/insight/reports';
import type { UnansweredState } from '#contract/insight/unanswered';
import type { Column, ValueKind } from './report';

export interface RawTexts
  extends Readonly<Record<RawData, { readonly title: string; readonly columns: readonly Column[] }>> {
  readonly authors: Readonly<Record<Message['author'], string>>;
  readonly kinds: Readonly<Record<MessageKind, string>>;
  readonly states: Readonly<Record<UnansweredState, string>>;
  readonly thumbs: Readonly<Record<Thumb, string>>;
  /** Stands for the text of a message whose stored item is invalid. */
  readonly unreadable: string;
}

/** Fields of each kind of data and what they are; the labels follow in the same order. */
const FIELDS = {
  conversations: [
    ['id', 'text'],
    ['bot', 'text'],
    ['status', 'text'],
    ['language', 'text'],
    ['startedAt', 'instant'],
    ['lastMessageAt', 'instant'],
    ['messages', 'integer'],
    ['stars', 'integer'],
    ['comment', 'text'],
    ['agent', 'text'],
    ['visitorName', 'text'],
    ['visitorEmail', 'text'],
    ['providedContact', 'boolean'],
    ['collected', 'text'],
    ['page', 'text'],
  ],
  messages: [
    ['conversation', 'text'],
    ['bot', 'text'],
    ['sentAt', 'instant'],
    ['author', 'text'],
    ['agent', 'text'],
    ['text', 'text'],
    ['kind', 'text'],
    ['sources', 'text'],
    ['unansweredQuestion', 'text'],
    ['rating', 'text'],
    ['responseTime', 'seconds'],
    ['cost', 'usd'],
  ],
  unanswered: [
    ['bot', 'text'],
    ['question', 'text'],
    ['count', 'integer'],
    ['firstAskedAt', 'instant'],
    ['lastAskedAt', 'instant'],
    ['state', 'text'],
    ['language', 'text'],
  ],
} as const satisfies Record<RawData, readonly (readonly [string, ValueKind])[]>;

const NOTE_FIELDS = [
  ['conversation', 'text'],
  ['writtenAt', 'instant'],
  ['author', 'text'],
  ['text', 'text'],
] as const satisfies readonly (readonly [string, ValueKind])[];

type AsMany<LIST extends readonly unknown[]> = { readonly [AT in keyof LIST]: string };
type Labels<DATA extends RawData> = AsMany<(typeof FIELDS)[DATA]>;

function columnsOf<DATA extends RawData>(data: DATA, labels: Labels<DATA>): readonly Column[] {
  return labelled(FIELDS[data], labels);
}

function labelled(
  fields: readonly (readonly [string, ValueKind])[],
  labels: readonly string[],
): readonly Column[] {
  return fields.map(([key, kind], at) => ({ key, kind, label: labels[at] ?? key }));
}

export const RAW_TEXTS: Readonly<Record<Language, RawTexts>> = {
  en: {
    conversations: {
      title: 'Conversations',
      columns: columnsOf('conversations', [
        'Conversation',
        'Bot',
        'Status',
        'Language',
        'Begun',
        'Last message',
        'Messages',
        'Stars',
        'Comment',
        'Agent',
        'Visitor',
        'E-mail',
        'Left contact',
        'Collected',
        'Page',
      ]),
    },
    messages: {
      title: 'Messages',
      columns: columnsOf('messages', [
        'Conversation',
        'Bot',
        'Sent',
        'Author',
        'Agent',
        'Text',
        'Kind',
        'Sources',
        'Question without an answer',
        'Rating',
        'Response time',
        'Cost',
      ]),
    },
    unanswered: {
      title: 'Unanswered questions',
      columns: columnsOf('unanswered', ['Bot', 'Question', 'Asked', 'First', 'Last', 'State', 'Language']),
    },
    authors: { visitor: 'Visitor', bot: 'Bot', agent: 'Agent' },
    kinds: {
      generated: 'Answer',
      quoted: 'Quote',
      abstained: 'No answer found',
      guided: 'Step of the flow',
      ended: 'Farewell',
      escalated: 'Passed on',
    },
    states: { open: 'Open', answered: 'Answered', dismissed: 'Dismissed' },
    thumbs: { up: 'Helped', down: 'Did not help' },
    unreadable: '[This message could not be read.]',
  },
  de: {
    conversations: {
      title: 'Gespräche',
      columns: columnsOf('conversations', [
        'Gespräch',
        'Bot',
        'Status',
        'Sprache',
        'Begonnen',
        'Letzte Nachricht',
        'Nachrichten',
        'Sterne',
        'Kommentar',
        'Bearbeitet von',
        'Name',
        'E-Mail',
        'Kontakt hinterlassen',
        'Erfasst',
        'Seite',
      ]),
    },
    messages: {
      title: 'Nachrichten',
      columns: columnsOf('messages', [
        'Gespräch',
        'Bot',
        'Gesendet',
        'Von',
        'Name',
        'Text',
        'Art',
        'Quellen',
        'Frage ohne Antwort',
        'Bewertung',
        'Antwortzeit',
        'Kosten',
      ]),
    },
    unanswered: {
      title: 'Unbeantwortete Fragen',
      columns: columnsOf('unanswered', ['Bot', 'Frage', 'Gestellt', 'Zuerst', 'Zuletzt', 'Stand', 'Sprache']),
    },
    authors: { visitor: 'Besucher', bot: 'Bot', agent: 'Team' },
    kinds: {
      generated: 'Antwort',
      quoted: 'Zitat',
      abstained: 'Keine Antwort gefunden',
      guided: 'Schritt des Ablaufs',
      ended: 'Abschied',
      escalated: 'Weitergegeben',
    },
    states: { open: 'Offen', answered: 'Beantwortet', dismissed: 'Verworfen' },
    thumbs: { up: 'Hilfreich', down: 'Nicht hilfreich' },
    unreadable: '[Diese Nachricht ist nicht lesbar.]',
  },
};

/** Of what a team writes for itself, which no report has. */
export const NOTES_TEXTS: Readonly<
  Record<Language, { readonly title: string; readonly columns: readonly Column[] }>
> = {
  en: {
    title: 'Internal notes (not for visitors)',
    columns: labelled(NOTE_FIELDS, ['Conversation', 'Written', 'By', 'Note']),
  },
  de: {
    title: 'Interne Notizen (nicht für Besucher)',
    columns: labelled(NOTE_FIELDS, ['Gespräch', 'Geschrieben', 'Von', 'Notiz']),
  },
};
