import type { Language } from '#contract/accounts/profile';
import type { EscalationTrigger } from '#contract/bots/bot-config';
import type { MailDraft } from '#core/base/mail/compose';

export interface Alert {
  readonly botName: string;
  readonly trigger: EscalationTrigger;
  /** What the visitor said last; null where the visitor only asked for a person. */
  readonly said: string | null;
  /** Of the conversation in the dashboard. */
  readonly url: string;
}

/** Tells one of the team that a visitor waits for a person. */
export function alertMail(to: string, language: Language, { botName, trigger, said, url }: Alert): MailDraft {
  const texts = TEXTS[language];
  const why = texts.why[trigger];
  return {
    to,
    subject: texts.subject(botName),
    language,
    heading: texts.heading,
    paragraphs: [why, ...(said === null ? [] : [texts.quoted(said)])],
    action: { label: texts.action, url },
    notes: [texts.note],
    footer: texts.footer(botName),
    preview: why,
  };
}

interface Texts {
  subject(botName: string): string;
  readonly heading: string;
  readonly why: Readonly<Record<EscalationTrigger, string>>;
  quoted(text: string): string;
  readonly action: string;
  readonly note: string;
  footer(botName: string): string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    subject: (botName) => `A visitor is waiting for you in ${botName}`,
    heading: 'A visitor is waiting for a person',
    why: {
      manual: 'The visitor has asked to speak to a person.',
      failed_responses: 'The bot found no answer several times in a row and has passed the visitor on.',
      sentiment: 'The visitor sounds unhappy, so the bot has passed the conversation on.',
      keywords: 'The visitor used one of your keywords, so the bot has passed the conversation on.',
    },
    quoted: (text) => `Last message: “${text}”`,
    action: 'Open the conversation',
    note: 'The bot stays silent until you hand the conversation back.',
    footer: (botName) => `You receive this because you manage the chatbot ${botName} on Parley.`,
  },
  de: {
    subject: (botName) => `In ${botName} wartet jemand auf Sie`,
    heading: 'Jemand wartet auf eine persönliche Antwort',
    why: {
      manual: 'Im Chat wurde nach einer Person gefragt.',
      failed_responses:
        'Der Bot hat mehrmals nacheinander keine Antwort gefunden und das Gespräch weitergegeben.',
      sentiment: 'Die Nachrichten klingen unzufrieden, deshalb hat der Bot das Gespräch weitergegeben.',
      keywords: 'Eines Ihrer Stichwörter ist gefallen, deshalb hat der Bot das Gespräch weitergegeben.',
    },
    quoted: (text) => `Letzte Nachricht: „${text}“`,
    action: 'Gespräch öffnen',
    note: 'Der Bot schweigt, bis Sie das Gespräch an ihn zurückgeben.',
    footer: (botName) => `Sie erhalten diese E-Mail, weil Sie den Chatbot ${botName} auf Parley betreuen.`,
  },
};
