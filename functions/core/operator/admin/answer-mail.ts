import type { Language } from '#contract/accounts/profile';
import type { MailDraft } from '#core/base/mail/compose';
import { unlinked } from '#core/base/mail/unlinked';

const TEXTS: Readonly<
  Record<
    Language,
    { readonly subject: string; readonly heading: string; readonly yours: string; readonly footer: string }
  >
> = {
  en: {
    subject: 'Our answer to your message',
    heading: 'Our answer',
    yours: 'You wrote:',
    footer: 'You get this mail because you wrote to us. You can reply to it.',
  },
  de: {
    subject: 'Unsere Antwort auf Ihre Nachricht',
    heading: 'Unsere Antwort',
    yours: 'Sie schrieben:',
    footer: 'Sie erhalten diese E-Mail, weil Sie uns geschrieben haben. Sie können darauf antworten.',
  },
};

/** The mail that brings the operator's answer to who wrote. */
export function answerMail(
  operator: string,
  written: {
    readonly to: string;
    readonly reference: string;
    readonly message: string;
    readonly answer: string;
    readonly language: Language;
  },
): MailDraft {
  const { to, reference, message, answer, language } = written;
  const texts = TEXTS[language];
  return {
    to,
    replyTo: operator,
    subject: `${texts.subject} [${reference}]`,
    language,
    heading: texts.heading,
    paragraphs: answer.split(/\s*\n\s*/),
    // Whose words these are, nobody has confirmed.
    notes: [texts.yours, ...unlinked(message).split(/\s*\n\s*/)],
    footer: texts.footer,
  };
}
