import { renderMail } from '#core/base/mail/layout';
import type { OutgoingMail } from '#platform/mail';
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
): OutgoingMail {
  const texts = CONFIRMATION_MAIL_TEXTS[language];
  const url = `${appOrigin}/help/contact`;
  const isSignedIn = userId !== undefined;
  const notes = [`${texts.reference}: ${reference}`, texts.hours];
  return {
    to: email,
    subject: `[Parley ${reference}] ${texts.heading}`,
    text: [
      texts.heading,
      '',
      ...texts.paragraphs,
      ...(isSignedIn ? ['', `${texts.status}: ${url}`] : []),
      '',
      ...notes,
      '',
      texts.footer,
    ].join('\n'),
    html: renderMail({
      language,
      heading: texts.heading,
      paragraphs: texts.paragraphs,
      ...(isSignedIn && { action: { label: texts.status, url, otherwise: texts.otherwise } }),
      notes,
      footer: texts.footer,
    }),
  };
}
