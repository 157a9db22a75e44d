import type { Language } from '#contract/accounts/profile';
import { localeOf } from '#contract/base/languages';
import type { MailDraft } from '#core/base/mail/compose';

export interface DeletionNotice {
  readonly account: string;
  readonly deletesAt: string;
  /** Where it is undone. */
  readonly url: string;
}

/** Tells the owner that the account will be erased, and how to keep it. */
export function deletionMail(
  to: string,
  language: Language,
  { account, deletesAt, url }: DeletionNotice,
): MailDraft {
  const texts = TEXTS[language];
  const date = new Date(deletesAt).toLocaleDateString(localeOf(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return {
    to,
    language,
    heading: texts.subject,
    paragraphs: [texts.what(account, date), texts.undo, texts.alarm],
    action: { label: texts.action, url },
    notes: [],
    footer: texts.footer,
  };
}

interface Texts {
  readonly subject: string;
  what(account: string, date: string): string;
  readonly undo: string;
  readonly alarm: string;
  readonly action: string;
  readonly footer: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    subject: 'Your Parley account will be deleted',
    what: (account, date) =>
      `The account “${account}” is going to be deleted, as requested. Its chatbots no longer answer. On ${date} everything in it is erased for good: bots, documents, conversations, figures and your sign-in. A subscription is not renewed.`,
    undo: 'Until then you can keep the account: undo the deletion in its settings, and the chatbots come back as they were.',
    alarm: 'If you did not ask for this, undo it and change your password.',
    action: 'Look at the account',
    footer: 'Sent by Parley, because the owner of this account asked for its deletion.',
  },
  de: {
    subject: 'Ihr Parley-Konto wird gelöscht',
    what: (account, date) =>
      `Die Löschung des Kontos „${account}“ wurde beantragt. Seine Chatbots sind ab sofort nicht mehr erreichbar. Am ${date} wird alles darin endgültig gelöscht: Bots, Dokumente, Gespräche, Kennzahlen und Ihre Anmeldung. Ein Abonnement wird nicht verlängert.`,
    undo: 'Bis dahin können Sie das Konto behalten: Machen Sie die Löschung in den Einstellungen rückgängig, dann kommen die Chatbots zurück, wie sie waren.',
    alarm: 'Falls Sie das nicht beantragt haben, machen Sie es rückgängig und ändern Sie Ihr Passwort.',
    action: 'Konto ansehen',
    footer:
      'Gesendet von Parley, weil die Inhaberin oder der Inhaber dieses Kontos dessen Löschung beantragt hat.',
  },
};
