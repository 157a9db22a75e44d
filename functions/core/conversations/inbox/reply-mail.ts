import type { Language } from '#contract/accounts/profile';
import { localeOf } from '#contract/base/languages';
import type { Message } from '#contract/conversations/conversations';
import { renderMail, type TranscriptLine } from '#core/base/mail/layout';
import { unlinked } from '#core/base/mail/unlinked';
import type { OutgoingMail } from '#platform/mail';
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
export function replyMail(content: RepliesToMail): OutgoingMail {
  const { to, language, companyName, asked, replies } = content;
  const texts = TEXTS[language];
  const heading = texts.heading(companyName);
  const intro = texts.intro(companyName);
  const lines = [...(asked ? [asked] : []), ...replies].map((message) => lineOf(content, message));
  const url = pageOf(content);
  const footer = texts.footer(companyName);
  return {
    to,
    fromName: companyName,
    subject: heading.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
    text: [
      heading,
      '',
      intro,
      ...lines.flatMap(({ who, when, text }) => ['', `${who}, ${when}:`, text]),
      '',
      texts.note,
      ...(url ? [`${texts.action}: ${url}`] : []),
      '',
      '--',
      footer,
    ].join('\n'),
    html: renderMail({
      brand: companyName,
      language,
      heading,
      paragraphs: [intro],
      transcript: lines,
      ...(url && { action: { label: texts.action, url } }),
      notes: [texts.note],
      footer,
      preview: replies[0]?.text ?? intro,
    }),
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
    // Anybody's address can be given in a chat: nobody sends links to it in the team's name.
    text: own ? unlinked(text) : text,
    notes: [],
    own,
  };
}

/** For the same reason only a page that the bot's own list knows: it is what the visitor's browser said. */
function pageOf({ page, allowedDomains }: RepliesToMail): string | null {
  if (page === null || allowedDomains.length === 0 || !URL.canParse(page)) return null;
  return isSiteAllowed(allowedDomains, new URL(page).origin, '') ? page : null;
}

interface Texts {
  readonly you: string;
  readonly action: string;
  readonly note: string;
  heading(companyName: string): string;
  intro(companyName: string): string;
  footer(companyName: string): string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    you: 'You',
    action: 'Back to the chat',
    note: 'If you would like to add something, please write it in the chat on our website: answers to this e-mail are not read.',
    heading: (companyName) => `Your answer from ${companyName}`,
    intro: (companyName) =>
      `You were not in the chat of ${companyName} any more when this was written to you.`,
    footer: (companyName) =>
      `Sent by Parley for ${companyName}, because this address was given in the chat. If it was not you, you can ignore this mail.`,
  },
  de: {
    you: 'Sie',
    action: 'Zurück zum Chat',
    note: 'Wenn Sie noch etwas ergänzen möchten, schreiben Sie bitte im Chat auf unserer Website: Antworten auf diese E-Mail werden nicht gelesen.',
    heading: (companyName) => `Ihre Antwort von ${companyName}`,
    intro: (companyName) => `Sie waren nicht mehr im Chat von ${companyName}, als Ihnen geantwortet wurde.`,
    footer: (companyName) =>
      `Gesendet von Parley für ${companyName}, weil diese Adresse im Chat angegeben wurde. Waren das nicht Sie, können Sie diese Mail ignorieren.`,
  },
};
