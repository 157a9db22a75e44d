import type { ContactCategory, ContactPriority } from '../../contract/contact';
import type { Language } from '../../contract/profile';

interface Texts {
  readonly from: string;
  readonly category: string;
  readonly priority: string;
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
