import type { Language } from '#contract/accounts/profile';
import { localeOf } from '#contract/base/languages';
import type { Message } from '#contract/conversations/conversations';
import type { MailDraft } from '#core/base/mail/compose';
import type { TranscriptLine } from '#core/base/mail/layout';

export interface Transcript {
  readonly to: string;
  readonly language: Language;
  readonly botName: string;
  readonly companyName: string;
  readonly timeZone: string;
  readonly startedAt: string;
  readonly messages: readonly Message[];
  /** Whether there were more before these. */
  readonly isShortened: boolean;
}

/** A conversation as a mail to its visitor, as text and as HTML. */
export function transcriptMail(transcript: Transcript): MailDraft {
  const { to, language, botName, companyName, isShortened } = transcript;
  const texts = TEXTS[language];
  const intro = texts.intro(
    companyName,
    formatted(transcript, transcript.startedAt, { dateStyle: 'long', timeStyle: 'short' }),
  );
  return {
    to,
    brand: companyName,
    language,
    heading: texts.heading(botName),
    paragraphs: [intro, ...(isShortened ? [texts.shortened] : [])],
    transcript: transcript.messages.map((message) => lineOf(transcript, message)),
    notes: [],
    footer: texts.footer(companyName),
    preview: intro,
  };
}

function lineOf(transcript: Transcript, message: Message): TranscriptLine {
  const { author, authorName, text, createdAt, citations, attachment } = message;
  const texts = TEXTS[transcript.language];
  const own = author === 'visitor';
  const file = attachment ? `${texts.file}: ${attachment.name}` : null;
  const isBareFile = file !== null && text === attachment?.name;
  const shown = isBareFile ? file : author === 'bot' ? withoutMarks(text) : text;
  const sources = citations.map(
    ({ number, title, page }) => `[${number}] ${title}${page === null ? '' : `, ${texts.page} ${page}`}`,
  );
  return {
    who: own ? texts.you : author === 'agent' ? (authorName ?? transcript.companyName) : transcript.botName,
    when: timeSince(transcript, createdAt),
    text: shown,
    notes: [...(file !== null && !isBareFile ? [file] : []), ...sources],
    own,
  };
}

/** The bot's Markdown as people write plain text. */
function withoutMarks(text: string): string {
  return text
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/^(> ?)?\|[ \t|:-]*\n/gm, '')
    .replace(/^(> ?)?\|[ \t]*(.*\S)[ \t]*\|[ \t]*$/gm, '$1$2')
    .replace(/^(\s*)[-*+]\s+/gm, '$1• ')
    .replace(/(\*\*|__)(?=\S)(.+?)\1/g, '$2')
    .replace(/\[([^\]\n]+)\]\((https?:[^)\s]+)\)/g, '$1 ($2)')
    .replace(/`([^`\n]+)`/g, '$1');
}

/** The time alone on the day of the beginning. */
function timeSince(transcript: Transcript, at: string): string {
  const dayOf = (time: string) => formatted(transcript, time, { dateStyle: 'short' });
  const isSameDay = dayOf(at) === dayOf(transcript.startedAt);
  return formatted(transcript, at, { timeStyle: 'short', ...(!isSameDay && { dateStyle: 'medium' }) });
}

function formatted(
  { language, timeZone }: Transcript,
  at: string,
  options: Intl.DateTimeFormatOptions,
): string {
  return new Intl.DateTimeFormat(localeOf(language), { timeZone, ...options }).format(new Date(at));
}

interface Texts {
  readonly you: string;
  readonly file: string;
  readonly page: string;
  readonly shortened: string;
  heading(botName: string): string;
  intro(companyName: string, startedAt: string): string;
  footer(companyName: string): string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    you: 'You',
    file: 'File',
    page: 'page',
    shortened: 'The conversation was long: these are its last messages.',
    heading: (botName) => `Your conversation with ${botName}`,
    intro: (companyName, startedAt) =>
      `This is what was said in the chat of ${companyName} that began on ${startedAt}.`,
    footer: (companyName) =>
      `Sent by Parley for ${companyName}, because somebody gave this address in the chat. If it was not you, you can ignore this mail.`,
  },
  de: {
    you: 'Sie',
    file: 'Datei',
    page: 'Seite',
    shortened: 'Das Gespräch war lang: Dies sind die letzten Nachrichten.',
    heading: (botName) => `Ihr Gespräch mit ${botName}`,
    intro: (companyName, startedAt) =>
      `Das wurde im Chat von ${companyName} gesagt, begonnen am ${startedAt}.`,
    footer: (companyName) =>
      `Gesendet von Parley für ${companyName}, weil diese Adresse im Chat angegeben wurde. Waren das nicht Sie, können Sie diese Mail ignorieren.`,
  },
};
