import type { Language } from '#contract/accounts/profile';
import type { ContactCategory, ContactPriority } from '#contract/site/contact';

interface Texts {
  readonly from: string;
  readonly category: string;
  readonly priority: string;
  readonly plan: string;
  readonly reference: string;
  readonly footer: string;
  readonly categories: Readonly<Record<ContactCategory, string>>;
  readonly priorities: Readonly<Record<ContactPriority, string>>;
}

/** What stands around a message to the operator, in the language of who wrote it. */
export const CONTACT_MAIL_TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    from: 'From',
    category: 'Category',
    priority: 'Priority',
    plan: 'Plan',
    reference: 'Reference',
    footer: 'Sent with the contact form. Your reply goes to the sender.',
    categories: {
      general: 'General',
      sales: 'Sales',
      support: 'Support',
      billing: 'Billing',
      privacy: 'Privacy',
      partnership: 'Partnership',
    },
    priorities: { low: 'Low', normal: 'Normal', high: 'High', urgent: 'Urgent' },
  },
  de: {
    from: 'Von',
    category: 'Thema',
    priority: 'Dringlichkeit',
    plan: 'Tarif',
    reference: 'Vorgang',
    footer: 'Gesendet mit dem Kontaktformular. Ihre Antwort geht an die Absenderadresse.',
    categories: {
      general: 'Allgemeines',
      sales: 'Vertrieb',
      support: 'Hilfe',
      billing: 'Abrechnung',
      privacy: 'Datenschutz',
      partnership: 'Zusammenarbeit',
    },
    priorities: { low: 'Niedrig', normal: 'Normal', high: 'Hoch', urgent: 'Dringend' },
  },
};

interface ConfirmationTexts {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly status: string;
  readonly otherwise: string;
  readonly reference: string;
  readonly hours: string;
  readonly footer: string;
}

/** What a sender is told when their message has arrived. */
export const CONFIRMATION_MAIL_TEXTS: Readonly<Record<Language, ConfirmationTexts>> = {
  en: {
    heading: 'Your message has arrived',
    paragraphs: [
      'Thank you for writing to us. A person reads it and answers to this address, within 24 hours on working days and within 4 hours in an emergency.',
    ],
    status: 'See its status',
    otherwise: 'Or open this address:',
    reference: 'Reference',
    hours: 'Support hours: Monday to Friday, 9–18 CET',
    footer:
      'You get this mail because your address was entered in the contact form of Parley. If that was not you, you need do nothing.',
  },
  de: {
    heading: 'Ihre Nachricht ist angekommen',
    paragraphs: [
      'Vielen Dank für Ihre Nachricht. Ein Mensch liest sie und antwortet an diese Adresse, an Werktagen innerhalb von 24 Stunden, in Notfällen innerhalb von 4 Stunden.',
    ],
    status: 'Stand der Bearbeitung ansehen',
    otherwise: 'Oder öffnen Sie diese Adresse:',
    reference: 'Vorgang',
    hours: 'Supportzeiten: Montag bis Freitag, 9–18 Uhr (MEZ)',
    footer:
      'Sie erhalten diese E-Mail, weil Ihre Adresse im Kontaktformular von Parley eingegeben wurde. Waren Sie das nicht, brauchen Sie nichts zu tun.',
  },
};
