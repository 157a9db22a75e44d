import type { Language } from '#contract/accounts/profile';
import type { MailDraft } from '#core/base/mail/compose';

export interface Confirmation {
  readonly company: string;
  readonly title: string;
  readonly url: string;
}

/**
 * Asks somebody outside of the team whether they want a report. Whoever made it chose the address and the words, so these
 * can lead nowhere.
 */
export function confirmationMail(
  to: string,
  language: Language,
  { company, title, url }: Confirmation,
): MailDraft {
  const texts = TEXTS[language];
  return {
    to,
    subject: texts.subject(title),
    language,
    heading: texts.heading,
    paragraphs: [texts.why(company, title)],
    action: { label: texts.action, url },
    notes: [texts.note],
    footer: texts.footer,
  };
}

interface Texts {
  subject(title: string): string;
  readonly heading: string;
  why(company: string, title: string): string;
  readonly action: string;
  readonly note: string;
  readonly footer: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    subject: (title) => `Please confirm: reports “${title}”`,
    heading: 'Do you want this report by e-mail?',
    why: (company, title) =>
      `${company} would like to send you the report “${title}” regularly. It is sent only if you agree.`,
    action: 'Look and agree',
    note: 'If you do not want it, you need not do anything. You can end it at any time.',
    footer: 'Sent by Parley, because somebody entered this address as a recipient.',
  },
  de: {
    subject: (title) => `Bitte bestätigen: Berichte „${title}“`,
    heading: 'Möchten Sie diesen Bericht per E-Mail?',
    why: (company, title) =>
      `${company} möchte Ihnen den Bericht „${title}“ regelmäßig senden. Er wird nur gesendet, wenn Sie zustimmen.`,
    action: 'Ansehen und zustimmen',
    note: 'Möchten Sie ihn nicht, müssen Sie nichts tun. Sie können ihn jederzeit abbestellen.',
    footer: 'Gesendet von Parley, weil jemand diese Adresse als Empfänger eingetragen hat.',
  },
};
