import type { SendContact } from '#contract/site/contact';
import type { MailDraft } from '#core/base/mail/compose';
import { CONTACT_MAIL_TEXTS } from './contact-mail-texts';
import type { StoredContact } from './entity';

/** The mail that brings a message to the operator; an answer to it goes to who wrote. */
export function contactMail(
  operator: string,
  contact: SendContact & Pick<StoredContact, 'plan'>,
  reference: string,
): MailDraft {
  const { name, email, subject, message, category, priority, plan, language } = contact;
  const texts = CONTACT_MAIL_TEXTS[language];
  const facts = [
    `${texts.from}: ${name} <${email}>`,
    `${texts.category}: ${texts.categories[category]}`,
    `${texts.priority}: ${texts.priorities[priority]}`,
    ...(plan ? [`${texts.plan}: ${plan}`] : []),
    `${texts.reference}: ${reference}`,
  ];
  return {
    to: operator,
    replyTo: email,
    subject: `[Parley ${reference}] ${subject}`,
    language,
    heading: subject,
    paragraphs: message.split(/\s*\n\s*/),
    notes: facts,
    footer: texts.footer,
  };
}
