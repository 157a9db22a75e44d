import type { Language } from '../accounts/profile';

/** Why conversations were passed on, by what was counted: on pages, in exports and reports. */
export const ESCALATION_NAMES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    manual: 'Asked for a person',
    failed_responses: 'Several questions without an answer',
    sentiment: 'Sounded unhappy',
    keywords: 'Used a keyword',
  },
  de: {
    manual: 'Nach einer Person gefragt',
    failed_responses: 'Mehrere Fragen ohne Antwort',
    sentiment: 'Klang unzufrieden',
    keywords: 'Stichwort gefallen',
  },
};
