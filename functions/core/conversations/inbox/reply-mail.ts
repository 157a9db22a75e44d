import type { Language } from '#contract/accounts/profile';
import { localeOf } from '#contract/base/languages';
import type { Message } from '#contract/conversations/conversations';
import type { MailDraft } from '#core/base/mail/compose';
import type { TranscriptLine } from '#core/base/mail/layout';
import { isSiteAllowed } from '../allowed-sites';

export interface RepliesToMail {
  readonly to: string;
  readonly language: Language;
  readonly companyName: string;
  readonly timeZone: string;
  /** Where the visitor began. */
  readonly page: string | null;
  readonly allowedDomains: readonly string[];
  /** The visitor's last message. */
  readonly asked: Message | null;
  readonly replies: readonly Message[];
}

/** The mail with the team's messages to a visitor that has left the chat. */
export function replyMail(content: RepliesToMail): MailDraft {
  const { to, language, companyName, asked, replies } = content;
  const texts = TEXTS[language];
  const intro = texts.intro(companyName);
  const page = pageOf(content);
  return {
    to,
    brand: companyName,
    language,
    heading: texts.heading(companyName),
    paragraphs: [intro],
    transcript: [...(asked ? [asked] : []), ...replies].map((message) => lineOf(content, message)),
    notes: [...(page ? [`${texts.where}: ${page}`] : []), texts.note],
    footer: texts.footer(companyName),
    preview: replies[0]?.text ?? intro,
  };
}

function lineOf(
  { language, timeZone, companyName }: RepliesToMail,
  { author, authorName, createdAt, text }: Message,
): TranscriptLine {
  const own = author === 'visitor';
  return {
    who: own ? TEXTS[language].you : (authorName ?? companyName),
    when: new Intl.DateTimeFormat(localeOf(language), {
      timeZone,
      dateStyle: 'medium',
      timeStyle: 'short',
    }).format(new Date(createdAt)),
    text,
    notes: [],
    own,
  };
}

/** Only a page that the bot's own list knows: it is what the visitor's browser said. */
function pageOf({ page, allowedDomains }: RepliesToMail): string | null {
  if (page === null || allowedDomains.length === 0 || !URL.canParse(page)) return null;
  return isSiteAllowed(allowedDomains, new URL(page).origin, '') ? page : null;
}

interface Texts {
  readonly you: string;
  readonly where: string;
  readonly note: string;
  heading(companyName: string): string;
  intro(companyName: string): string;
  footer(companyName: string): string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    you: 'You',
    where: 'The chat is on this page',
    note: 'If you would like to add something, please write it in the chat on our website: answers to this e-mail are not read.',
    heading: (companyName) => `Your answer from ${companyName}`,
    intro: (companyName) =>
      `You were not in the chat of ${companyName} any more when this was written to you.`,
    footer: (companyName) =>
      `Sent by Parley for ${companyName}, because this address was given in the chat. If it was not you, you can ignore this mail.`,
  },
  de: {
    you: 'Sie',
    where: 'Der Chat ist auf dieser Seite',
    note: 'Wenn Sie noch etwas ergänzen möchten, schreiben Sie bitte im Chat auf unserer Website: Antworten auf diese E-Mail werden nicht gelesen.',
    heading: (companyName) => `Ihre Antwort von ${companyName}`,
    intro: (companyName) => `Sie waren nicht mehr im Chat von ${companyName}, als Ihnen geantwortet wurde.`,
    footer: (companyName) =>
      `Gesendet von Parley für ${companyName}, weil diese Adresse im Chat angegeben wurde. Waren das nicht Sie, können Sie diese Mail ignorieren.`,
  },
};
