import type { Language } from '#contract/accounts/profile';
import type { MailDraft } from '#core/base/mail/compose';

/** Tells the person that asked that the export is ready. The files need a sign-in. */
export function exportMail(to: string, language: Language, url: string): MailDraft {
  const { subject, text, action, footer } = TEXTS[language];
  return {
    to,
    language,
    heading: subject,
    paragraphs: [text],
    action: { label: action, url },
    notes: [],
    footer,
  };
}

const TEXTS = {
  en: {
    subject: 'The export of your Parley account is ready',
    text: 'You can download it in the settings for seven days: JSON lines of everything in the account, and the files themselves.',
    action: 'Download the export',
    footer: 'Sent by Parley, because you asked for this export.',
  },
  de: {
    subject: 'Der Export Ihres Parley-Kontos ist fertig',
    text: 'Sie können ihn sieben Tage lang in den Einstellungen herunterladen: JSON-Zeilen mit allem, was das Konto hat, und die Dateien selbst.',
    action: 'Export herunterladen',
    footer: 'Gesendet von Parley, weil Sie diesen Export angefordert haben.',
  },
} as const satisfies Record<Language, object>;
