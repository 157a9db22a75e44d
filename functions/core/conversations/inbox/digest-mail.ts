import type { Language } from '#contract/accounts/profile';
import type { MailDraft } from '#core/base/mail/compose';

export interface Waiting {
  readonly count: number;
  /** Whether more than `count` wait. */
  readonly isMore: boolean;
  /** Of the conversations in the dashboard. */
  readonly url: string;
}

/** Tells one of the team how many visitors wait, after more asked for a person than are told of one by one. */
export function digestMail(to: string, language: Language, { count, isMore, url }: Waiting): MailDraft {
  const texts = TEXTS[language];
  const number = `${new Intl.NumberFormat(language).format(count)}${isMore ? '+' : ''}`;
  return {
    to,
    language,
    heading: count === 1 && !isMore ? texts.one : texts.several(number),
    paragraphs: [texts.why],
    action: { label: texts.action, url },
    notes: [],
    footer: texts.footer,
  };
}

const en = {
  one: 'A visitor is waiting for a person',
  several: (number: string) => `${number} visitors are waiting for a person`,
  why: 'More visitors have asked for a person than we mail you one by one. This is how many are waiting now. If they are all the same person, close the conversations: you are told of such a flood once an hour at most.',
  action: 'Open the conversations',
  footer: 'You receive this because you manage chatbots on Parley.',
};

const de: typeof en = {
  one: 'Jemand wartet auf eine persönliche Antwort',
  several: (number: string) => `${number} Besucher warten auf eine persönliche Antwort`,
  why: 'Es haben mehr Besucher nach einer Person gefragt, als wir Ihnen einzeln melden. So viele warten jetzt. Ist es immer dieselbe Person, schließen Sie die Gespräche: Von so einer Flut erfahren Sie höchstens einmal in der Stunde.',
  action: 'Gespräche öffnen',
  footer: 'Sie erhalten diese E-Mail, weil Sie Chatbots auf Parley betreuen.',
};

const TEXTS: Readonly<Record<Language, typeof en>> = { en, de };
