import type { Language } from '#contract/accounts/profile';
import { localeOf } from '#contract/base/languages';
import { STATUS_NAMES } from '#contract/conversations/status-names';
import { headingUnder } from '#contract/knowledge/heading-under';
import { isAbandoned } from '#core/conversations/abandoned';
import type { StoredConversation, StoredMessage } from '#core/conversations/entity';
import { visitorNumber } from '#core/conversations/visitor-number';
import { withoutMarkdown } from '#core/quoting/faq-answer';
import { allMessages, botNames, type NamedScope, type Pages } from './raw-data';
import { RAW_TEXTS } from './raw-texts';
import type { Transcript, TranscriptPart, Turn } from './report';

/** Conversations one after another, to be read: who, when, what, from which sources. */
export function transcripts(
  scope: NamedScope,
  pages: Pages,
  onMessage: () => void = () => {},
): TranscriptPart {
  return {
    type: 'transcript',
    key: 'transcripts',
    title: TEXTS[scope.language].title,
    conversations: read(scope, pages, onMessage),
  };
}

async function* read(scope: NamedScope, pages: Pages, onMessage: () => void): AsyncIterable<Transcript> {
  const nameOf = botNames(scope);
  for await (const page of pages)
    for (const conversation of page) {
      const bot = nameOf(conversation.botId);
      const messages = await allMessages(scope, conversation);
      yield {
        title: visitorOf(conversation, scope.language),
        facts: factsOf(conversation, bot, scope.language),
        turns: messages.map((message) => {
          onMessage();
          return turnOf(message, bot, scope.language);
        }),
      };
    }
}

/** As the inbox names them. */
function visitorOf(conversation: StoredConversation, language: Language): string {
  const { visitorName, visitorEmail } = conversation;
  const { visitor } = RAW_TEXTS[language].authors;
  return visitorName ?? visitorEmail ?? `${visitor} ${visitorNumber(conversation)}`;
}

function factsOf(conversation: StoredConversation, bot: string, language: Language): Transcript['facts'] {
  const texts = TEXTS[language];
  const labels = new Map(RAW_TEXTS[language].conversations.columns.map(({ key, label }) => [key, label]));
  const { startedAt, lastMessageAt, status, page, visitorEmail, assigneeName, stars, ratingComment } =
    conversation;
  const of = (key: string, value: string | undefined | null, kind: 'text' | 'instant' = 'text') =>
    value == null || value === '' ? [] : [{ label: labels.get(key) ?? key, value, kind }];
  const languageNames = new Intl.DisplayNames(localeOf(language), { type: 'language' });
  return [
    ...of('id', conversation.conversationId),
    ...of('startedAt', startedAt, 'instant'),
    ...of('lastMessageAt', lastMessageAt, 'instant'),
    ...of('bot', bot),
    { label: texts.channel, value: page ? `${texts.website} · ${page}` : texts.website, kind: 'text' },
    ...of('status', STATUS_NAMES[language][isAbandoned(conversation) ? 'abandoned' : status]),
    ...of('language', languageNames.of(conversation.language)),
    ...of('visitorEmail', visitorEmail),
    ...of('agent', assigneeName),
    ...of('stars', stars === undefined ? null : [`${stars} / 5`, ratingComment].filter(Boolean).join(' · ')),
    ...of(
      'collected',
      (conversation.collected ?? []).map(({ label, value }) => `${label}: ${value}`).join('; '),
    ),
  ];
}

type Read = Awaited<ReturnType<typeof allMessages>>[number];

function turnOf(message: Read, bot: string, language: Language): Turn {
  const { authors, kinds, unreadable } = RAW_TEXTS[language];
  if ('isUnreadable' in message)
    return { at: null, author: '', isVisitor: false, note: null, text: unreadable, sources: [] };
  const { author, authorName, text, kind, citations = [], attachment } = message;
  const names: Readonly<Record<StoredMessage['author'], string>> = {
    visitor: authors.visitor,
    bot: `${bot} (${authors.bot})`,
    agent: authorName === undefined ? authors.agent : `${authorName} (${authors.agent})`,
  };
  return {
    at: message.createdAt,
    author: names[author],
    isVisitor: author === 'visitor',
    note: kind === undefined || kind === 'generated' ? null : kinds[kind],
    text: [
      author === 'bot' ? readable(text) : text,
      ...(attachment ? [`${TEXTS[language].file}: ${attachment.name}`] : []),
    ].join('\n'),
    sources: citations.map(({ number, title, heading, page, quote }) => {
      const place = [title, headingUnder(title, heading), page && `${TEXTS[language].page} ${page}`]
        .filter(Boolean)
        .join(' · ');
      return `[${number}] ${place}: ${TEXTS[language].quoted(quote)}`;
    }),
  };
}

/** As its visitor read it: formatted, and not with the marks that do so; links with where they lead to. */
function readable(answer: string): string {
  return withoutMarkdown(answer.replace(/\[([^\]\n]+)\]\(([^()\s]+)\)/g, '$1 ($2)'));
}

const TEXTS = {
  en: {
    title: 'Transcript',
    channel: 'Channel',
    website: 'Chat on a website',
    file: 'File',
    page: 'page',
    quoted: (words: string) => `“${words}”`,
  },
  de: {
    title: 'Gesprächsprotokoll',
    channel: 'Kanal',
    website: 'Chat auf einer Website',
    file: 'Datei',
    page: 'Seite',
    quoted: (words: string) => `„${words}“`,
  },
} as const;
