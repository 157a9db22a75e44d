import type { MailDraft } from '#core/base/mail/compose';
import { CONFIRMATION_MAIL_TEXTS } from './contact-mail-texts';
import type { StoredContact } from './entity';

/**
 * The mail that confirms a message to its sender. It quotes nothing of the message: otherwise anybody could send any
 * text to somebody else's address.
 */
export function confirmationMail(
  { email, language, userId }: Pick<StoredContact, 'email' | 'language' | 'userId'>,
  reference: string,
  appOrigin: string,
): MailDraft {
  const texts = CONFIRMATION_MAIL_TEXTS[language];
  const url = `${appOrigin}/help/contact`;
  return {
    to: email,
    subject: `[Parley ${reference}] ${texts.heading}`,
    language,
    heading: texts.heading,
    paragraphs: texts.paragraphs,
    ...(userId !== undefined && { action: { label: texts.status, url, otherwise: texts.otherwise } }),
    notes: [`${texts.reference}: ${reference}`, texts.hours],
    footer: texts.footer,
  };
}
