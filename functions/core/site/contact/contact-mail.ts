import type { SendContact } from '#contract/site/contact';
import { renderMail } from '#core/base/mail/layout';
import type { OutgoingMail } from '#platform/mail';
import { CONTACT_MAIL_TEXTS } from './contact-mail-texts';
import type { StoredContact } from './entity';

/** The mail that brings a message to the operator; an answer to it goes to who wrote. */
export function contactMail(
  operator: string,
  contact: SendContact & Pick<StoredContact, 'plan'>,
  reference: string,
): OutgoingMail {
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
    subject: `[Parley ${reference}] ${oneLine(subject)}`,
    text: [subject, '', message, '', '--', ...facts, '', texts.footer].join('\n'),
    html: renderMail({
      language,
      heading: subject,
      paragraphs: message.split(/\s*\n\s*/),
      notes: facts,
      footer: texts.footer,
    }),
  };
}

/** The contract refuses a line break already; the head of a mail is worth a second look. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
